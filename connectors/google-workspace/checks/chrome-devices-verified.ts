import { workspace } from '../connector.ts'
import { judgeChromeDevices } from '../judge-chrome-devices.ts'
import { StartedChromeDevice } from '../settings.ts'

export const chromeDevicesVerified = workspace.check({
  id: 'chrome-devices-verified',
  title: 'ChromeOS devices start the system that Google made',
  description:
    'Checks for every managed ChromeOS device whether it started in verified mode. In developer mode it starts whatever somebody put on it, and policies of the organization can be removed. Not judged: devices that are not managed.',
  severity: 'high',
  controls: ['soc2:CC6.8', 'iso27001:A.8.1', 'iso27001:A.8.9'],
  states: ['devices-untampered', 'known-software-alone'],
  scopes: ['https://www.googleapis.com/auth/admin.directory.device.chromeos.readonly'],
  tags: ['devices'],
  onEmpty: 'not_applicable',
  run: (ctx) =>
    judgeChromeDevices(ctx, StartedChromeDevice, ({ bootMode }, name) =>
      bootMode === undefined
        ? { untold: 'in which mode it started' }
        : {
            evidence: { bootMode },
            holds: bootMode === 'Verified',
            good: `${name} started in verified mode`,
            bad: `${name} started in developer mode`,
            remediation: `Let the user turn off developer mode of ${name}, which deletes what is stored on it, and enroll it again. Open Devices → Chrome → Settings → Device in the Admin console, and require verified mode for enrollment.`,
          },
    ),
})
