import type { CheckEvidence } from '../../../checks/controls/check-evidence.ts'
import { collectNewestEvidence } from '../../../checks/controls/collect-evidence.ts'
import {
  type ControlsReport,
  type ControlTask,
  evaluateControls,
  type FrameworkOutcome,
  judgeControls,
  type ReceivedSupport,
  staleAfterMsDefault,
} from '../../../checks/controls/evaluate-controls.ts'
import { findMissingChecks, listDeclaredMappings } from '../../../checks/controls/expected-run.ts'
import type { Framework } from '../../../checks/controls/frameworks/framework.ts'
import type { FrameworkScope } from '../../../checks/controls/scope.ts'
import { indexStatements } from '../../../checks/controls/statement-index.ts'
import { toControlTask } from '../../../checks/obligations/control-task.ts'
import type { TimeSpan } from '../../../checks/runs/run-store.ts'
import { groupReviews } from '../../access-reviews/review-groups.ts'
import { listNewestRuns } from '../../findings/newest-runs.ts'
import { loadFrameworkOf } from '../../own-frameworks/reading/load-own-frameworks.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { Expectations } from '../expectations.ts'
import { loadScope } from './load-scope.ts'

/** Judges frameworks with the newest runs of every connection of an organization. */
export async function judgeConnections(
  runtime: Runtime,
  organizationId: string,
  options: {
    /** Ids of those that we ship and of the organization's own, or frameworks. */
    readonly frameworks: readonly (string | Framework)[]
    readonly staleAfterMs?: number | undefined
    /** As they stood at the end of this time, by its runs alone. @default as they stand now */
    readonly within?: TimeSpan | undefined
    /** Whether the reader may know connections by their names. @default false */
    readonly isNamed?: boolean | undefined
  },
): Promise<ControlsReport> {
  const { staleAfterMs = staleAfterMsDefault, within } = options
  const now = new Date(within?.toMs ?? runtime.workspace.clock.nowMs())
  const loaded = options.frameworks.map((one) =>
    typeof one === 'string' ? loadFrameworkOf(runtime, { organizationId, id: one, within }) : one,
  )
  const named = (await Promise.all(loaded)).filter((one) => one !== undefined)
  const [expectations, tasks, reviews, scope, received] = await Promise.all([
    runtime.expectations.load({ organizationId }),
    runtime.tasks.judge({ organizationId, within, hasControls: true }),
    runtime.accessReviews.listEvidence({ organizationId, atMs: now.getTime() }),
    loadScope(runtime, organizationId, within),
    // Lists of then are not known any more, so nobody can say what a file of then was to cover.
    within ? [] : runtime.imports.support({ organizationId, now, staleAfterMs }),
  ])
  const frameworks = within ? await Promise.all(named.map((one) => expectations.frameworkAt(one, within.toMs))) : named
  const asked = {
    organizationId,
    frameworks,
    now,
    staleAfterMs,
    expectations,
    tasks: tasks.map(toControlTask),
    reviews,
    scope,
    isNamed: options.isNamed,
  }
  const report = within
    ? await judgePast(runtime, { ...asked, within })
    : await judgePresent(runtime, { ...asked, received })
  return {
    ...report,
    frameworks: report.frameworks.map((outcome) => addMappingChanges(outcome, frameworks, { expectations, within })),
  }
}

function addMappingChanges(
  outcome: FrameworkOutcome,
  frameworks: readonly Framework[],
  { expectations, within }: Pick<ConnectionsToJudge, 'expectations'> & { readonly within: TimeSpan | undefined },
): FrameworkOutcome {
  const framework = frameworks.find(({ id }) => id === outcome.id)
  const changes = framework ? expectations.listMappingChanges(framework, within?.toMs ?? Number.POSITIVE_INFINITY) : []
  if (!outcome.mapping || changes.length === 0) return outcome
  return { ...outcome, mapping: { ...outcome.mapping, changedAt: changes.map((ms) => new Date(ms).toISOString()) } }
}

interface ConnectionsToJudge {
  readonly organizationId: string
  readonly frameworks: readonly Framework[]
  readonly now: Date
  readonly staleAfterMs: number
  readonly expectations: Expectations
  readonly tasks: readonly ControlTask[]
  readonly reviews: readonly CheckEvidence[]
  readonly scope: FrameworkScope
  readonly isNamed: boolean | undefined
}

/** By what the newest outcomes say, so that the time grows little with the connections. */
async function judgePresent(
  runtime: Runtime,
  {
    organizationId,
    frameworks,
    now,
    staleAfterMs,
    expectations,
    tasks,
    reviews,
    scope,
    received,
    isNamed = false,
  }: ConnectionsToJudge & { readonly received: readonly ReceivedSupport[] },
): Promise<ControlsReport> {
  const used = await runtime.connections.listConnectors({ organizationId })
  const connectors = runtime.connectors.filter(({ id }) => used.has(id)).map((connector) => ({ connector }))
  const crossChecks = [expectations.ofOrganization(now.getTime())]
  const mappings = [
    ...frameworks.flatMap(({ mappings: own = [] }) => own),
    ...listDeclaredMappings(connectors),
    ...indexStatements(frameworks, connectors).mappings,
  ]
  const [ofConnections, ofOrganization] = await Promise.all([
    runtime.findings.controlsEvidence({ organizationId, now, staleAfterMs, mappings }),
    collectOfOrganization(runtime, { organizationId, now, staleAfterMs }),
  ])
  const titles = new Map(
    connectors.flatMap(({ connector }) => connector.checks.map(({ id, title }) => [`${connector.id}/${id}`, title])),
  )
  const named = new Set(
    [...ofConnections.evidence, ...ofConnections.missing, ...reviews, ...received].flatMap(
      (each) => each.connectionId ?? [],
    ),
  )
  const present = await loadPresent(runtime, organizationId, [...named])
  // Of a connection that is disconnected, nothing is expected any more.
  const reviewed = groupReviews(
    reviews.filter(({ connectionId = '' }) => present.has(connectionId)),
    { now, staleAfterMs },
  )
  const expectedOfAll = [
    ...listDeclaredMappings(crossChecks),
    ...indexStatements(frameworks, crossChecks).mappings,
    ...mappings,
  ]
  return judgeControls(frameworks, [...ofConnections.evidence, ...ofOrganization], {
    now,
    staleAfterMs,
    tasks,
    scope,
    received,
    expected: [...connectors, ...crossChecks],
    reviews: reviewed.reviews,
    connectionNames: new Map(
      isNamed ? [...present].flatMap(([id, name]) => (name === undefined ? [] : [[id, name]])) : [],
    ),
    many: {
      groups: [...ofConnections.groups, ...reviewed.groups],
      missing: [
        ...ofConnections.missing.map((each) => ({
          ...each,
          title: titles.get(`${each.connector}/${each.id}`) ?? each.title,
        })),
        ...findMissingChecks(ofOrganization, crossChecks, expectedOfAll),
      ],
    },
  })
}

/** What the newest runs of cross-checks say. */
async function collectOfOrganization(
  runtime: Runtime,
  { organizationId, now, staleAfterMs }: Pick<ConnectionsToJudge, 'organizationId' | 'now' | 'staleAfterMs'>,
): Promise<readonly CheckEvidence[]> {
  const oldestMs = now.getTime() - staleAfterMs
  return collectNewestEvidence(
    listNewestRuns(runtime, { organizationId, connectionId: organizationId, oldestMs }),
    now,
    await runtime.waivers.inForceForCrossChecks({ organizationId }),
  )
}

/** By the runs of a time alone. */
async function judgePast(
  runtime: Runtime,
  {
    organizationId,
    frameworks,
    now,
    staleAfterMs,
    expectations,
    tasks,
    reviews,
    scope,
    within,
    isNamed = false,
  }: ConnectionsToJudge & { readonly within: TimeSpan },
): Promise<ControlsReport> {
  const all = await runtime.connections.list({ organizationId })
  const ofConnections = all.flatMap((connection) => expectations.ofConnection(connection, within.toMs) ?? [])
  const expected = [...ofConnections, expectations.ofOrganization(within.toMs)]
  const runs = async function* () {
    for (const { connectionId } of expected)
      if (connectionId !== undefined)
        yield* listNewestRuns(runtime, { organizationId, connectionId, within, oldestMs: now.getTime() - staleAfterMs })
  }
  const isExpected = new Set(expected.map(({ connectionId }) => connectionId))
  const decisions = await runtime.waivers.inForce({ organizationId, atMs: within.toMs })
  const named = isNamed ? all.filter(({ id }) => isExpected.has(id)) : []
  const connectionNames = new Map(named.flatMap(({ id, name }) => (name === undefined ? [] : [[id, name]])))
  return evaluateControls(frameworks, runs(), {
    now,
    staleAfterMs,
    expected,
    decisions,
    connectionNames,
    tasks,
    scope,
    // Of a connection that is disconnected, nothing is expected any more.
    reviews: reviews.filter(({ connectionId = '' }) => isExpected.has(connectionId)),
  })
}

/** Names of those that are not disconnected, by id. */
async function loadPresent(
  { connections }: Runtime,
  organizationId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | undefined>> {
  const present = new Map<string, string | undefined>()
  for (let from = 0; from < ids.length; from += idsAtOnce) {
    const some = ids.slice(from, from + idsAtOnce)
    const found = await connections.search({ organizationId, state: presentStates, ids: some, limit: some.length })
    for (const { connection } of found) present.set(connection.id, connection.name)
  }
  return present
}

/** Databases take some ten thousand parameters. */
const idsAtOnce = 1_000
const presentStates = ['pending', 'active', 'needs_reauth', 'error', 'paused'] as const
