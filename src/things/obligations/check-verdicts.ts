import { type CheckEvidence, toEvidenceKey } from '../../checks/controls/check-evidence.ts'
import { collectNewestEvidence } from '../../checks/controls/collect-evidence.ts'
import type { ManyConnections } from '../../checks/controls/evaluate-controls.ts'
import { aheadMsMax } from '../../checks/controls/judge.ts'
import type { GroupedOutcome } from '../../checks/controls/outcome-groups.ts'
import type { NewestOutcome } from '../../checks/findings/finding-store.ts'
import type { TaskHead } from '../../checks/obligations/task.ts'
import { findFreshFrom } from '../../checks/obligations/task-evidence.ts'
import { crossCheckConnectorId } from '../../define/index.ts'
import { toConnection } from '../connections/connection-state.ts'
import { chooseOutcomes, describeRests, listMissing } from '../findings/controls-evidence.ts'
import {
  type DecisionIndex,
  loadDecisions,
  loadDecisionsOn,
  loadOrganizationDecisions,
} from '../judgements/decisions/decision-index.ts'
import { settleDecided } from '../judgements/decisions/settle-decided.ts'
import { loadConnectedTimes } from '../past/connected-times.ts'
import { listOutcomesWithin, outcomesMax } from '../past/past-findings.ts'
import type { EvidenceParts, EvidenceTime } from './evidence-parts.ts'

/** What the newest runs say of one check, on everything that is connected and has it. */
export interface CheckVerdict extends DeclaredCheck, ManyConnections {
  /** The oldest first. */
  readonly evidence: readonly CheckEvidence[]
}

/** By the cadence of an obligation, because that says what is too old. By `connector/check`, in the order of connectors. */
export type CheckVerdicts = (task: Pick<TaskHead, 'everyDays'>) => ReadonlyMap<string, CheckVerdict>

interface DeclaredCheck {
  /** `connector/check` */
  readonly name: string
  readonly connectorId: string
  readonly checkId: string
  readonly title: string
}

/** A run that ends meanwhile seldom takes something away that was counted. */
const triesMax = 3

/** What obligations are judged by that checks satisfy. */
export async function loadCheckVerdicts(
  parts: EvidenceParts,
  organizationId: string,
  tasks: readonly TaskHead[],
  time: EvidenceTime,
): Promise<CheckVerdicts> {
  const satisfied = tasks.filter(({ satisfiedBy }) => satisfiedBy.checks.length > 0)
  const declared = listDeclared(parts, new Set(satisfied.flatMap(({ satisfiedBy }) => satisfiedBy.checks)))
  if (declared.length === 0) return () => new Map()
  if (time.within === undefined)
    for (let tries = 0; tries < triesMax; tries++) {
      const verdicts = await chooseVerdicts(parts, organizationId, { declared, tasks: satisfied, atMs: time.atMs })
      if (verdicts) return verdicts
    }
  return readAllVerdicts(parts, organizationId, declared, time)
}

/** The present checks that obligations name. */
function listDeclared(
  { connectors, crossChecks }: EvidenceParts,
  named: ReadonlySet<string>,
): readonly DeclaredCheck[] {
  const sources = [...connectors.values(), { id: crossCheckConnectorId, checks: crossChecks.all }]
  return sources.flatMap(({ id: connectorId, checks }) =>
    checks.flatMap(({ id: checkId, title }) => {
      const name = `${connectorId}/${checkId}`
      return named.has(name) || named.has(`*/${checkId}`) ? [{ name, connectorId, checkId, title }] : []
    }),
  )
}

/**
 * By the newest outcomes that say all that there is to say, as controls are. undefined: what was counted was not there any more when it was
 * looked at.
 */
async function chooseVerdicts(
  parts: EvidenceParts,
  organizationId: string,
  {
    declared,
    tasks,
    atMs,
  }: { readonly declared: readonly DeclaredCheck[]; readonly tasks: readonly TaskHead[]; readonly atMs: number },
): Promise<CheckVerdicts | undefined> {
  const { store } = parts
  const { connectors } = await store.connections.tally(organizationId)
  const ofConnections = declared.filter(({ connectorId }) => (connectors.get(connectorId) ?? 0) > 0)
  const checks = new Set(ofConnections.map(({ name }) => name))
  if (checks.size > 0) await settleDecided(parts, organizationId)
  const [ofOrganization, ahead] = await Promise.all([
    readOrganization(parts, organizationId, declared, atMs),
    checks.size === 0 ? [] : store.findings.listAhead({ organizationId, afterMs: atMs + aheadMsMax }),
  ])
  const cadences = checks.size === 0 ? [] : [...new Set(tasks.map(({ everyDays }) => everyDays))]
  const choices = await Promise.all(
    cadences.map(async (everyDays) => {
      // Those that are dated in the future are looked at one by one.
      const time = { fromMs: findFreshFrom({ everyDays }, atMs), toMs: Number.MAX_SAFE_INTEGER }
      return [everyDays, await chooseOutcomes(parts, { organizationId, time, checks, apart: ahead })] as const
    }),
  )
  if (choices.some(([, { isWhole }]) => !isWhole)) return undefined
  const missing = await listMissing(parts, organizationId, { kinds: choices[0]?.[1].kinds ?? [], connectors, checks })
  const chosen = new Map<string, GroupedOutcome>(
    choices.flatMap(([, { chosen: all }]) => all.map((each) => [`${each.runId} ${each.checkId}`, each] as const)),
  )
  const decisions = await loadDecisionsOn(parts, organizationId, [...chosen.values()])
  const evidence = await collectNewestEvidence(store.runs.listRecorded([...chosen.values()]), new Date(atMs), decisions)
  const byCadence = new Map(
    choices.map(([everyDays, { chosen: all, rests }]) => {
      const wanted = new Set(
        all.map((each) =>
          toEvidenceKey({ connector: each.connectorId, connectionId: each.connectionId }, each.checkId),
        ),
      )
      const found = evidence.filter((each) => wanted.has(toEvidenceKey(each, each.check.id)))
      const groups = describeRests(rests, evidence)
      const verdicts = groupByCheck(ofConnections, { evidence: found, groups, missing })
      return [everyDays, new Map([...verdicts, ...ofOrganization])] as const
    }),
  )
  return ({ everyDays }) => byCadence.get(everyDays) ?? ofOrganization
}

interface FoundEvidence extends ManyConnections {
  readonly evidence: readonly CheckEvidence[]
}

function groupByCheck(
  declared: readonly DeclaredCheck[],
  { evidence, groups, missing }: FoundEvidence,
): ReadonlyMap<string, CheckVerdict> {
  const toName = ({ connector, check }: CheckEvidence) => `${connector}/${check.id}`
  const found = Map.groupBy(evidence.toSorted(compareAge), toName)
  const more = Map.groupBy(groups, (each) => toName(each.evidence))
  const absent = Map.groupBy(missing, ({ connector, id }) => `${connector}/${id}`)
  return new Map(
    declared.map((check) => {
      const { name } = check
      const verdicts = {
        evidence: found.get(name) ?? [],
        groups: more.get(name) ?? [],
        missing: absent.get(name) ?? [],
      }
      return [name, { ...check, ...verdicts }]
    }),
  )
}

/** The oldest first, as they are chosen. */
function compareAge(a: CheckEvidence, b: CheckEvidence): number {
  return a.atMs - b.atMs || ((a.connectionId ?? '') < (b.connectionId ?? '') ? -1 : 1)
}

/** What the newest runs of the organization's cross-checks say. */
async function readOrganization(
  parts: EvidenceParts,
  organizationId: string,
  declared: readonly DeclaredCheck[],
  atMs: number,
): Promise<ReadonlyMap<string, CheckVerdict>> {
  const own = declared.filter(({ connectorId }) => connectorId === crossCheckConnectorId)
  if (own.length === 0) return new Map()
  const outcomes = await parts.store.findings.newestOutcomes({ organizationId, connectionId: organizationId })
  const decisions = await loadOrganizationDecisions(parts, organizationId)
  return readVerdicts(parts, { declared: own, subjects: [toSubject(organizationId)], outcomes, decisions, atMs })
}

/** By every connection. */
async function readAllVerdicts(
  parts: EvidenceParts,
  organizationId: string,
  declared: readonly DeclaredCheck[],
  { atMs, within }: EvidenceTime,
): Promise<CheckVerdicts> {
  const { store } = parts
  // Connections of other connectors are not read, because there may be very many.
  const connectorIds = [...new Set(declared.map(({ connectorId }) => connectorId))]
  const rows = await store.connections.list({ organizationId, connectorIds })
  const { wasConnected } = await loadConnectedTimes(store, organizationId)
  const connected = rows.filter((row) =>
    within ? wasConnected(toConnection(row), atMs) : row.state !== 'disconnected',
  )
  const asked = { organizationId, limit: outcomesMax }
  const outcomes = within ? await listOutcomesWithin(parts, asked, within) : await store.findings.newestOutcomes(asked)
  const decisions = await loadDecisions(parts, organizationId, { atMs: within?.toMs })
  const subjects = [...connected, toSubject(organizationId)]
  const verdicts = await readVerdicts(parts, { declared, subjects, outcomes, decisions, atMs })
  return () => verdicts
}

interface CheckSubject {
  readonly id: string
  readonly connectorId: string
}

/** Of the organization as a whole. */
function toSubject(organizationId: string): CheckSubject {
  return { id: organizationId, connectorId: crossCheckConnectorId }
}

async function readVerdicts(
  { store }: EvidenceParts,
  {
    declared,
    subjects,
    outcomes,
    decisions,
    atMs,
  }: {
    readonly declared: readonly DeclaredCheck[]
    readonly subjects: readonly CheckSubject[]
    readonly outcomes: readonly NewestOutcome[]
    readonly decisions: DecisionIndex
    readonly atMs: number
  },
): Promise<ReadonlyMap<string, CheckVerdict>> {
  const ids = new Set(subjects.map(({ id }) => id))
  const names = new Set(declared.map(({ name }) => name))
  const chosen = outcomes.filter(
    ({ connectionId, connectorId, checkId }) => ids.has(connectionId) && names.has(`${connectorId}/${checkId}`),
  )
  const evidence = await collectNewestEvidence(store.runs.listRecorded(chosen), new Date(atMs), decisions)
  const found = new Set(evidence.map((each) => toEvidenceKey(each, each.check.id)))
  const byConnector = Map.groupBy(subjects, ({ connectorId }) => connectorId)
  const missing = declared.flatMap(({ connectorId: connector, checkId, title }) =>
    (byConnector.get(connector) ?? [])
      .filter(({ id: connectionId }) => !found.has(toEvidenceKey({ connector, connectionId }, checkId)))
      .map(({ id: connectionId }) => ({ connector, connectionId, id: checkId, title })),
  )
  const had = declared.filter(({ connectorId }) => byConnector.has(connectorId))
  return groupByCheck(had, { evidence, groups: [], missing })
}
