import type { AnyConnector, CheckOutcome } from '../../../define/index.ts'
import { newestRuns } from '../../../runtime/newest-runs.ts'
import type { Connection, Runtime } from '../../../runtime/runtime.ts'

/** What a check came to when it ran last. */
export interface NewestOutcome {
  readonly runId: string
  /** Start of the run, ISO 8601. */
  readonly at: string
  readonly check: CheckOutcome
}

/** The newest outcome of each check of a connection, by check id; a check that never ran is not in it. */
export async function newestOutcomes(
  runtime: Pick<Runtime, 'runs' | 'connectors'>,
  { organizationId, id: connectionId, connector: connectorId }: Connection,
): Promise<ReadonlyMap<string, NewestOutcome>> {
  const checks = connectorOf(runtime, connectorId)?.checks.map(({ id }) => id) ?? []
  const newest = new Map<string, NewestOutcome>()
  for await (const run of newestRuns(runtime, { organizationId, connectionId, checks })) {
    for (const check of run.checks)
      if (!newest.has(check.id)) newest.set(check.id, { runId: run.id, at: run.startedAt, check })
  }
  return newest
}

/** undefined: a connection of long ago, whose connector is not registered any more. */
export function connectorOf({ connectors }: Pick<Runtime, 'connectors'>, id: string): AnyConnector | undefined {
  return connectors.find((one) => one.id === id)
}
