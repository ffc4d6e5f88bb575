import { parseTime } from 'checkwright'
import { workspace } from '../connector.ts'
import { judgeChromeDevices } from '../judge-chrome-devices.ts'
import { SupportedChromeDevice } from '../settings.ts'

export const chromeDevicesSupported = workspace.check({
  id: 'chrome-devices-supported',
  title: 'ChromeOS devices still get updates',
  description:
    'Checks for every managed ChromeOS device whether Google still supports its model. After the last day, known weaknesses stay open for ever. Not judged: whether the device installed the latest update.',
  severity: 'medium',
  controls: ['soc2:CC7.1', 'iso27001:A.8.8', 'iso27001:A.8.1'],
  scopes: ['https://www.googleapis.com/auth/admin.directory.device.chromeos.readonly'],
  tags: ['devices', 'updates'],
  onEmpty: 'not_applicable',
  run: (ctx) =>
    judgeChromeDevices(ctx, SupportedChromeDevice, ({ supportEndDate }, name) =>
      supportEndDate === undefined
        ? { untold: 'until when it is supported' }
        : {
            evidence: { supportEndDate },
            holds: parseTime(supportEndDate) >= ctx.now.getTime(),
            good: `${name} is supported until ${supportEndDate.slice(0, 10)}`,
            bad: `${name} was supported until ${supportEndDate.slice(0, 10)}`,
            remediation: `Replace ${name}, then choose Deprovision under Devices → Chrome → Devices in the Admin console.`,
          },
    ),
})
