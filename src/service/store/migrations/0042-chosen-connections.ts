import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** What lists of connections are chosen by, so that few of very many are found by an index. */
export const chosenConnections: Migration = {
  version: 42,
  name: 'chosen-connections',
  async up(db) {
    const { schema } = db
    await schema
      .alterTable('connections')
      .addColumn('scheduled', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await sql`update connections set scheduled = 1 where id in (select connection_id from schedules)`.execute(db)
    await schema
      .createIndex('connections_by_schedule')
      .on('connections')
      .columns(['organization_id', 'scheduled'])
      .execute()
    // Judgements of the statements of one obligation.
    await schema
      .createIndex('judgements_of_check')
      .on('judgements')
      .columns(['organization_id', 'connector_id', 'check_id', 'created_at_ms', 'id'])
      .execute()
  },
}
