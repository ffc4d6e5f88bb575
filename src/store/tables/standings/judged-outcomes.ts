import { type Kysely, sql } from 'kysely'
import type { JudgedOutcomes } from '../../../checks/judgements/judged-outcomes.ts'
import { crossCheckConnectorId } from '../../../define/index.ts'
import type { Schema } from '../../sql/tables.ts'

/** By the numbers that are kept of each outcome, which an index has. Cross-checks are of no connection. */
export async function tallyJudged(
  db: Kysely<Schema>,
  { organizationId, fromMs }: { readonly organizationId: string; readonly fromMs: number },
): Promise<readonly JudgedOutcomes[]> {
  const is = (condition: ReturnType<typeof sql<boolean>>) => sql<0 | 1>`case when ${condition} then 1 else 0 end`
  const rows = await db
    .selectFrom(
      db
        .selectFrom('newestOutcomes')
        .select(['status', 'standing', 'acceptedResults', 'refusedResults'])
        .select([
          is(sql<boolean>`at_ms >= ${fromMs}`).as('fresh'),
          is(sql<boolean>`accepted_results > 0`).as('someAccepted'),
          is(sql<boolean>`refused_results > 0`).as('someRefused'),
          is(sql<boolean>`manual_results > accepted_results + refused_results`).as('someOpen'),
        ])
        .where('organizationId', '=', organizationId)
        .where(({ or, eb }) => or([eb('decided', 'is', null), eb('decided', '<>', 'unsettled')]))
        .where('connectorId', '<>', crossCheckConnectorId)
        // Literally as in the partial index.
        .where('present', '=', sql.lit(1))
        .where(sql<boolean>`(accepted_results > 0 or refused_results > 0 or standing <> status)`)
        .as('each'),
    )
    .select(['status', 'standing', 'fresh', 'someOpen'])
    .select(({ fn }) => [
      fn.countAll<Sum>().as('outcomes'),
      fn.sum<Sum>('acceptedResults').as('accepted'),
      fn.sum<Sum>('refusedResults').as('refused'),
    ])
    // What an outcome counts as depends on whether there are some, so that alike ones can be added up.
    .groupBy(['status', 'standing', 'fresh', 'someAccepted', 'someRefused', 'someOpen'])
    .execute()
  return rows.map(({ status, standing, fresh, someOpen, outcomes, accepted, refused }) => ({
    ...{ status, standing: standing ?? status, isFresh: fresh === 1, isOpen: someOpen === 1 },
    ...{ outcomes: Number(outcomes), accepted: Number(accepted), refused: Number(refused) },
  }))
}

type Sum = number | string | bigint
