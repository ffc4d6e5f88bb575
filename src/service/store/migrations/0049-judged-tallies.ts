import { sql } from 'kysely'
import type { Migration, MigrationDatabase } from './migration.ts'

/** Keeps how many outcomes people have judged alike, so that the trend and the overview read numbers, however many people have judged. */
export const judgedTallies: Migration = {
  version: 49,
  name: 'judged-tallies',
  async up(db) {
    const { schema } = db
    await schema.dropIndex('newest_outcomes_judged').execute()
    // All that is read of the outcomes of a time, so that no row is looked up.
    await schema
      .createIndex('newest_outcomes_judged')
      .on('newest_outcomes')
      .columns(['organization_id', 'at_ms', 'decided', 'status', 'standing'])
      .columns(['manual_results', 'accepted_results', 'refused_results', 'connector_id'])
      .where(sql.ref('present'), '=', sql.lit(1))
      .where(sql<boolean>`(accepted_results > 0 or refused_results > 0 or standing <> status)`)
      .execute()
    await fillJudged(db)
  },
}

/** Writes the numbers of judged outcomes as they follow from the outcomes. */
export async function fillJudged(db: MigrationDatabase): Promise<void> {
  // What follows a blank.
  await sql`delete from standing_tallies where bucket > 'judged ' and bucket < 'judged!'`.execute(db)
  await sql`insert into standing_tallies
      (organization_id, bucket, id, connections, pass, fail, manual, not_applicable, error)
    select organization_id, bucket, '', count(*), sum(accepted_results), sum(refused_results), 0, 0, 0 from (
      select organization_id, accepted_results, refused_results,
        'judged ' || status || ' ' || coalesce(standing, status) || ' '
          || case when accepted_results > 0 then '1' else '0' end
          || case when refused_results > 0 then '1' else '0' end
          || case when manual_results > accepted_results + refused_results then '1' else '0' end
          || ' ' || cast(at_ms / 604800000 as text) as bucket
      from newest_outcomes
      where present = 1 and connector_id <> 'cross-check' and coalesce(decided, '') <> 'unsettled'
        and (accepted_results > 0 or refused_results > 0 or standing <> status)) as judged
    group by organization_id, bucket`.execute(db)
}
