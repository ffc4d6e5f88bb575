import { isDeepStrictEqual } from 'node:util'
import { type Expression, type ExpressionBuilder, type Kysely, type Selectable, sql } from 'kysely'
import type { Statement, StoredTask, TaskRef } from '../../../checks/obligations/task.ts'
import type { TaskState } from '../../../checks/obligations/task-state.ts'
import { taskSourceId } from '../../../define/index.ts'
import { StoreError } from '../../../errors/index.ts'
import { countRows } from '../../../service/store/sql/count-rows.ts'
import { insertWithin, type Room } from '../../../service/store/sql/insert-within.ts'
import { isPostgres } from '../../../service/store/sql/is-postgres.ts'
import { parseJsonText, toJsonText } from '../../../service/store/sql/json-text.ts'
import { ofOrganization } from '../../../service/store/sql/of-organization.ts'
import { sortNewest } from '../../../service/store/sql/older-than.ts'
import { isOneOf, type Placeholders, prepareStatement } from '../../../service/store/sql/prepare-statement.ts'
import { sendTogether } from '../../../service/store/sql/send-together.ts'
import type { SqlTraits } from '../../../service/store/sql/sql-traits.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { runInTransaction } from '../../../service/store/sql/transaction.ts'
import type { DecisionChange } from '../../judgements/store/decision-changed.ts'
import type { PersonRemoval } from '../../people/store/person-removed.ts'
import type { TaskStore } from './task-store.ts'
import { tellTasks } from './tell-tasks.ts'

/** What its statements say has to be found out. */
const unsettled = { verdict: null, state: null, dueDay: null, verdictFromMs: 0, verdictUntilMs: 0 } as const

const noControls = toJsonText([])

const judgedBy = ['id', 'taskId', 'doneDay', 'statedBy', 'madeAtMs', 'evidenceSha256'] as const

const findTask = prepareStatement(
  (db, params: Placeholders<{ readonly id: string; readonly organizationId: string }>) =>
    selectTasks(db, params('organizationId'), undefined).where('tasks.id', '=', params('id')),
)

export function createTaskStore(db: Kysely<Schema>, traits: SqlTraits): TaskStore {
  return {
    insert: (tasks) =>
      runInTransaction(db, async (tx) => {
        for (const task of tasks) await insertTask(tx, task)
      }),
    change: (task, before) =>
      runInTransaction(db, async (tx) => {
        if (!isDeepStrictEqual(await lockTask(tx, task), before)) return false
        await changeTask(tx, task)
        return true
      }),
    end: (ref, by) => endTask(db, ref, by),
    async find({ id, organizationId, atMs }) {
      const [row] =
        atMs === undefined
          ? await findTask(db, { id, organizationId })
          : await selectTasks(db, organizationId, atMs).where('tasks.id', '=', id).execute()
      return row && toStoredTask(row)
    },
    list: (of) => listTasks(db, of),
    async hasAny(organizationId) {
      const found = await ofOrganization(db, organizationId)
        .selectFrom('tasks')
        .select('id')
        .limit(1)
        .executeTakeFirst()
      return found !== undefined
    },
    async listVerdicts({ organizationId, ids, hasControls = false }) {
      const rows = await selectVersions(db, organizationId, undefined)
        .$if(ids !== undefined, (query) => query.where(isOneOf(db, 'tasks.id', ids ?? [])))
        .$if(hasControls, (query) => query.where('taskVersions.controls', '<>', noControls))
        .select(['tasks.id', 'tasks.createdAtMs', 'tasks.verdict', 'tasks.decisions'])
        .select(['title', 'controls', 'satisfiedBy', 'everyDays', 'firstDueDay', 'ownerId'])
        .execute()
      return rows.map(({ verdict, decisions, controls, satisfiedBy, ...head }) => ({
        task: { ...head, ...parseTerms({ controls, satisfiedBy }) },
        verdict: verdict && parseJsonText(verdict, 'tasks.verdict'),
        decisions,
      }))
    },
    async listWithState({ organizationId, nowMs }) {
      const rows = await selectVersions(db, organizationId, undefined)
        .select(['tasks.id', 'tasks.createdAtMs', 'taskVersions.ownerId', 'tasks.dueDay'])
        .select(
          sql<TaskState | null>`case when verdict_from_ms <= ${nowMs} and verdict_until_ms >= ${nowMs} then state end`.as(
            'state',
          ),
        )
        .execute()
      return rows.map((row) => ({ ...row, isStated: row.state !== null }))
    },
    saveVerdicts: (of) => saveVerdicts(db, of),
    async listPage({ organizationId, atMs, after, limit }) {
      const [{ total }, page] = await Promise.all([
        selectInForce(db, organizationId, atMs)
          .select(({ fn }) => fn.countAll<number | string | bigint>().as('total'))
          .executeTakeFirstOrThrow(),
        selectInForce(db, organizationId, atMs)
          .select('tasks.id')
          .$if(after !== undefined, (query) =>
            query.where(sql<boolean>`(tasks.created_at_ms, tasks.id) > (${after?.atMs ?? 0}, ${after?.id ?? ''})`),
          )
          .orderBy('tasks.createdAtMs')
          .orderBy('tasks.id')
          .limit(limit)
          .execute(),
      ])
      // Terms are long, so those of other pages are not read.
      const ids = page.map(({ id }) => id)
      return { tasks: await listTasks(db, { organizationId, ids, atMs }), total: Number(total) }
    },
    async listTemplates({ organizationId, atMs }) {
      const rows = await selectInForce(db, organizationId, atMs)
        .select('tasks.template')
        .distinct()
        .where('tasks.template', 'is not', null)
        .execute()
      return rows.flatMap(({ template }) => template ?? [])
    },
    insertStatement: async ({ files, ...statement }, max = Number.POSITIVE_INFINITY) => {
      const { organizationId, taskId } = statement
      const room: Room = {
        turn: `statements ${taskId}`,
        max,
        count: (tx) => countRows(tx, selectStatements(tx, { organizationId, taskId }).clearOrderBy(), max),
      }
      const isMade = await insertWithin(db, traits, room, async (tx) => {
        if (!(await lockTask(tx, { id: taskId, organizationId })))
          throw new StoreError('There is no such obligation.', { code: 'NOT_FOUND' })
        await tx
          .insertInto('taskStatements')
          .values({ ...statement, files: toJsonText(files) })
          .execute()
        await unsettleTask(tx, taskId)
        return true
      })
      return isMade === true
    },
    async findStatement({ id, organizationId, atMs }) {
      const row = await ofOrganization(db, organizationId)
        .selectFrom('taskStatements')
        .selectAll()
        .where('id', '=', id)
        .$if(atMs !== undefined, (query) => query.where('madeAtMs', '<=', atMs ?? 0))
        .executeTakeFirst()
      return row && toStatement(row)
    },
    async listStatements(of) {
      return (await selectStatements(db, of).selectAll().execute()).map(toStatement)
    },
    async listStated({ taskIds, ...of }) {
      if (taskIds?.length === 0) return []
      return selectStatements(db, of)
        .select(judgedBy)
        .$if(taskIds !== undefined, (query) => query.where(isOneOf(db, 'taskId', taskIds ?? [])))
        .execute()
    },
    listNewestStated: ({ organizationId, taskIds }) => {
      const inForce = selectInForce(db, organizationId, undefined).where(isOneOf(db, 'tasks.id', taskIds))
      // Without a lateral join, PostgreSQL reads all statements. SQLite has none, and needs none.
      const stated = isPostgres(db)
        ? inForce.innerJoinLateral(
            (eb) => selectNewestStated(eb).select(judgedBy).as('s'),
            (join) => join.onTrue(),
          )
        : inForce.innerJoin('taskStatements as s', (join) =>
            join.on('s.id', '=', (eb) => selectNewestStated(eb).select('newest.id')),
          )
      return stated.select(judgedBy.map((column) => `s.${column}` as const)).execute()
    },
    async takeTurn({ organizationId, beforeMs, nowMs }) {
      const { numUpdatedRows } = await ofOrganization(db, organizationId)
        .updateTable('tasks')
        .set({ lookedAtMs: nowMs })
        .where('endedAtMs', 'is', null)
        // A look of the future comes from a clock that was set back since. Twice the time, because clocks of machines differ.
        .where(({ or, eb }) => or([eb('lookedAtMs', '<=', beforeMs), eb('lookedAtMs', '>', 2 * nowMs - beforeMs)]))
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },
    tellOverdue: (seen) => runInTransaction(db, (tx) => tellTasks(tx, seen)),
  }
}

async function listTasks(
  db: Kysely<Schema>,
  { organizationId, ids, hasControls = false, isOwn = false, atMs }: Parameters<TaskStore['list']>[0],
): Promise<StoredTask[]> {
  const rows = await selectTasks(db, organizationId, atMs)
    .$if(ids !== undefined, (query) => query.where(isOneOf(db, 'tasks.id', ids ?? [])))
    .$if(hasControls, (query) => query.where('taskVersions.controls', '<>', noControls))
    .$if(isOwn, (query) => query.where('tasks.recordId', 'is', null))
    .execute()
  return rows.map(toStoredTask)
}

/** Of an obligation of the query around it. */
function selectNewestStated({ selectFrom }: ExpressionBuilder<Schema, 'tasks'>) {
  return selectFrom('taskStatements as newest')
    .whereRef('newest.organizationId', '=', 'tasks.organizationId')
    .whereRef('newest.taskId', '=', 'tasks.id')
    .orderBy('newest.madeAtMs', 'desc')
    .orderBy('newest.id', 'desc')
    .limit(1)
}

/** The newest first. */
function selectStatements(
  db: Kysely<Schema>,
  { organizationId, taskId, atMs }: Parameters<TaskStore['listStatements']>[0],
) {
  return ofOrganization(db, organizationId)
    .selectFrom('taskStatements')
    .$if(taskId !== undefined, (query) => query.where('taskId', '=', taskId ?? ''))
    .$if(atMs !== undefined, (query) => query.where('madeAtMs', '<=', atMs ?? 0))
    .$call(sortNewest('madeAtMs'))
}

function selectInForce(db: Kysely<Schema>, organizationId: string | Expression<string>, atMs: number | undefined) {
  return ofOrganization(db, organizationId)
    .selectFrom('tasks')
    .where(({ or, eb }) =>
      or([eb('tasks.endedAtMs', 'is', null), ...(atMs === undefined ? [] : [eb('tasks.endedAtMs', '>', atMs)])]),
    )
    .$if(atMs !== undefined, (query) => query.where('tasks.createdAtMs', '<=', atMs ?? 0))
}

/** Those in force, with the terms of a time; the oldest first. */
function selectTasks(db: Kysely<Schema>, organizationId: string | Expression<string>, atMs: number | undefined) {
  return selectVersions(db, organizationId, atMs)
    .select(['tasks.id', 'tasks.organizationId', 'tasks.template', 'tasks.createdAtMs'])
    .selectAll('taskVersions')
}

function selectVersions(db: Kysely<Schema>, organizationId: string | Expression<string>, atMs: number | undefined) {
  return selectInForce(db, organizationId, atMs)
    .innerJoin('taskVersions', 'taskVersions.taskId', 'tasks.id')
    .where('taskVersions.number', '=', ({ selectFrom }) =>
      selectFrom('taskVersions as newest')
        .select(({ fn }) => fn.max('newest.number').as('number'))
        .whereRef('newest.taskId', '=', 'tasks.id')
        .$if(atMs !== undefined, (query) => query.where('newest.changedAtMs', '<=', atMs ?? 0)),
    )
    .orderBy('tasks.createdAtMs')
    .orderBy('tasks.id')
}

/** Inserts an obligation with its first terms. */
export async function insertTask(tx: Kysely<Schema>, task: StoredTask): Promise<void> {
  const { id, organizationId, template, createdAtMs, satisfiedBy } = task
  await tx
    .insertInto('tasks')
    .values({
      id,
      organizationId,
      template,
      recordId: satisfiedBy.record?.id ?? null,
      createdAtMs,
      endedAtMs: null,
      endedBy: null,
      noticeDueMs: null,
      lookedAtMs: 0,
      decisions: 0,
      ...unsettled,
    })
    .execute()
  await insertVersion(tx, task, 1)
}

/** Gives an obligation that is locked new terms. */
export async function changeTask(tx: Kysely<Schema>, task: StoredTask): Promise<void> {
  await insertVersion(tx, task, (await findLastNumber(tx, task.id)) + 1)
}

/** @returns false if there is none that is in force */
export async function endTask(
  db: Kysely<Schema>,
  { id, organizationId }: TaskRef,
  { atMs, userId }: { readonly atMs: number; readonly userId: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await ofOrganization(db, organizationId)
    .updateTable('tasks')
    .set({ endedAtMs: atMs, endedBy: userId })
    .where('id', '=', id)
    .where('endedAtMs', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Locks one that is in force, so that its versions come one after the other. @returns as it is then */
export async function lockTask(tx: Kysely<Schema>, { id, organizationId }: TaskRef): Promise<StoredTask | undefined> {
  const { numUpdatedRows } = await ofOrganization(tx, organizationId)
    .updateTable('tasks')
    .set(({ ref }) => ({ lookedAtMs: ref('lookedAtMs') }))
    .where('id', '=', id)
    .where('endedAtMs', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return undefined
  const [row] = await findTask(tx, { id, organizationId })
  return row && toStoredTask(row)
}

async function findLastNumber(tx: Kysely<Schema>, taskId: string): Promise<number> {
  const row = await tx
    .selectFrom('taskVersions')
    .select(({ fn }) => fn.max('number').as('last'))
    .where('taskId', '=', taskId)
    .executeTakeFirstOrThrow()
  return Number(row.last)
}

async function insertVersion(tx: Kysely<Schema>, task: StoredTask, number: number): Promise<void> {
  const { title, description, controls, satisfiedBy, everyDays, firstDueDay, ownerId, changedAtMs, changedBy } = task
  await tx
    .insertInto('taskVersions')
    .values({
      taskId: task.id,
      number,
      title,
      description,
      everyDays,
      firstDueDay,
      ownerId,
      changedAtMs,
      changedBy,
      controls: toJsonText(controls),
      satisfiedBy: toJsonText(satisfiedBy),
    })
    .execute()
  await unsettleTask(tx, task.id)
}

/** Leaves what somebody owned who was removed to nobody. */
export async function disownTasks(tx: Kysely<Schema>, { organizationId, userId, atMs }: PersonRemoval): Promise<void> {
  const owned = await selectTasks(tx, organizationId, undefined).where('ownerId', '=', userId).execute()
  for (const { id } of owned) {
    const task = await lockTask(tx, { id, organizationId })
    if (task?.ownerId !== userId) continue
    await changeTask(tx, { ...task, ownerId: null, changedAtMs: atMs, changedBy: null })
  }
}

/** Somebody has judged a statement. The check of a statement is its obligation. */
export async function unsettleJudgedTask(tx: Kysely<Schema>, { connectorId, checkId }: DecisionChange): Promise<void> {
  if (connectorId === taskSourceId) await unsettleTask(tx, checkId)
}

/** Notes that there is something new to judge the statements of an obligation by. What is kept of them no longer counts. */
async function unsettleTask(tx: Kysely<Schema>, id: string): Promise<void> {
  await tx
    .updateTable('tasks')
    .set(({ eb }) => ({ ...unsettled, decisions: eb('decisions', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** SQLite takes at most 32,766 parameters. */
const savedAtOnce = 100

async function saveVerdicts(
  db: Kysely<Schema>,
  { organizationId, tasks }: Parameters<TaskStore['saveVerdicts']>[0],
): Promise<void> {
  for (let from = 0; from < tasks.length; from += savedAtOnce)
    await runInTransaction(db, async (tx) => {
      const page = tasks.slice(from, from + savedAtOnce)
      // Of one that somebody changes at this moment, there is something new. Whoever waits for nobody is waited for by nobody.
      const rows = await ofOrganization(tx, organizationId)
        .selectFrom('tasks')
        .select(['id', 'decisions'])
        .where(
          isOneOf(
            tx,
            'id',
            page.map(({ id }) => id),
          ),
        )
        .$if(isPostgres(tx), (query) => query.forUpdate().skipLocked())
        .execute()
      const known = new Map(rows.map(({ id, decisions }) => [id, decisions]))
      const present = page.filter(({ id, decisions }) => known.get(id) === decisions)
      await sendTogether(
        present.map(({ id, verdict }) =>
          tx
            .updateTable('tasks')
            .set({
              verdict: toJsonText(verdict),
              state: verdict.derivedState?.state ?? null,
              dueDay: verdict.derivedState?.dueDay ?? null,
              verdictFromMs: verdict.fromMs,
              verdictUntilMs: verdict.untilMs,
            })
            .where('id', '=', id)
            .execute(),
        ),
      )
    })
}

type TaskRow = Selectable<Schema['taskVersions']> &
  Pick<Selectable<Schema['tasks']>, 'id' | 'organizationId' | 'template' | 'createdAtMs'>

function toStoredTask({ taskId: _, number: _number, controls, satisfiedBy, ...row }: TaskRow): StoredTask {
  return { ...row, ...parseTerms({ controls, satisfiedBy }) }
}

function parseTerms({ controls, satisfiedBy }: Pick<TaskRow, 'controls' | 'satisfiedBy'>) {
  return {
    controls: parseJsonText(controls, 'task_versions.controls'),
    satisfiedBy: parseJsonText(satisfiedBy, 'task_versions.satisfied_by'),
  }
}

function toStatement({ files, ...row }: Selectable<Schema['taskStatements']>): Statement {
  return { ...row, files: parseJsonText(files, 'task_statements.files') }
}
