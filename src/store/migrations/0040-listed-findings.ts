import { sql } from 'kysely'
import { isPostgres } from '../sql/is-postgres.ts'
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
    if (isPostgres(db)) await indexTextsOnPostgres(db)
    else await indexTextsOnSqlite(db)
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

/**
 * All three characters that stand side by side in what a search looks in, and the organization. A function of our own, because not every
 * server has `pg_trgm`.
 */
async function indexTextsOnPostgres(db: MigrationDatabase): Promise<void> {
  await sql`create function finding_trigrams(organization_id text, search_text text, controls text, check_id text)
    returns text[] language sql immutable parallel safe as $$
      select array_append(
        array(select substr(whole, place, 3) from generate_series(1, length(whole) - 2) as place), chr(1) || organization_id)
      from (select search_text || chr(10) || controls || chr(10) || check_id as whole) as texts
    $$`.execute(db)
  await sql`create index findings_by_text on findings
    using gin (finding_trigrams(organization_id, search_text, controls, check_id))`.execute(db)
}

/** FTS5 keeps only which rows have which three characters; triggers keep them the same. */
async function indexTextsOnSqlite(db: MigrationDatabase): Promise<void> {
  const columns = 'search_text, controls, check_id'
  const remove = `insert into findings_texts (findings_texts, rowid, ${columns})
    values ('delete', old.rowid, old.search_text, old.controls, old.check_id);`
  const add = `insert into findings_texts (rowid, ${columns}) values (new.rowid, new.search_text, new.controls, new.check_id);`
  const steps = [
    `create virtual table findings_texts using fts5(${columns}, content='findings', content_rowid='rowid', tokenize='trigram',
      detail='none', columnsize=0)`,
    `insert into findings_texts (rowid, ${columns}) select rowid, ${columns} from findings`,
    `create trigger findings_added after insert on findings begin ${add} end`,
    `create trigger findings_removed after delete on findings begin ${remove} end`,
    `create trigger findings_changed after update of search_text, controls on findings
      when old.search_text is not new.search_text or old.controls is not new.controls begin ${remove} ${add} end`,
  ]
  for (const step of steps) await sql.raw(step).execute(db)
}
