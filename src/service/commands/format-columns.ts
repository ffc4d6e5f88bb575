import { countColumns, padEnd, wrapText } from '../../report/pieces/wrap-text.ts'
import { cleanCell, type Output } from './terminal.ts'

/** Rows in aligned columns; the last column is wrapped to the width. The first column is highlighted. Texts come from anybody. */
export function formatColumns(
  cells: readonly (readonly string[])[],
  { width, paint }: Pick<Output, 'width' | 'paint'>,
): string {
  const rows = cells.map((row) => row.map(cleanCell))
  const last = Math.max(...rows.map((row) => row.length)) - 1
  const widths = Array.from({ length: last }, (_, column) =>
    Math.max(...rows.map((row) => countColumns(row[column] ?? ''))),
  )
  const indent = widths.reduce((sum, each) => sum + each + 2, 0)
  // If there is little room, the last column goes below instead of into a column of single words.
  const below = width - indent < 24
  return rows
    .map((row) =>
      formatColumnRow(row, {
        widths,
        last,
        room: below ? width - 4 : width - indent,
        indent: below ? 4 : indent,
        below,
        paint,
      }),
    )
    .join('')
}

interface ColumnLayout {
  readonly widths: readonly number[]
  readonly last: number
  readonly room: number
  readonly indent: number
  readonly below: boolean
  readonly paint: Output['paint']
}

function formatColumnRow(row: readonly string[], { widths, last, room, indent, below, paint }: ColumnLayout): string {
  const cells = widths.map((each, column) => {
    const cell = padEnd(row[column] ?? '', each)
    return column === 0 ? paint('bold', cell) : cell
  })
  const [first = '', ...rest] = wrapText(row[last] ?? '', room)
  const hang = (line: string) => ' '.repeat(indent) + line
  const lines = below
    ? [cells.join('  '), ...[first, ...rest].map(hang)]
    : [[...cells, first].join('  '), ...rest.map(hang)]
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`
}
