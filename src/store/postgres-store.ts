import { CamelCasePlugin, Kysely, sql } from 'kysely'
import { StoreError } from '../errors/index.ts'
import { storeTables } from './kysely-store.ts'
import { refuseForeignTables } from './migrations/foreign-tables.ts'
import { migrations } from './migrations/index.ts'
import { migrate } from './migrations/migrate.ts'
import { objectTable } from './object-table.ts'
import { PostgresDialect, postgresTraits } from './postgres-dialect.ts'
import { type PostgresPool, postgresPool } from './postgres-pool.ts'
import { parsePostgresUrl } from './postgres-url.ts'
import type { Schema } from './schema.ts'
import type { Store } from './store.ts'

/** Older ones are no longer maintained (https://www.postgresql.org/support/versioning/). */
const OLDEST_VERSION = 14

/** @throws StoreError `STORE_UNAVAILABLE`, `STORE_SCHEMA_NEWER`, `STORE_CORRUPT` */
export async function openPostgresStore(url: string): Promise<Store> {
  const location = parsePostgresUrl(url)
  const { where, schema } = location
  const pool = await postgresPool(location)
  const db = postgresKysely(pool)
  try {
    await refuseUnfit(db, where)
    await refuseForeignTables(db, { traits: postgresTraits, where, otherPlace: 'another schema (?schema=checkwright)' })
    await migrate(db, migrations, {
      traits: postgresTraits,
      where,
      prepare: async (tx) => schema && (await tx.schema.createSchema(schema).ifNotExists().execute()),
    })
  } catch (error) {
    await pool.close()
    throw error
  }
  return { ...storeTables(db, postgresTraits), objects: objectTable(db), close: () => pool.close() }
}

/** Queries on this database, with camelCase names. */
export function postgresKysely(pool: PostgresPool): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: new PostgresDialect(pool), plugins: [new CamelCasePlugin()] })
}

/** @throws StoreError `STORE_UNAVAILABLE` for a server that nothing can be kept in */
export async function refuseUnfit(db: Kysely<Schema>, where: string): Promise<void> {
  const { rows } = await sql<{ readonly encoding: string; readonly version: number }>`
    select current_setting('server_encoding') as encoding, current_setting('server_version_num')::int / 10000 as version`.execute(
    db,
  )
  for (const { encoding, version } of rows) {
    if (version < OLDEST_VERSION)
      refuse(where, `is PostgreSQL ${version}. Version ${OLDEST_VERSION} or newer is needed.`)
    if (encoding !== 'UTF8') refuse(where, "keeps text in another encoding than UTF8. Make one WITH ENCODING 'UTF8'.")
  }
}

function refuse(where: string, why: string): never {
  throw new StoreError(`${where} ${why}`, { code: 'STORE_UNAVAILABLE' })
}
