import type { InventoryKind } from '../../define/index.ts'
import { formatEmailAddress, parseEmailAddress } from '../../inventory/email-address.ts'
import type { StoredRecord } from '../../inventory/stored-record.ts'

/** What another list may know the subject of a record by: addresses of people, serial numbers of devices, names and ids of the rest. */
export function listSubjectNames(of: InventoryKind, record: StoredRecord): readonly string[] {
  const { id, name, email, aliases, serialNumber } = record
  if (of === 'account' || of === 'person')
    return [email, ...(Array.isArray(aliases) ? aliases : [])].flatMap(readAddress)
  const names = of === 'device' ? [serialNumber] : [id, name]
  return names.flatMap((each) => (typeof each === 'string' && each !== '' ? [each.toLowerCase()] : []))
}

function readAddress(value: unknown): readonly string[] {
  const address = parseEmailAddress(value)
  return address === undefined ? [] : [formatEmailAddress(address)]
}
