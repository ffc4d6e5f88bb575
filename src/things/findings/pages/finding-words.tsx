import type { Finding } from '../../../checks/findings/finding-store.ts'
import { formatDay } from '../../../text/calendar-day.ts'
import { useTexts } from '../../all-texts/use-texts.ts'

/** A day in UTC, as people write it. */
export function Day({ at }: { readonly at: number }) {
  const texts = useTexts()
  return <time datetime={formatDay(at)}>{texts.format.day(new Date(at))}</time>
}

type Dated = Pick<Finding, 'state' | 'dueAtMs' | 'waived'>

/** Whether its day is over while it counts. */
function isOverdue({ state, dueAtMs, waived }: Dated, nowMs: number): boolean {
  return state !== 'resolved' && !waived && dueAtMs < nowMs
}

/** By when it has to be resolved, marked where that is over. */
export function Due({ finding, nowMs }: { readonly finding: Dated; readonly nowMs: number }) {
  const texts = useTexts()
  if (finding.state === 'resolved') return <span>–</span>
  if (!isOverdue(finding, nowMs)) return <Day at={finding.dueAtMs} />
  return (
    <span class="overdue">
      <Day at={finding.dueAtMs} /> <b>{texts.findings.line.overdue}</b>
    </span>
  )
}

/** The state as a mark and a word. */
export function FindingState({ finding: { state, waived } }: { readonly finding: Pick<Finding, 'state' | 'waived'> }) {
  const texts = useTexts()
  if (state === 'resolved') return <span class="badge pass">{texts.states.resolved}</span>
  if (waived) return <span class="badge plain">{texts.labels.acceptedRisk}</span>
  return (
    <span class="badge fail">{state === 'regressed' ? texts.findings.states.failingAgain : texts.states.open}</span>
  )
}
