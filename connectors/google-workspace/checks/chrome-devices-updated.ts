import { workspace } from '../connector.ts'
import { judgeChromeDevices } from '../judge-chrome-devices.ts'
import { UpdatedChromeDevice } from '../settings.ts'

export const chromeDevicesUpdated = workspace.check({
  id: 'chrome-devices-updated',
  title: 'ChromeOS devices have the version that your policy demands',
  description:
    'Checks for every managed ChromeOS device whether its version follows the update policy of the organization. A device that waits for its restart counts as updated. Not judged: which version the policy demands.',
  severity: 'medium',
  controls: ['soc2:CC7.1', 'iso27001:A.8.8'],
  states: ['devices-comply', 'updates-installed'],
  scopes: ['https://www.googleapis.com/auth/admin.directory.device.chromeos.readonly'],
  tags: ['devices', 'updates'],
  onEmpty: 'not_applicable',
  run: (ctx) =>
    judgeChromeDevices(ctx, UpdatedChromeDevice, ({ osVersionCompliance }, name) =>
      osVersionCompliance === undefined || osVersionCompliance === 'complianceUnspecified'
        ? { untold: 'whether its version follows the policy' }
        : {
            evidence: { osVersionCompliance },
            holds: osVersionCompliance !== 'notCompliant',
            good: `${name} has the version of the policy`,
            bad: `${name} does not have the version of the policy`,
            remediation: `Open Devices → Chrome → Devices → ${name} in the Admin console and look at its updates. Ask the user to restart it, and replace it if it gets no updates.`,
          },
    ),
})
