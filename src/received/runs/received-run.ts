import type { DisposableRun } from '../../checks/runs/recorded-run.ts'

/** A run of kind `import`, with the file that it was made of. */
export interface ReceivedRun extends DisposableRun {
  /** The file as it came, from its beginning each time. */
  readonly original: () => AsyncIterable<Uint8Array>
}
