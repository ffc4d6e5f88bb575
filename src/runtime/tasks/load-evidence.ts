import { type CheckEvidence, collectNewestEvidence, toEvidenceKey } from '../../checks/controls/check-evidence.ts'
import type { TimeSpan } from '../../checks/run-store.ts'
import { type AnyConnector, crossCheckConnectorId, taskSourceId } from '../../define/index.ts'
import type { Statement, StoredTask } from '../../workspace/tasks/task.ts'
import {
  judgeForTask,
  judgeStatement,
  type StatementJudgement,
  type TaskEvidence,
} from '../../workspace/tasks/task-evidence.ts'
import { listReviewEvidence } from '../access-reviews/review-evidence.ts'
import { toConnection } from '../connections/connection-state.ts'
import { listOutcomesWithin, wasConnectedAt } from '../findings/past-findings.ts'
import { loadStandingDecisions } from '../judgements/standing-decisions.ts'
import type { Uses } from '../runtime-parts.ts'

export type EvidenceParts = Uses<
  'tasks' | 'judgements' | 'waivers' | 'accessReviews' | 'connections' | 'findings' | 'runs',
  'clock' | 'connectors' | 'crossChecks'
>

/** When, and for somebody who knows the runs of a time alone: of these. */
export interface EvidenceTime {
  readonly atMs: number
  readonly within?: TimeSpan | undefined
}

/** What checks run on: a connection, or the organization as a whole. */
interface Subject {
  readonly connectorId: string
  readonly connectionId: string
  readonly checks: readonly { readonly id: string; readonly title: string }[]
  readonly listsAccounts: boolean
}

const outcomesMax = 1_000_000
const judgementsMax = 1_000_000

/** Everything that obligations of an organization are derived from, by obligation. */
export async function loadTaskEvidence(
  parts: EvidenceParts,
  organizationId: string,
  tasks: readonly StoredTask[],
  time: EvidenceTime,
): Promise<ReadonlyMap<string, readonly TaskEvidence[]>> {
  const wanted = tasks.flatMap(({ satisfiedBy }) => satisfiedBy.checks)
  const needsReviews = tasks.some(({ satisfiedBy }) => satisfiedBy.accessReviews)
  const subjects = await listSubjects(parts, organizationId, { wanted, needsReviews, time })
  const [checks, reviews, statements] = await Promise.all([
    wanted.length === 0 ? [] : collectChecks(parts, organizationId, { subjects, wanted, time }),
    needsReviews ? listReviewEvidence(parts, { organizationId, atMs: time.atMs }) : [],
    loadStatements(parts, organizationId, tasks, time),
  ])
  const byKey = new Map(checks.map((each) => [toEvidenceKey(each, each.check.id), each]))
  return new Map(
    tasks.map((task) => [
      task.id,
      [
        ...judgeChecks(task, subjects, byKey, time.atMs),
        ...(task.satisfiedBy.accessReviews ? judgeReviews(task, subjects, reviews, time.atMs) : []),
        ...(task.satisfiedBy.statements ? (statements.get(task.id) ?? []) : []),
      ],
    ]),
  )
}

/** Of what somebody names. Connections of other connectors are not read, because there may be very many. */
async function listSubjects(
  { store, connectors, crossChecks }: EvidenceParts,
  organizationId: string,
  {
    wanted,
    needsReviews,
    time: { atMs, within },
  }: { readonly wanted: readonly string[]; readonly needsReviews: boolean; readonly time: EvidenceTime },
): Promise<readonly Subject[]> {
  const names = new Set(wanted.map((name) => name.split('/')[1]))
  const listsAccounts = ({ inventories }: AnyConnector) => inventories.some((inventory) => inventory.of === 'account')
  const connectorIds = [...connectors.values()]
    .filter((each) => each.checks.some(({ id }) => names.has(id)) || (needsReviews && listsAccounts(each)))
    .map(({ id }) => id)
  const rows = await store.connections.list({ organizationId, connectorIds })
  const connected = rows.filter((row) =>
    within ? wasConnectedAt(toConnection(row), atMs) : row.state !== 'disconnected',
  )
  return [
    ...connected.map(({ id: connectionId, connectorId }): Subject => {
      const connector = connectors.get(connectorId)
      return {
        ...{ connectionId, connectorId, checks: connector?.checks ?? [] },
        listsAccounts: connector !== undefined && listsAccounts(connector),
      }
    }),
    {
      ...{ connectionId: organizationId, connectorId: crossCheckConnectorId },
      ...{ checks: crossChecks.all, listsAccounts: false },
    },
  ]
}

/** The newest evidence of the checks that somebody names. Nothing else of the runs is read. */
async function collectChecks(
  parts: EvidenceParts,
  organizationId: string,
  {
    subjects,
    wanted,
    time: { atMs, within },
  }: { readonly subjects: readonly Subject[]; readonly wanted: readonly string[]; readonly time: EvidenceTime },
): Promise<readonly CheckEvidence[]> {
  const asked = { organizationId, limit: outcomesMax }
  const outcomes = within
    ? await listOutcomesWithin(parts, asked, within)
    : await parts.store.findings.newestOutcomes(asked)
  const names = new Set(wanted)
  const isConnected = new Set(subjects.map(({ connectionId }) => connectionId))
  const chosen = outcomes.filter(
    ({ connectionId, connectorId, checkId }) =>
      isConnected.has(connectionId) && (names.has(`${connectorId}/${checkId}`) || names.has(`*/${checkId}`)),
  )
  const standing = await loadStandingDecisions(parts, organizationId, { atMs: within?.toMs })
  return collectNewestEvidence(parts.store.runs.listKept(chosen), new Date(atMs), standing)
}

function judgeChecks(
  task: StoredTask,
  subjects: readonly Subject[],
  byKey: ReadonlyMap<string, CheckEvidence>,
  nowMs: number,
): readonly TaskEvidence[] {
  const { checks } = task.satisfiedBy
  if (checks.length === 0) return []
  const expected = new Map<string, TaskEvidence | undefined>()
  for (const name of checks) {
    const [source = '', id = ''] = name.split('/')
    const having = subjects.flatMap(({ connectorId, connectionId, checks: declared }) => {
      const check = declared.find((each) => each.id === id)
      return check && (source === '*' || source === connectorId) ? [{ connectorId, connectionId, check }] : []
    })
    if (having.length === 0 && source !== '*')
      expected.set(
        name,
        createMissing({ title: name, because: 'nothing that is connected has this check', checkId: id }),
      )
    for (const { connectorId: connector, connectionId, check } of having) {
      const key = toEvidenceKey({ connector, connectionId }, id)
      const evidence = byKey.get(key)
      const place = { connector, connectionId, checkId: id, title: check.title }
      expected.set(
        key,
        evidence ? judgeForTask(task, evidence, nowMs) : createMissing({ ...place, because: 'was not run' }),
      )
    }
  }
  const judged = [...expected.values()].filter((each) => each !== undefined)
  if (judged.length > 0) return judged
  const because = expected.size === 0 ? 'nothing that is connected has one of them' : 'had nothing to judge'
  return [createMissing({ title: 'Its checks', because })]
}

/** Reviews of every connection that lists accounts: who has access is not known otherwise. */
function judgeReviews(
  task: StoredTask,
  subjects: readonly Subject[],
  reviews: readonly CheckEvidence[],
  nowMs: number,
): readonly TaskEvidence[] {
  const reviewed = subjects.filter(({ listsAccounts }) => listsAccounts)
  return reviewed.flatMap(({ connectionId, connectorId: connector }): TaskEvidence[] => {
    const own = reviews.filter((review) => review.connectionId === connectionId)
    const judged = own.flatMap((review) => judgeForTask(task, review, nowMs) ?? [])
    // A review of some accounts alone, such as administrators, does not stand in for one of all.
    if (own.some(({ check }) => check.id === 'access-reviewed')) return judged
    const place = { kind: 'access_review', title: 'Access review', connector, connectionId } as const
    return [createMissing({ ...place, because: 'nobody has reviewed all accounts' }), ...judged]
  })
}

function createMissing(
  facts: Omit<TaskEvidence, 'state' | 'kind'> & Partial<Pick<TaskEvidence, 'kind'>>,
): TaskEvidence {
  return { kind: 'check', ...facts, state: 'missing' }
}

async function loadStatements(
  { store }: EvidenceParts,
  organizationId: string,
  tasks: readonly StoredTask[],
  { atMs, within }: EvidenceTime,
): Promise<ReadonlyMap<string, readonly TaskEvidence[]>> {
  const [task, another] = tasks.filter(({ satisfiedBy }) => satisfiedBy.statements)
  if (task === undefined) return new Map()
  // Somebody who knows of a time alone does not see what was stated later.
  const known = { organizationId, atMs: within?.toMs, taskId: another === undefined ? task.id : undefined }
  const [statements, judgements] = await Promise.all([
    store.tasks.listStatements(known),
    loadStatementJudgements({ store }, known),
  ])
  const byTask = Map.groupBy(statements, ({ taskId }) => taskId)
  return new Map(
    tasks.map((task) => [
      task.id,
      (byTask.get(task.id) ?? []).map((each) => judgeStatement(task, each, judgements.get(each.id), atMs)),
    ]),
  )
}

/**
 * The newest judgement of each statement, by the id of the statement.
 * @param of.taskId @default statements of all obligations
 */
export async function loadStatementJudgements(
  { store }: Uses<'judgements'>,
  {
    organizationId,
    taskId: checkId,
    atMs: madeByMs,
  }: {
    readonly organizationId: string
    readonly taskId?: string | undefined
    readonly atMs?: number | undefined
  },
): Promise<ReadonlyMap<Statement['id'], StatementJudgement>> {
  const newestFirst = await store.judgements.list({
    ...{ organizationId, connectorId: taskSourceId, checkId, madeByMs, limit: judgementsMax },
  })
  return new Map(newestFirst.toReversed().map((judgement) => [judgement.runId, judgement]))
}
