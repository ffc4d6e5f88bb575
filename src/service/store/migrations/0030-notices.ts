import { sql } from 'kysely'
import type { Migration, MigrationDatabase } from './migration.ts'

/** Webhooks, the outbox of notices, and what was told already of findings and waivers. */
export const notices: Migration = {
  version: 30,
  name: 'notices',
  async up(db) {
    await createWebhookTable(db)
    await createNoticeTables(db)
    await createDeliveryTables(db)
    await db.schema.alterTable('findings').addColumn('told_due_at_ms', 'bigint').execute()
    await db.schema.alterTable('waivers').addColumn('told', 'text').execute()
    await db.schema.alterTable('organization_profiles').addColumn('time_zone', 'text').execute()
    // A run tells what has changed by it.
    await db.schema.createIndex('finding_events_of_run').on('finding_events').columns(['run_id', 'change']).execute()
  },
}

async function createWebhookTable({ schema }: MigrationDatabase): Promise<void> {
  await schema
    .createTable('webhooks')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organization_id', 'text', (column) => column.references('organizations.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('sink', 'text', (column) => column.notNull())
    .addColumn('rhythm', 'text', (column) => column.notNull())
    .addColumn('types', 'text')
    .addColumn('details', 'integer', (column) => column.notNull())
    .addColumn('sealed_target', 'text')
    .addColumn('shown_target', 'text', (column) => column.notNull())
    .addColumn('sealed_secret', 'text')
    .addColumn('sealed_earlier_secret', 'text')
    .addColumn('earlier_until_ms', 'bigint')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('state_reason', 'text')
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('created_by', 'text')
    .addColumn('failing_since_ms', 'bigint')
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addColumn('rests_until_ms', 'bigint', (column) => column.notNull())
    .addColumn('digest_day', 'text')
    .addColumn('digested_at_ms', 'bigint', (column) => column.notNull())
    .execute()
  await schema.createIndex('webhooks_of').on('webhooks').columns(['organization_id', 'id']).execute()
}

async function createNoticeTables({ schema }: MigrationDatabase): Promise<void> {
  await schema
    .createTable('notices')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organization_id', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('stream', 'text', (column) => column.notNull())
    .addColumn('number', 'bigint', (column) => column.notNull())
    .addColumn('at_ms', 'bigint', (column) => column.notNull())
    .addColumn('data', 'text', (column) => column.notNull())
    .addColumn('details', 'text')
    .execute()
  await schema.createIndex('notices_of').on('notices').columns(['organization_id', 'at_ms', 'type']).execute()
  await schema.createIndex('notices_by_age').on('notices').columns(['at_ms', 'id']).execute()
  // A row of its own, which a transaction locks: two that tell at once would take the same number otherwise.
  await schema
    .createTable('notice_streams')
    .addColumn('stream', 'text', (column) => column.primaryKey())
    .addColumn('last', 'bigint', (column) => column.notNull())
    .execute()
}

/**
 * Without references: a webhook that is deleted while a run ends must not make the run fail. What is left over is
 * deleted with the age of the outbox.
 */
async function createDeliveryTables({ schema }: MigrationDatabase): Promise<void> {
  await schema
    .createTable('notice_deliveries')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('notice_id', 'text', (column) => column.notNull())
    .addColumn('webhook_id', 'text', (column) => column.notNull())
    .addColumn('stream', 'text', (column) => column.notNull())
    .addColumn('number', 'bigint', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('since_ms', 'bigint', (column) => column.notNull())
    .addColumn('tried_at_ms', 'bigint')
    .addColumn('status', 'integer')
    .addColumn('problem', 'text')
    .execute()
  await schema
    .createIndex('notice_deliveries_pending')
    .on('notice_deliveries')
    .columns(['webhook_id', 'stream', 'number'])
    .where(sql.ref('state'), '=', sql.lit('pending'))
    .execute()
  await schema
    .createIndex('notice_deliveries_of')
    .on('notice_deliveries')
    .columns(['webhook_id', 'created_at_ms', 'id'])
    .execute()
  await schema
    .createIndex('notice_deliveries_by_age')
    .on('notice_deliveries')
    .columns(['created_at_ms', 'id'])
    .execute()
  await schema
    .createTable('notice_lanes')
    .addColumn('webhook_id', 'text', (column) => column.notNull())
    .addColumn('stream', 'text', (column) => column.notNull())
    .addColumn('next_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('owner', 'text')
    .addColumn('lease_until_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('notice_lanes_key', ['webhook_id', 'stream'])
    .execute()
  await schema.createIndex('notice_lanes_due').on('notice_lanes').columns(['webhook_id', 'next_at_ms']).execute()
}
