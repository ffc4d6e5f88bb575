import type { Kysely } from 'kysely'
import { type Clock, systemClock } from '../../../define/index.ts'
import { StoreError } from '../../../errors/index.ts'
import type { SqlTraits } from '../sql/sql-traits.ts'
import type { Schema } from '../sql/tables.ts'
import { runInTransaction } from '../sql/transaction.ts'
import type { Migration } from './migration.ts'

/** Today's tables, as the migrations made them in another database that had none. */
export interface TableTemplate {
  /** @returns whether it made them */
  restore(): boolean
  /** Reads them from this database. */
  keep(): void
}

/**
 * Updates the tables, in one transaction that one process at a time may be in, or in that of the caller: one of several migrates, and
 * the others find it done. If there is nothing to do, it changes nothing and needs no right to.
 *
 * @param options.where name of the store in messages
 * @throws StoreError `STORE_SCHEMA_NEWER`, and `STORE_CORRUPT` for a store of a build from before the first release; then nothing is changed
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
    /** Takes the place of the migrations where there is no table yet. */
    readonly template?: TableTemplate
  },
): Promise<void> {
  const { where, traits, clock = systemClock, prepare, template } = options
  const newest = migrations.at(-1)?.version ?? 0
  const versionNow = async (within: Kysely<Schema>) => {
    const version = await readStoreVersion(within, migrations, { traits, where })
    if (version <= newest) return version
    throw new StoreError(
      `The store ${where} was written by a newer Checkwright (its tables have version ${version}, this one knows ${newest}). Update Checkwright.`,
      { code: 'STORE_SCHEMA_NEWER' },
    )
  }
  if ((await versionNow(db)) === newest) return
  await runInTransaction(db, async (tx) => {
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
    const missing = migrations.filter((candidate) => candidate.version > version)
    // Another process was faster.
    if (missing.length === 0) return
    const isMade = version === 0 && template?.restore() === true
    for (const migration of isMade ? [] : missing) await migration.up(tx)
    const appliedAtMs = clock.nowMs()
    const applied = missing.map(({ version, name }) => ({ version, name, appliedAtMs }))
    await tx.insertInto('migrations').values(applied).execute()
    if (version === 0 && !isMade) template?.keep()
  })
}

/**
 * 0 if it has no tables yet.
 * @throws StoreError `STORE_CORRUPT` for a store of a build from before the first release
 */
export async function readStoreVersion(
  db: Kysely<Schema>,
  [first]: readonly Migration[],
  { traits, where }: { readonly traits: SqlTraits; readonly where: string },
): Promise<number> {
  if (!(await traits.tableNames(db)).includes('migrations')) return 0
  const applied = await db.selectFrom('migrations').select(['version', 'name']).orderBy('version').execute()
  // Those builds had other steps, under the same numbers.
  if (applied.some(({ version, name }) => version === first?.version && name !== first.name))
    throw new StoreError(
      `The store ${where} was made by a development build from before Checkwright 0.1.0, which no release can read. Name a new store.`,
      { code: 'STORE_CORRUPT' },
    )
  return applied.at(-1)?.version ?? 0
}
