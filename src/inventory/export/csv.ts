import { type InventoryKind, listMemberForms, listMemberWords } from '../../define/index.ts'
import { formatCsvRow } from '../../text/csv-row.ts'
import type { StoredRecord } from '../stored-record.ts'
import type { WriteInventory } from './inventory-export.ts'

/**
 * CSV (RFC 4180) with the same columns for every connector, so that files of several can be put together. An empty cell: nobody knows.
 * `none`: the vendor says that there is none. The column `unknown` says why, where somebody knows.
 */
export const writeInventoryCsv: WriteInventory = async function* ({ head, records }) {
  const columns = listCsvColumns(head.of)
  yield formatCsvRow(columns)
  for await (const record of records) yield formatCsvRow(columns.map((column) => formatMember(record, column)))
}

function listCsvColumns(of: InventoryKind): readonly string[] {
  return ['id', 'name', ...Object.keys(listMemberWords(of)), ...Object.keys(listMemberForms(of)), 'url', 'unknown']
}

function formatMember(record: StoredRecord, column: string): string {
  if (column === 'unknown')
    return Object.entries(record.unknown ?? {})
      .map(([member, because]) => `${member}: ${because}`)
      .join(' ')
  const value = record[column]
  if (value === undefined) return ''
  if (value === null) return 'none'
  return Array.isArray(value) ? value.join('; ') : String(value)
}
