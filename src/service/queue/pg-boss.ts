import { holdLease, type LeaseStore } from '../../auth/lease.ts'
import type { Clock } from '../../define/index.ts'
import { EngineError, StoreError } from '../../errors/index.ts'
import { formatCommandTemplate } from '../../text/command-template.ts'
import { BossJobs, touchMs } from './boss-jobs.ts'
import type { Engine, EngineOptions } from './engine.ts'
import { createLocalEngine } from './local.ts'
import { Presence } from './presence.ts'
import { putBack } from './put-back.ts'
import type { QueuedRun } from './queue.ts'
import { QueueRoom } from './queue-capacity.ts'
import { RunsInFlight } from './runs-in-flight.ts'
import { createThrottledLog } from './throttled-log.ts'
import { Ticker } from './ticker.ts'

export interface PgBossOptions extends EngineOptions {
  readonly store: EngineOptions['store'] & { readonly leases: LeaseStore }
  readonly clock: Clock
  /** Runs of one connector at once, over all workers. @default as many as there are */
  readonly perConnector?: number | undefined
}

/**
 * Runs in any number of workers, to which pg-boss on PostgreSQL dispatches them. A run and its job are written in one
 * transaction, begin in another one, and end in a third. Only the first waiting run of a connection has a job; the next one
 * gets its own when that ends.
 */
export async function createPgBossEngine(options: PgBossOptions): Promise<Engine> {
  const { queue } = options.store
  // If processes start together, one makes the tables. pg-boss recognises the others' failure by the database's own
  // message, which the store hides.
  const jobs = await holdLease(
    options.store.leases,
    options.clock,
    'job engine',
    () => BossJobs.open(queue, { supervise: options.takes, logger: options.logger }),
    createStartingElsewhereError,
  )
  const worker = new BossWorker(jobs, options)
  // Runs that only this process can execute.
  const here = createLocalEngine({ ...options, takes: false })
  const room = new QueueRoom(queue, options)
  worker.start()
  return {
    dispatch: jobs.dispatch,
    hasRoom: (organizationId) => room.has(organizationId),
    wake: () => worker.wake(),
    async enqueue(entry, mustBeHere) {
      await room.take(entry.run.organizationId)
      return mustBeHere ? here.enqueue(entry, true) : queue.insert({ ...entry, dispatch: jobs.dispatch })
    },
    cancel: async (runId) => worker.cancel(runId) || here.cancel(runId),
    stop: (how) => worker.stop(how, () => here.stop(how)),
  }
}

const dispatchedMax = 200

/** Takes jobs and executes their runs, as many at once as it has room for. */
class BossWorker {
  readonly #jobs: BossJobs
  readonly #options: PgBossOptions
  readonly #inFlight: RunsInFlight
  readonly #presence: Presence
  readonly #onError: (error: unknown) => void
  readonly #taking = this.#tick(() => this.#take())
  readonly #completing = this.#tick(() => this.#jobs.complete())
  readonly #touching = this.#tick(() => this.#jobs.touch())
  readonly #burying = this.#tick(() => this.#bury())
  readonly #ending = this.#tick(() => this.#cancelWanted())
  readonly #observing = this.#tick(() => this.#presence.observe())
  readonly #dispatching = this.#tick(() => this.#dispatch())
  #isStopped = false
  #unwatch = () => {}
  /** Whether there may be more jobs than it had room for. */
  #isFull = false
  /** Whether some taken jobs have runs that could not begin here. */
  #hasLeft = false

  constructor(jobs: BossJobs, options: PgBossOptions) {
    const { store, clock, logger, execute, leaseMs } = options
    const tell = createThrottledLog(logger, 'The queue of runs could not be read')
    this.#jobs = jobs
    this.#options = options
    this.#onError = (error) => {
      if (!this.#isStopped) tell(error)
    }
    this.#inFlight = new RunsInFlight(execute, logger)
    this.#presence = new Presence({
      store,
      logger,
      leaseMs,
      nowMs: clock.nowMs,
      onLost: () => {
        this.#inFlight.loseAll()
      },
      onReleased: () => this.#dispatching.trigger(),
    })
  }

  /** Does nothing in a process that only requests runs. */
  start(): void {
    const { takes, pollMs, leaseMs } = this.#options
    if (!takes) return
    for (const [ticker, ms] of [
      [this.#taking, pollMs],
      [this.#ending, 2 * pollMs],
      [this.#burying, 5 * pollMs],
      [this.#dispatching, 5 * pollMs],
      [this.#observing, leaseMs / 3],
      [this.#touching, touchMs],
    ] as const) {
      ticker.start(ms)
      ticker.trigger()
    }
    this.#unwatch = this.#options.store.watchQueue(() => this.#taking.trigger())
  }

  wake(): void {
    if (this.#options.takes) this.#taking.trigger()
  }

  cancel(runId: string): boolean {
    return this.#inFlight.cancel(runId)
  }

  async stop({ graceMs, unfinished }: Parameters<Engine['stop']>[0], stopHere: () => Promise<void>): Promise<void> {
    this.#isStopped = true
    this.#unwatch()
    const { queue } = this.#options.store
    const tickers = [this.#taking, this.#ending, this.#observing, this.#burying, this.#dispatching, this.#touching]
    for (const ticker of tickers) await ticker.stop()
    await Promise.all([stopHere(), this.#inFlight.waitForAll(graceMs)])
    if (unfinished === 'cancel') this.#inFlight.cancelAll()
    else this.#inFlight.loseAll()
    await this.#inFlight.waitForAll()
    await this.#presence.leave()
    this.#completing.trigger()
    await this.#completing.stop()
    // A run that was put back is dispatched again at once, not when another worker happens to look.
    await queue.dispatch(dispatchedMax, this.#jobs.dispatch).catch(() => undefined)
    await this.#jobs.stop()
  }

  #tick(work: () => Promise<void>): Ticker {
    return new Ticker(work, (error) => this.#onError(error))
  }

  async #take(): Promise<void> {
    const { concurrency, listConnectorIds, perConnector, perOrganization, clock } = this.#options
    for (;;) {
      const free = concurrency - this.#inFlight.size
      this.#isFull = free <= 0
      if (this.#isStopped || this.#isFull) return
      const owner = await this.#presence.enter()
      const by = {
        owner,
        connectorIds: listConnectorIds(),
        perConnector,
        perOrganization,
        nowMs: clock.nowMs(),
        batchSize: free,
      }
      const { taken, begun } = await this.#jobs.take(by)
      for (const run of begun) void this.#begin(run)
      // A run that did not begin is dispatched again, at the latest when this process has room for the organization.
      if (begun.length < taken) this.#hasLeft = true
      if (taken < free || begun.length === 0) return
    }
  }

  async #begin(run: QueuedRun, because?: EngineError): Promise<void> {
    const { queue } = this.#options.store
    const isStopped = () => this.#isStopped
    let hasNext = true
    const outcome = await this.#inFlight.begin(run, {
      because,
      settle: async (ended, execute) => {
        await this.#jobs.removeOne(run.runId, execute)
        hasNext = ended.hasNext
      },
    })
    if (outcome === 'ended') this.#jobs.forget(run.runId)
    else {
      hasNext = true
      if (!isStopped()) await putBack({ queue, run, outcome, isStopped })
      this.#jobs.end(run.runId)
      this.#completing.trigger()
    }
    if (this.#isFull) this.#taking.trigger()
    if (this.#hasLeft) {
      this.#hasLeft = false
      this.#dispatching.trigger()
    }
    if (hasNext && !isStopped()) await queue.dispatchNext(run.connectionId, this.#jobs.dispatch).catch(this.#onError)
  }

  async #bury(): Promise<void> {
    await this.#jobs.bury(async (runIds) => {
      const owner = await this.#presence.enter()
      for (const runId of runIds) {
        const run = await this.#options.store.queue.withdraw(runId, owner)
        if (run) void this.#begin(run, createUndeliveredError(run))
      }
    })
  }

  async #cancelWanted(): Promise<void> {
    for (const runId of await this.#options.store.queue.listCancelled(this.#presence.id)) this.#inFlight.cancel(runId)
  }

  async #dispatch(): Promise<void> {
    const { queue } = this.#options.store
    while ((await queue.dispatch(dispatchedMax, this.#jobs.dispatch)) === dispatchedMax && !this.#isStopped);
  }
}

function createStartingElsewhereError(): StoreError {
  return new StoreError('Another process has been making the tables of the job engine for a minute. Try again later.', {
    code: 'STORE_UNAVAILABLE',
    retryable: true,
  })
}

function createUndeliveredError({ connectorId }: QueuedRun): EngineError {
  return new EngineError(
    `No worker has the connector "${connectorId}", so the run was given up after several tries. Start a worker with it (${formatCommandTemplate('worker --connector FILE')}), then start the run again.`,
    { code: 'RUN_UNDELIVERED' },
  )
}
