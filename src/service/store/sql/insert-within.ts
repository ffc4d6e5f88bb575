import type { Kysely } from 'kysely'
import type { SqlTraits } from './sql-traits.ts'
import type { Schema } from './tables.ts'
import { runInTransaction } from './transaction.ts'

/** How many rows of a kind there may be. */
export interface Room {
  /** Names those that share the limit: `webhooks acme`. They are counted and inserted one transaction at a time. */
  readonly turn: string
  readonly max: number
  /** How many there are. */
  readonly count: (tx: Kysely<Schema>) => Promise<number>
  /** How many are about to be inserted. @default 1 */
  readonly adds?: number | undefined
}

/**
 * Inserts rows if there is room for them. Two requests at once would both find room if they only counted and then inserted.
 * @returns undefined if there is none
 */
export function insertWithin<T>(
  db: Kysely<Schema>,
  traits: SqlTraits,
  { turn, max, count, adds = 1 }: Room,
  insert: (tx: Kysely<Schema>) => Promise<T>,
): Promise<T | undefined> {
  return runInTransaction(db, async (tx) => {
    if (max === Number.POSITIVE_INFINITY) return insert(tx)
    await traits.takeTurn(tx, turn)
    return (await count(tx)) + adds > max ? undefined : insert(tx)
  })
}
