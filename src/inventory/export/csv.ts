import { type InventoryKind, listMemberForms, listMemberWords } from '../../define/index.ts'
import type { KeptRecord } from '../parse-record.ts'
import type { WriteInventory } from './inventory-export.ts'

/**
 * CSV (RFC 4180) with the same columns for every connector, so that files of several can be put together. An empty cell: nobody knows.
 * `none`: the vendor says that there is none. The column `unknown` says why, where somebody knows.
 */
export const writeInventoryCsv: WriteInventory = async function* ({ head, records }) {
  const columns = listCsvColumns(head.of)
  yield formatRow(columns)
  for await (const record of records) yield formatRow(columns.map((column) => formatMember(record, column)))
}

function listCsvColumns(of: InventoryKind): readonly string[] {
  return ['id', 'name', ...Object.keys(listMemberWords(of)), ...Object.keys(listMemberForms(of)), 'url', 'unknown']
}

function formatMember(record: KeptRecord, column: string): string {
  if (column === 'unknown')
    return Object.entries(record.unknown ?? {})
      .map(([member, because]) => `${member}: ${because}`)
      .join(' ')
  const value = record[column]
  if (value === undefined) return ''
  if (value === null) return 'none'
  return Array.isArray(value) ? value.join('; ') : String(value)
}

function formatRow(cells: readonly string[]): string {
  return `${cells.map(formatCell).join(',')}\r\n`
}

/**
 * Spreadsheets take text that begins like this for a formula, and vendors' members choose their names. The wide forms are those of
 * East Asian keyboards. https://owasp.org/www-community/attacks/CSV_Injection
 */
function formatCell(text: string): string {
  const safe = /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
