import type { CellText, FilledFile, Table } from '../table.ts'
import type { OfficeFile } from './office-file.ts'

/** What a thread does with a file. */
export interface OfficeTask {
  readonly file: OfficeFile
  /** @default it reads the tables of the file */
  readonly texts: readonly CellText[] | undefined
}

/** How it ended. */
export type OfficeOutcome =
  | { readonly kind: 'read'; readonly tables: readonly Table[] }
  | { readonly kind: 'written'; readonly file: FilledFile }
  | { readonly kind: 'failed'; readonly code: string | undefined; readonly message: string }
