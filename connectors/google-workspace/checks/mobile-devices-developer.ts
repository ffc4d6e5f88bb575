import { reportSetting } from '../../_settings/report-setting.ts'
import { workspace } from '../connector.ts'
import { isAdmitted, isShut, listMobileDevices } from '../directory.ts'
import { DeveloperDevice } from '../settings.ts'

export const mobileDevicesDeveloper = workspace.check({
  id: 'mobile-devices-developer',
  title: 'Android devices take applications from known places only',
  description:
    'Checks for every admitted Android device whether it installs applications from unknown sources, or is open to a computer by USB debugging. Most harmful applications come in by one of the two. Not judged: other systems, and devices with basic management, which do not tell it.',
  severity: 'medium',
  controls: ['soc2:CC6.8', 'iso27001:A.8.1', 'iso27001:A.8.7'],
  states: ['devices-comply', 'devices-untampered', 'known-software-alone'],
  scopes: ['https://www.googleapis.com/auth/admin.directory.device.mobile.readonly'],
  tags: ['devices'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    for await (const device of listMobileDevices(ctx, DeveloperDevice)) {
      const { resourceId: id, model = 'Device', email, type, status, unknownSourcesStatus, adbStatus } = device
      const name = `${model} of ${email?.[0] ?? 'nobody'}`
      const resource = { type: 'device', id, name }
      const evidence = {
        type,
        status: status ?? null,
        unknownSources: unknownSourcesStatus ?? null,
        debugging: adbStatus ?? null,
      }
      const isKnown = isAdmitted(status) && unknownSourcesStatus !== undefined && adbStatus !== undefined
      const gaps = [
        ...(unknownSourcesStatus ? ['takes applications from unknown sources'] : []),
        ...(adbStatus ? ['is open to a computer'] : []),
      ]
      if (!/android/i.test(type)) ctx.notApplicable({ resource, title: `${name} has no Android`, evidence })
      else if (isShut(status)) ctx.notApplicable({ resource, title: `${name} is not admitted (${status})`, evidence })
      else if (gaps.length === 0 && !isKnown) {
        ctx.manual({
          resource,
          title: `Google does not say everything about ${name}`,
          description:
            'With basic management a device tells Google less. Choose advanced management, or look at the device.',
          evidence,
        })
      } else {
        reportSetting(ctx, {
          resource,
          evidence,
          holds: gaps.length === 0,
          good: `${name} takes applications from known places only`,
          bad: `${name} ${gaps.join(' and ')}`,
          remediation:
            'Open Devices → Mobile & endpoints → Settings → Android in the Admin console. Forbid unknown sources and USB debugging, and block the device until it follows.',
        })
      }
    }
  },
})
