import type { Kysely } from 'kysely'
import type { Schema } from './tables.ts'

/** Version of the tables: the number of the last migration. */
export async function readSchemaVersion(db: Kysely<Schema>): Promise<number> {
  const { version } = await db
    .selectFrom('migrations')
    .select(({ fn, val }) => fn.coalesce(fn.max('version'), val(0)).as('version'))
    .executeTakeFirstOrThrow()
  return version
}
