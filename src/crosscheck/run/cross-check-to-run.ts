import type { RecordedRun, RunHead } from '../../checks/runs/recorded-run.ts'
import { crossCheckConnectorId, version } from '../../define/index.ts'
import type { CrossCheckRunHead, DisposableCrossCheckRun } from './cross-check-run.ts'

/** The run of a cross-check as those read it who read every run. */
export function crossCheckToRun({ head, results }: Pick<DisposableCrossCheckRun, 'head' | 'results'>): RecordedRun {
  return { head: crossCheckToHead(head), results }
}

function crossCheckToHead(crossCheck: CrossCheckRunHead): RunHead {
  const { id, organizationId, startedAt, finishedAt, status, replayable, checks, summary, waivers } = crossCheck
  const { now, variables = {} } = crossCheck.inputs
  return {
    schema: 'checkwright.run/v1',
    id,
    organizationId,
    startedAt,
    finishedAt,
    status,
    replayable,
    checks,
    summary,
    crossCheck,
    connector: { id: crossCheckConnectorId, version },
    connectionId: organizationId,
    notReplayableBecause: crossCheck.notReplayableBecause,
    scoped: crossCheck.scoped || undefined,
    waivers,
    inputs: { now, variables, settings: {}, credentials: {}, stateBefore: {} } as RunHead['inputs'],
  }
}

/** The run of a cross-check as it is signed; undefined for the run of a connection. */
export function findCrossCheckHead({ crossCheck }: RunHead): CrossCheckRunHead | undefined {
  return crossCheck as CrossCheckRunHead | undefined
}

/** The head of a run as a store keeps it: no member twice. */
export function toStoredHead(head: RunHead): RunHead | CrossCheckRunHead {
  return findCrossCheckHead(head) ?? head
}

export function openStoredHead(head: RunHead | CrossCheckRunHead): RunHead {
  return head.kind === 'cross-check' ? crossCheckToHead(head) : head
}
