import { stat } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import { StoreError } from '../../errors/index.ts'
import type { DataKeyStore } from '../../service/store/keys/data-key-store.ts'
import { refuseForeignTables } from '../../service/store/migrations/foreign-tables.ts'
import { readStoreVersion } from '../../service/store/migrations/migrate.ts'
import { parseStoreUrl } from '../../service/store/places/store-url.ts'
import type { SqlTraits } from '../../service/store/sql/sql-traits.ts'
import { lookIntoSqliteDatabase } from '../../service/store/sql/sqlite/sqlite-database.ts'
import { sqliteTraits } from '../../service/store/sql/sqlite/sqlite-dialect.ts'
import { translateSqliteError } from '../../service/store/sql/sqlite/sqlite-error.ts'
import type { Schema } from '../../service/store/sql/tables.ts'
import { createDataKeyStore } from '../../service/store/tables/data-keys.ts'
import { createSqliteKysely } from './sqlite-store.ts'
import { storeMigrations } from './store-migrations.ts'
import { type OverviewBounds, readStoreOverview, type StoreOverview } from './store-overview.ts'

/** Reads a store and leaves it unchanged: it makes no table and updates none. */
export interface StoreInspection {
  /** Its name in messages. */
  readonly where: string
  /** Such as `SQLite 3.50.4` or `PostgreSQL 17.2`. */
  readonly software: string
  /** Version of its tables; 0: there are none yet. */
  readonly version: number
  /** The version of this Checkwright. */
  readonly newestVersion: number
  /** Problems that a check of every page of a SQLite file found. undefined: there was no check. */
  readonly damage: readonly string[] | undefined
  /** How far the database's clock is ahead of this machine's. undefined: it is the same. */
  readonly clockAheadMs: number | undefined
  readonly dataKeys: DataKeyStore
  overview(bounds: OverviewBounds): Promise<StoreOverview>
  close(): Promise<void>
}

/** Above this size, checking every page takes longer than people wait. */
const pagesBytesMax = 2 * 1024 ** 3

/**
 * @param url of an existing store: `sqlite:` or `postgres:`
 * @throws StoreError `STORE_UNAVAILABLE`, `STORE_CORRUPT`
 */
export async function inspectStore(url: string): Promise<StoreInspection> {
  const location = parseStoreUrl(url)
  if (location.kind === 'memory')
    throw new StoreError(
      'Another process cannot look into a store in memory. Name a store that lasts, such as sqlite:./data/checkwright.db.',
      { code: 'STORE_UNAVAILABLE' },
    )
  return location.kind === 'sqlite' ? inspectSqlite(location.file) : inspectPostgres(url)
}

async function inspectSqlite(file: string): Promise<StoreInspection> {
  const database = lookIntoSqliteDatabase(file)
  const { handle, where } = database
  const db = createSqliteKysely(database)
  const close = async () => handle.close()
  try {
    const { size } = await stat(file)
    const ask = (query: string) => {
      try {
        return handle
          .prepare(query)
          .all()
          .flatMap((row) => Object.values(row).map(String))
      } catch (error) {
        throw translateSqliteError(error, where)
      }
    }
    const [release = ''] = ask('SELECT sqlite_version()')
    const damage = size > pagesBytesMax ? undefined : listDamage(() => ask('PRAGMA quick_check(5)'))
    const version = await readInspectedVersion(db, { traits: sqliteTraits, where, otherPlace: 'another file' })
    return {
      ...createInspection(db, where, version),
      software: `SQLite ${release}`,
      damage,
      clockAheadMs: undefined,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** SQLite lists some damaged pages and ends at others with an error. A file that is no database has no pages to be damaged. */
function listDamage(ask: () => readonly string[]): readonly string[] {
  try {
    return ask().filter((line) => line !== 'ok')
  } catch (error) {
    const { errcode, message } = (error as { readonly cause?: Partial<Error & { errcode: number }> }).cause ?? {}
    if (errcode !== undefined && errcode % 256 === sqliteCorrupt) return [message ?? 'a page is malformed']
    throw error
  }
}

/** https://sqlite.org/rescode.html#corrupt */
const sqliteCorrupt = 11

async function inspectPostgres(url: string): Promise<StoreInspection> {
  const [{ parsePostgresUrl }, { createPostgresPool }, { createPostgresKysely, refuseUnfit }, { postgresTraits }] =
    await Promise.all([
      import('../../service/store/sql/postgres/postgres-url.ts'),
      import('../../service/store/sql/postgres/postgres-pool.ts'),
      import('./postgres-store.ts'),
      import('../../service/store/sql/postgres/postgres-dialect.ts'),
    ])
  const location = parsePostgresUrl(url)
  const { where } = location
  const pool = await createPostgresPool({ ...location, poolSize: 1 })
  const db = createPostgresKysely(pool)
  const close = () => pool.close()
  try {
    await refuseUnfit(db, where)
    const askedAtMs = Date.now()
    const { rows } = await sql<{ readonly release: string; readonly nowMs: number }>`
      select current_setting('server_version') as release,
             extract(epoch from clock_timestamp())::float8 * 1000 as now_ms`.execute(db)
    const [{ release, nowMs } = { release: '', nowMs: askedAtMs }] = rows
    // The database answers about halfway between request and reply.
    const clockAheadMs = Math.round(nowMs - (askedAtMs + Date.now()) / 2)
    const version = await readInspectedVersion(db, { traits: postgresTraits, where, otherPlace: 'another schema' })
    return {
      ...createInspection(db, where, version),
      software: `PostgreSQL ${release}`,
      damage: undefined,
      clockAheadMs,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

function createInspection(db: Kysely<Schema>, where: string, version: number) {
  return {
    where,
    version,
    newestVersion: storeMigrations.at(-1)?.version ?? 0,
    dataKeys: createDataKeyStore(db),
    overview: (bounds: OverviewBounds) => readStoreOverview(db, bounds),
  }
}

async function readInspectedVersion(
  db: Kysely<Schema>,
  place: { readonly traits: SqlTraits; readonly where: string; readonly otherPlace: string },
): Promise<number> {
  await refuseForeignTables(db, place)
  return readStoreVersion(db, storeMigrations, place)
}
