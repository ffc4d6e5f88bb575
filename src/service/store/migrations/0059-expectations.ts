import { sql } from 'kysely'
import { addOrganizationColumn, type Migration } from './migration.ts'

/** Since when a check is expected of an organization. Cross-checks that have run are, from their first run on. */
export const expectations: Migration = {
  version: 59,
  name: 'expectations',
  async up(db) {
    await addOrganizationColumn(db.schema.createTable('expectations'))
      .addColumn('connector_id', 'text', (column) => column.notNull())
      .addColumn('check_id', 'text', (column) => column.notNull())
      // 0: as long as anything is known.
      .addColumn('from_ms', 'bigint', (column) => column.notNull())
      // null: it still is.
      .addColumn('until_ms', 'bigint')
      .addPrimaryKeyConstraint('expectations_key', ['organization_id', 'connector_id', 'check_id', 'from_ms'])
      .execute()
    await db.schema
      .createIndex('expectations_lasting')
      .unique()
      .on('expectations')
      .columns(['organization_id', 'connector_id', 'check_id'])
      .where(sql.ref('until_ms'), 'is', null)
      .execute()
    await sql`insert into expectations (organization_id, connector_id, check_id, from_ms, until_ms)
      select organization_id, connector_id, cross_check_id, min(started_at_ms), null
      from runs
      where cross_check_id is not null and organization_id is not null
      group by organization_id, connector_id, cross_check_id`.execute(db)
  },
}
