import { sql } from 'kysely'
import type { Migration, MigrationDatabase } from './migration.ts'

/** What lists of connections and schedules are ordered by, so that a page of them is read by an index. */
export const connectionOrder: Migration = {
  version: 24,
  name: 'connection-order',
  async up(db) {
    await widenConnections(db)
    await fillConnections(db)
    await createIndexes(db)
  },
}

async function widenConnections({ schema }: MigrationDatabase): Promise<void> {
  await schema
    .alterTable('connections')
    .addColumn('sort_name', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  for (const name of ['urgency', 'unwell'])
    await schema
      .alterTable('connections')
      .addColumn(name, 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  // 0: it never ran.
  await schema
    .alterTable('connections')
    .addColumn('last_run_at_ms', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
}

const pageRows = 500

/** The order as it was when this migration was written. */
async function fillConnections(db: MigrationDatabase): Promise<void> {
  await sql`update connections set urgency = case state
    when 'needs_reauth' then 0 when 'error' then 1 when 'pending' then 2 when 'active' then 3 when 'paused' then 4
    else 5 end`.execute(db)
  await sql`update connections set
    unwell = (select count(*) from newest_outcomes as o
      where o.connection_id = connections.id and o.status in ('fail', 'error')),
    last_run_at_ms = coalesce(
      (select max(o.at_ms) from newest_outcomes as o where o.connection_id = connections.id), 0)`.execute(db)
  for (let after = '', rows: { id: string; name: string }[] = []; ; after = rows.at(-1)?.id ?? '') {
    rows = (
      await sql<{ id: string; name: string }>`
        select id, coalesce(name, connector_id) as name from connections
        where id > ${after} order by id limit ${sql.lit(pageRows)}`.execute(db)
    ).rows
    // The database's own lower() knows only ASCII in SQLite.
    for (const { id, name } of rows)
      await sql`update connections set sort_name = ${name.toLowerCase()} where id = ${id}`.execute(db)
    if (rows.length < pageRows) return
  }
}

async function createIndexes({ schema }: MigrationDatabase): Promise<void> {
  await schema.dropIndex('connections_by_creation').execute()
  const indexes = {
    connections_by_creation: ['organization_id', 'created_at_ms', 'id'],
    connections_by_name: ['organization_id', 'sort_name', 'id'],
    connections_by_last_run: ['organization_id', 'last_run_at_ms', 'id'],
  } as const
  for (const [name, columns] of Object.entries(indexes))
    await schema
      .createIndex(name)
      .on('connections')
      .columns([...columns])
      .execute()
  await schema
    .createIndex('connections_by_urgency')
    .on('connections')
    .columns(['organization_id', 'urgency'])
    // The most first, while the rest goes up: a page then begins by one comparison of all columns.
    .expression(sql`(-unwell)`)
    .columns(['sort_name', 'id'])
    .execute()
  await schema
    .createIndex('schedules_by_next')
    .on('schedules')
    .columns(['organization_id'])
    // Those without a next time come last.
    .expression(sql`coalesce(next_at_ms, 9007199254740991)`)
    .columns(['connection_id'])
    .execute()
}
