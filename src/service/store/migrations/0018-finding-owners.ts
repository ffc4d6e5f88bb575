import { sql } from 'kysely'
import { indexFailing, type Migration, type MigrationDatabase } from './migration.ts'

/** Owners and due days of findings, and what finds findings and waivers by an index. */
export const findingOwners: Migration = {
  version: 18,
  name: 'finding-owners',
  async up(db) {
    await widenFindings(db)
    await createChangeTables(db)
    await fillFindings(db)
    await indexFailing(db, failingIndexes)
    await dateWaivers(db)
  },
}

async function widenFindings({ schema }: MigrationDatabase): Promise<void> {
  await schema.alterTable('results').addColumn('search_text', 'text').execute()
  await schema.alterTable('findings').addColumn('owner_id', 'text').execute()
  await schema
    .alterTable('findings')
    .addColumn('due_at_ms', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  await schema.alterTable('findings').addColumn('due_reason', 'text').execute()
  await schema
    .alterTable('findings')
    .addColumn('urgency', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await schema
    .alterTable('findings')
    .addColumn('search_text', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
}

async function createChangeTables({ schema }: MigrationDatabase): Promise<void> {
  await schema
    .createTable('finding_changes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('finding_id', 'text', (column) => column.notNull().references('findings.id'))
    .addColumn('organization_id', 'text', (column) => column.notNull())
    .addColumn('at_ms', 'bigint', (column) => column.notNull())
    .addColumn('user_id', 'text')
    .addColumn('member', 'text', (column) => column.notNull())
    .addColumn('earlier', 'text')
    .addColumn('later', 'text')
    .addColumn('reason', 'text')
    .execute()
  await schema
    .createIndex('finding_changes_by_time')
    .on('finding_changes')
    .columns(['finding_id', 'at_ms', 'id'])
    .execute()
  // Earlier days stay, for somebody who may know of an earlier time alone.
  await schema
    .createTable('due_days')
    .addColumn('organization_id', 'text', (column) => column.notNull().references('organizations.id'))
    .addColumn('since_ms', 'bigint', (column) => column.notNull())
    .addColumn('days', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('due_days_key', ['organization_id', 'since_ms'])
    .execute()
}

const pageRows = 500

/** The days and texts as they were when this migration was written. */
async function fillFindings(db: MigrationDatabase): Promise<void> {
  await sql`update findings set urgency = case severity
    when 'critical' then 0 when 'high' then 1 when 'medium' then 2 when 'low' then 3 else 4 end`.execute(db)
  const day = sql.lit(86_400_000)
  await sql`update findings set due_at_ms = changed_at_ms - changed_at_ms % ${day} + ${day} - 1 + ${day} * case severity
    when 'critical' then 7 when 'high' then 30 when 'medium' then 90 when 'low' then 180 else 365 end`.execute(db)
  for (let after = '', rows: { id: string; record: string }[] = []; ; after = rows.at(-1)?.id ?? '') {
    rows = (
      await sql<{ id: string; record: string }>`
        select id, record from findings where id > ${after} order by id limit ${sql.lit(pageRows)}`.execute(db)
    ).rows
    for (const { id, record } of rows) {
      const { resource, title } = JSON.parse(record)
      const text = [resource.name ?? '', resource.id, resource.type, title].join('\n').toLowerCase()
      const kept = text.replaceAll('\0', '').slice(0, 1_000).toWellFormed()
      await sql`update findings set search_text = ${kept} where id = ${id}`.execute(db)
    }
    if (rows.length < pageRows) return
  }
}

const failingIndexes = {
  findings_by_due: ['organization_id', 'due_at_ms', 'id'],
  findings_by_urgency: ['organization_id', 'urgency', 'due_at_ms', 'id'],
  findings_of_owner: ['organization_id', 'owner_id', 'due_at_ms', 'id'],
} as const

async function dateWaivers(db: MigrationDatabase): Promise<void> {
  await db.schema
    .alterTable('waivers')
    .addColumn('expires_at_ms', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  const { rows } = await sql<{ id: string; waiver: string; madeAtMs: number }>`
    select id, waiver, created_at_ms as "madeAtMs" from waivers`.execute(db)
  for (const { id, waiver, madeAtMs } of rows) {
    const atMs = readLastMs(JSON.parse(waiver).expires, Number(madeAtMs))
    await sql`update waivers set expires_at_ms = ${atMs} where id = ${id}`.execute(db)
  }
  await db.schema
    .createIndex('waivers_by_expiry')
    .on('waivers')
    .columns(['organization_id', 'expires_at_ms', 'id'])
    .where(sql.ref('revoked_at_ms'), 'is', null)
    .execute()
  await db.schema
    .createIndex('waivers_by_revocation')
    .on('waivers')
    .columns(['organization_id', 'revoked_at_ms', 'id'])
    .where(sql.ref('revoked_at_ms'), 'is not', null)
    .execute()
}

/** The end of the last day, at most a year after it was made; 0 for a day that nobody can read. */
function readLastMs(expires: unknown, madeAtMs: number): number {
  const latest = new Date(madeAtMs)
  latest.setUTCFullYear(latest.getUTCFullYear() + 1)
  const day = typeof expires === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(expires) ? expires : ''
  const capped = day > latest.toISOString().slice(0, 10) ? latest.toISOString().slice(0, 10) : day
  const atMs = Date.parse(`${capped}T00:00:00Z`)
  return Number.isNaN(atMs) ? 0 : atMs + 86_399_999
}
