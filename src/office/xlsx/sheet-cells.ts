import type { TagPlace, XmlEvent } from '../../received/xml/xml-tags.ts'
import { localName } from '../archive/office-archive.ts'
import type { MergedCells } from '../table.ts'
import { parseColumn } from '../table.ts'

/** A cell as a sheet has it, with its place in the XML. */
export interface SheetCell extends TagPlace {
  readonly column: number
  /** Name of its tag, with its prefix. */
  readonly tag: string
  readonly style: string | undefined
  /** Its type (ECMA-376 §18.18.11). */
  readonly type: string
  readonly value: string
  readonly isFormula: boolean
}

/** A row, with the place of its opening and its closing tag. */
export interface SheetRow {
  readonly number: number
  readonly isHidden: boolean
  readonly cells: readonly SheetCell[]
  readonly open: TagPlace
  readonly close: TagPlace
}

export interface SheetCells {
  readonly rows: readonly SheetRow[]
  readonly merged: readonly MergedCells[]
}

/** The rows and cells of a worksheet (ECMA-376 §18.3.1). What says no number follows the one before. */
export function readSheetCells(events: readonly XmlEvent[], count: () => void): SheetCells {
  const rows: SheetRow[] = []
  const merged: MergedCells[] = []
  let row: { number: number; isHidden: boolean; cells: SheetCell[]; open: TagPlace } | undefined
  let cell: { -readonly [Name in keyof SheetCell]: SheetCell[Name] } | undefined
  let collects = false
  let phonetic = 0
  for (const event of events) {
    if (event.kind === 'text') {
      if (cell && collects && phonetic === 0) cell.value += event.text
      continue
    }
    const { from, to } = event
    const name = localName(event.name)
    if (name === 'rPh') phonetic += event.kind === 'open' ? 1 : -1
    if (name === 'v' || name === 't') collects = event.kind === 'open'
    if (event.kind === 'close') {
      if (name === 'c' && cell && row) {
        row.cells.push({ ...cell, to })
        cell = undefined
      }
      if (name === 'row' && row) {
        rows.push({ ...row, close: { from, to } })
        row = undefined
      }
      continue
    }
    const { attributes } = event
    if (name === 'row')
      row = {
        number: Number(attributes.r) || (rows.at(-1)?.number ?? 0) + 1,
        isHidden: attributes.hidden === '1' || attributes.hidden === 'true',
        cells: [],
        open: { from, to },
      }
    else if (name === 'c' && row) {
      count()
      const [letters] = /^[A-Z]{1,3}/.exec(attributes.r ?? '') ?? []
      const column = letters === undefined ? (row.cells.at(-1)?.column ?? 0) + 1 : parseColumn(letters)
      const { s: style, t: type = 'n' } = attributes
      cell = { column, tag: event.name, style, type, value: '', isFormula: false, from, to }
    } else if (name === 'f' && cell) cell.isFormula = true
    else if (name === 'mergeCell') merged.push(...parseRange(attributes.ref ?? ''))
  }
  return { rows, merged }
}

function parseRange(ref: string): readonly MergedCells[] {
  const [, left, top, right, bottom] = /^\$?([A-Z]{1,3})\$?(\d+):\$?([A-Z]{1,3})\$?(\d+)$/.exec(ref) ?? []
  if (left === undefined || right === undefined) return []
  return [{ top: Number(top), left: parseColumn(left), bottom: Number(bottom), right: parseColumn(right) }]
}
