import { AsyncLocalStorage } from 'node:async_hooks'
import { v7 } from 'uuid'
import { CheckwrightError } from '../errors/index.ts'
import { readErrorCodeForLog, type Uses } from './runtime-parts.ts'

/** A change as it is about to be made. */
export interface AuditedChange {
  /** undefined: of no organization that is known, so that there is no log that it belongs to. Asked for only when needed. */
  readonly organizationId: string | undefined | (() => Promise<string | undefined>)
  readonly action: string
  /** Names of what was given, never values. */
  readonly fields?: readonly string[]
}

/**
 * Writes the changes down that the program itself makes. Those that somebody asked for over HTTP or on a page have their
 * entry already, by who asked: within `runCovered`, no second one is written.
 */
export class AuditLog {
  readonly #parts: Uses<'audit', 'clock' | 'logger' | 'options' | 'closing'>
  readonly #covered = new AsyncLocalStorage<true>()

  constructor(parts: Uses<'audit', 'clock' | 'logger' | 'options' | 'closing'>) {
    this.#parts = parts
  }

  /** Does what has its entry in the log already. */
  runCovered<T>(work: () => Promise<T>): Promise<T> {
    return this.#covered.run(true, work)
  }

  /** Makes a change between its entry and the outcome of that, as the HTTP API does. */
  async change<T>(change: AuditedChange, work: () => Promise<T>, targetOf: (done: T) => string | null): Promise<T> {
    const id = await this.#begin(change)
    if (id === undefined) return work()
    try {
      const done = await this.runCovered(work)
      await this.#complete(id, 200, targetOf(done))
      return done
    } catch (error) {
      await this.#complete(id, error instanceof CheckwrightError && !error.retryable ? 400 : 500, null)
      throw error
    }
  }

  /** Notes a change whose organization only its outcome names. */
  async recordMade(change: AuditedChange, target: string): Promise<void> {
    const id = await this.#begin(change)
    if (id !== undefined) await this.#complete(id, 200, target)
  }

  async #begin({ organizationId, action, fields = [] }: AuditedChange): Promise<string | undefined> {
    // Of a runtime that is closed nothing can be changed, which the change itself says.
    if (this.#covered.getStore() || this.#parts.closing.aborted) return undefined
    const owner = typeof organizationId === 'function' ? await organizationId() : organizationId
    if (owner === undefined) return undefined
    const { store, clock, options } = this.#parts
    // In the order of their making, also within one millisecond.
    const id = v7()
    try {
      await store.audit.insert({
        ...{ id, organizationId: owner, action, requestId: id, atMs: clock.nowMs(), target: null, status: null },
        actor: { type: 'program', id: options.actor ?? 'program' },
        fields: [...fields],
      })
      return id
    } catch (error) {
      // What the change itself says of an organization that is not there is more than the log could.
      if (readErrorCodeForLog(error) === 'NOT_FOUND') return undefined
      throw error
    }
  }

  /** What was done is done: an outcome that cannot be written leaves the entry without one. */
  async #complete(id: string, status: number, target: string | null): Promise<void> {
    const { store, logger } = this.#parts
    await store.audit.complete(id, { status, target }).catch((error: unknown) => {
      logger.warn({ code: readErrorCodeForLog(error) }, 'Audit entry could not be completed')
    })
  }
}
