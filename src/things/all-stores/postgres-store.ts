import { DefaultConnectionProvider, Kysely, sql } from 'kysely'
import { StoreError } from '../../errors/index.ts'
import { refuseForeignTables } from '../../service/store/migrations/foreign-tables.ts'
import { migrateStore } from '../../service/store/migrations/migrate.ts'
import { createObjectTable } from '../../service/store/objects/object-table.ts'
import { CamelCaseRows } from '../../service/store/sql/column-names.ts'
import { PipeliningExecutor } from '../../service/store/sql/postgres/pipelining-executor.ts'
import { PostgresDialect, postgresTraits } from '../../service/store/sql/postgres/postgres-dialect.ts'
import { createPostgresPool, type PostgresPool } from '../../service/store/sql/postgres/postgres-pool.ts'
import { parsePostgresUrl } from '../../service/store/sql/postgres/postgres-url.ts'
import type { Schema } from '../../service/store/sql/tables.ts'
import { createStoreTables } from './kysely-store.ts'
import type { Store } from './store.ts'
import { storeMigrations } from './store-migrations.ts'

/** Older ones are no longer maintained (https://www.postgresql.org/support/versioning/). */
const OLDEST_VERSION = 14

/** @throws StoreError `STORE_UNAVAILABLE`, `STORE_SCHEMA_NEWER`, `STORE_CORRUPT` */
export async function openPostgresStore(url: string): Promise<Store> {
  const location = parsePostgresUrl(url)
  const { where, schema } = location
  const pool = await createPostgresPool(location)
  const db = createPostgresKysely(pool)
  try {
    await refuseUnfit(db, where)
    await refuseForeignTables(db, { traits: postgresTraits, where, otherPlace: 'another schema (?schema=checkwright)' })
    await migrateStore(db, storeMigrations, {
      traits: postgresTraits,
      where,
      prepare: async (tx) => schema && (await tx.schema.createSchema(schema).ifNotExists().execute()),
    })
  } catch (error) {
    await pool.close()
    throw error
  }
  return {
    ...createStoreTables(db, postgresTraits),
    objects: createObjectTable(db),
    watchQueue: (onWaiting) => pool.listen(onWaiting),
    close: () => pool.close(),
  }
}

/** Queries on this database, with camelCase names. */
export function createPostgresKysely(pool: PostgresPool): Kysely<Schema> {
  const dialect = new PostgresDialect(pool)
  const driver = dialect.createDriver()
  const executor = new PipeliningExecutor(
    dialect.createQueryCompiler(),
    dialect.createAdapter(),
    new DefaultConnectionProvider(driver),
    [new CamelCaseRows()],
  )
  return new Kysely<Schema>({ config: { dialect }, dialect, driver, executor })
}

/** @throws StoreError `STORE_UNAVAILABLE` for a server that nothing can be kept in */
export async function refuseUnfit(db: Kysely<Schema>, where: string): Promise<void> {
  const { rows } = await sql<{ readonly encoding: string; readonly version: number }>`
    select current_setting('server_encoding') as encoding, current_setting('server_version_num')::int / 10000 as version`.execute(
    db,
  )
  for (const { encoding, version } of rows) {
    if (version < OLDEST_VERSION)
      refuseStore(where, `is PostgreSQL ${version}. Version ${OLDEST_VERSION} or newer is needed.`)
    if (encoding !== 'UTF8')
      refuseStore(where, "has an encoding other than UTF8. Create a database WITH ENCODING 'UTF8'.")
  }
}

function refuseStore(where: string, why: string): never {
  throw new StoreError(`${where} ${why}`, { code: 'STORE_UNAVAILABLE' })
}
