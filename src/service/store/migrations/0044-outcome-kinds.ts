import { sql } from 'kysely'
import { indexTexts } from './index-texts.ts'
import type { Migration, MigrationDatabase } from './migration.ts'

/** Numbers of the outcomes that say the same for controls, an index that finds those of a time, one of what people decided about them, and connections by a text. */
export const outcomeKinds: Migration = {
  version: 44,
  name: 'outcome-kinds',
  async up(db) {
    await db.schema.dropIndex('newest_outcomes_alike').execute()
    await db.schema
      .createIndex('newest_outcomes_alike')
      .on('newest_outcomes')
      .columns(['organization_id', 'connector_id', 'check_id', 'shape', 'verdict', 'at_ms', 'connection_id'])
      .where(sql.ref('present'), '=', sql.lit(1))
      .execute()
    // Which may hold, without those of statements, which may be very many.
    await db.schema
      .createIndex('judgements_of_results')
      .on('judgements')
      .columns(['organization_id', 'expires', 'id'])
      .where(sql.ref('connector_id'), '<>', sql.lit('task'))
      .execute()
    await fillKinds(db)
    await indexTexts(db, {
      table: 'connections',
      row: 'connection',
      columns: ['sort_name', 'id'],
      changing: ['sort_name'],
    })
  },
}

/** Writes the numbers as they follow from the outcomes. */
export async function fillKinds(db: MigrationDatabase): Promise<void> {
  // What follows a blank.
  await sql`delete from standing_tallies where bucket > 'kind ' and bucket < 'kind!'`.execute(db)
  await sql`insert into standing_tallies
      (organization_id, bucket, id, connections, pass, fail, manual, not_applicable, error)
    select organization_id, 'kind ' || connector_id || ' ' || check_id || ' ' || coalesce(shape, '') || ' '
        || coalesce(verdict, '') || ' ' || cast(at_ms / 604800000 as text),
      '', count(*), 0, 0, 0, 0, 0
    from newest_outcomes where present = 1 and connector_id <> 'cross-check'
    group by organization_id, connector_id, check_id, shape, verdict, at_ms / 604800000`.execute(db)
}
