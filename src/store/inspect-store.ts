import { stat } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import { StoreError } from '../errors/index.ts'
import type { DataKeyStore } from './data-key-store.ts'
import { dataKeyStore } from './data-keys.ts'
import { refuseForeignTables } from './migrations/foreign-tables.ts'
import { migrations } from './migrations/index.ts'
import { type OverviewBounds, overviewOf, type StoreOverview } from './overview.ts'
import type { Schema } from './schema.ts'
import { schemaVersion } from './schema-version.ts'
import type { SqlTraits } from './sql-traits.ts'
import { lookIntoSqliteDatabase } from './sqlite-database.ts'
import { sqliteTraits } from './sqlite-dialect.ts'
import { storeErrorOf } from './sqlite-error.ts'
import { sqliteKysely } from './sqlite-store.ts'
import { parseStoreUrl } from './store-url.ts'

/** A store that is looked into and left as it is: no table is made, none is brought up to date. */
export interface StoreInspection {
  /** How messages call it. */
  readonly where: string
  /** Such as `SQLite 3.50.4` or `PostgreSQL 17.2`. */
  readonly software: string
  /** Version of its tables; 0: there are none yet. */
  readonly version: number
  /** The version that this Checkwright makes. */
  readonly newestVersion: number
  /** What a look at every page of a SQLite file found wrong. undefined: nobody looked. */
  readonly damage: readonly string[] | undefined
  /** How far the database's clock is ahead of this machine's. undefined: it is the same. */
  readonly clockAheadMs: number | undefined
  readonly dataKeys: DataKeyStore
  overview(bounds: OverviewBounds): Promise<StoreOverview>
  close(): Promise<void>
}

/** Above this, looking at every page takes longer than somebody waits. */
const pagesBytesMax = 2 * 1024 ** 3

/**
 * @param url of a store that is there: `sqlite:` or `postgres:`
 * @throws StoreError `STORE_UNAVAILABLE`, `STORE_CORRUPT`
 */
export async function inspectStore(url: string): Promise<StoreInspection> {
  const location = parseStoreUrl(url)
  if (location.kind === 'memory')
    throw new StoreError('A store in memory cannot be looked into from another process.', { code: 'STORE_UNAVAILABLE' })
  return location.kind === 'sqlite' ? inspectSqlite(location.file) : inspectPostgres(url)
}

async function inspectSqlite(file: string): Promise<StoreInspection> {
  const database = lookIntoSqliteDatabase(file)
  const { handle, where } = database
  const db = sqliteKysely(database)
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
        throw storeErrorOf(error, where)
      }
    }
    const [release = ''] = ask('SELECT sqlite_version()')
    const damage = size > pagesBytesMax ? undefined : ask('PRAGMA quick_check(5)').filter((line) => line !== 'ok')
    const version = await versionOf(db, { traits: sqliteTraits, where, otherPlace: 'another file' })
    return { ...inspection(db, where, version), software: `SQLite ${release}`, damage, clockAheadMs: undefined, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function inspectPostgres(url: string): Promise<StoreInspection> {
  const [{ parsePostgresUrl }, { postgresPool }, { postgresKysely, refuseUnfit }, { postgresTraits }] =
    await Promise.all([
      import('./postgres-url.ts'),
      import('./postgres-pool.ts'),
      import('./postgres-store.ts'),
      import('./postgres-dialect.ts'),
    ])
  const location = parsePostgresUrl(url)
  const { where } = location
  const pool = await postgresPool({ ...location, poolSize: 1 })
  const db = postgresKysely(pool)
  const close = () => pool.close()
  try {
    await refuseUnfit(db, where)
    const askedAtMs = Date.now()
    const { rows } = await sql<{ readonly release: string; readonly nowMs: number }>`
      select current_setting('server_version') as release,
             extract(epoch from clock_timestamp())::float8 * 1000 as now_ms`.execute(db)
    const [{ release, nowMs } = { release: '', nowMs: askedAtMs }] = rows
    // The answer is from the middle of the way there and back.
    const clockAheadMs = Math.round(nowMs - (askedAtMs + Date.now()) / 2)
    const version = await versionOf(db, { traits: postgresTraits, where, otherPlace: 'another schema' })
    return {
      ...inspection(db, where, version),
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

function inspection(db: Kysely<Schema>, where: string, version: number) {
  return {
    where,
    version,
    newestVersion: migrations.at(-1)?.version ?? 0,
    dataKeys: dataKeyStore(db),
    overview: (bounds: OverviewBounds) => overviewOf(db, bounds),
  }
}

async function versionOf(
  db: Kysely<Schema>,
  place: { readonly traits: SqlTraits; readonly where: string; readonly otherPlace: string },
): Promise<number> {
  await refuseForeignTables(db, place)
  return (await place.traits.tableNames(db)).includes('migrations') ? schemaVersion(db) : 0
}
