import { entra } from '../connector.ts'
import { listDevices } from '../directory.ts'
import { ListedDevice } from '../responses.ts'

// https://learn.microsoft.com/graph/api/resources/intune-devices-managementstate
const managed: ReadonlyMap<unknown, boolean> = new Map([
  ['managed', true],
  ['discovered', false],
])

// "inGracePeriod: Device is non-compliant but still has access". A conflict, an error and another manager say nothing.
// https://learn.microsoft.com/graph/api/resources/intune-devices-compliancestate
const compliant: ReadonlyMap<unknown, boolean> = new Map([
  ['compliant', true],
  ['noncompliant', false],
  ['inGracePeriod', false],
])

// The first moment of .NET, where there is no time.
const never = '0001-01-01T00:00:00Z'

export const devices = entra.inventory({
  of: 'device',
  tells: ['ownerEmail', 'serialNumber', 'os', 'osVersion', 'managed', 'diskEncrypted', 'compliant', 'lastSeenAt'],
  covers: ['devices in Intune'],
  leavesOut: ['devices that are registered with Entra only'],
  scopes: ['DeviceManagementManagedDevices.Read.All'],
  async *list(ctx) {
    for await (const device of listDevices(ctx, ListedDevice))
      yield {
        id: device.id,
        name: device.deviceName,
        ownerEmail: device.emailAddress,
        serialNumber: device.serialNumber,
        os: device.operatingSystem,
        osVersion: device.osVersion,
        managed: managed.get(device.managementState),
        diskEncrypted: device.isEncrypted,
        compliant: compliant.get(device.complianceState),
        lastSeenAt: device.lastSyncDateTime === never ? undefined : device.lastSyncDateTime,
        unknown: {
          ownerEmail: 'Intune names no address of a user.',
          serialNumber: 'Intune does not know it.',
          osVersion: 'Intune does not know it.',
          managed: 'Intune is about to change it, or has failed to.',
          compliant: 'Intune has not decided whether it complies.',
          lastSeenAt: 'Intune names no synchronization.',
        },
      }
  },
})
