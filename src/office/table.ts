import { createRefusal } from '../received/refuse-file.ts'
import { cellsMax } from './limits.ts'

/** A cell that has something. Rows and columns begin with 1. */
export interface TableCell {
  readonly column: number
  readonly text: string
  readonly isFormula: boolean
}

export interface TableRow {
  readonly number: number
  /** In order of their columns. */
  readonly cells: readonly TableCell[]
}

/** Cells that are one: its first row and column have the content. */
export interface MergedCells {
  readonly top: number
  readonly left: number
  readonly bottom: number
  readonly right: number
}

/** A sheet of a workbook, a table of a document, or the rows of a CSV file. */
export interface Table {
  readonly name: string
  /** Those that people see. */
  readonly rows: readonly TableRow[]
  /** How many rows are hidden, by a person or a filter. They are left out. @default none */
  readonly hiddenRows?: number
  readonly merged: readonly MergedCells[]
}

/** Where a cell is: `Security!C4`. */
export interface CellPlace {
  readonly table: string
  readonly row: number
  readonly column: number
}

/** What is to stand in a cell. */
export interface CellText extends CellPlace {
  readonly text: string
}

/** An office file whose cells were written. */
export interface FilledFile {
  readonly bytes: Uint8Array
  /** Cells that take no text, because they have a formula or are not there. */
  readonly unwritten: readonly CellPlace[]
}

/** Counts cells of a file while it is read. @throws CheckwrightError `IMPORT_REFUSED` for too many */
export function countCells(): () => void {
  let count = 0
  return () => {
    if (++count > cellsMax) throw createRefusal(`The file has more than ${cellsMax} cells. Send its questions alone.`)
  }
}

export function formatPlace({ table, row, column }: CellPlace): string {
  return `${table}!${formatColumn(column)}${row}`
}

/** undefined: it is none. */
export function parsePlace(text: string): CellPlace | undefined {
  const [, table, letters = '', row] = /^([\s\S]+)!([A-Z]{1,3})([1-9]\d{0,6})$/.exec(text) ?? []
  return table === undefined ? undefined : { table, row: Number(row), column: parseColumn(letters) }
}

/** The name of a column: A, B … Z, AA. */
export function formatColumn(column: number): string {
  const rest = Math.floor((column - 1) / 26)
  return (rest > 0 ? formatColumn(rest) : '') + String.fromCharCode(65 + ((column - 1) % 26))
}

export function parseColumn(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
}

/** The merged cells that a cell is one of; undefined: none. */
export function findMerged(
  { merged }: Pick<Table, 'merged'>,
  { row, column }: Pick<CellPlace, 'row' | 'column'>,
): MergedCells | undefined {
  return merged.find(({ top, left, bottom, right }) => row >= top && row <= bottom && column >= left && column <= right)
}
