import type { Insertable, Kysely } from 'kysely'
import type { RunRecord } from '../../../checks/runs/run-store.ts'
import type { LogEvent } from '../../../evidence/log/log-entry.ts'
import { isScopedRequest, type NewRun, type QueuedRun } from '../../../service/queue/queue.ts'
import { toJsonText } from '../../../service/store/sql/json-text.ts'
import { isOfOrganization } from '../../../service/store/sql/of-organization.ts'
import { type Placeholders, prepareStatement } from '../../../service/store/sql/prepare-statement.ts'
import { sendTogether } from '../../../service/store/sql/send-together.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { runInTransaction } from '../../../service/store/sql/transaction.ts'
import { ensureOrganizationSubject } from '../../../service/store/tables/organization-subject.ts'
import { insertAuditEntry } from '../../audit/store/audit.ts'
import { enterLog } from '../../log/store/enter-log.ts'
import { loadInputs } from './run-inputs.ts'
import { createExecutor, ignoreTaken, parseJob, type RunJobRow } from './run-jobs.ts'
import { tellWaiting } from './tell-waiting.ts'

/** For other stores that write a run together with their own data, in their transaction. */
export async function insertRun(
  tx: Kysely<Schema>,
  { run, request, entry, owner = null, begin: mayBegin = false, perOrganization, dispatch }: RunEntry,
): Promise<QueuedRun> {
  const { crossCheckId = null, organizationId } = run
  if (crossCheckId !== null) await ensureOrganizationSubject(tx, { organizationId, nowMs: run.startedAtMs })
  const place = await findPlace(tx, run, owner)
  const isFirst = place.isConnectionFree
  const hasShare = perOrganization === undefined || place.running < perOrganization || place.isAlone
  const begins = mayBegin && isFirst && owner !== null && hasShare
  const state = begins ? 'running' : 'queued'
  const attempt = begins ? 1 : 0
  const row: RunJobRow = {
    runId: run.id,
    organizationId: run.organizationId,
    connectionId: run.connectionId,
    connectorId: run.connectorId,
    queuedAtMs: run.startedAtMs,
    turn: place.turn,
    request: toJsonText(request),
    state,
    attempt,
    losses: 0,
    owner,
    isCancelled: 0,
    isDispatched: dispatch && isFirst ? 1 : 0,
  }
  const queued = parseJob(row)
  const [, , [inserted = queued]] = await sendTogether([
    insertRow(tx, {
      ...run,
      crossCheckId,
      status: state,
      beganAtMs: begins ? run.startedAtMs : null,
      attempts: attempt,
      scoped: isScopedRequest(request) ? 1 : 0,
    }),
    insertJob(tx, row),
    begins ? loadInputs(tx, [queued], run.startedAtMs) : [queued],
    enterLog(tx, toBeginning(run)),
    entry && insertAuditEntry(tx, entry),
    isFirst && dispatch?.(queued, createExecutor(tx)),
    // A run that a process keeps for itself is nobody else's business.
    isFirst && owner === null && tellWaiting(tx),
  ])
  return inserted
}

const insertRow = prepareStatement((db, params: Placeholders<Omit<Insertable<Schema['runs']>, 'finishedAtMs'>>) =>
  db.insertInto('runs').values({
    id: params('id'),
    organizationId: params('organizationId'),
    connectionId: params('connectionId'),
    connectorId: params('connectorId'),
    crossCheckId: params('crossCheckId'),
    startedAtMs: params('startedAtMs'),
    trigger: params('trigger'),
    status: params('status'),
    beganAtMs: params('beganAtMs'),
    finishedAtMs: null,
    attempts: params('attempts'),
    scoped: params('scoped'),
  }),
)

const insertJob = prepareStatement((db, params: Placeholders<RunJobRow>) =>
  db.insertInto('runJobs').values({
    runId: params('runId'),
    organizationId: params('organizationId'),
    connectionId: params('connectionId'),
    connectorId: params('connectorId'),
    queuedAtMs: params('queuedAtMs'),
    turn: params('turn'),
    request: params('request'),
    state: params('state'),
    attempt: params('attempt'),
    losses: params('losses'),
    owner: params('owner'),
    isCancelled: params('isCancelled'),
    isDispatched: params('isDispatched'),
    progress: toJsonText([]),
  }),
)

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

/** The place of a new run in the queue. */
interface QueuePlace {
  /** Whether no other run of the connection waits or runs. */
  readonly isConnectionFree: boolean
  /** Runs of its organization that its owner has. */
  readonly running: number
  /** Whether there is no other organization. */
  readonly isAlone: boolean
  readonly turn: number
}

/**
 * The turn of a new run in the round of organizations (start-time fair queueing: P. Goyal, H. Vin, H. Cheng, 1996) is
 * after the last one of its own organization, and not before the present round. So an organization with one run waits
 * for one run of each of the others, however many these have queued.
 */
async function findPlace(
  tx: Kysely<Schema>,
  { organizationId, connectionId }: RunEntry['run'],
  owner: string | null,
): Promise<QueuePlace> {
  const [place] = await selectPlace(tx, { organizationId, connectionId, owner: owner ?? '' })
  const { busy = null, running = 0, other = null, last = null, served = null, waiting = null } = place ?? {}
  const turn = Math.max(Number(served ?? waiting ?? 0), last === null ? 0 : Number(last) + 1)
  return { isConnectionFree: busy === null, running: Number(running), isAlone: other === null, turn }
}

interface PlaceOf {
  readonly organizationId: string
  readonly connectionId: string
  readonly owner: string
}

const selectPlace = prepareStatement((db, params: Placeholders<PlaceOf>) =>
  db.selectNoFrom(({ selectFrom }) => [
    selectFrom('runJobs').select('runId').where('connectionId', '=', params('connectionId')).limit(1).as('busy'),
    selectFrom('runJobs')
      .select(({ fn }) => fn.countAll<number>().as('jobs'))
      .where(isOfOrganization('runJobs', params('organizationId')))
      .where('owner', '=', params('owner'))
      .where('state', '=', 'running')
      .as('running'),
    selectFrom('organizations').select('id').where('id', '<>', params('organizationId')).limit(1).as('other'),
    selectFrom('runJobs')
      .select(({ fn }) => fn.max('turn').as('turn'))
      .where(isOfOrganization('runJobs', params('organizationId')))
      .as('last'),
    selectFrom('runJobs')
      .select(({ fn }) => fn.max('turn').as('turn'))
      .where('state', '=', 'running')
      .as('served'),
    selectFrom('runJobs')
      .select(({ fn }) => fn.min('turn').as('turn'))
      .where('state', '=', 'queued')
      .as('waiting'),
  ]),
)

type RunEntry = Omit<NewRun, 'owner'> & { readonly owner?: string | null | undefined }

/** A run and its place in the queue. It begins at once if requested and its connection is free. */
export async function enqueueRun(db: Kysely<Schema>, entry: NewRun): Promise<QueuedRun> {
  const insert = (begin: boolean) => runInTransaction(db, (tx) => insertRun(tx, { ...entry, begin }))
  // Another process began a run of the connection at the same moment, so ours waits for it.
  const begun = entry.begin ? await ignoreTaken(() => insert(true)) : undefined
  return begun ?? insert(false)
}
