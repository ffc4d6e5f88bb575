import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { isBrokenOff } from './postgres-error.ts'
import type { Schema } from './tables.ts'

const ATTEMPTS = 5

/**
 * Runs `work` in one transaction, and again from its start if the database aborted it in favour of another one. `work`
 * then has to repeat its changes outside of `tx` too. Within a transaction it becomes part of that.
 */
export async function runInTransaction<T>(db: Kysely<Schema>, work: (tx: Kysely<Schema>) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db)
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (attempt === ATTEMPTS || !isBrokenOff(error)) throw error
    }
    await sleep(Math.random() * 20 * attempt)
  }
}
