import { formatTable } from './format-table.ts'
import { baseline } from './peers.ts'
import { type Measured, medianOf, medianRatio } from './summary.ts'
import type { Column, Presentation } from './workload.ts'

/** A workload as a table in Markdown. */
export function written({ rows }: Measured, { title, columns }: Presentation): string {
  const base = rows.find((row) => row.peer === baseline)
  const heads = ['peer', ...columns.map((column) => column.head)]
  const cells = rows.map((row) => [
    row.label + (row.reduced ? ' †' : ''),
    ...columns.map(({ key, digits, ratio }) =>
      shown(ratio ? medianRatio(row, base, key) : medianOf(row, key), digits ?? (ratio ? 2 : 1)),
    ),
  ])
  return `## ${title}\n\n${formatTable(heads, cells)}`
}

function shown(value: number | undefined, digits: NonNullable<Column['digits']>): string {
  if (value === undefined || Number.isNaN(value)) return '-'
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}
