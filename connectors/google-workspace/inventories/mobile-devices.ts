import { workspace } from '../connector.ts'
import { isShut, listMobileDevices } from '../directory.ts'
import { ListedMobileDevice } from '../responses.ts'

// Google's words, with different case on different platforms.
const encrypted: ReadonlyMap<unknown, boolean> = new Map([
  ['encrypted', true],
  ['not encrypted', false],
])
const locked: ReadonlyMap<unknown, boolean> = new Map([
  ['on', true],
  ['off', false],
])

export const mobileDeviceRecords = workspace.inventory({
  of: 'device',
  part: 'mobile',
  tells: ['ownerEmail', 'serialNumber', 'os', 'diskEncrypted', 'screenLock', 'lastSeenAt'],
  covers: ['mobile devices with access to the account'],
  leavesOut: ['blocked, wiped and not yet approved devices', 'computers'],
  scopes: ['https://www.googleapis.com/auth/admin.directory.device.mobile.readonly'],
  async *list(ctx) {
    for await (const device of listMobileDevices(ctx, ListedMobileDevice)) {
      if (isShut(device.status)) continue
      yield {
        id: device.resourceId,
        name: device.model,
        // The addresses of one person.
        ownerEmail: Array.isArray(device.email) ? device.email[0] : device.email,
        serialNumber: device.serialNumber,
        os: device.os,
        diskEncrypted: encrypted.get(lowerCase(device.encryptionStatus)),
        screenLock: locked.get(lowerCase(device.devicePasswordStatus)),
        lastSeenAt: device.lastSync,
        unknown: {
          ownerEmail: 'Google names no owner.',
          serialNumber: 'The device does not tell Google.',
          diskEncrypted: 'With basic management a device tells Google less.',
          screenLock: 'With basic management a device tells Google less.',
          lastSeenAt: 'Google names no synchronization.',
        },
      }
    }
  },
})

function lowerCase(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value
}
