import { type Kysely, type Selectable, sql } from 'kysely'
import type { JudgedOutcomes } from '../../../checks/judgements/judged-outcomes.ts'
import { crossCheckConnectorId, type RunStatus, worstFirst } from '../../../define/index.ts'
import { ofOrganization } from '../../../service/store/sql/of-organization.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import {
  type CheckTally,
  noTally,
  openBuckets,
  readTallies,
  TallyChanges,
} from '../../../service/store/tables/tallies.ts'
import { weekMs } from './outcome-kinds.ts'

export const judgedColumns = [
  ...['status', 'effectiveStatus', 'decided', 'atMs'],
  ...['manualResults', 'acceptedResults', 'refusedResults'],
] as const satisfies readonly (keyof Schema['newestOutcomes'])[]

type JudgedOutcomeRow = Pick<Selectable<Schema['newestOutcomes']>, (typeof judgedColumns)[number]>

/**
 * Of the settled outcomes that people have judged, or whose runs knew of judgements, by the week in which the runs began: how many, and how
 * many of their results people accepted (`pass`) and refused (`fail`). Without those of disconnected connections and of cross-checks.
 */
const judgedBuckets = openBuckets('judged')

/** What outcomes of a connection change in the numbers. @param times -1: they are no more */
export function addJudged(
  changes: TallyChanges,
  connectorId: string,
  outcomes: readonly JudgedOutcomeRow[],
  times: 1 | -1 = 1,
): void {
  if (connectorId === crossCheckConnectorId) return
  for (const outcome of outcomes) {
    const {
      status,
      effectiveStatus,
      decided,
      atMs,
      manualResults,
      acceptedResults: accepted,
      refusedResults: refused,
    } = outcome
    if (decided === 'unsettled' || (accepted === 0 && refused === 0 && effectiveStatus === status)) continue
    // What an outcome counts as depends on whether there are some, so that alike ones can be added up.
    const some = [accepted > 0, refused > 0, manualResults > accepted + refused].map(Number).join('')
    const bucket = judgedBuckets.name([status, effectiveStatus, some, Math.floor(atMs / weekMs)].join(' '))
    changes.add(bucket, { ...noTally, connections: 1, pass: accepted, fail: refused }, times)
  }
}

/** By the numbers of whole weeks. Those of the week in which outcomes stop to be fresh are read one by one, from an index. */
export async function tallyJudged(
  db: Kysely<Schema>,
  { organizationId, fromMs }: { readonly organizationId: string; readonly fromMs: number },
): Promise<readonly JudgedOutcomes[]> {
  const firstWeek = Math.floor(fromMs / weekMs)
  const [tallies, old] = await Promise.all([
    readTallies(db, { organizationId, ...judgedBuckets.span }),
    listJudged(db, { organizationId, fromMs: firstWeek * weekMs, toMs: fromMs }),
  ])
  const changes = new TallyChanges()
  for (const { connectorId, ...outcome } of old) addJudged(changes, connectorId, [outcome])
  return [...tallies].flatMap(([bucket, all]) => {
    const [first = '', second = '', some = '', week] = judgedBuckets.read(bucket).split(' ')
    const [status, effectiveStatus] = [parseStatus(first), parseStatus(second)]
    if (status === undefined || effectiveStatus === undefined) return []
    const of = { status, effectiveStatus, isOpen: some.endsWith('1') }
    const stale = Number(week) < firstWeek ? all : changes.read(bucket)
    return [toJudged(all, stale, { ...of, isFresh: true }), toJudged(stale, noTally, { ...of, isFresh: false })].filter(
      ({ outcomes }) => outcomes > 0,
    )
  })
}

function toJudged(
  all: CheckTally,
  without: CheckTally,
  of: Pick<JudgedOutcomes, 'status' | 'effectiveStatus' | 'isOpen' | 'isFresh'>,
): JudgedOutcomes {
  return {
    ...of,
    outcomes: all.connections - without.connections,
    accepted: all.pass - without.pass,
    refused: all.fail - without.fail,
  }
}

function parseStatus(text: string): RunStatus | undefined {
  return worstFirst.find((status) => status === text)
}

async function listJudged(
  db: Kysely<Schema>,
  { organizationId, fromMs, toMs }: { readonly organizationId: string; readonly fromMs: number; readonly toMs: number },
) {
  if (fromMs >= toMs) return []
  return (
    ofOrganization(db, organizationId)
      .selectFrom('newestOutcomes')
      .select(['connectorId', ...judgedColumns])
      .where('atMs', '>=', fromMs)
      .where('atMs', '<', toMs)
      // Literally as in the partial index.
      .where('present', '=', sql.lit(1))
      .where(sql<boolean>`(accepted_results > 0 or refused_results > 0 or effective_status <> status)`)
      .execute()
  )
}
