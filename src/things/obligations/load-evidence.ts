import type { CheckEvidence } from '../../checks/controls/check-evidence.ts'
import type { StoredTask, TaskHead } from '../../checks/obligations/task.ts'
import {
  isBestStatement,
  judgeForTask,
  judgeRecord,
  judgeStatement,
  type TaskEvidence,
} from '../../checks/obligations/task-evidence.ts'
import { listReviewEvidence } from '../access-reviews/review-evidence.ts'
import { type Connection, toConnection } from '../connections/connection-state.ts'
import { loadConnectedTimes } from '../past/connected-times.ts'
import { loadCheckVerdicts } from './check-verdicts.ts'
import type { EvidenceParts, EvidenceTime } from './evidence-parts.ts'
import { createMissing, judgeChecks } from './judge-checks.ts'
import { loadStatementJudgements } from './statement-judgements.ts'

/**
 * Everything that obligations of an organization are derived from, by obligation.
 * @param isOfMany whether somebody reads several, so that of statements the newest ones are enough where they tell what all tell.
 * @default whether several of them count statements
 */
export async function loadTaskEvidence(
  parts: EvidenceParts,
  organizationId: string,
  tasks: readonly StoredTask[],
  { isOfMany = isAnyOfMany(tasks), ...time }: EvidenceTime & { readonly isOfMany?: boolean | undefined },
): Promise<ReadonlyMap<string, readonly TaskEvidence[]>> {
  const statements = loadStatements(parts, organizationId, tasks, { ...time, isOfMany })
  return joinEvidence(parts, organizationId, tasks, { ...time, statements })
}

/** The same, with what is kept of their statements in place of these. */
export function loadSettledEvidence(
  parts: EvidenceParts,
  organizationId: string,
  settled: readonly { readonly task: TaskHead; readonly evidence: TaskEvidence | null }[],
  time: EvidenceTime,
): Promise<ReadonlyMap<string, readonly TaskEvidence[]>> {
  const tasks = settled.map(({ task }) => task)
  const statements = new Map(settled.map(({ task, evidence }) => [task.id, evidence ? [evidence] : []]))
  return joinEvidence(parts, organizationId, tasks, { ...time, statements })
}

type OfTasks = ReadonlyMap<string, readonly TaskEvidence[]>

async function joinEvidence(
  parts: EvidenceParts,
  organizationId: string,
  tasks: readonly TaskHead[],
  { statements: stated, ...time }: EvidenceTime & { readonly statements: OfTasks | Promise<OfTasks> },
): Promise<OfTasks> {
  const needsReviews = tasks.some(({ satisfiedBy }) => satisfiedBy.accessReviews)
  const [verdict, reviewed, reviews, statements] = await Promise.all([
    loadCheckVerdicts(parts, organizationId, tasks, time),
    needsReviews ? listReviewed(parts, organizationId, time) : [],
    needsReviews ? listReviewEvidence(parts, { organizationId, atMs: time.atMs }) : [],
    stated,
  ])
  // What is kept of a time names everything that it rests on.
  const how = { nowMs: time.atMs, isNamed: time.within !== undefined }
  return new Map(
    tasks.map((task) => [
      task.id,
      [
        ...judgeChecks(task, verdict(task), how),
        ...(task.satisfiedBy.accessReviews ? judgeReviews(task, reviewed, reviews, time.atMs) : []),
        ...(task.satisfiedBy.statements ? (statements.get(task.id) ?? []) : []),
        ...judgeRecord(task, time.atMs),
      ],
    ]),
  )
}

/** Whether several of these count statements. */
export function isAnyOfMany(tasks: readonly Pick<TaskHead, 'satisfiedBy'>[]): boolean {
  return tasks.filter(({ satisfiedBy }) => satisfiedBy.statements).length > 1
}

/** Connections that list accounts. Those of other connectors are not read, because there may be very many. */
async function listReviewed(
  { store, connectors }: EvidenceParts,
  organizationId: string,
  { atMs, within }: EvidenceTime,
): Promise<readonly Connection[]> {
  const connectorIds = [...connectors.values()]
    .filter(({ inventories }) => inventories.some((inventory) => inventory.of === 'account'))
    .map(({ id }) => id)
  const rows = await store.connections.list({ organizationId, connectorIds })
  const all = rows.map(toConnection)
  if (!within) return all.filter(({ state }) => state !== 'disconnected')
  const { wasConnected } = await loadConnectedTimes(store, organizationId)
  return all.filter((each) => wasConnected(each, atMs))
}

/** Reviews of every connection that lists accounts: who has access is not known otherwise. */
function judgeReviews(
  task: TaskHead,
  reviewed: readonly Connection[],
  reviews: readonly CheckEvidence[],
  nowMs: number,
): readonly TaskEvidence[] {
  const byConnection = Map.groupBy(reviews, ({ connectionId }) => connectionId)
  return reviewed.flatMap(({ id: connectionId, connector }): TaskEvidence[] => {
    const own = byConnection.get(connectionId) ?? []
    const judged = own.flatMap((review) => judgeForTask(task, review, nowMs) ?? [])
    // A review of some accounts alone, such as administrators, does not stand in for one of all.
    if (own.some(({ check }) => check.id === 'access-reviewed')) return judged
    const place = { kind: 'access_review', title: 'Access review', connector, connectionId } as const
    return [createMissing({ ...place, because: 'nobody has reviewed all accounts' }), ...judged]
  })
}

/**
 * What was stated, by obligation. Of several obligations the newest statement of each is looked at, and the others only where it does not tell what
 * they all tell.
 */
async function loadStatements(
  { store }: EvidenceParts,
  organizationId: string,
  tasks: readonly StoredTask[],
  { atMs, within, isOfMany }: EvidenceTime & { readonly isOfMany: boolean },
): Promise<ReadonlyMap<string, readonly TaskEvidence[]>> {
  const stated = tasks.filter(({ satisfiedBy }) => satisfiedBy.statements)
  if (stated.length === 0) return new Map()
  const evidenceOf = new Map<string, readonly TaskEvidence[]>()
  // Somebody reads all that there is of one obligation, or as it was known at a time.
  if (isOfMany && within === undefined) {
    const newest = await store.tasks.listNewestStated({ organizationId, taskIds: stated.map(({ id }) => id) })
    const ids = newest.map(({ id }) => id)
    const judgements = await loadStatementJudgements({ store }, { organizationId, statementIds: ids })
    const byTask = new Map(newest.map((statement) => [statement.taskId, statement]))
    for (const task of stated) {
      const statement = byTask.get(task.id)
      const evidence = statement && judgeStatement(task, statement, judgements.get(statement.id), atMs)
      if (!statement || !evidence) evidenceOf.set(task.id, [])
      else if (isBestStatement(task, statement, evidence)) evidenceOf.set(task.id, [evidence])
    }
  }
  const rest = stated.filter(({ id }) => !evidenceOf.has(id))
  if (rest.length === 0) return evidenceOf
  // Somebody who knows of a time alone does not see what was stated later.
  const known = { organizationId, atMs: within?.toMs, taskIds: rest.map(({ id }) => id) }
  const [statements, judgements] = await Promise.all([
    store.tasks.listStated(known),
    loadStatementJudgements({ store }, known),
  ])
  const byTask = Map.groupBy(statements, ({ taskId }) => taskId)
  for (const task of rest) {
    const own = byTask.get(task.id) ?? []
    evidenceOf.set(
      task.id,
      own.map((each) => judgeStatement(task, each, judgements.get(each.id), atMs)),
    )
  }
  return evidenceOf
}
