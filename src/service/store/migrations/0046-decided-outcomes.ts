import { sql } from 'kysely'
import type { Migration, MigrationDatabase } from './migration.ts'

/**
 * Keeps what outcomes say by what people have decided about their results, so that they are kinds of their own. Those that decisions may concern
 * are looked at when somebody asks next. Judgements of a statement get an index.
 */
export const decidedOutcomes: Migration = {
  version: 46,
  name: 'decided-outcomes',
  async up(db) {
    const { schema } = db
    const table = () => schema.alterTable('newest_outcomes')
    await table().addColumn('decided', 'text').execute()
    await table().addColumn('decided_until_ms', 'bigint').execute()
    await table()
      .addColumn('decisions', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await sql`update newest_outcomes set decided = 'unsettled'
      where connector_id <> 'cross-check' and (
        (manual_results > 0 and connection_id in (select connection_id from judgements where connector_id <> 'task'))
        or (status = 'error' and verdict = 'not_satisfied')
        or (connection_id, check_id) in (select connection_id, check_id from findings
          where state <> 'resolved' and waiver_id is not null))`.execute(db)
    await schema.dropIndex('newest_outcomes_alike').execute()
    await schema
      .createIndex('newest_outcomes_alike')
      .on('newest_outcomes')
      .columns(['organization_id', 'connector_id', 'check_id', 'shape', 'verdict', 'decided', 'at_ms', 'connection_id'])
      .where(sql.ref('present'), '=', sql.lit(1))
      .execute()
    await schema
      .createIndex('newest_outcomes_unsettled')
      .on('newest_outcomes')
      .columns(['organization_id', 'connection_id', 'check_id'])
      .where(sql.ref('decided'), '=', sql.lit('unsettled'))
      .where(sql.ref('present'), '=', sql.lit(1))
      .execute()
    await schema
      .createIndex('newest_outcomes_decided_until')
      .on('newest_outcomes')
      .columns(['organization_id', 'decided_until_ms'])
      .where(sql.ref('decided_until_ms'), 'is not', null)
      .execute()
    // Of one statement, however many an organization has.
    await schema
      .createIndex('judgements_of_statements')
      .on('judgements')
      .columns(['run_id', 'organization_id'])
      .where(sql.ref('connector_id'), '=', sql.lit('task'))
      .execute()
    await fillDecidedKinds(db)
  },
}

/** Writes the numbers of kinds as they follow from the outcomes. */
export async function fillDecidedKinds(db: MigrationDatabase): Promise<void> {
  // What follows a blank.
  await sql`delete from standing_tallies where bucket > 'kind ' and bucket < 'kind!'`.execute(db)
  await sql`insert into standing_tallies
      (organization_id, bucket, id, connections, pass, fail, manual, not_applicable, error)
    select organization_id, 'kind ' || connector_id || ' ' || check_id || ' ' || coalesce(shape, '') || ' '
        || coalesce(verdict, '') || coalesce('/' || decided, '') || ' ' || cast(at_ms / 604800000 as text),
      '', count(*), 0, 0, 0, 0, 0
    from newest_outcomes where present = 1 and connector_id <> 'cross-check'
    group by organization_id, connector_id, check_id, shape, verdict, decided, at_ms / 604800000`.execute(db)
}
