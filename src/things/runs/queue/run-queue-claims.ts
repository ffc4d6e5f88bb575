import type { Expression, Kysely } from 'kysely'
import type { QueuedRun, RunQueue } from '../../../service/queue/queue.ts'
import { toJsonText } from '../../../service/store/sql/json-text.ts'
import { isAmong, type Placeholders, prepareStatement } from '../../../service/store/sql/prepare-statement.ts'
import { sendTogether } from '../../../service/store/sql/send-together.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { runInTransaction } from '../../../service/store/sql/transaction.ts'
import { loadInputs } from '../store/run-inputs.ts'
import {
  columns,
  createExecutor,
  ignoreTaken,
  isFirstOfItsConnection,
  isWithinShare,
  parseJob,
} from '../store/run-jobs.ts'

type Claims = Pick<RunQueue, 'claim' | 'claimOne' | 'claimFrom' | 'withdraw'>

/** Decides who begins which run: each run goes to one of many callers, in any process. */
export function createClaims(db: Kysely<Schema>): Claims {
  const claimOne = (runId: string, owner: string, nowMs: number, perOrganization?: number) =>
    ignoreTaken(() => runInTransaction(db, (tx) => beginRun(tx, { runId, owner, nowMs, perOrganization })))
  return {
    async claim({ owner, ownOnly, connectorIds, limit, nowMs, perOrganization }) {
      if (limit <= 0 || connectorIds.length === 0) return []
      const select = ownOnly ? selectOwn : selectAny
      const candidates = await select[perOrganization === undefined ? 'all' : 'shares'](db, {
        owner,
        connectorIds,
        limit,
        perOrganization: perOrganization ?? 0,
      })
      const claimed: QueuedRun[] = []
      for (const { runId } of candidates) {
        const run = await claimOne(runId, owner, nowMs, perOrganization)
        if (run) claimed.push(run)
      }
      return claimed
    },
    claimOne: (runId, owner, nowMs) => claimOne(runId, owner, nowMs),
    withdraw: (runId, owner) => runInTransaction(db, (tx) => withdraw(tx, runId, owner)),
    claimFrom: (by) => runInTransaction(db, (tx) => claimFrom(tx, by)),
  }
}

interface RunBeginning {
  readonly runId: string
  readonly owner: string
  readonly nowMs: number
  readonly perOrganization: number | undefined
}

interface Candidates {
  readonly owner: string
  readonly connectorIds: readonly string[]
  readonly limit: number
  readonly perOrganization: number
}

/** Each combination has a text of its own. */
function prepareCandidates({ ownOnly }: { readonly ownOnly: boolean }) {
  const prepare = (hasShares: boolean) =>
    prepareStatement((db, params: Placeholders<Candidates>) =>
      db
        .selectFrom('runJobs')
        .select('runId')
        .where('state', '=', 'queued')
        .where(isAmong(db, 'connectorId', params('connectorIds')))
        // Not `owner is null or owner = …`: SQLite would look each up by the index of owners, and then read and sort
        // all waiting runs to find the first.
        .where(({ fn }) => fn.coalesce('owner', params('owner')), '=', params('owner'))
        .$if(ownOnly, (query) =>
          query.where(({ or, eb, exists, selectFrom }) =>
            or([
              eb('owner', 'is not', null),
              // Runs before an own run have to be done first.
              exists(
                selectFrom('runJobs as own')
                  .select('own.runId')
                  .whereRef('own.connectionId', '=', 'runJobs.connectionId')
                  .where('own.owner', '=', params('owner')),
              ),
            ]),
          ),
        )
        .where(isFirstOfItsConnection)
        .$if(hasShares, (query) => query.where(isWithinShare(params('owner'), params('perOrganization'))))
        .orderBy('turn')
        .orderBy('queuedAtMs')
        .orderBy('runId')
        .limit(params('limit')),
    )
  return { all: prepare(false), shares: prepare(true) }
}

const selectAny = prepareCandidates({ ownOnly: false })
const selectOwn = prepareCandidates({ ownOnly: true })

async function beginRun(
  tx: Kysely<Schema>,
  { runId, owner, nowMs, perOrganization }: RunBeginning,
): Promise<QueuedRun | undefined> {
  const begin = perOrganization === undefined ? beginAny : beginWithinShare
  const [row] = await begin(tx, { runId, owner, perOrganization: perOrganization ?? 0 })
  if (!row) return undefined
  const [, [run]] = await sendTogether([
    noteBegunOne(tx, { runId, nowMs, attempt: row.attempt }),
    loadInputs(tx, [parseJob(row)], nowMs),
  ])
  return run
}

/** Of waiting runs, those that are chosen next. */
function setRunning(db: Kysely<Schema>, owner: Expression<string>) {
  return db
    .updateTable('runJobs')
    .set(({ eb }) => ({ state: 'running', owner, attempt: eb('attempt', '+', 1), progress: toJsonText([]) }))
    .where('state', '=', 'queued')
}

interface Begun {
  readonly runId: string
  readonly owner: string
  readonly perOrganization: number
}

function prepareBegin({ hasShares }: { readonly hasShares: boolean }) {
  return prepareStatement((db, params: Placeholders<Begun>) =>
    setRunning(db, params('owner'))
      .where('runId', '=', params('runId'))
      .where(({ or, eb }) => or([eb('owner', 'is', null), eb('owner', '=', params('owner'))]))
      .where(isFirstOfItsConnection)
      .$if(hasShares, (query) => query.where(isWithinShare(params('owner'), params('perOrganization'))))
      .returning(columns),
  )
}

const beginAny = prepareBegin({ hasShares: false })
const beginWithinShare = prepareBegin({ hasShares: true })

const noteBegunOne = prepareStatement(
  (db, params: Placeholders<{ readonly runId: string; readonly nowMs: number; readonly attempt: number }>) =>
    db
      .updateTable('runs')
      .set({ status: 'running', beganAtMs: params('nowMs'), attempts: params('attempt') })
      .where('id', '=', params('runId'))
      .where('finishedAtMs', 'is', null),
)

async function withdraw(tx: Kysely<Schema>, runId: string, owner: string): Promise<QueuedRun | undefined> {
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
  return parseJob(row)
}

async function claimFrom(
  tx: Kysely<Schema>,
  { owner, connectorIds, nowMs, perOrganization, next, settle }: Parameters<RunQueue['claimFrom']>[0],
): Promise<readonly QueuedRun[]> {
  const ids = await next(createExecutor(tx))
  if (ids.length === 0) return []
  const mayBegin = perOrganization === undefined ? ids : await chooseShares(tx, ids, owner, perOrganization)
  const begun = mayBegin.length === 0 ? [] : await beginAll(tx, { ids: mayBegin, owner, connectorIds })
  if (begun.length < ids.length) {
    const begunIds = new Set(begun.map(({ runId }) => runId))
    const left = await selectLeftOver(
      tx,
      ids.filter((id) => !begunIds.has(id)),
      connectorIds,
    )
    await settle(left, createExecutor(tx))
  }
  if (begun.length === 0) return []
  const [, runs] = await sendTogether([
    noteBegun(tx, { ids: begun.map(({ runId }) => runId), nowMs }),
    loadInputs(tx, begun.map(parseJob), nowMs),
  ])
  return runs
}

const noteBegun = prepareStatement(
  (db, params: Placeholders<{ readonly ids: readonly string[]; readonly nowMs: number }>) =>
    db
      .updateTable('runs')
      .set(({ eb }) => ({ status: 'running', beganAtMs: params('nowMs'), attempts: eb('attempts', '+', 1) }))
      .where(isAmong(db, 'id', params('ids'))),
)

interface Dispatched {
  readonly ids: readonly string[]
  readonly owner: string
  readonly connectorIds: readonly string[]
}

const beginAll = prepareStatement((db, params: Placeholders<Dispatched>) =>
  setRunning(db, params('owner'))
    .where(isAmong(db, 'runId', params('ids')))
    .where('owner', 'is', null)
    .where(isAmong(db, 'connectorId', params('connectorIds')))
    .where(isFirstOfItsConnection)
    .returning(columns),
)

const listTwoOrganizations = prepareStatement((db) => db.selectFrom('organizations').select('id').limit(2))

/** The dispatched runs that are within an owner's limit for each organization. */
async function chooseShares(
  tx: Kysely<Schema>,
  ids: readonly string[],
  owner: string,
  perOrganization: number,
): Promise<readonly string[]> {
  const organizations = await listTwoOrganizations(tx, {})
  if (organizations.length < 2) return ids
  const running = await tx
    .selectFrom('runJobs')
    .select(({ fn }) => ['organizationId', fn.countAll<number>().as('jobs')])
    .where('owner', '=', owner)
    .where('state', '=', 'running')
    .groupBy('organizationId')
    .execute()
  const counts = new Map(running.map(({ organizationId, jobs }) => [organizationId, Number(jobs)]))
  const wanted = await tx
    .selectFrom('runJobs')
    .select(['runId', 'organizationId'])
    .where('runId', 'in', ids)
    .where('state', '=', 'queued')
    .orderBy('turn')
    .orderBy('queuedAtMs')
    .orderBy('runId')
    .execute()
  return wanted.flatMap(({ runId, organizationId }) => {
    const count = counts.get(organizationId) ?? 0
    if (count >= perOrganization) return []
    counts.set(organizationId, count + 1)
    return [runId]
  })
}

/** Why dispatched runs were not begun. Those that are too early are dispatched again in their turn. */
async function selectLeftOver(tx: Kysely<Schema>, ids: readonly string[], connectorIds: readonly string[]) {
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
