import { CheckError, CheckwrightError, EngineError } from '../../errors/index.ts'
import type { EngineLogger, Execute, RunControl } from './engine.ts'
import type { QueuedRun } from './queue.ts'

/** How many processes may crash during a run before the run counts as the cause. */
const lossesMax = 3

/** The outcome of a run: `lost` belongs to another process; `store away` is not the run's fault, unlike `failed`. */
export type FlightOutcome = 'ended' | 'lost' | 'store away' | 'failed'

interface RunFlight {
  readonly run: QueuedRun
  readonly controller: AbortController
  isLost: boolean
  readonly done: Promise<void>
}

/** The runs that this process executes. */
export class RunsInFlight {
  readonly #flights = new Set<RunFlight>()
  readonly #execute: Execute
  readonly #logger: EngineLogger

  constructor(execute: Execute, logger: EngineLogger) {
    this.#execute = execute
    this.#logger = logger
  }

  get size(): number {
    return this.#flights.size
  }

  /**
   * Executes it. A run that somebody wants to end, or that has crashed several processes, ends without any request.
   * Does not reject.
   * @param how.because ends it with this error, without any request
   */
  async begin(
    run: QueuedRun,
    { because, settle }: { readonly because?: EngineError | undefined } & Pick<RunControl, 'settle'> = {},
  ): Promise<FlightOutcome> {
    const controller = new AbortController()
    if (because) controller.abort(because)
    else if (run.isCancelled) controller.abort(createCancelledError())
    else if (run.losses >= lossesMax) controller.abort(createAbandonedError(run))
    const { promise: done, resolve } = Promise.withResolvers<void>()
    const flight: RunFlight = { run, controller, isLost: false, done }
    // Another process took it and it came back before we noticed, so for the store this is an old attempt.
    for (const earlier of this.#of(run.runId)) loseFlight(earlier)
    this.#flights.add(flight)
    try {
      await this.#execute(run, { signal: controller.signal, isLost: () => flight.isLost, settle })
      return flight.isLost ? 'lost' : 'ended'
    } catch (error) {
      if (flight.isLost) return 'lost'
      const { runId, connectionId, attempt } = run
      const code = error instanceof CheckwrightError ? error.code : 'UNKNOWN'
      this.#logger.warn({ runId, connectionId, attempt, code }, 'Run could not be brought to its end')
      return error instanceof CheckwrightError && error.retryable ? 'store away' : 'failed'
    } finally {
      this.#flights.delete(flight)
      resolve()
    }
  }

  /** @returns whether it is running here */
  cancel(runId: string): boolean {
    const flights = this.#of(runId)
    for (const { controller } of flights) controller.abort(createCancelledError())
    return flights.length > 0
  }

  cancelAll(): void {
    for (const { controller } of this.#flights) controller.abort(createCancelledError())
  }

  /** Gives up all of them, because other processes have them, or will. */
  loseAll(): void {
    for (const flight of this.#flights) loseFlight(flight)
  }

  /** Resolves when none is left, or the time is over. */
  async waitForAll(timeoutMs = Number.POSITIVE_INFINITY): Promise<void> {
    const all = Promise.all([...this.#flights].map(({ done }) => done))
    if (timeoutMs === Number.POSITIVE_INFINITY) {
      await all
      return
    }
    const { promise: over, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, timeoutMs)
    await Promise.race([all, over])
    clearTimeout(timer)
  }

  #of(runId: string): readonly RunFlight[] {
    return [...this.#flights].filter(({ run }) => run.runId === runId)
  }
}

function loseFlight(flight: RunFlight): void {
  flight.isLost = true
  flight.controller.abort(createCancelledError())
}

function createCancelledError(): CheckError {
  return new CheckError('The run was cancelled before the check had ended.', { code: 'CANCELLED' })
}

function createAbandonedError({ losses }: QueuedRun): EngineError {
  return new EngineError(
    `${losses} processes ended in the middle of this run, so it was not started again. Find out why, such as too little memory, then start the run again.`,
    { code: 'RUN_ABANDONED' },
  )
}
