import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { isBrokenOff } from './postgres-error.ts'
import type { Schema } from './tables.ts'

const ATTEMPTS = 5

/**
 * Does `work` in one transaction, and again from its start when the database broke it off in favour of another one: what it
 * has changed outside of `tx` by then is for `work` to do again too. Within a transaction it is part of that.
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
