import type { Kysely } from 'kysely'
import { type Clock, systemClock } from '../../define/index.ts'
import { StoreError } from '../../errors/index.ts'
import type { Schema } from '../schema.ts'
import type { Migration } from './migration.ts'

/**
 * Brings the tables up to date, in one transaction that holds the write lock from its start: of several processes one
 * migrates, and the others find it done. Kysely's own migrator cannot promise that; its lock does nothing on SQLite.
 *
 * @param options.where how messages call the store
 * @throws StoreError `STORE_SCHEMA_NEWER`; nothing is changed then
 */
export async function migrate(
  db: Kysely<Schema>,
  migrations: readonly Migration[],
  { where, clock = systemClock }: { readonly where: string; readonly clock?: Pick<Clock, 'nowMs'> },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.schema
      .createTable('migrations')
      .ifNotExists()
      .addColumn('version', 'integer', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('applied_at_ms', 'bigint', (column) => column.notNull())
      .execute()
    const { version } = await tx
      .selectFrom('migrations')
      .select(({ fn, val }) => fn.coalesce(fn.max('version'), val(0)).as('version'))
      .executeTakeFirstOrThrow()
    const newest = migrations.at(-1)?.version ?? 0
    if (version > newest) {
      throw new StoreError(
        `The store ${where} was written by a newer Checkwright (its tables have version ${version}, this one knows ${newest}). Update Checkwright.`,
        { code: 'STORE_SCHEMA_NEWER' },
      )
    }
    for (const migration of migrations.filter((candidate) => candidate.version > version)) {
      await migration.up(tx)
      await tx
        .insertInto('migrations')
        .values({ version: migration.version, name: migration.name, appliedAtMs: clock.nowMs() })
        .execute()
    }
  })
}
