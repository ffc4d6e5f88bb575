import { CamelCasePlugin, Kysely } from 'kysely'
import { StoreError } from '../errors/index.ts'
import { storeTables } from './kysely-store.ts'
import { migrations } from './migrations/index.ts'
import { migrate } from './migrations/migrate.ts'
import type { Schema } from './schema.ts'
import { openSqliteDatabase, type SqliteDatabase } from './sqlite-database.ts'
import { SqliteDialect } from './sqlite-dialect.ts'
import type { Store } from './store.ts'
import type { StoreLocation } from './store-url.ts'

/** @throws StoreError `STORE_UNAVAILABLE`, `STORE_SCHEMA_NEWER`, `STORE_CORRUPT` */
export async function openSqliteStore(location: Exclude<StoreLocation, { kind: 'postgres' }>): Promise<Store> {
  const database = await openSqliteDatabase(location.kind === 'sqlite' ? location.file : undefined)
  const db = sqliteKysely(database)
  try {
    await refuseForeignTables(db, database.where)
    await migrate(db, migrations, { where: database.where })
  } catch (error) {
    database.handle.close()
    throw error
  }
  return {
    ...storeTables(db),
    // In turn with everything else on the one connection, so that a transaction under way is not cut off. Kysely's own
    // destroy() does not wait, and makes later calls fail with a plain Error instead of a StoreError.
    close: () =>
      db.connection().execute(async () => {
        if (database.handle.isOpen) database.handle.close()
      }),
  }
}

/** Queries on this database, with camelCase names. */
export function sqliteKysely(database: SqliteDatabase): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: new SqliteDialect(database), plugins: [new CamelCasePlugin()] })
}

/** Our tables must not be mixed into another program's database, whose path was given by mistake. */
async function refuseForeignTables(db: Kysely<Schema>, where: string): Promise<void> {
  const tables = await db.introspection.getTables()
  if (tables.length === 0 || tables.some((table) => table.name === 'migrations')) return
  throw new StoreError(`${where} is the database of another program. Name another file for the store.`, {
    code: 'STORE_CORRUPT',
  })
}
