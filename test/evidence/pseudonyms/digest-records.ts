import { createHash } from 'node:crypto'
import { toCanonicalLine } from '../../../src/inventory/canonical-json.ts'
import type { KeptRecord } from '../../../src/inventory/parse-record.ts'

/** The digest that a run names for a list: of its canonical lines, in the order of ids. */
export function digestRecords(records: readonly KeptRecord[]): string {
  const sorted = records.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  return createHash('sha256')
    .update(sorted.map((each) => `${toCanonicalLine(each)}\n`).join(''))
    .digest('hex')
}
