/** A file as it came. */
export interface FrameworkBytes {
  readonly name: string
  readonly bytes: Uint8Array
}

/** What is read. */
export interface FrameworkTask {
  readonly file: FrameworkBytes
  /** Files that an OSCAL profile may import from. */
  readonly beside: readonly FrameworkBytes[]
  /** @default that of the file */
  readonly id: string | undefined
}
