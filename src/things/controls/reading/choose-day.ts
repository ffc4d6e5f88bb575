import type { TimeSpan } from '../../../checks/runs/run-store.ts'
import { findKnownTime, type PeriodLimit } from '../../../service/rights/period.ts'
import { endOfDay, formatDay } from '../../../text/calendar-day.ts'

/** The day at whose end something is looked at, in what a person may know. */
export interface ChosenDay {
  /** undefined: as it stands now. */
  readonly within: TimeSpan | undefined
  /** undefined: the person has chosen none, or one that they may not know of. */
  readonly day: string | undefined
  /** The first and the last day that they may choose. */
  readonly min: string | undefined
  readonly max: string
}

/** @param asked a day such as `2026-12-31`; anything else counts as none */
export function chooseDay(limit: PeriodLimit, asked: string | null, nowMs: number): ChosenDay {
  const known = findKnownTime(limit, nowMs)
  const min = limit.periodFrom ?? undefined
  const max = formatDay(known?.toMs ?? nowMs)
  const atMs = asked !== null && /^\d{4}-\d{2}-\d{2}$/.test(asked) ? Date.parse(asked) : Number.NaN
  if (Number.isNaN(atMs) || asked === null || asked > max || asked < (min ?? asked))
    return { within: known, day: undefined, min, max }
  const toMs = Math.min(endOfDay(atMs), known?.toMs ?? nowMs)
  return { within: { fromMs: known?.fromMs ?? 0, toMs }, day: asked, min, max }
}
