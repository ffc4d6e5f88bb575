import type { Expression, Kysely } from 'kysely'
import type { Schema } from './tables.ts'

/**
 * Numbers in columns are whole. A clock that a host brings may give fractions of a millisecond, which SQLite would keep and
 * PostgreSQL refuse.
 */
export function roundNumber(value: unknown): unknown {
  return typeof value === 'number' ? Math.round(value) : value
}

/** Where SQLite and PostgreSQL differ in what the stores need of them, beyond what the query layer evens out. */
export interface SqlTraits {
  /**
   * The time, epoch ms, by which processes judge what they share: PostgreSQL's own, because the clocks of several machines
   * differ. SQLite's processes share one machine and its clock, so that `givenMs` is as good.
   */
  nowMs(givenMs: number): Expression<number>
  /**
   * Lets one transaction of this name at a time go on, until it ends: for what has to be read before it is written. SQLite
   * does that for every transaction.
   */
  takeTurn(tx: Kysely<Schema>, name: string): Promise<void>
  /** The tables that lie where ours are to be. */
  tableNames(db: Kysely<Schema>): Promise<readonly string[]>
}
