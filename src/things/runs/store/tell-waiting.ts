import { type Kysely, sql } from 'kysely'
import { isPostgres } from '../../../service/store/sql/is-postgres.ts'
import { runsChannel } from '../../../service/store/sql/postgres/postgres-listener.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'

/** Tells the processes that listen, when the transaction ends, that a run waits. SQLite has nobody to tell: others look now and then. */
export async function tellWaiting(tx: Kysely<Schema>): Promise<void> {
  if (isPostgres(tx)) await sql`select pg_notify(${runsChannel}, current_schema())`.execute(tx)
}
