import { type ControlsReport, evaluateControls, staleAfterMsDefault } from '../../checks/controls/evaluate-controls.ts'
import type { ExpectedRun } from '../../checks/controls/expected-run.ts'
import { loadFramework } from '../../checks/controls/shipped-frameworks.ts'
import type { TimeSpan } from '../../checks/run-store.ts'
import { crossCheckConnectorId } from '../../define/index.ts'
import { wasConnectedAt } from '../findings/past-findings.ts'
import { listNewestRuns } from '../runs/newest-runs.ts'
import type { Runtime } from '../runtime.ts'
import { toControlTask } from '../tasks/control-task.ts'

/** Judges frameworks, by their ids, with the newest runs of every connection of an organization. */
export async function judgeConnections(
  runtime: Runtime,
  organizationId: string,
  options: {
    readonly frameworks: readonly string[]
    readonly staleAfterMs?: number | undefined
    /** As they stood at the end of this time, by its runs alone. @default as they stand now */
    readonly within?: TimeSpan | undefined
    /** Whether the reader may know connections by their names. @default false */
    readonly isNamed?: boolean | undefined
  },
): Promise<ControlsReport> {
  const { staleAfterMs = staleAfterMsDefault, within, isNamed = false } = options
  const now = new Date(within?.toMs ?? runtime.workspace.clock.nowMs())
  const frameworks = (await Promise.all(options.frameworks.map(loadFramework))).filter((one) => one !== undefined)
  const connections = (await runtime.connections.list({ organizationId })).filter((connection) =>
    within ? wasConnectedAt(connection, within.toMs) : connection.state !== 'disconnected',
  )
  const ofConnections = connections.map(({ id, connector }) => ({
    // The connector of an old connection may no longer be registered.
    connector: runtime.connectors.find((one) => one.id === connector) ?? { id: connector, checks: [] },
    connectionId: id,
  })) satisfies readonly ExpectedRun[]
  // Those that cannot run yet, such as without a directory, say nothing about controls.
  const crossChecks = (await runtime.crossChecks.list({ organizationId, within })).filter(
    ({ missing, newest }) => newest !== undefined || (missing.length === 0 && within === undefined),
  )
  const ofOrganization = {
    connector: { id: crossCheckConnectorId, checks: crossChecks.map(({ check }) => check) },
    connectionId: organizationId,
  } satisfies ExpectedRun
  const expected = [...ofConnections, ...(crossChecks.length > 0 ? [ofOrganization] : [])]
  const runs = async function* () {
    for (const { connectionId } of expected)
      yield* listNewestRuns(runtime, {
        ...{ organizationId, connectionId, within },
        oldestMs: now.getTime() - staleAfterMs,
      })
  }
  const reviews = await runtime.accessReviews.listEvidence({ organizationId, atMs: now.getTime() })
  const tasks = await runtime.tasks.list({ organizationId, within })
  const isExpected = new Set(expected.map(({ connectionId }) => connectionId))
  const standing = await runtime.waivers.inForce({ organizationId, atMs: within?.toMs })
  const named = isNamed ? connections : []
  const connectionNames = new Map(named.flatMap(({ id, name }) => (name === undefined ? [] : [[id, name]])))
  return evaluateControls(frameworks, runs(), {
    ...{ now, staleAfterMs, expected, standing, connectionNames, tasks: tasks.map(toControlTask) },
    // Of a connection that is disconnected, nothing is expected any more.
    reviews: reviews.filter(({ connectionId = '' }) => isExpected.has(connectionId)),
  })
}
