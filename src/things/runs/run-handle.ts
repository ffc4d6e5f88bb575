import { type RecordedRun, wholeRun } from '../../checks/runs/recorded-run.ts'
import type { RunEvent, RunResult } from '../../define/index.ts'
import type { RuntimeParts } from '../parts/runtime-parts.ts'
import { followRun, waitForRun } from './follow-run.ts'
import type { RunEvents } from './run-events.ts'

/** A run under way. */
export interface RunHandle {
  readonly id: string
  /** The events from the start, for any number of readers; ends with the run. */
  readonly events: AsyncIterable<RunEvent>
  /** Does not reject for a failing check; rejects with StoreError if the result cannot be stored. */
  readonly result: Promise<RunResult>
  /** The same, with results that are read from the store when you need them: for runs with very many. */
  readonly recorded: Promise<RecordedRun>
}

/** A run that another process may execute. */
export function createRemoteHandle(parts: Parameters<typeof followRun>[0], id: string): RunHandle {
  const events = {
    async *[Symbol.asyncIterator]() {
      for await (const { event } of followRun(parts, { id, organizationId: undefined })) yield event
    },
  }
  // Fetched only on demand, because the caller who requested the run may be gone long before it ends.
  return new RunUnderWay(id, events, () => waitForRun(parts, id))
}

/** A run that this process executes. */
export function createLocalHandle(
  { unfinished }: Pick<RuntimeParts, 'unfinished'>,
  id: string,
  events: RunEvents,
  recorded: Promise<RecordedRun>,
): RunHandle {
  // Also for callers who only read the events and do not await it.
  void unfinished.track(recorded.then(doNothing, doNothing))
  return new RunUnderWay(id, events, () => recorded)
}

class RunUnderWay implements RunHandle {
  readonly id: string
  readonly events: AsyncIterable<RunEvent>
  readonly #fetch: () => Promise<RecordedRun>
  #recorded: Promise<RecordedRun> | undefined

  constructor(id: string, events: AsyncIterable<RunEvent>, fetch: () => Promise<RecordedRun>) {
    this.id = id
    this.events = events
    this.#fetch = fetch
  }

  get recorded(): Promise<RecordedRun> {
    this.#recorded ??= this.#fetch()
    return this.#recorded
  }

  /** Read on demand, so that a run with very many results does not keep them in memory for nobody. */
  get result(): Promise<RunResult> {
    return this.recorded.then(wholeRun)
  }
}

const doNothing = () => undefined
