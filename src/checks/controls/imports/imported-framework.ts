import type { ImportDocument, ImportPath } from './import-document.ts'

/** A control as a file of another tool has it. */
export interface ImportedControl {
  /** What others name it by within its file. */
  readonly key: string
  /** As people number it. */
  readonly id: string
  readonly title: string | undefined
  readonly group: string | undefined
  readonly parent?: string | undefined
  readonly path: ImportPath
}

/** A framework as a file of another tool has it. */
export interface ImportedFramework {
  readonly title: string
  readonly version: string | undefined
  readonly source?: string | undefined
  readonly controls: readonly ImportedControl[]
  /** Checks that the file names for controls; they are those of the other tool, and are left out. */
  readonly leftOut?: number | undefined
}

/** Reads a file that another one imports; undefined where there is none. */
export type ReadImport = (href: string) => Promise<ImportDocument | undefined>
