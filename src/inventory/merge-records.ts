import { type InventoryKind, listMemberForms, listMemberWords } from '../define/index.ts'
import { toCanonicalJson } from './canonical-json.ts'
import type { StoredRecord } from './stored-record.ts'

const contradiction = 'The list has this record more than once, with different values.'

/**
 * Two records of one id as one: lists such as roles are united, and what differs otherwise is not known. What only one of them
 * says counts, but not after others have contradicted each other.
 */
export function uniteRecords(of: InventoryKind, first: StoredRecord, second: StoredRecord): StoredRecord {
  const united: Record<string, unknown> = {}
  const unknown: Record<string, string> = {}
  const names = new Set([...Object.keys(first), ...Object.keys(second), ...Object.keys(first.unknown ?? {})])
  names.delete('unknown')
  for (const member of names) {
    const value = uniteMember(of, member, first, second)
    if (value !== undefined) united[member] = value
    if (value !== undefined && value !== 'unknown') continue
    const because = findReason(member, first, second)
    if (because !== undefined) unknown[member] = because
  }
  return (Object.keys(unknown).length > 0 ? { ...united, unknown } : united) as StoredRecord
}

function uniteMember(of: InventoryKind, member: string, first: StoredRecord, second: StoredRecord): unknown {
  const [one, other] = [first[member], second[member]]
  const unsaid = listMemberWords(of)[member]?.find((word) => word === 'unknown')
  const form = listMemberForms(of)[member]?.form
  if (first.unknown?.[member] === contradiction) return unsaid
  // A list of which one half is not known is not known as a whole.
  if (form === 'texts' || form === 'emails')
    return Array.isArray(one) && Array.isArray(other) ? [...new Set([...one, ...other])].sort() : undefined
  if (one === undefined || one === unsaid) return other ?? one
  if (other === undefined || other === unsaid || toCanonicalJson(one) === toCanonicalJson(other)) return one
  // Only people look at these.
  return member === 'name' || member === 'url' ? one : unsaid
}

function findReason(member: string, first: StoredRecord, second: StoredRecord): string | undefined {
  const isStatedTwice = [first[member], second[member]].every((value) => value !== undefined && value !== 'unknown')
  return isStatedTwice ? contradiction : (first.unknown?.[member] ?? second.unknown?.[member])
}
