import type { Kysely } from 'kysely'
import type { RunRecord } from '../../../checks/run-store.ts'
import { isScopedRequest, type NewRun, type QueuedRun } from '../../../engine/queue.ts'
import type { LogEvent } from '../../../evidence/log/log-entry.ts'
import { toJsonText } from '../../sql/json-text.ts'
import type { Schema } from '../../sql/tables.ts'
import { runInTransaction } from '../../sql/transaction.ts'
import { enterLog } from '../log/enter-log.ts'
import { ensureOrganizationSubject } from '../organization-subject.ts'
import { createExecutor, ignoreTaken, parseJob, type Row } from './run-jobs.ts'

/** For other stores that write a run together with their own data, in their transaction. */
export async function insertRun(
  tx: Kysely<Schema>,
  { run, request, owner = null, begin: mayBegin = false, perOrganization, dispatch }: RunEntry,
): Promise<QueuedRun> {
  const { crossCheckId = null, organizationId } = run
  if (crossCheckId !== null) await ensureOrganizationSubject(tx, { organizationId, nowMs: run.startedAtMs })
  const ofConnection = tx.selectFrom('runJobs').select('runId').where('connectionId', '=', run.connectionId)
  const isFirst = (await ofConnection.limit(1).execute()).length === 0
  const begins =
    mayBegin && isFirst && owner !== null && (await hasShareLeft(tx, run.organizationId, owner, perOrganization))
  const state = begins ? 'running' : 'queued'
  const attempt = begins ? 1 : 0
  await tx
    .insertInto('runs')
    .values({
      ...run,
      crossCheckId,
      status: state,
      beganAtMs: begins ? run.startedAtMs : null,
      finishedAtMs: null,
      attempts: attempt,
      scoped: isScopedRequest(request) ? 1 : 0,
    })
    .execute()
  const row: Row = {
    runId: run.id,
    organizationId: run.organizationId,
    connectionId: run.connectionId,
    connectorId: run.connectorId,
    queuedAtMs: run.startedAtMs,
    turn: await findTurn(tx, run.organizationId),
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
  await enterLog(tx, toBeginning(run))
  if (isFirst) await dispatch?.(parseJob(row), createExecutor(tx))
  return parseJob(row)
}

/** A run that somebody asked for: one that never ends shows in the log. */
export function toBeginning({
  id,
  organizationId,
  connectionId,
  crossCheckId,
  startedAtMs,
}: Pick<RunRecord, 'id' | 'organizationId' | 'connectionId' | 'startedAtMs'> &
  Partial<Pick<RunRecord, 'crossCheckId'>>): LogEvent {
  const facts = crossCheckId ? { crossCheck: crossCheckId } : { connection: connectionId }
  return { kind: 'run.began', organizationId, subject: id, atMs: startedAtMs, facts }
}

/**
 * The turn of a new run in the round of organizations (start-time fair queueing: P. Goyal, H. Vin, H. Cheng, 1996):
 * after the last one of its own organization, and not before the present round. So an organization with one run waits
 * for one run of each of the others, however many these have queued.
 */
async function findTurn(tx: Kysely<Schema>, organizationId: string): Promise<number> {
  const own = await tx
    .selectFrom('runJobs')
    .select(({ fn }) => fn.max('turn').as('turn'))
    .where('organizationId', '=', organizationId)
    .executeTakeFirst()
  const served = await tx
    .selectFrom('runJobs')
    .select(({ fn }) => fn.max('turn').as('turn'))
    .where('state', '=', 'running')
    .executeTakeFirst()
  const waiting = await tx
    .selectFrom('runJobs')
    .select(({ fn }) => fn.min('turn').as('turn'))
    .where('state', '=', 'queued')
    .executeTakeFirst()
  // An aggregate over no row is null, which the query layer's types do not show.
  const [last, now] = [own?.turn ?? null, served?.turn ?? waiting?.turn ?? 0]
  return Math.max(Number(now), last === null ? 0 : Number(last) + 1)
}

async function hasShareLeft(
  tx: Kysely<Schema>,
  organizationId: string,
  owner: string,
  perOrganization: number | undefined,
): Promise<boolean> {
  if (perOrganization === undefined) return true
  const held = await tx
    .selectFrom('runJobs')
    .select('runId')
    .where('organizationId', '=', organizationId)
    .where('owner', '=', owner)
    .where('state', '=', 'running')
    .limit(perOrganization)
    .execute()
  if (held.length < perOrganization) return true
  return (
    (await tx.selectFrom('organizations').select('id').where('id', '<>', organizationId).limit(1).execute()).length ===
    0
  )
}

type RunEntry = Omit<NewRun, 'owner'> & { readonly owner?: string | null | undefined }

/** A run and its place in the queue. It begins at once if requested and its connection is free. */
export async function enqueueRun(db: Kysely<Schema>, entry: NewRun): Promise<QueuedRun> {
  const insert = (begin: boolean) => runInTransaction(db, (tx) => insertRun(tx, { ...entry, begin }))
  // Another process began a run of the connection at the same moment, so ours waits for it.
  const begun = entry.begin ? await ignoreTaken(() => insert(true)) : undefined
  return begun ?? insert(false)
}
