import { RecordsDigest } from '../../../src/inventory/records-digest.ts'
import type { StoredRecord } from '../../../src/inventory/stored-record.ts'

/** The digest that a run names for a list, whose records come in the order of their ids. */
export function digestRecords(records: readonly StoredRecord[]): string {
  const digest = new RecordsDigest()
  for (const record of records.toSorted((a, b) => (a.id < b.id ? -1 : 1))) digest.add(record)
  return digest.finish()
}
