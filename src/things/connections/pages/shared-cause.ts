import type { NewestOutcome } from '../../../checks/findings/finding-store.ts'
import { type FailureCause, findFailureCause } from '../../../define/index.ts'

/** Why no check of a connection could tell. */
export interface SharedCause {
  readonly cause: FailureCause
  readonly runId: string
}

/** The cause that all checks of the newest run have in common; undefined where one could tell, or they differ. */
export function findSharedCause(outcomes: readonly NewestOutcome[]): SharedCause | undefined {
  const newest = outcomes.reduce<NewestOutcome | undefined>(
    (latest, outcome) => (latest === undefined || outcome.atMs > latest.atMs ? outcome : latest),
    undefined,
  )
  const ofRun = outcomes.filter(({ runId }) => runId === newest?.runId)
  const causes = new Set(ofRun.map(({ error }) => error && findFailureCause(error)))
  const [cause] = causes
  return newest && cause && causes.size === 1 ? { cause, runId: newest.runId } : undefined
}
