import type { Kysely } from 'kysely'
import { type Clock, systemClock } from '../../define/index.ts'
import { StoreError } from '../../errors/index.ts'
import type { SqlTraits } from '../sql/sql-traits.ts'
import type { Schema } from '../sql/tables.ts'
import type { Migration } from './migration.ts'

/**
 * Updates the tables, in one transaction that one process at a time may be in: one of several migrates, and the others
 * find it done. If there is nothing to do, it changes nothing and needs no right to.
 *
 * @param options.where name of the store in messages
 * @throws StoreError `STORE_SCHEMA_NEWER`; then nothing is changed
 */
export async function migrateStore(
  db: Kysely<Schema>,
  migrations: readonly Migration[],
  options: {
    readonly where: string
    readonly traits: SqlTraits
    readonly clock?: Pick<Clock, 'nowMs'>
    /** Makes the schema that contains the tables. */
    readonly prepare?: (tx: Kysely<Schema>) => Promise<unknown>
  },
): Promise<void> {
  const { where, traits, clock = systemClock, prepare } = options
  const newest = migrations.at(-1)?.version ?? 0
  const versionNow = async (within: Kysely<Schema>) => {
    const version = await readMigratedVersion(within, traits)
    if (version <= newest) return version
    throw new StoreError(
      `The store ${where} was written by a newer Checkwright (its tables have version ${version}, this one knows ${newest}). Update Checkwright.`,
      { code: 'STORE_SCHEMA_NEWER' },
    )
  }
  if ((await versionNow(db)) === newest) return
  await db.transaction().execute(async (tx) => {
    await traits.takeTurn(tx, 'migrations')
    await prepare?.(tx)
    await tx.schema
      .createTable('migrations')
      .ifNotExists()
      .addColumn('version', 'integer', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('applied_at_ms', 'bigint', (column) => column.notNull())
      .execute()
    const version = await versionNow(tx)
    for (const migration of migrations.filter((candidate) => candidate.version > version)) {
      await migration.up(tx)
      await tx
        .insertInto('migrations')
        .values({ version: migration.version, name: migration.name, appliedAtMs: clock.nowMs() })
        .execute()
    }
  })
}

/** 0 if there is none yet. */
async function readMigratedVersion(db: Kysely<Schema>, traits: SqlTraits): Promise<number> {
  if (!(await traits.tableNames(db)).includes('migrations')) return 0
  const { version } = await db
    .selectFrom('migrations')
    .select(({ fn, val }) => fn.coalesce(fn.max('version'), val(0)).as('version'))
    .executeTakeFirstOrThrow()
  return version
}
