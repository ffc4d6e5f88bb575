import { setTimeout as sleep } from 'node:timers/promises'

/** What others wait for at most, as far as the number of rows decides it. */
const pieceMs = 8
/** A commit that waits for the disk lasts longer than a piece, however few rows it has. Fewer than these would only make it repeat. */
const rowsMin = 100
const rowsMax = 1_000
/** Nobody waits longer for a sweep to end, however slow the store is. */
const restMsMax = 1_000
/** Of the time: what nobody waits for, and what somebody has asked for. */
const shares = { background: 0.2, asked: 0.5 }

/** What one piece of a sweep did. */
export interface Swept {
  /** Rows that it read to judge them, changed or deleted. 0: nothing is left to do. */
  readonly rows: number
  /** Whole things that are gone now: runs, sets of results. */
  readonly gone: number
}

/**
 * Takes long work on the store apart, so that everybody else goes on meanwhile: a piece has as many rows as fit in a few
 * milliseconds, and after it the sweep rests several times as long. SQLite has one writer, and its statements stop the
 * whole process. If the store is slow because others use it, pieces get smaller and rests longer by themselves.
 */
export class Sweeper {
  readonly #share: number
  readonly #signal: AbortSignal | undefined
  #rows = rowsMin
  #restMs = 0

  /** @param how.signal stops it before its next piece */
  constructor(how: { readonly share: keyof typeof shares; readonly signal?: AbortSignal | undefined }) {
    this.#share = shares[how.share]
    this.#signal = how.signal
  }

  get isStopped(): boolean {
    return this.#signal?.aborted === true
  }

  /** One piece, after the rest that the last one owes. @returns nothing done if it was stopped */
  async take(piece: (rows: number) => Promise<Swept>): Promise<Swept> {
    // By a timer, so that the process turns to others even if nothing is owed.
    if (this.#restMs > 0) await this.rest(this.#restMs)
    if (this.isStopped) return { rows: 0, gone: 0 }
    const rows = this.#rows
    const beganAtMs = performance.now()
    const swept = await piece(rows)
    const tookMs = performance.now() - beganAtMs
    this.#restMs = Math.min(restMsMax, tookMs * (1 / this.#share - 1))
    if (tookMs > pieceMs) this.#rows = Math.max(rowsMin, Math.floor((rows * pieceMs) / tookMs))
    else if (tookMs < pieceMs / 2 && swept.rows > rows / 2) this.#rows = Math.min(rowsMax, rows * 2)
    return swept
  }

  /** Pieces until one finds nothing left. @returns how many things are gone */
  async takeAll(piece: (rows: number) => Promise<Swept>): Promise<number> {
    for (let all = 0; ; ) {
      const { rows, gone } = await this.take(piece)
      all += gone
      if (rows === 0) return all
    }
  }

  /** Waits, at most until it is stopped. */
  async rest(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#signal }).catch(() => undefined)
  }
}
