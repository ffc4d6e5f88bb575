import type { FindingChange, FindingEvent } from '../../checks/findings/finding-store.ts'
import type { FindingDetail } from '../../runtime/findings.ts'
import { Link } from '../frame/links.tsx'
import { Moment } from '../shared/moment.tsx'
import { Day, resolutionWords } from './finding-words.tsx'

interface HistoryProps {
  readonly finding: FindingDetail
  readonly names: ReadonlyMap<string | null, string>
  /** Somebody who may not see every run. */
  readonly isAuditor: boolean
}

/** Both kinds of changes in one line of time, the newest first. */
export function History({ finding: { history, changes }, names, isAuditor }: HistoryProps) {
  const lines = [
    ...history.map((event) => ({ atMs: event.atMs, text: <RunChange event={event} isLinked={!isAuditor} /> })),
    ...changes.map((change) => ({ atMs: change.atMs, text: <PersonChange change={change} names={names} /> })),
  ].toSorted((a, b) => b.atMs - a.atMs)
  return (
    <section class="sheet" aria-labelledby="history">
      <h2 id="history">History</h2>
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
    </section>
  )
}

const refusedWords = { open: 'Refused for the first time', regressed: 'Refused', resolved: 'Resolved' } as const
const changeWords = { open: 'Failed for the first time', regressed: 'Failed again', resolved: 'Resolved' } as const

function RunChange({
  event: { change, resolution, runId, judgementId },
  isLinked,
}: {
  readonly event: FindingEvent
  readonly isLinked: boolean
}) {
  const said = judgementId === null ? changeWords : refusedWords
  const words = `${said[change]}${resolution === null ? '' : `: ${resolutionWords[resolution]}`}`
  return isLinked ? <Link to={`/runs/${runId}`}>{words}</Link> : <span>{words}</span>
}

function PersonChange({
  change: { userId, member, earlier, later, reason },
  names,
}: {
  readonly change: FindingChange
  readonly names: ReadonlyMap<string | null, string>
}) {
  const who = names.get(userId) ?? 'Somebody'
  if (member === 'owner')
    return (
      <>
        {later === null
          ? `${who} took the owner away, who was ${names.get(earlier)}`
          : `${who} made ${names.get(later)} the owner`}
      </>
    )
  return (
    <>
      {who} set the due day to {later === null ? 'none' : <Day at={Date.parse(later)} />}
      {reason === null ? ', by the severity' : `: ${reason}`}
    </>
  )
}
