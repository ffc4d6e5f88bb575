import type { Kysely } from 'kysely'
import type { Schema } from './tables.ts'

/**
 * What an earlier thing tells later ones, in the transaction of the change. Its statements belong to that transaction, so that
 * what it throws undoes the change too.
 */
export type Hook<Event> = (tx: Kysely<Schema>, event: Event) => Promise<void>

/** A hook that calls its listeners one after the other, in the order of their things. */
export function tellInOrder<Event>(listeners: readonly Hook<Event>[]): Hook<Event> {
  return async (tx, event) => {
    for (const listen of listeners) await listen(tx, event)
  }
}
