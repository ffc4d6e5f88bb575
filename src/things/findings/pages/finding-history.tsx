import type { FindingChange, FindingEvent } from '../../../checks/findings/finding-store.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { Link } from '../../pages/frame/links.tsx'
import { Moment } from '../../pages/shared/moment.tsx'
import { Sheet } from '../../pages/shared/sheet.tsx'
import type { FindingDetail } from '../findings.ts'
import { Day } from './finding-words.tsx'

interface HistoryProps {
  readonly finding: FindingDetail
  readonly names: ReadonlyMap<string | null, string>
  /** Somebody who may not see every run. */
  readonly isAuditor: boolean
}

/** Both kinds of changes in one line of time, the newest first. */
export function History({ finding: { history, changes }, names, isAuditor }: HistoryProps) {
  const texts = useTexts()
  const lines = [
    ...history.map((event) => ({ atMs: event.atMs, text: <RunChange event={event} isLinked={!isAuditor} /> })),
    ...changes.map((change) => ({ atMs: change.atMs, text: <PersonChange change={change} names={names} /> })),
  ].toSorted((a, b) => b.atMs - a.atMs)
  return (
    <Sheet id="history" title={texts.labels.history}>
      <ol class="history">
        {lines.map(({ atMs, text }) => (
          <li>
            <span class="what">{text}</span>
            <span class="small">
              <Moment at={atMs} />
            </span>
          </li>
        ))}
      </ol>
    </Sheet>
  )
}

function RunChange({
  event: { change, resolution, runId, judgementId },
  isLinked,
}: {
  readonly event: FindingEvent
  readonly isLinked: boolean
}) {
  const texts = useTexts()
  const changeTexts = judgementId === null ? texts.findings.history.changes : texts.findings.history.judgements
  const words = resolution === null ? changeTexts[change] : texts.findings.history.resolutions[resolution]
  return isLinked ? <Link to={`/runs/${runId}`}>{words}</Link> : <span>{words}</span>
}

function PersonChange({
  change: { userId, member, earlier, later, reason },
  names,
}: {
  readonly change: FindingChange
  readonly names: ReadonlyMap<string | null, string>
}) {
  const texts = useTexts()
  const who = names.get(userId) ?? texts.findings.history.somebody
  if (member === 'owner')
    return (
      <>
        {later === null
          ? texts.findings.history.ownerRemoved({ who, owner: names.get(earlier) })
          : texts.findings.history.ownerSet({ who, owner: names.get(later) })}
      </>
    )
  const day = later === null ? texts.shared.notSpecified : <Day at={Date.parse(later)} />
  return (
    <>
      {reason === null
        ? texts.findings.history.dueDateReset({ who, day })
        : texts.findings.history.dueDateSet({ who, day, reason })}
    </>
  )
}
