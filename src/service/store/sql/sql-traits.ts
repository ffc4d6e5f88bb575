import type { Expression, Kysely } from 'kysely'
import type { Schema } from './tables.ts'

/**
 * Numbers in columns are whole. A host's clock may give fractions of a millisecond, which SQLite would keep and
 * PostgreSQL refuse.
 */
export function roundNumber(value: unknown): unknown {
  return typeof value === 'number' ? Math.round(value) : value
}

/** The differences between SQLite and PostgreSQL that the query layer does not hide. */
export interface SqlTraits {
  /**
   * The time, epoch ms, for decisions that processes share: PostgreSQL's own, because the clocks of several machines
   * differ. SQLite's processes share one machine and its clock, so they use `givenMs`.
   */
  nowMs(localMs: number): Expression<number>
  /**
   * Lets one transaction of this name at a time continue, until it ends: for values that are read before they are
   * written. SQLite does that for every transaction.
   */
  takeTurn(tx: Kysely<Schema>, name: string): Promise<void>
  /** The same without waiting. @returns whether it is this transaction's turn */
  tryTurn(tx: Kysely<Schema>, name: string): Promise<boolean>
  /**
   * A transaction whose commit does not wait for the disk. If the machine fails soon after, all of it may be undone, never a part and
   * never what others committed. For work that is found and done again.
   */
  runUnsynced<T>(db: Kysely<Schema>, work: (tx: Kysely<Schema>) => Promise<T>): Promise<T>
  /** Existing tables at the place of ours. */
  tableNames(db: Kysely<Schema>): Promise<readonly string[]>
}
