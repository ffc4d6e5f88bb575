import { workspace } from '../connector.ts'
import { isAdmitted, isShut, listMobileDevices } from '../directory.ts'
import { MobileDevice } from '../responses.ts'

// Google's words, with different case on different platforms.
const compromised = /^(compromised|detected)$/i
const intact = /^(uncompromised|undetected|no compromise detected)$/i

export const mobileDevices = workspace.check({
  id: 'mobile-devices',
  title: 'Mobile devices are encrypted, locked and not tampered with',
  description:
    'Checks for every approved mobile device whether it is encrypted, has a screen lock and was not rooted or jailbroken, as far as it reports this to Google. Anybody who finds a phone without a lock can read its mail. Not judged: devices that were not approved, or are being wiped.',
  severity: 'medium',
  controls: ['soc2:CC6.7', 'iso27001:A.8.1', 'hipaa:164.312(a)(2)(iv)', 'gdpr:32'],
  states: ['devices-encrypted', 'devices-locked', 'devices-comply', 'devices-untampered'],
  scopes: ['https://www.googleapis.com/auth/admin.directory.device.mobile.readonly'],
  tags: ['devices', 'encryption'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    for await (const device of listMobileDevices(ctx, MobileDevice)) {
      const {
        resourceId: id,
        model,
        email,
        status,
        deviceCompromisedStatus,
        encryptionStatus,
        devicePasswordStatus,
      } = device
      const name = `${model ?? 'Device'} of ${email?.[0] ?? 'nobody'}`
      const resource = { type: 'device', id, name }
      const evidence = {
        status: status ?? null,
        deviceCompromisedStatus: deviceCompromisedStatus ?? null,
        encryptionStatus: encryptionStatus ?? null,
        devicePasswordStatus: devicePasswordStatus ?? null,
      }
      if (isShut(status)) {
        ctx.notApplicable({ resource, title: `${name} is not admitted (${status})`, evidence })
        continue
      }
      const gaps = [
        ...(compromised.test(deviceCompromisedStatus ?? '') ? ['was tampered with'] : []),
        ...(/^not encrypted$/i.test(encryptionStatus ?? '') ? ['is not encrypted'] : []),
        ...(/^off$/i.test(devicePasswordStatus ?? '') ? ['has no screen lock'] : []),
      ]
      const isKnown =
        isAdmitted(status) &&
        intact.test(deviceCompromisedStatus ?? '') &&
        /^encrypted$/i.test(encryptionStatus ?? '') &&
        /^on$/i.test(devicePasswordStatus ?? '')
      if (gaps.length > 0) {
        ctx.fail({
          resource,
          title: `${name} ${gaps.join(' and ')}`,
          remediation: `Open Devices → Mobile & endpoints → Devices in the Admin console, and block ${name} until it is mended. Demand a password and encryption under Universal settings.`,
          evidence,
        })
      } else if (isKnown) ctx.pass({ resource, title: `${name} is encrypted and locked`, evidence })
      else {
        ctx.manual({
          resource,
          title: `Google does not say everything about ${name}`,
          description:
            'With basic management a device tells Google less. Choose advanced management, or look at the device.',
          evidence,
        })
      }
    }
  },
})
