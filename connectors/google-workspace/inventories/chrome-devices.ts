import { workspace } from '../connector.ts'
import { listChromeDevices } from '../directory.ts'
import { ChromeDevice } from '../responses.ts'

// "ACTIVE: The device is managed by the domain. INACTIVE: The device is not managed by the domain."
// https://developers.google.com/workspace/admin/directory/reference/rest/v1/chromeosdevices
const managed: ReadonlyMap<unknown, boolean> = new Map([
  ['ACTIVE', true],
  ['INACTIVE', false],
])

export const chromeDevices = workspace.inventory({
  of: 'device',
  part: 'chrome-os',
  tells: ['ownerEmail', 'serialNumber', 'os', 'osVersion', 'managed', 'lastSeenAt'],
  covers: ['ChromeOS devices'],
  leavesOut: ['deprovisioned devices'],
  scopes: ['https://www.googleapis.com/auth/admin.directory.device.chromeos.readonly'],
  async *list(ctx) {
    for await (const { deviceId, model, annotatedUser, status, osVersion, serialNumber, lastSync } of listChromeDevices(
      ctx,
      ChromeDevice,
    )) {
      if (status === 'DEPROVISIONED') continue
      yield {
        id: deviceId,
        name: model,
        // An administrator writes there whatever helps, such as a room.
        ownerEmail: typeof annotatedUser === 'string' && !annotatedUser.includes('@') ? undefined : annotatedUser,
        serialNumber,
        os: 'ChromeOS',
        osVersion,
        managed: managed.get(status),
        lastSeenAt: lastSync,
        unknown: {
          ownerEmail: 'No administrator has noted the address of its user.',
          osVersion: 'The device has not told its version.',
          managed: 'Its status does not say whether it is managed.',
          lastSeenAt: 'Google names no synchronization.',
        },
      }
    }
  },
})
