import type * as z from 'zod/mini'
import { entra } from '../connector.ts'
import { listDevices } from '../directory.ts'
import { ManagedDevice } from '../responses.ts'

export const devicesCompliant = entra.check({
  id: 'devices-compliant',
  title: 'Managed devices are encrypted and comply',
  description:
    'Checks for every device that Intune manages whether its storage is encrypted, and whether it complies with the policies assigned to it. A lost laptop without encryption is a breach. A Cloud PC of Windows 365 always says that it is not encrypted; Azure encrypts its disk, and it counts as encrypted. Devices that Intune only discovered are not managed yet. Not judged: what the policies demand, and whether a device has one at all: Intune counts it as compliant without any, unless the tenant says otherwise.',
  severity: 'high',
  controls: ['soc2:CC6.7', 'iso27001:A.8.1', 'hipaa:164.312(a)(2)(iv)', 'gdpr:32'],
  states: ['devices-encrypted', 'devices-comply'],
  scopes: ['DeviceManagementManagedDevices.Read.All'],
  tags: ['devices', 'encryption'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    for await (const device of listDevices(ctx, ManagedDevice)) {
      const { id, deviceName, userPrincipalName, complianceState, managementState } = device
      const isEncrypted = device.isEncrypted || isCloudPc(device)
      const name = deviceName ?? id
      const resource = { type: 'device', id, name }
      const evidence = {
        complianceState,
        isEncrypted: device.isEncrypted,
        userPrincipalName: userPrincipalName ?? null,
      }
      if (managementState === 'discovered')
        ctx.notApplicable({ resource, title: `${name} is not managed yet`, evidence: { managementState } })
      else if (isEncrypted && complianceState === 'compliant')
        ctx.pass({ resource, title: `${name} is encrypted and complies`, evidence })
      else if (isEncrypted && ['unknown', 'inGracePeriod', 'configManager'].includes(complianceState))
        ctx.manual({
          resource,
          title: `${name} is encrypted, and its compliance is ${complianceState}`,
          description:
            'Look at the device in the Intune admin center. It may not have reported yet, or it may be in its grace period.',
          evidence,
        })
      else {
        const gaps = [
          ...(isEncrypted ? [] : ['is not encrypted']),
          ...(complianceState === 'compliant' ? [] : [`is ${complianceState}`]),
        ]
        ctx.fail({
          resource,
          title: `${name} ${gaps.join(' and ')}`,
          remediation: `Open Devices → ${name} → Device compliance in the Intune admin center, and see which setting fails. Ask ${userPrincipalName ?? 'its user'} to mend it. If no disk encryption policy is assigned, assign one under Endpoint security.`,
          evidence,
        })
      }
    }
  },
})

/** https://learn.microsoft.com/windows-365/enterprise/encryption: Azure encrypts the disk, and BitLocker is not supported. */
function isCloudPc({ manufacturer, model }: z.output<typeof ManagedDevice>): boolean {
  return manufacturer === 'Microsoft Corporation' && /^Cloud PC\b/.test(model ?? '')
}
