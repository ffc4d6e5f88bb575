import type { OwedWork } from './define-thing.ts'

/** A record of a declared thing was made, changed or deleted. The transaction holds its row. */
export interface RecordEvent {
  readonly organizationId: string
  /** Id of the thing: `vendor`. */
  readonly thing: string
  readonly id: string
  /** What is owed for it from now on; undefined: nothing. */
  readonly owed: OwedWork | undefined
  readonly atMs: number
  /** Who changed it, if known. */
  readonly userId: string | null
}
