import { parseTime } from 'checkwright'
import { workspace } from '../connector.ts'
import { judgeChromeDevices } from '../judge-chrome-devices.ts'
import { SupportedChromeDevice } from '../settings.ts'

export const chromeDevicesSupported = workspace.check({
  id: 'chrome-devices-supported',
  title: 'ChromeOS devices still get updates',
  description:
    'Checks for every managed ChromeOS device whether Google still updates it. After the last day, known weaknesses stay open for ever. Some models get updates in their last years only where an administrator has chosen extended support. Not judged: whether the device installed the latest update.',
  severity: 'medium',
  controls: ['soc2:CC7.1', 'iso27001:A.8.8', 'iso27001:A.8.1'],
  states: ['updates-installed'],
  scopes: ['https://www.googleapis.com/auth/admin.directory.device.chromeos.readonly'],
  tags: ['devices', 'updates'],
  onEmpty: 'not_applicable',
  run: (ctx) =>
    judgeChromeDevices(ctx, SupportedChromeDevice, (device, name) => {
      const { autoUpdateThrough, supportEndDate, extendedSupportStart } = device
      const last = autoUpdateThrough ?? supportEndDate
      if (last === undefined) return { untold: 'until when it is supported' }
      const isOver = parseTime(last) < ctx.now.getTime()
      // Its extended support has begun, and nobody chose it.
      const isLeftOut =
        device.extendedSupportEligible === true &&
        device.extendedSupportEnabled !== true &&
        extendedSupportStart !== undefined &&
        parseTime(extendedSupportStart) < ctx.now.getTime()
      return {
        evidence: {
          autoUpdateThrough,
          supportEndDate,
          extendedSupportStart: isLeftOut ? extendedSupportStart : undefined,
        },
        holds: !isOver && !isLeftOut,
        good: `${name} is supported until ${last.slice(0, 10)}`,
        bad: isOver
          ? `${name} was supported until ${last.slice(0, 10)}`
          : `${name} gets no updates without extended support since ${extendedSupportStart?.slice(0, 10)}`,
        remediation: isOver
          ? `Replace ${name}, then choose Deprovision under Devices → Chrome → Devices in the Admin console.`
          : `Open Devices → Chrome → Settings → Device → Device update settings in the Admin console, and turn on extended automatic updates for ${name}.`,
      }
    }),
})
