import { CheckError } from '../../errors/index.ts'
import { SeenFindings } from '../results/seen-findings.ts'
import type { RecordedRun, RunHead } from '../runs/recorded-run.ts'
import type { Change, EarlierFinding, RunComparison } from './comparison.ts'
import { chooseFindingStatus } from './finding-status.ts'

/**
 * Compares a run with an earlier one. It reads the later one once and the earlier one twice, and keeps a few bytes for
 * each result that did not fail.
 *
 * If a run reported a resource more than once, the worst status counts. A failing result that now is `manual` is not
 * resolved, because nobody has reviewed it yet.
 * @throws CheckError `BASELINE_UNFIT` if their findings have nothing in common
 */
export async function compareRuns(current: RecordedRun, baseline: RecordedRun): Promise<RunComparison> {
  const obstacle = findComparisonObstacle(current.head, baseline.head)
  if (obstacle !== undefined) throw new CheckError(obstacle, { code: 'BASELINE_UNFIT' })
  const [now, before] = [await collectSeenFindings(current), await collectSeenFindings(baseline)]
  const resolved: EarlierFinding[] = []
  const unseen: EarlierFinding[] = []
  const listed = new SeenFindings()
  const sawEverything = new Set(current.head.checks.filter(({ complete }) => complete).map(({ id }) => id))
  for (const { id: checkId } of baseline.head.checks) {
    for await (const result of baseline.results(checkId)) {
      const status = now.find(result.findingId)
      if (result.status !== 'fail' || status === 'fail' || listed.note(result.findingId, 'fail')) continue
      const isResolved = status === undefined ? sawEverything.has(checkId) : status !== 'manual'
      ;(isResolved ? resolved : unseen).push({ checkId, result })
    }
  }
  return {
    baselineRunId: baseline.head.id,
    changeOf: (findingId) => compareStatuses(before.find(findingId), now.find(findingId)),
    resolved,
    unseen,
  }
}

/** Why two runs cannot be compared, in a sentence; undefined if they can. */
export function findComparisonObstacle(
  current: Pick<RunHead, 'connector' | 'connectionId'>,
  baseline: Pick<RunHead, 'id' | 'connector' | 'connectionId'>,
): string | undefined {
  const earlier = `The earlier run ${baseline.id}`
  if (current.connector.id !== baseline.connector.id)
    return `${earlier} is of the connector "${baseline.connector.id}", and this one of "${current.connector.id}". Name a run of the same connector.`
  if (current.connectionId === baseline.connectionId) return undefined
  return `${earlier} is of ${describeConnection(baseline)}, and this one of ${describeConnection(current)}. Findings belong to one connection, so these cannot be compared. Name a run of the same connection.`
}

type FindingStatus = ReturnType<SeenFindings['find']>

/** `resolved` only for resources that still exist, because nobody looks for the others. */
function compareStatuses(before: FindingStatus, now: FindingStatus): Change | undefined {
  if (now === 'fail') return before === 'fail' ? 'persisting' : before === 'pass' ? 'regressed' : 'new'
  return before === 'fail' && (now === 'pass' || now === 'not_applicable') ? 'resolved' : undefined
}

async function collectSeenFindings(run: RecordedRun): Promise<SeenFindings> {
  const seen = new SeenFindings()
  for (const check of run.head.checks) {
    for await (const { findingId, status } of run.results(check.id))
      seen.note(findingId, chooseFindingStatus(check, status))
  }
  return seen
}

function describeConnection({ connectionId }: Pick<RunHead, 'connectionId'>): string {
  return connectionId === undefined ? 'credentials of its own' : `the connection ${connectionId}`
}
