import type { ConstructorOptions, Db, Job, PgBoss } from 'pg-boss'
import { holdLease, type LeaseStore } from '../auth/lease.ts'
import type { Clock } from '../define/index.ts'
import { EngineError, StoreError } from '../errors/index.ts'
import type { Engine, EngineOptions } from './engine.ts'
import { InFlight } from './in-flight.ts'
import { localEngine } from './local.ts'
import { Presence } from './presence.ts'
import { putBack } from './put-back.ts'
import type { Dispatch, QueuedRun, SqlExecutor } from './queue.ts'
import { Room } from './room.ts'
import { Ticker } from './ticker.ts'
import { troubleLog } from './trouble.ts'

/** Schema of pg-boss's own tables, beside ours in the same database. */
const schema = 'checkwright_jobs'
const runs = 'runs'
/** Where jobs go that no worker could take; their runs are ended as errors. */
const dead = 'runs-dead'

/** pg-boss takes no fewer. */
const heartbeatSecondsMin = 10

export interface PgBossOptions extends EngineOptions {
  readonly store: EngineOptions['store'] & { readonly leases: LeaseStore }
  readonly clock: Clock
  /** Runs of one connector at once, over all workers. @default as many as there are */
  readonly perConnector?: number | undefined
}

const noJob = '00000000-0000-4000-8000-000000000000'

interface RunJob {
  readonly runId: string
}

/**
 * Runs in any number of workers, which pg-boss on PostgreSQL hands them out to. A run and its job are written in one
 * transaction, and a job is taken in one transaction with the run that it stands for. Only the run of a connection whose
 * turn has come has a job; the next one gets its own when that has ended.
 */
export async function pgBossEngine(options: PgBossOptions): Promise<Engine> {
  const { store, clock, logger, execute, connectorIds, takes, concurrency, queueMax, leaseMs, pollMs } = options
  const { queue } = store
  // Of processes that start together one makes the tables: pg-boss knows that another was first by the database's own words,
  // which the store keeps to itself.
  const boss = await holdLease(
    store.leases,
    clock,
    'job engine',
    () => startBoss(queue.sql, options),
    startingElsewhere,
  )
  // What only this process can execute.
  const here = localEngine({ ...options, takes: false })
  const inFlight = new InFlight(execute, logger)
  const room = new Room(queue, queueMax)
  /** Ids of jobs by the run they stand for, while this process executes it. */
  const jobs = new Map<string, string>()
  const ended = new Set<string>()
  let isStopped = false
  const tell = troubleLog(logger, 'The queue of runs could not be read')

  const dispatch: Dispatch = ({ runId, connectorId, losses }, execute) =>
    boss.send(runs, { runId } satisfies RunJob, {
      db: databaseOf(execute),
      group: { id: connectorId },
      // What has brought down a process might do so again.
      startAfter: losses === 0 ? 0 : 2 ** losses,
    })

  const presence = new Presence({
    store,
    logger,
    leaseMs,
    nowMs: clock.nowMs,
    onLost: () => {
      inFlight.loseAll()
    },
    onReleased: () => dispatching.now(),
  })

  const begin = async (run: QueuedRun, because?: EngineError) => {
    const outcome = await inFlight.begin(run, because)
    if (outcome !== 'ended' && !isStopped) await putBack({ queue, run, outcome, isStopped: () => isStopped })
    ended.add(run.runId)
    completing.now()
    taking.now()
    if (!isStopped) await queue.dispatchNext(run.connectionId, dispatch).catch(onError)
  }

  const taking = new Ticker(async () => {
    for (;;) {
      const free = concurrency - inFlight.size
      if (isStopped || free <= 0) return
      const taken = await take(free)
      if (taken < free) return
    }
  }, onError)

  /** @returns how many jobs there were */
  async function take(batchSize: number): Promise<number> {
    const owner = await presence.enter()
    let fetched: readonly Job<RunJob>[] = []
    const idsOf = (runIds: readonly string[]) =>
      fetched.filter(({ data }) => runIds.includes(data.runId)).map(({ id }) => id)
    const begun = await queue.claimFrom({
      owner,
      connectorIds,
      nowMs: clock.nowMs(),
      next: async (execute) => {
        // pg-boss counts what runs before it takes more; two that count at once would both take.
        if (options.perConnector) await execute(`select pg_advisory_xact_lock(hashtext('${schema}'))`, [])
        const groupConcurrency = options.perConnector
        fetched = await boss.fetch<RunJob>(runs, {
          batchSize,
          db: databaseOf(execute),
          ...(groupConcurrency !== undefined && { groupConcurrency }),
        })
        return fetched.map(({ data }) => data.runId)
      },
      settle: async ({ over, unknown }, execute) => {
        const db = databaseOf(execute)
        if (over.length > 0) await boss.complete(runs, idsOf(over), null, { db })
        // Tried again later, by a worker that has the connector perhaps.
        if (unknown.length > 0) await boss.fail(runs, idsOf(unknown), { reason: 'no such connector here' }, { db })
      },
    })
    for (const { id, data } of fetched) if (begun.some(({ runId }) => runId === data.runId)) jobs.set(data.runId, id)
    for (const run of begun) void begin(run)
    return fetched.length
  }

  const completing = new Ticker(async () => {
    const runIds = [...ended]
    const ids = runIds.map((runId) => jobs.get(runId)).filter((id) => id !== undefined)
    if (ids.length > 0) await boss.complete(runs, ids)
    for (const runId of runIds) {
      ended.delete(runId)
      jobs.delete(runId)
    }
  }, onError)

  const touching = new Ticker(async () => {
    if (jobs.size > 0) await boss.touch(runs, [...jobs.values()])
  }, onError)

  const burying = new Ticker(async () => {
    const letters = await boss.fetch<RunJob>(dead, { batchSize: 20 })
    if (letters.length === 0) return
    const owner = await presence.enter()
    for (const { data } of letters) {
      const run = await queue.withdraw(data.runId, owner)
      if (run) void begin(run, undelivered(run))
    }
    await boss.complete(
      dead,
      letters.map(({ id }) => id),
    )
  }, onError)

  const ending = new Ticker(async () => {
    for (const runId of await queue.cancelledOf(presence.id)) inFlight.cancel(runId)
  }, onError)
  const observing = new Ticker(() => presence.observe(), onError)
  const dispatching = new Ticker(async () => {
    while ((await queue.dispatch(dispatchedMax, dispatch)) === dispatchedMax && !isStopped);
  }, onError)

  function onError(error: unknown) {
    if (!isStopped) tell(error)
  }

  if (takes) {
    for (const [ticker, ms] of [
      [taking, pollMs],
      [ending, 2 * pollMs],
      [burying, 5 * pollMs],
      [dispatching, 5 * pollMs],
      [observing, leaseMs / 3],
      [touching, (heartbeatSecondsMin / 3) * 1000],
    ] as const) {
      ticker.every(ms)
      ticker.now()
    }
  }

  return {
    dispatch,
    hasRoom: () => room.has(),
    wake: () => {
      if (takes) taking.now()
    },
    async enqueue(entry, mustBeHere) {
      await room.take()
      if (mustBeHere) return here.enqueue(entry, true)
      const run = await queue.insert({ ...entry, dispatch })
      if (takes) taking.now()
      return run
    },
    cancel: async (runId) => inFlight.cancel(runId) || here.cancel(runId),
    async stop(how) {
      isStopped = true
      for (const ticker of [taking, ending, observing, burying, dispatching, touching]) await ticker.stop()
      await Promise.all([here.stop(how), inFlight.settled(how.graceMs)])
      if (how.unfinished === 'cancel') inFlight.cancelAll()
      else inFlight.loseAll()
      await inFlight.settled()
      await presence.leave()
      completing.now()
      await completing.stop()
      // What was put back is handed out again at once, and not when another worker happens to look.
      await queue.dispatch(dispatchedMax, dispatch).catch(() => undefined)
      await boss.stop({ graceful: false })
    },
  }
}

const dispatchedMax = 200

async function startBoss(sql: SqlExecutor, { takes, logger }: PgBossOptions): Promise<PgBoss> {
  const { PgBoss } = await import('pg-boss')
  const options: ConstructorOptions = {
    db: databaseOf(sql),
    schema,
    schedule: false,
    // One of the workers looks after the tables; who only asks for runs does not.
    supervise: takes,
    persistWarnings: false,
  }
  const boss = new PgBoss(options)
  // It may quote what it was sent.
  boss.on('error', troubleLog(logger, 'The job engine reports an error'))
  await boss.start()
  const kept = { deleteAfterSeconds: 3_600, expireInSeconds: 23 * 3_600 }
  await boss.createQueue(dead, kept)
  await boss.createQueue(runs, {
    ...kept,
    ...{ deadLetter: dead, retryLimit: 6, retryDelay: 2, retryBackoff: true, retryDelayMax: 300 },
    heartbeatSeconds: heartbeatSecondsMin * 3,
  })
  // It reads what it knows of a queue once, on a connection of its own. Within transactions of ours, of which each has one
  // already, that would be a circle: all of them waiting for one more.
  for (const name of [runs, dead]) await boss.findJobs(name, { id: noJob })
  return boss
}

/** pg-boss on connections of the store, so that its work and ours can be one transaction. */
function databaseOf(execute: SqlExecutor): Db {
  return { executeSql: async (text, values = []) => ({ rows: [...((await execute(text, values)).rows ?? [])] }) }
}

function startingElsewhere(): StoreError {
  return new StoreError('Another process has been making the tables of the job engine for a minute. Try again later.', {
    code: 'STORE_UNAVAILABLE',
    retryable: true,
  })
}

function undelivered({ connectorId }: QueuedRun): EngineError {
  return new EngineError(
    `No worker has the connector "${connectorId}", so the run was given up after several tries. Start a worker with it (checkwright worker --connector FILE), then run it anew.`,
    { code: 'RUN_UNDELIVERED' },
  )
}
