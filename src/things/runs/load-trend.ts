import type { TrendDay } from '../../checks/findings/finding-store.ts'
import { addDays, formatDay } from '../../text/calendar-day.ts'
import { chooseNow, listJudgedOutcomes } from '../judgements/decisions/judged-outcomes.ts'
import type { RuntimeParts } from '../parts/runtime-parts.ts'

/** As old as the day of an outcome may be to count. */
const countedDays = 30

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
  const [trend, judged] = await Promise.all([
    store.findings.trend({ organizationId, days, nowMs }),
    // Whole days, as the trend counts them.
    listJudgedOutcomes(parts, { organizationId, fromMs: Date.parse(addDays(formatDay(nowMs), -countedDays)) }),
  ])
  const today = trend.at(-1)
  if (today === undefined) return trend
  const counts: { -readonly [Member in keyof TrendDay]: TrendDay[Member] } = { ...today }
  for (const group of judged) {
    if (!group.isFresh) continue
    const { effectiveStatus } = group
    const moved = Math.min(group.outcomes, counts[effectiveStatus])
    counts[effectiveStatus] -= moved
    counts[chooseNow(group)] += moved
  }
  return [...trend.slice(0, -1), counts]
}
