import type { TagPlace, XmlEvent } from '../../received/xml/xml-tags.ts'
import { localName } from '../archive/office-archive.ts'
import type { MergedCells } from '../table.ts'

/** A cell of a table in a document, with what is kept of it when its text is replaced. */
export interface DocumentCell {
  readonly column: number
  readonly text: string
  readonly span: number
  /** Whether it goes on with the cell above. */
  readonly isContinued: boolean
  /** Name of its tag, with its prefix. */
  readonly tag: string
  /** All between its tags but its properties. */
  readonly content: TagPlace
  /** Properties of its first paragraph and of the first run in it. */
  readonly paragraph: TagPlace | undefined
  readonly run: TagPlace | undefined
}

export interface DocumentTable {
  readonly rows: readonly (readonly DocumentCell[])[]
  readonly merged: readonly MergedCells[]
}

type OpenCell = { -readonly [Name in keyof DocumentCell]: DocumentCell[Name] }

/** The tables of a document (ECMA-376 §17.4). A table within a cell is part of its text. */
export function readDocumentTables(events: readonly XmlEvent[], count: () => void): readonly DocumentTable[] {
  const tables: DocumentCell[][][] = []
  const open: string[] = []
  let depth = 0
  let cell: OpenCell | undefined
  let begins: number | undefined
  const isIn = (...path: readonly string[]) => path.every((name, index) => open.at(index - path.length) === name)
  for (const event of events) {
    if (event.kind === 'text') {
      if (cell && open.at(-1) === 't') cell.text += event.text
      continue
    }
    const name = localName(event.name)
    if (event.kind === 'close') {
      open.pop()
      if (name === 'tbl') depth--
      if (cell === undefined) continue
      if (name === 'p') cell.text += '\n'
      if (name === 'pPr' && cell.paragraph === undefined && begins !== undefined && isIn('p'))
        cell.paragraph = { from: begins, to: event.to }
      if (name === 'rPr' && cell.run === undefined && begins !== undefined && isIn('r'))
        cell.run = { from: begins, to: event.to }
      if (name === 'tcPr' && depth === 1) cell.content = { from: event.to, to: event.to }
      if (name !== 'tc' || depth !== 1) continue
      tables
        .at(-1)
        ?.at(-1)
        ?.push({ ...cell, text: cell.text.trim(), content: { from: cell.content.from, to: event.from } })
      cell = undefined
      continue
    }
    if (name === 'tbl' && depth++ === 0) tables.push([])
    if (depth === 1 && name === 'tr') tables.at(-1)?.push([])
    if (depth === 1 && name === 'tc') {
      count()
      const before = tables.at(-1)?.at(-1)?.at(-1)
      const column = before === undefined ? 1 : before.column + before.span
      const content = { from: event.to, to: event.to }
      cell = {
        column,
        text: '',
        span: 1,
        isContinued: false,
        tag: event.name,
        content,
        paragraph: undefined,
        run: undefined,
      }
    }
    if (cell) {
      const value = Object.entries(event.attributes).find(([key]) => localName(key) === 'val')?.[1]
      if (name === 'gridSpan' && depth === 1) cell.span = Math.min(Math.max(Number(value) || 1, 1), 1_000)
      if (name === 'vMerge' && depth === 1) cell.isContinued = (value ?? 'continue') === 'continue'
      if ((name === 'pPr' && isIn('p')) || (name === 'rPr' && isIn('r'))) begins = event.from
      if (name === 'tab') cell.text += '\t'
      if (name === 'br' || name === 'cr') cell.text += '\n'
    }
    open.push(name)
  }
  return tables.map((rows) => ({ rows, merged: listMerged(rows) }))
}

function listMerged(rows: readonly (readonly DocumentCell[])[]): readonly MergedCells[] {
  return rows.flatMap((row, index) =>
    row.flatMap(({ column, span, isContinued }) => {
      if (isContinued) return []
      const below = rows.slice(index + 1)
      const end = below.findIndex((other) => other.find((each) => each.column === column)?.isContinued !== true)
      const height = 1 + (end < 0 ? below.length : end)
      if (span === 1 && height === 1) return []
      return [{ top: index + 1, left: column, bottom: index + height, right: column + span - 1 }]
    }),
  )
}
