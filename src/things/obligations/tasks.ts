import { proposeFirstDay, spreadFirstDay } from '../../checks/obligations/first-day.ts'
import type { Statement, StoredTask, TaskHead, TaskPlace, TaskRef } from '../../checks/obligations/task.ts'
import { judgeStatement, type TaskEvidence } from '../../checks/obligations/task-evidence.ts'
import { type DerivedState, deriveTaskState, type TaskState } from '../../checks/obligations/task-state.ts'
import type { TaskTemplate } from '../../checks/obligations/template.ts'
import type { TimeSpan } from '../../checks/runs/run-store.ts'
import { StoreError } from '../../errors/index.ts'
import { createTimeId } from '../../text/create-time-id.ts'
import { loadNamedFramework } from '../own-frameworks/content/load-named-framework.ts'
import type { Declared } from '../parts/declared-service.ts'
import { requireFound, type Uses } from '../parts/runtime-parts.ts'
import { chooseTasks, type TaskChoice } from './choose-tasks.ts'
import type { EvidenceParts } from './evidence-parts.ts'
import { keepStatement, type StatementInput } from './keep-statement.ts'
import { isAnyOfMany, loadSettledEvidence, loadTaskEvidence } from './load-evidence.ts'
import { createInvalid, type PartialInput, parseTerms, type TaskInput, type TermParts } from './parse-terms.ts'
import { settleTasks } from './settle-tasks.ts'
import { loadStatementJudgements } from './statement-judgements.ts'
import type { TaskWithState } from './store/task-store.ts'

/** How an obligation stands. Nobody can set the state: it follows from the evidence. */
export interface JudgedTask extends TaskHead, DerivedState {}

/** An obligation, how it stands, and what that follows from. */
export interface Task extends StoredTask, DerivedState {
  readonly evidence: readonly TaskEvidence[]
}

/** A statement, and what became of it. */
export interface StatedTask extends Statement, Pick<TaskEvidence, 'state' | 'because' | 'judgementId'> {}

/** As it stood at the end of a time, by its runs alone. @default as it stands now */
export interface TaskPeriod {
  readonly within?: TimeSpan | undefined
}

export interface TaskPage extends TaskChoice, TaskPeriod, TaskPlace {
  readonly organizationId: string
  readonly state?: TaskState | undefined
}

/** Which obligations support controls. */
export interface TaskSupport {
  /** Only those that name controls. @default false */
  readonly hasControls?: boolean | undefined
}

export interface JudgedTasks extends TaskPeriod, TaskSupport {
  readonly organizationId: string
  /** Only some of these. @default all */
  readonly ids?: readonly string[] | undefined
}

/** Who changes an obligation. */
export interface ChangedBy {
  /** The person, if known. */
  readonly userId?: string | undefined
}

/** Obligations of an organization: what is owed again and again. */
export interface TaskService {
  /** @throws CheckwrightError `TASK_INVALID`; StoreError `NOT_FOUND` when there is no such organization */
  add(input: TaskInput & ChangedBy & { readonly organizationId: string }): Promise<Task>
  /**
   * Adds what auditors of a framework expect. Those that are there stay as they are.
   * @returns those that were added
   * @throws CheckwrightError `TASK_INVALID` for a template or a framework that there is not
   */
  addTemplates(
    input: ChangedBy & {
      readonly organizationId: string
      /** Id of a framework. Where there are no templates for it, they follow from its groups. @default the templates that are named */
      readonly framework?: string | undefined
      /** The person who takes care of them. @default nobody yet */
      readonly ownerId?: string | undefined
      /** Ids of templates. @default all of the framework */
      readonly templates?: readonly string[] | undefined
    },
  ): Promise<readonly Task[]>
  get(ref: TaskRef & TaskPeriod): Promise<Task | undefined>
  /** Whether the organization has an obligation, or had one. */
  hasAny(of: { readonly organizationId: string }): Promise<boolean>
  /** All of them, or those that name controls; the oldest first. Of statements, each has the newest one as evidence, and all where it alone does not tell the state. */
  list(of: { readonly organizationId: string } & TaskPeriod & TaskSupport): Promise<readonly Task[]>
  /** How they stand, without the evidence: what is kept of their statements tells it. */
  judge(of: JudgedTasks): Promise<readonly JudgedTask[]>
  /** The state of each, and what lists put it in order by. Of most it is kept. */
  listWithState(of: { readonly organizationId: string } & TaskPeriod): Promise<readonly TaskWithState[]>
  /** Some of these, a page at a time, and how many there are. Evidence is read for those on the page alone. */
  listPage(of: TaskPage): Promise<{ readonly tasks: readonly Task[]; readonly total: number }>
  /**
   * @param ref.seenAtMs `changedAtMs` of what the caller saw. If somebody has changed the obligation since, it stays. @default any
   * @param change what is left out stays
   * @throws CheckwrightError `TASK_INVALID`; StoreError `NOT_FOUND`, `STORE_CONFLICT` for one that is not as it was seen
   */
  change(
    ref: TaskRef & ChangedBy & { readonly seenAtMs?: number | undefined },
    change: PartialInput<TaskInput>,
  ): Promise<Task>
  /** From now on nobody owes it. @returns false if there is none */
  end(ref: TaskRef & ChangedBy): Promise<boolean>
  /** Says that it was done. It counts when somebody accepts it by a judgement. @throws as `add`, StoreError `NOT_FOUND` */
  state(input: StatementInput): Promise<StatedTask>
  /** The newest first. */
  statements(
    of: { readonly organizationId: string; readonly taskId: string } & TaskPeriod,
  ): Promise<readonly StatedTask[]>
  statement(ref: TaskRef): Promise<Statement | undefined>
  /** What auditors expect, of a framework or in general. None for a framework that there is not. */
  templates(of?: { readonly organizationId: string; readonly framework: string }): Promise<readonly TaskTemplate[]>
  /** Ids of the templates that obligations were made of. */
  addedTemplates(of: { readonly organizationId: string } & TaskPeriod): Promise<ReadonlySet<string>>
}

export type TaskParts = EvidenceParts & TermParts

/** Who asks for those in a state, or for controls, judges all. */
const tasksMax = 500

/** How often a change begins anew because somebody else was faster. */
const changeAttempts = 20

export function createTaskService(parts: TaskParts): Declared<TaskService> {
  const { store, clock } = parts
  const load = async (ref: TaskRef) => {
    const stored = requireFound(await store.tasks.find(ref), 'obligation of that id')
    const [task] = await deriveTasks(parts, ref.organizationId, [stored], undefined)
    return requireFound(task, 'obligation of that id')
  }
  return {
    add: {
      change: async ({ organizationId, userId = null, ...input }) => {
        const nowMs = clock.nowMs()
        const terms = await parseTerms(parts, organizationId, input, nowMs)
        await demandRoom(parts, organizationId, 1)
        const origin = { id: createTimeId(), organizationId, template: null, createdAtMs: nowMs }
        await store.tasks.insert([{ ...origin, ...terms, changedAtMs: nowMs, changedBy: userId }])
        return load(origin)
      },
      audit: { action: 'task.add', fields: ({ userId: _, ...input }) => input },
    },
    addTemplates: {
      change: async (input) => {
        const added = await addFromTemplates(parts, input)
        return deriveTasks(parts, input.organizationId, added, undefined)
      },
      audit: {
        action: 'task.add',
        fields: ({ framework, templates }) => ({ framework, templates }),
        target: (added) =>
          added
            .map(({ id }) => id)
            .join(' ')
            .slice(0, 200) || null,
      },
    },
    get: {
      read: async ({ within, ...ref }) => {
        const stored = await store.tasks.find({ ...ref, atMs: within?.toMs })
        const [task] = await deriveTasks(parts, ref.organizationId, stored ? [stored] : [], within)
        return task
      },
    },
    hasAny: { read: ({ organizationId }) => store.tasks.hasAny(organizationId) },
    list: {
      read: async ({ organizationId, within, hasControls }) => {
        const stored = await store.tasks.list({ organizationId, hasControls, atMs: within?.toMs })
        return deriveTasks(parts, organizationId, stored, within)
      },
    },
    judge: { read: (of) => judgeTasks(parts, of) },
    listWithState: { read: (of) => listWithState(parts, of) },
    listPage: { read: (page) => listPage(parts, page) },
    change: {
      change: async ({ userId = null, seenAtMs, ...ref }, change) => {
        const changes = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
        for (let attempt = 1; attempt <= changeAttempts; attempt++) {
          const before = requireFound(await store.tasks.find(ref), 'obligation of that id')
          if (seenAtMs !== undefined && before.changedAtMs !== seenAtMs)
            throw new StoreError('Somebody has changed the obligation since you saw it. Look at it again.', {
              code: 'STORE_CONFLICT',
            })
          demandOwn(before)
          const nowMs = clock.nowMs()
          const terms = await parseTerms(parts, ref.organizationId, { ...before, ...changes }, nowMs)
          const next = { ...before, ...terms, changedAtMs: nowMs, changedBy: userId }
          // Somebody else changed other terms meanwhile, and those must stay.
          if (await store.tasks.change(next, before)) return load(ref)
        }
        throw new StoreError('Others are changing the obligation at the same time. Try again.', {
          code: 'STORE_CONFLICT',
          retryable: true,
        })
      },
      audit: { action: 'task.change', fields: (_ref, change) => change },
    },
    end: {
      change: async ({ userId = null, ...ref }) => {
        const task = await store.tasks.find(ref)
        if (task) demandOwn(task)
        return store.tasks.end(ref, { atMs: clock.nowMs(), userId })
      },
      audit: { action: 'task.end', status: (done) => (done ? 200 : 404) },
    },
    state: {
      change: async (input) => {
        const statement = await keepStatement(parts, input)
        const task = requireFound(await store.tasks.find({ ...input, id: input.taskId }), 'obligation of that id')
        return { ...statement, ...judgeStatement(task, statement, undefined, clock.nowMs()) }
      },
      audit: {
        action: 'task.state',
        fields: ({ text, doneDay, files }) => ({ text, doneDay, files }),
        target: ({ taskId }) => taskId,
      },
    },
    statements: {
      read: async ({ organizationId, taskId, within }) => {
        const atMs = within?.toMs
        const task = await store.tasks.find({ id: taskId, organizationId, atMs })
        if (task === undefined) return []
        const [statements, judgements] = await Promise.all([
          store.tasks.listStatements({ organizationId, taskId, atMs }),
          loadStatementJudgements(parts, { organizationId, taskIds: [taskId], atMs }),
        ])
        const nowMs = atMs ?? clock.nowMs()
        return statements.map((each) => {
          const { state, because, judgementId } = judgeStatement(task, each, judgements.get(each.id), nowMs)
          return { ...each, state, because, judgementId }
        })
      },
    },
    statement: { read: (ref) => store.tasks.findStatement(ref) },
    addedTemplates: {
      read: async ({ organizationId, within }) => listAdded(parts, { organizationId, atMs: within?.toMs }),
    },
    templates: { read: (of) => listOffered(parts, of) },
  }
}

async function listPage(
  parts: EvidenceParts,
  { organizationId, within, state, after, limit, ...choice }: TaskPage,
): Promise<{ readonly tasks: readonly Task[]; readonly total: number }> {
  const { tasks: store } = parts.store
  const of = { organizationId, atMs: within?.toMs }
  const derivePage = async (chosen: readonly Placed[], isOfMany: boolean) => {
    const ids = takePage(chosen, { after, limit }).map(({ id }) => id)
    const page = await store.list({ ...of, ids })
    return { tasks: await deriveTasks(parts, organizationId, page, within, isOfMany), total: chosen.length }
  }
  const isChosen = Object.values(choice).some((term) => term !== undefined)
  if (state === undefined && !isChosen) {
    const { tasks, total } = await store.listPage({ ...of, after, limit })
    // A page shows as much of each as a list of all does.
    const isOfMany =
      isAnyOfMany(tasks) || isAnyOfMany(total > tasks.length ? await store.list({ ...of, isOwn: true }) : [])
    return { tasks: await deriveTasks(parts, organizationId, tasks, within, isOfMany), total }
  }
  const isByTerms = choice.control !== undefined || choice.framework !== undefined
  if (state !== undefined && !isByTerms) {
    const all = await listWithState(parts, { organizationId, within })
    const { ownerId } = choice
    const chosen = all.filter((task) => task.state === state && (ownerId === undefined || task.ownerId === ownerId))
    return derivePage(chosen, all.filter(({ isStated }) => isStated).length > 1)
  }
  const all = state === undefined ? await store.list(of) : await judgeTasks(parts, { organizationId, within })
  const chosen = chooseTasks<TaskHead & Partial<DerivedState>>(all, choice)
  return derivePage(
    chosen.filter((task) => state === undefined || task.state === state),
    isAnyOfMany(all),
  )
}

type Placed = Pick<StoredTask, 'id' | 'createdAtMs'>

function takePage<One extends Placed>(tasks: readonly One[], { after, limit }: TaskPlace): readonly One[] {
  const isBehind = ({ createdAtMs, id }: One) =>
    after === undefined || createdAtMs > after.atMs || (createdAtMs === after.atMs && id > after.id)
  return tasks.filter(isBehind).slice(0, limit)
}

/**
 * Obligations with their states, each from the evidence that there is.
 * @param isOfMany as `loadTaskEvidence` takes it
 */
async function deriveTasks(
  parts: EvidenceParts,
  organizationId: string,
  stored: readonly StoredTask[],
  within: TimeSpan | undefined,
  isOfMany?: boolean,
): Promise<readonly Task[]> {
  if (stored.length === 0) return []
  const atMs = within?.toMs ?? parts.clock.nowMs()
  const evidence = await loadTaskEvidence(parts, organizationId, stored, { atMs, within, isOfMany })
  return stored.map((task) => {
    const own = evidence.get(task.id) ?? []
    return { ...task, ...deriveTaskState(task, own, atMs), evidence: own }
  })
}

export async function judgeTasks(
  parts: EvidenceParts,
  { organizationId, ids, within, hasControls }: JudgedTasks,
): Promise<readonly JudgedTask[]> {
  // Of a time that is over, nothing is kept.
  if (within) {
    const stored = await parts.store.tasks.list({ organizationId, ids, hasControls, atMs: within.toMs })
    return deriveTasks(parts, organizationId, stored, within)
  }
  const atMs = parts.clock.nowMs()
  const settled = await settleTasks(parts, { organizationId, ids, hasControls, nowMs: atMs })
  const others = settled.flatMap(({ task, verdict }) =>
    verdict.derivedState === null ? [{ task, evidence: verdict.evidence }] : [],
  )
  const evidence = await loadSettledEvidence(parts, organizationId, others, { atMs })
  return settled.map(({ task, verdict: { derivedState } }) => ({
    ...task,
    ...(derivedState ?? deriveTaskState(task, evidence.get(task.id) ?? [], atMs)),
  }))
}

async function listWithState(
  parts: EvidenceParts,
  { organizationId, within }: { readonly organizationId: string } & TaskPeriod,
): Promise<readonly TaskWithState[]> {
  if (within) return (await judgeTasks(parts, { organizationId, within })).map(toTaskWithState)
  const listed = await parts.store.tasks.listWithState({ organizationId, nowMs: parts.clock.nowMs() })
  const ids = listed.flatMap(({ id, state }) => (state === null ? [id] : []))
  const judged = ids.length === 0 ? [] : await judgeTasks(parts, { organizationId, ids })
  const byId = new Map(judged.map((task) => [task.id, toTaskWithState(task)]))
  return listed.flatMap(({ state, dueDay, ...task }) =>
    state === null || dueDay === null ? (byId.get(task.id) ?? []) : { ...task, state, dueDay },
  )
}

function toTaskWithState({ id, createdAtMs, ownerId, state, dueDay, satisfiedBy }: JudgedTask): TaskWithState {
  return { id, createdAtMs, ownerId, state, dueDay, isStated: satisfiedBy.statements }
}

async function addFromTemplates(
  parts: TaskParts,
  { organizationId, userId, framework, templates: ids, ownerId }: Parameters<TaskService['addTemplates']>[0],
): Promise<readonly StoredTask[]> {
  const offered = await listOffered(parts, framework === undefined ? undefined : { organizationId, framework })
  if (offered.length === 0)
    throw createInvalid(`There is no framework "${(framework ?? '').slice(0, 100)}" that needs obligations.`)
  const unknown = ids?.find((id) => !offered.some((each) => each.id === id))
  if (unknown !== undefined) throw createInvalid(`There is no template "${unknown.slice(0, 100)}".`)
  if (framework === undefined && ids === undefined) throw createInvalid('Name a framework, or templates.')
  const { store, clock } = parts
  const nowMs = clock.nowMs()
  const there = await listAdded(parts, { organizationId })
  const chosen = offered.filter(({ id }) => !there.has(id) && (ids === undefined || ids.includes(id)))
  await demandRoom(parts, organizationId, chosen.length)
  const added = chosen.map(({ id, satisfiedBy = {}, ...template }, index): StoredTask => {
    const { checks = [], accessReviews = false, statements = true } = satisfiedBy
    return {
      id: createTimeId(),
      organizationId,
      template: id,
      createdAtMs: nowMs,
      changedAtMs: nowMs,
      changedBy: userId ?? null,
      ...template,
      satisfiedBy: { checks, accessReviews, statements },
      ownerId: ownerId ?? null,
      firstDueDay:
        framework === undefined || chosen.length === 1
          ? proposeFirstDay(template.everyDays, nowMs)
          : spreadFirstDay(index, chosen.length, template.everyDays, nowMs),
    }
  })
  await store.tasks.insert(added)
  return added
}

async function listOffered(
  parts: TaskParts,
  of: { readonly organizationId: string; readonly framework: string } | undefined,
): Promise<readonly TaskTemplate[]> {
  const { listTemplatesOf, taskTemplates } = await import('../../checks/obligations/templates/index.ts')
  if (of === undefined) return taskTemplates
  const framework = await loadNamedFramework(parts, of.organizationId, of.framework)
  return framework ? listTemplatesOf(framework) : []
}

async function listAdded(
  { store }: Uses<'tasks'>,
  of: Parameters<typeof store.tasks.listTemplates>[0],
): Promise<ReadonlySet<string>> {
  return new Set(await store.tasks.listTemplates(of))
}

/** @throws CheckwrightError `TASK_INVALID` for an obligation that follows from a record */
function demandOwn({ satisfiedBy: { record } }: StoredTask): void {
  if (record !== undefined)
    throw createInvalid(`This obligation follows from a ${record.thing.replaceAll('-', ' ')}. Change that one.`)
}

async function demandRoom({ store }: Uses<'tasks'>, organizationId: string, more: number): Promise<void> {
  if ((await store.tasks.list({ organizationId, isOwn: true })).length + more > tasksMax)
    throw createInvalid(`An organization has at most ${tasksMax} obligations. End those that you no longer need.`)
}
