import type { TaskHead } from '../../checks/obligations/task.ts'
import { deriveStatementVerdict, type StatementVerdict } from '../../checks/obligations/task-state.ts'
import type { Uses } from '../parts/runtime-parts.ts'
import { loadStatementJudgements } from './statement-judgements.ts'
import type { TaskVerdict } from './store/task-store.ts'

/** An obligation, and what its statements say. */
export interface SettledTask {
  readonly task: TaskHead
  readonly verdict: StatementVerdict
}

const nothing: StatementVerdict = { derivedState: null, evidence: null, fromMs: 0, untilMs: Number.MAX_SAFE_INTEGER }

/**
 * Obligations, the oldest first. Where somebody has stated or decided something since somebody asked last, or a day is over that ends
 * something, it is found out by all statements what they say, and kept. Mostly nothing has changed.
 */
export async function settleTasks(
  { store }: Uses<'tasks' | 'judgements'>,
  {
    organizationId,
    nowMs,
    ...which
  }: {
    readonly organizationId: string
    /** Only some of these. @default all */
    readonly ids?: readonly string[] | undefined
    /** Only those that name controls. @default false */
    readonly hasControls?: boolean | undefined
    readonly nowMs: number
  },
): Promise<readonly SettledTask[]> {
  // What is stated or decided after this makes them unsettled again.
  const listed = await store.tasks.listVerdicts({ organizationId, ...which })
  const unsettled = listed.filter((each) => isUnsettled(each, nowMs)).map(({ task }) => task)
  const found = await judgeUnsettled({ store }, { organizationId, tasks: unsettled, nowMs })
  const changed = listed.flatMap(({ task: { id }, decisions }) => {
    const verdict = found.get(id)
    return verdict ? [{ id, decisions, verdict }] : []
  })
  if (changed.length > 0) await store.tasks.saveVerdicts({ organizationId, tasks: changed })
  return listed.map(({ task, verdict }) => ({ task, verdict: found.get(task.id) ?? verdict ?? nothing }))
}

/** The clock of another process may be ahead of this one. */
function isUnsettled({ task, verdict }: TaskVerdict, nowMs: number): boolean {
  const { statements, record } = task.satisfiedBy
  return (statements || record !== undefined) && (verdict === null || nowMs < verdict.fromMs || nowMs > verdict.untilMs)
}

async function judgeUnsettled(
  { store }: Uses<'tasks' | 'judgements'>,
  {
    organizationId,
    tasks,
    nowMs,
  }: { readonly organizationId: string; readonly tasks: readonly TaskHead[]; readonly nowMs: number },
): Promise<ReadonlyMap<string, StatementVerdict>> {
  if (tasks.length === 0) return new Map()
  const of = { organizationId, taskIds: tasks.map(({ id }) => id) }
  const [statements, judgements] = await Promise.all([
    store.tasks.listStated(of),
    loadStatementJudgements({ store }, of),
  ])
  const byTask = Map.groupBy(statements, ({ taskId }) => taskId)
  return new Map(
    tasks.map((task) => {
      const own = byTask.get(task.id) ?? []
      const stated = own.map((statement) => ({ statement, judgement: judgements.get(statement.id) }))
      return [task.id, deriveStatementVerdict(task, stated, nowMs)]
    }),
  )
}
