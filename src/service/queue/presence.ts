import { CheckwrightError } from '../../errors/index.ts'
import type { EngineLogger } from './engine.ts'
import { createProcessName, hasEnded } from './process-name.ts'
import type { RunQueue } from './queue.ts'
import type { WorkerStore } from './worker-store.ts'

export interface PresenceOptions {
  readonly store: { readonly queue: RunQueue; readonly workers: WorkerStore }
  readonly logger: EngineLogger
  readonly nowMs: () => number
  readonly leaseMs: number
  /** Called if others may treat this process as dead. */
  readonly onLost: () => void
  /** Called if there are runs of a dead process to take. */
  readonly onReleased: () => void
}

/**
 * This process among those that have runs: it counts its pulse up, and watches those of the others. A process counts as
 * dead if its pulse stood still for a time on our own monotonic clock, so that no wrong or jumping clock can end a run.
 * On the same machine, it is checked directly whether the process exists.
 */
export class Presence {
  readonly #options: PresenceOptions
  #id = createProcessName()
  #entered: Promise<string> | undefined
  #timer: NodeJS.Timeout | undefined
  #beatAtMs = 0
  readonly #seen = new Map<string, { readonly beat: number; readonly sinceMs: number }>()

  constructor(options: PresenceOptions) {
    this.#options = options
  }

  /** Its name in the store, present or not. */
  get id(): string {
    return this.#id
  }

  /**
   * Call it before anything is reserved for this process. @returns its name in the store, valid until others treat it
   * as dead
   */
  enter(): Promise<string> {
    this.#entered ??= this.#enter().catch((error: unknown) => {
      this.#entered = undefined
      throw error
    })
    return this.#entered
  }

  /** Puts back the runs of processes that no longer exist. */
  async observe(): Promise<void> {
    const { store, leaseMs, logger, onReleased } = this.#options
    const present = new Map((await store.workers.list()).map(({ id, beat }) => [id, beat]))
    const nowMs = performance.now()
    for (const id of this.#seen.keys()) if (!present.has(id)) this.#seen.delete(id)
    for (const [id, beat] of present) {
      if (id === this.#id) continue
      const seen = this.#seen.get(id)
      if (seen?.beat !== beat) this.#seen.set(id, { beat, sinceMs: nowMs })
      const isDead = hasEnded(id) || (seen?.beat === beat && nowMs - seen.sinceMs >= leaseMs)
      if (isDead && (await store.workers.remove(id, beat)))
        logger.warn({ workerId: id }, 'A process ended; its runs are taken over')
    }
    if ((await store.queue.releaseOrphans()) > 0) onReleased()
  }

  /** Puts back the runs of this process, and leaves. */
  async leave(): Promise<void> {
    clearInterval(this.#timer)
    if (!this.#entered) return
    await this.#entered.catch(() => undefined)
    this.#entered = undefined
    const { queue, workers } = this.#options.store
    await queue.release(this.#id, 'left')
    await workers.remove(this.#id)
  }

  async #enter(): Promise<string> {
    const id = this.#id
    const { store, nowMs, leaseMs } = this.#options
    await store.workers.insert({ id, startedAtMs: nowMs() })
    this.#beatAtMs = performance.now()
    this.#timer = setInterval(() => void this.#beat(), leaseMs / 6)
    this.#timer.unref()
    return id
  }

  async #beat(): Promise<void> {
    const { store, leaseMs } = this.#options
    const sentAtMs = performance.now()
    try {
      if (!(await store.workers.recordBeat(this.#id))) this.#lose()
      else this.#beatAtMs = sentAtMs
    } catch (error) {
      // The store does not answer. Other processes that still reach it will treat this one as dead, so it has to stop
      // before that.
      if (!(error instanceof CheckwrightError) || performance.now() - this.#beatAtMs > leaseMs / 2) this.#lose()
    }
  }

  /** Continues under another name, because runs under this one now belong to others. */
  #lose(): void {
    clearInterval(this.#timer)
    this.#id = createProcessName()
    this.#entered = undefined
    this.#options.onLost()
  }
}
