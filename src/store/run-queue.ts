import { CompiledQuery, type ExpressionBuilder, type Kysely, type Selectable } from 'kysely'
import type { Dispatch, NewRun, QueuedRun, RunQueue, SqlExecutor } from '../engine/queue.ts'
import { StoreError } from '../errors/index.ts'
import { fromJsonText, toJsonText } from './json-text.ts'
import type { Schema } from './schema.ts'
import { inTransaction } from './transaction.ts'

type Row = Omit<Selectable<Schema['runJobs']>, 'progress'>

const columns = [
  'runId',
  'organizationId',
  'connectionId',
  'connectorId',
  'queuedAtMs',
  'request',
  'state',
  'attempt',
  'losses',
  'owner',
  'isCancelled',
  'isDispatched',
] as const satisfies readonly (keyof Row)[]

export function runQueue(db: Kysely<Schema>): RunQueue {
  const claimOne = (runId: string, owner: string, nowMs: number) =>
    unlessTaken(() => inTransaction(db, (tx) => begin(tx, runId, owner, nowMs)))
  return {
    sql: executorOf(db),
    insert: (entry) => inserting(db, entry),
    async claim({ owner, ownOnly, connectorIds, limit, nowMs }) {
      if (limit <= 0 || connectorIds.length === 0) return []
      const candidates = await db
        .selectFrom('runJobs')
        .select('runId')
        .where('state', '=', 'queued')
        .where('connectorId', 'in', connectorIds)
        // Not `owner is null or owner = …`: SQLite would look each up by the index of owners, and then read and sort all
        // that wait to find the first.
        .where(({ fn, val }) => fn.coalesce('owner', val(owner)), '=', owner)
        .$if(ownOnly, (query) =>
          query.where(({ or, eb, exists, selectFrom }) =>
            or([
              eb('owner', 'is not', null),
              // What stands in the way of an own run has to be done first.
              exists(
                selectFrom('runJobs as own')
                  .select('own.runId')
                  .whereRef('own.connectionId', '=', 'runJobs.connectionId')
                  .where('own.owner', '=', owner),
              ),
            ]),
          ),
        )
        .where(isFirstOfItsConnection)
        .orderBy('queuedAtMs')
        .orderBy('runId')
        .limit(limit)
        .execute()
      const claimed: QueuedRun[] = []
      for (const { runId } of candidates) {
        const run = await claimOne(runId, owner, nowMs)
        if (run) claimed.push(run)
      }
      return claimed
    },
    claimOne,
    withdraw: (runId, owner) =>
      db.transaction().execute(async (tx) => {
        const row = await tx
          .updateTable('runJobs')
          .set(({ eb }) => ({ state: 'ending', isCancelled: 1, owner, attempt: eb('attempt', '+', 1) }))
          .where('runId', '=', runId)
          .where('state', '=', 'queued')
          .where(({ or, eb }) => or([eb('owner', 'is', null), eb('owner', '=', owner)]))
          .returning(columns)
          .executeTakeFirst()
        if (!row) return undefined
        await tx.updateTable('runs').set({ attempts: row.attempt }).where('id', '=', runId).execute()
        return shown(row)
      }),
    async find(runId) {
      const row = await db
        .selectFrom('runJobs')
        .select([...columns, 'progress'])
        .where('runId', '=', runId)
        .executeTakeFirst()
      return row && { ...shown(row), progress: fromJsonText(row.progress, 'run_jobs.progress') }
    },
    async ofConnection(connectionId) {
      const rows = await db
        .selectFrom('runJobs')
        .select(columns)
        .where('connectionId', '=', connectionId)
        .orderBy('queuedAtMs')
        .orderBy('runId')
        .execute()
      return rows.map(shown)
    },
    async requestCancel(runId) {
      const marked = await db
        .updateTable('runJobs')
        .set({ isCancelled: 1 })
        .where('runId', '=', runId)
        .executeTakeFirstOrThrow()
      return marked.numUpdatedRows > 0n
    },
    async cancelledOf(owner) {
      const rows = await db
        .selectFrom('runJobs')
        .select('runId')
        .where('owner', '=', owner)
        .where('isCancelled', '=', 1)
        .execute()
      return rows.map(({ runId }) => runId)
    },
    async saveProgress(runId, attempt, progress) {
      await db
        .updateTable('runJobs')
        .set({ progress: toJsonText(progress) })
        .where('runId', '=', runId)
        .where('attempt', '=', attempt)
        .execute()
    },
    handBack: (runId, attempt, because) =>
      inTransaction(db, async (tx) => {
        const row = await tx
          .updateTable('runJobs')
          .set(({ eb }) => ({ ...putBack, losses: eb('losses', '+', because === 'lost' ? 1 : 0) }))
          .where('runId', '=', runId)
          .where('attempt', '=', attempt)
          .where('state', '<>', 'queued')
          .returning('runId')
          .executeTakeFirst()
        if (row) await waitAgain(tx, [row.runId])
      }),
    release: (owner, because) =>
      inTransaction(db, async (tx) => {
        const running = await tx
          .updateTable('runJobs')
          .set(({ eb }) => ({ ...putBack, losses: eb('losses', '+', because === 'lost' ? 1 : 0) }))
          .where('owner', '=', owner)
          .where('state', '<>', 'queued')
          .returning('runId')
          .execute()
        await waitAgain(
          tx,
          running.map(({ runId }) => runId),
        )
        const waiting = await tx
          .updateTable('runJobs')
          .set({ owner: null, isDispatched: 0 })
          .where('owner', '=', owner)
          .executeTakeFirstOrThrow()
        return running.length + Number(waiting.numUpdatedRows)
      }),
    async releaseOrphans() {
      const orphans = await db
        .selectFrom('runJobs')
        .select('owner')
        .distinct()
        .where('owner', 'is not', null)
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('workers').select('workers.id').whereRef('workers.id', '=', 'runJobs.owner'))),
        )
        .execute()
      let released = 0
      for (const { owner } of orphans) if (owner !== null) released += await this.release(owner, 'lost')
      return released
    },
    async count() {
      const { jobs } = await db
        .selectFrom('runJobs')
        .select(({ fn }) => fn.countAll().as('jobs'))
        .executeTakeFirstOrThrow()
      return Number(jobs)
    },
    async dispatch(limit, write) {
      const candidates = await db
        .selectFrom('runJobs')
        .select('runId')
        .where('isDispatched', '=', 0)
        .where('state', '=', 'queued')
        .where('owner', 'is', null)
        .where(isFirstOfItsConnection)
        .orderBy('queuedAtMs')
        .orderBy('runId')
        .limit(limit)
        .execute()
      let sent = 0
      for (const { runId } of candidates) sent += await dispatchOne(db, runId, write)
      return sent
    },
    async dispatchNext(connectionId, write) {
      const next = await db
        .selectFrom('runJobs')
        .select('runId')
        .where('connectionId', '=', connectionId)
        .where('isDispatched', '=', 0)
        .where('state', '=', 'queued')
        .where('owner', 'is', null)
        .where(isFirstOfItsConnection)
        .executeTakeFirst()
      return next ? dispatchOne(db, next.runId, write) : 0
    },
    claimFrom: ({ owner, connectorIds, nowMs, next, settle }) =>
      inTransaction(db, async (tx) => {
        const ids = await next(executorOf(tx))
        if (ids.length === 0) return []
        const begun = await tx
          .updateTable('runJobs')
          .set(({ eb }) => ({ state: 'running', owner, attempt: eb('attempt', '+', 1), progress: toJsonText([]) }))
          .where('runId', 'in', ids)
          .where('state', '=', 'queued')
          .where('owner', 'is', null)
          .where('connectorId', 'in', connectorIds)
          .where(isFirstOfItsConnection)
          .returning(columns)
          .execute()
        if (begun.length > 0) {
          await tx
            .updateTable('runs')
            .set(({ eb }) => ({ status: 'running', beganAtMs: nowMs, attempts: eb('attempts', '+', 1) }))
            .where(
              'id',
              'in',
              begun.map(({ runId }) => runId),
            )
            .execute()
        }
        if (begun.length < ids.length) {
          const begunIds = new Set(begun.map(({ runId }) => runId))
          const left = await leftOver(
            tx,
            ids.filter((id) => !begunIds.has(id)),
            connectorIds,
          )
          await settle(left, executorOf(tx))
        }
        return begun.map(shown)
      }),
  }
}

/** For other stores that write a run with something of theirs, in their transaction. */
export async function insertRun(
  tx: Kysely<Schema>,
  { run, request, owner = null, begin: mayBegin = false, dispatch }: Entry,
): Promise<QueuedRun> {
  const ofConnection = tx.selectFrom('runJobs').select('runId').where('connectionId', '=', run.connectionId)
  const isFirst = (await ofConnection.limit(1).execute()).length === 0
  const begins = mayBegin && isFirst && owner !== null
  const state = begins ? 'running' : 'queued'
  const attempt = begins ? 1 : 0
  await tx
    .insertInto('runs')
    .values({
      ...run,
      status: state,
      beganAtMs: begins ? run.startedAtMs : null,
      finishedAtMs: null,
      attempts: attempt,
    })
    .execute()
  const row: Row = {
    runId: run.id,
    organizationId: run.organizationId,
    connectionId: run.connectionId,
    connectorId: run.connectorId,
    queuedAtMs: run.startedAtMs,
    request: toJsonText(request),
    state,
    attempt,
    losses: 0,
    owner,
    isCancelled: 0,
    isDispatched: dispatch && isFirst ? 1 : 0,
  }
  await tx
    .insertInto('runJobs')
    .values({ ...row, progress: toJsonText([]) })
    .execute()
  if (isFirst) await dispatch?.(shown(row), executorOf(tx))
  return shown(row)
}

type Entry = Omit<NewRun, 'owner'> & { readonly owner?: string | null | undefined }

async function inserting(db: Kysely<Schema>, entry: NewRun): Promise<QueuedRun> {
  const insert = (begin: boolean) => inTransaction(db, (tx) => insertRun(tx, { ...entry, begin }))
  // Another process began a run of the connection in the same moment; ours waits for it then.
  const begun = entry.begin ? await unlessTaken(() => insert(true)) : undefined
  return begun ?? insert(false)
}

async function begin(tx: Kysely<Schema>, runId: string, owner: string, nowMs: number): Promise<QueuedRun | undefined> {
  const row = await tx
    .updateTable('runJobs')
    .set(({ eb }) => ({ state: 'running', owner, attempt: eb('attempt', '+', 1), progress: toJsonText([]) }))
    .where('runId', '=', runId)
    .where('state', '=', 'queued')
    .where(({ or, eb }) => or([eb('owner', 'is', null), eb('owner', '=', owner)]))
    .where(isFirstOfItsConnection)
    .returning(columns)
    .executeTakeFirst()
  if (!row) return undefined
  await tx
    .updateTable('runs')
    .set({ status: 'running', beganAtMs: nowMs, attempts: row.attempt })
    .where('id', '=', runId)
    .where('finishedAtMs', 'is', null)
    .execute()
  return shown(row)
}

/** A connection's runs keep their order; and whatever the clocks say, one that runs is before one that waits. */
function isFirstOfItsConnection({ not, exists, selectFrom }: ExpressionBuilder<Schema, 'runJobs'>) {
  return not(
    exists(
      selectFrom('runJobs as other')
        .select('other.runId')
        .whereRef('other.connectionId', '=', 'runJobs.connectionId')
        .whereRef('other.runId', '<>', 'runJobs.runId')
        .where(({ or, and, eb, ref }) =>
          or([
            eb('other.state', '=', 'running'),
            eb('other.queuedAtMs', '<', ref('runJobs.queuedAtMs')),
            and([eb('other.queuedAtMs', '=', ref('runJobs.queuedAtMs')), eb('other.runId', '<', ref('runJobs.runId'))]),
          ]),
        ),
    ),
  )
}

async function dispatchOne(db: Kysely<Schema>, runId: string, write: Dispatch): Promise<number> {
  return inTransaction(db, async (tx) => {
    const row = await tx
      .updateTable('runJobs')
      .set({ isDispatched: 1 })
      .where('runId', '=', runId)
      .where('isDispatched', '=', 0)
      .returning(columns)
      .executeTakeFirst()
    if (!row) return 0
    await write(shown(row), executorOf(tx))
    return 1
  })
}

/** Why runs that were handed out were not begun; those whose turn has not come are handed out again when it has. */
async function leftOver(tx: Kysely<Schema>, ids: readonly string[], connectorIds: readonly string[]) {
  const rows = await tx
    .selectFrom('runJobs')
    .select(['runId', 'connectorId', 'state', 'owner'])
    .where('runId', 'in', ids)
    .execute()
  const waiting = rows.filter(({ state, owner }) => state === 'queued' && owner === null)
  const unknown = waiting.filter(({ connectorId }) => !connectorIds.includes(connectorId)).map(({ runId }) => runId)
  const early = waiting.map(({ runId }) => runId).filter((id) => !unknown.includes(id))
  if (early.length > 0) await tx.updateTable('runJobs').set({ isDispatched: 0 }).where('runId', 'in', early).execute()
  return { over: ids.filter((id) => !unknown.includes(id)), unknown }
}

const putBack = { state: 'queued', owner: null, isDispatched: 0, progress: toJsonText([]) } as const

async function waitAgain(tx: Kysely<Schema>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('runs')
    .set({ status: 'queued', beganAtMs: null })
    .where('id', 'in', ids)
    .where('finishedAtMs', 'is', null)
    .execute()
}

/** undefined when the index of runs that are running refuses: another process was first. */
async function unlessTaken<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof StoreError && error.code === 'STORE_CONFLICT') return undefined
    throw error
  }
}

function executorOf(db: Kysely<Schema>): SqlExecutor {
  // Their rows come as they are, not with names of ours.
  const raw = db.withoutPlugins()
  return (sql, parameters) => raw.executeQuery(CompiledQuery.raw(sql, [...parameters]))
}

function shown({ isDispatched: _, isCancelled, request, ...row }: Row): QueuedRun {
  return { ...row, isCancelled: isCancelled === 1, request: fromJsonText(request, 'run_jobs.request') }
}
