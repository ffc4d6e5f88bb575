import { AsyncLocalStorage } from 'node:async_hooks'
import { CheckwrightError } from '../../errors/index.ts'
import type { ActionEntry, AuditEntry, JoiningEntry } from '../../service/records/audit.ts'
import { runWatchingCommits } from '../../service/store/sql/commit-watch.ts'
import { createTimeId } from '../../text/create-time-id.ts'
import type { AuditAction } from './audit-actions.ts'
import { readErrorCodeForLog, type Uses } from './runtime-parts.ts'

/** A change that is about to be made. */
export interface AuditedChange {
  /** undefined: of no known organization, so it belongs to no log. Called only when needed. */
  readonly organizationId: string | undefined | (() => Promise<string | undefined>)
  readonly action: AuditAction
  /** The person who makes it. @default the program does */
  readonly userId?: string | undefined
  /** Names of the given members, without their values. */
  readonly fields?: readonly string[]
}

/** A change whose entry somebody else answers for. */
interface Cover {
  /** undefined: it is written, or somebody has taken it to write it. */
  joining: ActionEntry | undefined
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
  readonly #covered = new AsyncLocalStorage<Cover>()

  constructor(parts: Uses<'audit', 'clock' | 'logger' | 'options' | 'closing'>) {
    this.#parts = parts
  }

  /**
   * Runs a change that already has its entry in the log, or that is to write it. If the store is lost after a part of the change is
   * stored, the error says so (`mayBeStored`).
   *
   * @param joining for the one method of this action that writes its entry in its own transaction. @default it is written
   */
  runCovered<T>(work: () => Promise<T>, joining?: ActionEntry): Promise<T> {
    return this.#covered.run({ joining }, () => runWatchingCommits(work))
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
      await this.#complete(id, { status: chooseStatus(error), target: null })
      throw error
    }
  }

  /** Makes a change that writes its entry in its own transaction. One that failed gets its entry afterwards. */
  async changeWith<T>(change: AuditedChange, work: (entry: JoiningEntry | undefined) => Promise<T>): Promise<T> {
    const joining = this.#takeJoining(change.action)
    // Whoever gave it writes the entry of a change that failed.
    if (joining) return work(joining)
    const begun = await this.#prepare(change)
    if (begun === undefined) return work(undefined)
    let isTaken = false
    const complete = (target: string) => {
      isTaken = true
      return { ...begun, status: 200, target }
    }
    try {
      const done = await this.runCovered(() => work({ complete }))
      if (!isTaken) throw new TypeError(`audit: ${change.action} was made without its entry`)
      return done
    } catch (error) {
      // Where the change was made all the same, and only its answer is lost, the entry is there and refuses a second one.
      await this.#parts.store.audit
        .insert({ ...begun, status: chooseStatus(error), target: null })
        .catch((failure: unknown) => {
          this.#parts.logger.warn({ code: readErrorCodeForLog(failure) }, 'Audit entry could not be written')
        })
      throw error
    }
  }

  /** Records a change after it is made, if only its outcome has the organization. */
  async recordMade(change: AuditedChange, outcome: AuditedOutcome): Promise<void> {
    const id = await this.#begin(change)
    if (id !== undefined) await this.#complete(id, outcome)
  }

  async #begin(change: AuditedChange): Promise<string | undefined> {
    const entry = await this.#prepare(change)
    if (entry === undefined) return undefined
    try {
      await this.#parts.store.audit.insert({ ...entry, target: null, status: null })
      return entry.id
    } catch (error) {
      // If the organization does not exist, the error of the change itself explains more than the log could.
      if (readErrorCodeForLog(error) === 'NOT_FOUND') return undefined
      throw error
    }
  }

  /** An entry belongs to one change, even if the same action is made again within it. */
  #takeJoining(action: AuditAction): JoiningEntry | undefined {
    const cover = this.#covered.getStore()
    if (cover?.joining?.action !== action) return undefined
    const { entry } = cover.joining
    cover.joining = undefined
    return entry
  }

  /** @returns undefined if the change gets no entry here */
  async #prepare({
    organizationId,
    action,
    userId,
    fields = [],
  }: AuditedChange): Promise<Omit<AuditEntry, 'target' | 'status'> | undefined> {
    // A closed runtime cannot change anything, and the change itself reports that.
    if (this.#covered.getStore() || this.#parts.closing.aborted) return undefined
    const owner = typeof organizationId === 'function' ? await organizationId() : organizationId
    if (owner === undefined) return undefined
    const { clock, options } = this.#parts
    // In the order of creation, also within one millisecond.
    const id = createTimeId()
    return {
      id,
      organizationId: owner,
      action,
      requestId: id,
      atMs: clock.nowMs(),
      actor: userId === undefined ? { type: 'program', id: options.actor ?? 'program' } : { type: 'user', id: userId },
      fields: [...fields],
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

function chooseStatus(error: unknown): number {
  return error instanceof CheckwrightError && !error.retryable ? 400 : 500
}
