import { sql } from 'kysely'
import { isPostgres } from '../sql/is-postgres.ts'
import { indexTexts } from './index-texts.ts'
import type { Migration, MigrationDatabase } from './migration.ts'

/**
 * What lists of findings are chosen by is kept with each finding, so that every list is read in its order from one place of an index,
 * and counted without looking at rows: the waiver that covers it, and whether its connection is disconnected.
 */
export const listedFindings: Migration = {
  version: 40,
  name: 'listed-findings',
  async up(db) {
    const { schema } = db
    for (const name of replaced) await schema.dropIndex(name).execute()
    await schema.alterTable('findings').addColumn('waiver_id', 'text').execute()
    // 1: of a disconnected connection, which lists leave out.
    await schema
      .alterTable('findings')
      .addColumn('hidden', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await sql`update findings set hidden = 1
      where connection_id in (select id from connections where state = 'disconnected')`.execute(db)
    await schema
      .alterTable('findings')
      .addColumn('listed_as', 'text', (column) => {
        // Computed, so that no version of the service can leave it behind.
        const computed = column.generatedAlwaysAs(
          sql`case when hidden = 1 then 'hidden' when state = 'resolved' then 'resolved' when waiver_id is null then 'open' else 'accepted' end`,
        )
        return isPostgres(db) ? computed.stored() : computed
      })
      .execute()
    for (const [name, columns] of Object.entries(indexes))
      await schema
        .createIndex(name)
        .on('findings')
        .columns([...columns])
        .execute()
    await schema
      .createIndex('findings_listed_regressed')
      .on('findings')
      .columns([...indexes.findings_listed_by_change])
      .where(sql.ref('state'), '=', sql.lit('regressed'))
      .execute()
    await schema
      .createIndex('findings_of_waiver')
      .on('findings')
      .columns(['waiver_id', 'id'])
      .where(sql.ref('waiver_id'), 'is not', null)
      .execute()
    await dateSettlements(db)
    await indexTexts(db, {
      table: 'findings',
      row: 'finding',
      columns: ['search_text', 'controls', 'check_id'],
      changing: ['search_text', 'controls'],
    })
  },
}

/** Each of them had what fails alone, or all states together, whether or not a waiver covers it. */
const replaced = [
  ...['findings_failing', 'findings_by_due', 'findings_by_urgency', 'findings_of_owner', 'findings_of_severity'],
  ...['findings_of_connection', 'findings_of_connector', 'findings_all_by_due', 'findings_all_by_urgency'],
] as const

const indexes = {
  findings_listed_by_change: ['organization_id', 'listed_as', 'changed_at_ms', 'id', 'due_at_ms'],
  findings_listed_by_due: ['organization_id', 'listed_as', 'due_at_ms', 'id'],
  findings_listed_by_urgency: ['organization_id', 'listed_as', 'urgency', 'due_at_ms', 'id'],
  findings_listed_of_severity: ['organization_id', 'listed_as', 'urgency', 'changed_at_ms', 'id'],
  findings_listed_of_owner: ['organization_id', 'owner_id', 'listed_as', 'due_at_ms', 'id'],
  findings_listed_of_connection: ['organization_id', 'connection_id', 'listed_as', 'changed_at_ms', 'id'],
  findings_listed_of_connector: ['organization_id', 'connector_id', 'listed_as', 'check_id', 'changed_at_ms', 'id'],
} as const

/** Findings are settled by the waivers that stand when somebody first reads them. */
async function dateSettlements(db: MigrationDatabase): Promise<void> {
  const waivers = db.schema.alterTable('waivers')
  // When findings have to be settled by it next. null: never again.
  await waivers.addColumn('settle_at_ms', 'bigint').execute()
  // What it found when they were settled: the digest of all checks, if it depends on what they are.
  await waivers.addColumn('settled_by', 'text').execute()
  await sql`update waivers set settle_at_ms = 0 where revoked_at_ms is null`.execute(db)
  await db.schema
    .createIndex('waivers_to_settle')
    .on('waivers')
    .columns(['settle_at_ms', 'organization_id'])
    .where(sql.ref('settle_at_ms'), 'is not', null)
    .execute()
  await db.schema
    .createIndex('waivers_settled_by')
    .on('waivers')
    .columns(['organization_id', 'settled_by'])
    .where(sql.ref('settled_by'), 'is not', null)
    .execute()
}
