import type { TrendDay } from '../../checks/findings/finding-store.ts'
import { chooseStanding } from '../../checks/judgements/judged-standing.ts'
import { tallyReviews } from '../judgements/judgements.ts'
import type { RuntimeParts } from '../runtime-parts.ts'

/** As old as an outcome may be to count. */
const countedMs = 30 * 86_400_000

/**
 * The checks of each day by status. Earlier days count results that need review by the judgements that the runs of the day
 * knew of; today counts them by those in force now, without a new run.
 */
export async function loadTrend(
  parts: RuntimeParts,
  organizationId: string,
  days: number,
): Promise<readonly TrendDay[]> {
  const { store, clock } = parts
  const nowMs = clock.nowMs()
  const trend = await store.findings.trend({ organizationId, days, nowMs })
  const today = trend.at(-1)
  if (today === undefined) return trend
  const reviews = await tallyReviews(parts, { organizationId })
  const byCheck = new Map(reviews.map((review) => [`${review.connectionId} ${review.checkId}`, review]))
  const judged: { -readonly [Member in keyof TrendDay]: TrendDay[Member] } = { ...today }
  // Of the others, nobody has decided anything, before they ran or since.
  const connectionIds = [...new Set(reviews.map(({ connectionId }) => connectionId))]
  const [decided, knew] = await Promise.all([
    store.findings.newestOutcomes({ organizationId, connectionIds, status: 'manual', limit: outcomesMax }),
    store.findings.newestOutcomes({ organizationId, isJudged: true, limit: outcomesMax }),
  ])
  const outcomes = new Map(
    [...decided, ...knew].map((outcome) => [`${outcome.connectionId} ${outcome.checkId}`, outcome]),
  )
  for (const outcome of outcomes.values()) {
    if (outcome.atMs < nowMs - countedMs) continue
    const now = chooseStanding(outcome.status, byCheck.get(`${outcome.connectionId} ${outcome.checkId}`))
    if (now === outcome.standing || judged[outcome.standing] === 0) continue
    judged[outcome.standing]--
    judged[now]++
  }
  return [...trend.slice(0, -1), judged]
}

/** More than there are judgements that hold. */
const outcomesMax = 100_000
