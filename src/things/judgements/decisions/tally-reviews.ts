import type { JudgementCounts } from '../../../checks/judgements/effective-status.ts'
import type { TimeSpan } from '../../../checks/runs/run-store.ts'
import type { Uses } from '../../parts/runtime-parts.ts'
import { listManualResults } from './manual-results.ts'

/** What people have decided about the results of a check that need review. */
export interface ReviewTally extends JudgementCounts {
  readonly connectionId: string
  readonly checkId: string
}

const connectionsAtOnce = 200
/** More than an organization has checks that people have judged. */
export const judgedOutcomesMax = 100_000

/** The decisions that count, by check; checks of connections without any are left out. */
export async function tallyReviews(
  parts: Uses<'judgements' | 'findings' | 'results' | 'runs' | 'connections', 'clock' | 'connectors' | 'crossChecks'>,
  {
    organizationId,
    connectionIds,
    within,
  }: {
    readonly organizationId: string
    /** @default all */
    readonly connectionIds?: readonly string[] | undefined
    readonly within?: TimeSpan | undefined
  },
): Promise<readonly ReviewTally[]> {
  const { store } = parts
  const atMs = within?.toMs ?? parts.clock.nowMs()
  const inForce = await store.judgements.listInForce({ organizationId, connectionIds, ofResults: true, atMs })
  const byConnection = [...Map.groupBy(inForce, (judgement) => judgement.connectionId)]
  const { openJudgements } = await import('../../../checks/judgements/open-judgements.ts')
  const decisions = openJudgements(inForce, new Date(atMs))
  const tallies = new Map<string, { -readonly [Member in keyof ReviewTally]: ReviewTally[Member] }>()
  const find = (of: Pick<ReviewTally, 'connectionId' | 'checkId'>, open: number) => {
    const key = `${of.connectionId} ${of.checkId}`
    const { connectionId, checkId } = of
    const tally = tallies.get(key) ?? { connectionId, checkId, accepted: 0, refused: 0, open }
    tallies.set(key, tally)
    return tally
  }
  if (within) {
    for (const [id] of byConnection)
      for await (const { check, result } of listManualResults(parts, { organizationId, connectionId: id, within }))
        find({ connectionId: id, checkId: check.id }, 0)[decisions.judgementFor(result, check)?.decision ?? 'open']++
    return [...tallies.values()]
  }
  for (let from = 0; from < byConnection.length; from += connectionsAtOnce) {
    const some = byConnection.slice(from, from + connectionsAtOnce)
    const ids = some.map(([id]) => id)
    const outcomes = await store.findings.listReviewable({
      organizationId,
      connectionIds: ids,
      limit: judgedOutcomesMax,
    })
    const byRunAndCheck = new Map(
      outcomes.map((each) => [`${each.runId} ${each.checkId}`, find(each, each.manualResults)]),
    )
    const judged = await store.results.listManual({
      runIds: [...new Set(outcomes.map(({ runId }) => runId))],
      findingIds: some.flatMap(([, judgements]) => judgements.map(({ findingId }) => findingId)),
    })
    for (const { runId, check, result } of judged) {
      const tally = byRunAndCheck.get(`${runId} ${check.id}`)
      const decision = decisions.judgementFor(result, check)?.decision
      if (tally === undefined || decision === undefined) continue
      tally[decision]++
      tally.open--
    }
  }
  return [...tallies.values()]
}
