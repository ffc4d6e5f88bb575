import { AsyncLocalStorage } from 'node:async_hooks'
import { CheckwrightError } from '../errors/index.ts'
import { createTimeId } from '../text/create-time-id.ts'
import { readErrorCodeForLog, type Uses } from './runtime-parts.ts'

/** A change that is about to be made. */
export interface AuditedChange {
  /** undefined: of no known organization, so it belongs to no log. Called only when needed. */
  readonly organizationId: string | undefined | (() => Promise<string | undefined>)
  readonly action: string
  /** Names of the given members, without their values. */
  readonly fields?: readonly string[]
}

/** What became of it, as an HTTP status. */
export interface AuditedOutcome {
  readonly status: number
  /** Id of the changed thing. */
  readonly target: string | null
}

/**
 * Writes entries for changes that the program itself makes. Changes over HTTP or on a page already have their entry
 * with the caller. Within `runCovered`, no second one is written.
 */
export class AuditLog {
  readonly #parts: Uses<'audit', 'clock' | 'logger' | 'options' | 'closing'>
  readonly #covered = new AsyncLocalStorage<true>()

  constructor(parts: Uses<'audit', 'clock' | 'logger' | 'options' | 'closing'>) {
    this.#parts = parts
  }

  /** Runs a change that already has its entry in the log. */
  runCovered<T>(work: () => Promise<T>): Promise<T> {
    return this.#covered.run(true, work)
  }

  /** Makes a change between its entry and the recorded outcome, as the HTTP API does. */
  async change<T>(change: AuditedChange, work: () => Promise<T>, describe: (done: T) => AuditedOutcome): Promise<T> {
    const id = await this.#begin(change)
    if (id === undefined) return work()
    try {
      const done = await this.runCovered(work)
      await this.#complete(id, describe(done))
      return done
    } catch (error) {
      const status = error instanceof CheckwrightError && !error.retryable ? 400 : 500
      await this.#complete(id, { status, target: null })
      throw error
    }
  }

  /** Records a change after it is made, if only its outcome has the organization. */
  async recordMade(change: AuditedChange, outcome: AuditedOutcome): Promise<void> {
    const id = await this.#begin(change)
    if (id !== undefined) await this.#complete(id, outcome)
  }

  async #begin({ organizationId, action, fields = [] }: AuditedChange): Promise<string | undefined> {
    // A closed runtime cannot change anything, and the change itself reports that.
    if (this.#covered.getStore() || this.#parts.closing.aborted) return undefined
    const owner = typeof organizationId === 'function' ? await organizationId() : organizationId
    if (owner === undefined) return undefined
    const { store, clock, options } = this.#parts
    // In the order of creation, also within one millisecond.
    const id = createTimeId()
    try {
      await store.audit.insert({
        ...{ id, organizationId: owner, action, requestId: id, atMs: clock.nowMs(), target: null, status: null },
        actor: { type: 'program', id: options.actor ?? 'program' },
        fields: [...fields],
      })
      return id
    } catch (error) {
      // If the organization does not exist, the error of the change itself explains more than the log could.
      if (readErrorCodeForLog(error) === 'NOT_FOUND') return undefined
      throw error
    }
  }

  /** The change has happened. If the outcome cannot be written, the entry stays without one. */
  async #complete(id: string, outcome: AuditedOutcome): Promise<void> {
    const { store, logger } = this.#parts
    await store.audit.complete(id, outcome).catch((error: unknown) => {
      logger.warn({ code: readErrorCodeForLog(error) }, 'Audit entry could not be completed')
    })
  }
}
