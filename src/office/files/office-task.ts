import type { CellText, FilledFile, Table } from '../table.ts'
import type { OfficeFile } from './office-file.ts'

/** What is done with a file. */
export interface OfficeTask {
  readonly file: OfficeFile
  /** @default it reads the tables of the file */
  readonly texts: readonly CellText[] | undefined
}

export type OfficeAnswer = readonly Table[] | FilledFile
