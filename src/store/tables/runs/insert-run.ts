import type { Kysely } from 'kysely'
import type { NewRun, QueuedRun } from '../../../engine/queue.ts'
import { toJsonText } from '../../sql/json-text.ts'
import type { Schema } from '../../sql/tables.ts'
import { runInTransaction } from '../../sql/transaction.ts'
import { createExecutor, parseJob, type Row, unlessTaken } from './run-jobs.ts'

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
  if (isFirst) await dispatch?.(parseJob(row), createExecutor(tx))
  return parseJob(row)
}

type Entry = Omit<NewRun, 'owner'> & { readonly owner?: string | null | undefined }

/** A run and its place in the queue, begun at once where that is asked for and its connection is free. */
export async function enqueueRun(db: Kysely<Schema>, entry: NewRun): Promise<QueuedRun> {
  const insert = (begin: boolean) => runInTransaction(db, (tx) => insertRun(tx, { ...entry, begin }))
  // Another process began a run of the connection in the same moment; ours waits for it then.
  const begun = entry.begin ? await unlessTaken(() => insert(true)) : undefined
  return begun ?? insert(false)
}
