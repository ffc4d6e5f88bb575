import { baseline } from './peers.ts'
import { type Measured, medianOf, medianRatio, type Row, ratioSpread } from './summary.ts'
import type { Column, Presentation, Target } from './workload.ts'

/** A workload as a table in Markdown, with the targets that it meets. */
export function written({ rows }: Measured, { title, columns, targets = [] }: Presentation): string {
  const base = rows.find((row) => row.peer === baseline)
  const heads = ['peer', ...columns.map((column) => column.head)]
  const cells = rows.map((row) => [
    row.label + (row.reduced ? ' †' : ''),
    ...columns.map(({ key, digits, ratio }) =>
      shown(ratio ? medianRatio(row, base, key) : medianOf(row, key), digits ?? (ratio ? 2 : 1)),
    ),
  ])
  const met = targets.flatMap((target) => verdicts(target, rows, base))
  return [`## ${title}`, table(heads, cells), ...(met.length > 0 ? [met.join('\n')] : [])].join('\n\n')
}

function verdicts(target: Target, rows: readonly Row[], base: Row | undefined): string[] {
  return rows.filter((row) => target.peers.includes(row.peer)).flatMap((row) => verdict(target, row, base) ?? [])
}

function verdict(target: Target, row: Row, base: Row | undefined): string | undefined {
  const value = target.ratio ? medianRatio(row, base, target.key) : medianOf(row, target.key)
  if (value === undefined) return undefined
  const spread = target.ratio ? ratioSpread(row, base, target.key) : undefined
  const range = spread ? ` (rounds ${shown(spread[0], 2)}–${shown(spread[1], 2)})` : ''
  return `- ${value <= target.atMost ? 'met' : 'MISSED'}: ${target.text}; ${row.label}: ${shown(value, 2)}${target.ratio ? '×' : ''}${range}`
}

function shown(value: number | undefined, digits: NonNullable<Column['digits']>): string {
  if (value === undefined || Number.isNaN(value)) return '-'
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = heads.map((head, column) => Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0), 3))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`
  const rule = `| ${widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`
  return [line(heads), rule, ...rows.map(line)].join('\n')
}
