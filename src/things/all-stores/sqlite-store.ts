import { dirname, join } from 'node:path'
import { Kysely } from 'kysely'
import { demandOwnTables } from '../../service/store/migrations/foreign-tables.ts'
import { migrateStore } from '../../service/store/migrations/migrate.ts'
import { createObjectFolder } from '../../service/store/objects/object-folder.ts'
import { createObjectMemory } from '../../service/store/objects/object-memory.ts'
import type { StoreLocation } from '../../service/store/places/store-url.ts'
import { openSqliteDatabase, type SqliteDatabase } from '../../service/store/sql/sqlite/sqlite-database.ts'
import { SqliteDialect, SqliteExecutor, sqliteTraits } from '../../service/store/sql/sqlite/sqlite-dialect.ts'
import { createSqliteTemplate } from '../../service/store/sql/sqlite/sqlite-template.ts'
import type { Schema } from '../../service/store/sql/tables.ts'
import { createStoreTables } from './kysely-store.ts'
import type { Store } from './store.ts'
import { storeMigrations } from './store-migrations.ts'

const otherPlace = 'another file'

/** A new store in memory. undefined: this process has opened none yet, or Node is older than `serialize()`. */
let newInMemory: Uint8Array | undefined

/** @throws StoreError `STORE_UNAVAILABLE`, `STORE_SCHEMA_NEWER`, `STORE_CORRUPT` */
export async function openSqliteStore(location: Exclude<StoreLocation, { kind: 'postgres' }>): Promise<Store> {
  const file = location.kind === 'sqlite' ? location.file : undefined
  const refuse = (tables: readonly string[], where: string) => demandOwnTables(tables, { where, otherPlace })
  const database = await openSqliteDatabase(file, refuse, file === undefined ? newInMemory : undefined)
  const db = createSqliteKysely(database)
  try {
    const { where, handle } = database
    await migrateStore(db, storeMigrations, { traits: sqliteTraits, where, template: createSqliteTemplate(handle) })
    // A process that opens many, such as one that runs tests, copies it for the next ones.
    if (file === undefined) newInMemory ??= handle.serialize?.()
  } catch (error) {
    database.handle.close()
    throw error
  }
  return {
    ...createStoreTables(db, sqliteTraits),
    objects:
      location.kind === 'sqlite' ? createObjectFolder(join(dirname(location.file), 'objects')) : createObjectMemory(),
    watchQueue: () => () => undefined,
    // In turn with other work on the one connection, so that a running transaction is not cut off. Kysely's own
    // destroy() does not wait, and makes later calls fail with a plain Error instead of a StoreError.
    close: () =>
      db.connection().execute(async () => {
        if (database.handle.isOpen) database.handle.close()
      }),
  }
}

/** Queries on this database, with camelCase names. */
export function createSqliteKysely(database: SqliteDatabase): Kysely<Schema> {
  const dialect = new SqliteDialect(database)
  const driver = dialect.createDriver()
  return new Kysely<Schema>({ config: { dialect }, dialect, driver, executor: new SqliteExecutor(dialect, driver) })
}
