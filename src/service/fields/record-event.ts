import type { OwedWork } from './define-thing.ts'
import type { StoredThing } from './thing-store.ts'

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

/** An action of a declared thing was done. The transaction holds the record. */
export interface RecordAct {
  /** Id of the thing and name of the action: `vendor.review`. */
  readonly action: string
  /** As it is after the action. */
  readonly record: StoredThing
  readonly atMs: number
  /** Who did it, if known. */
  readonly userId: string | null
}
