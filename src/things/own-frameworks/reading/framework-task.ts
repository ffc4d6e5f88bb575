import type { FrameworkImport } from '../../../checks/controls/imports/import-framework.ts'

/** A file as it came. */
export interface FrameworkBytes {
  readonly name: string
  readonly bytes: Uint8Array
}

/** What a thread reads. */
export interface FrameworkTask {
  readonly file: FrameworkBytes
  /** Files that an OSCAL profile may import from. */
  readonly beside: readonly FrameworkBytes[]
  /** @default that of the file */
  readonly id: string | undefined
}

/** How it ended. */
export type FrameworkTaskOutcome =
  | { readonly kind: 'read'; readonly imported: FrameworkImport }
  | { readonly kind: 'failed'; readonly isRefusal: boolean; readonly message: string }
