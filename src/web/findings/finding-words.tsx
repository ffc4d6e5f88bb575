import { formatDay } from '../../checks/findings/due.ts'
import type { Finding, Resolution } from '../../checks/findings/finding-store.ts'

/** A day in UTC, as people write it. */
const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

export function Day({ at }: { readonly at: number }) {
  return <time datetime={formatDay(at)}>{format.format(at)}</time>
}

type Dated = Pick<Finding, 'state' | 'dueAtMs' | 'waived'>

/** Whether its day is over while it counts. */
function isOverdue({ state, dueAtMs, waived }: Dated, nowMs: number): boolean {
  return state !== 'resolved' && !waived && dueAtMs < nowMs
}

/** By when it has to be resolved, marked where that is over. */
export function Due({ finding, nowMs }: { readonly finding: Dated; readonly nowMs: number }) {
  if (finding.state === 'resolved') return <span>–</span>
  if (!isOverdue(finding, nowMs)) return <Day at={finding.dueAtMs} />
  return (
    <span class="overdue">
      <Day at={finding.dueAtMs} /> <b>overdue</b>
    </span>
  )
}

export const resolutionWords: Readonly<Record<Resolution, string>> = {
  passed: 'it passes',
  not_applicable: 'the check no longer applies to it',
  gone: 'it is gone',
  retired: 'the connector no longer has the check',
  accepted: 'somebody accepted it',
  needs_review: 'it needs review again',
}

/** The state as a mark and a word. */
export function FindingState({ finding: { state, waived } }: { readonly finding: Pick<Finding, 'state' | 'waived'> }) {
  if (state === 'resolved') return <span class="badge pass">Resolved</span>
  if (waived) return <span class="badge plain">Accepted risk</span>
  return <span class="badge fail">{state === 'regressed' ? 'Failing again' : 'Open'}</span>
}
