import { setTimeout as sleep } from 'node:timers/promises'

/** What others wait for at most, as far as the number of rows decides it. */
const pieceMs = 2
/** A transaction lasts a while, however few rows it has. Fewer than these would only make it repeat. */
const rowsMin = 100
const rowsMax = 1_000
/** Four pieces a second, however slow the store is: some 50 runs with their results, four times what a million runs a day need. */
const restMsMax = 250
/**
 * Of the time. What nobody waits for begins with so little that one request in a hundred meets it, and gets twice as much each hour,
 * so that a store with years to delete needs hours and not weeks. `removal` is what somebody has asked for and may be a million rows,
 * `asked` what a run or a request replaces.
 */
const shares = {
  background: { from: 0.005, to: 0.1 },
  removal: { from: 0.01, to: 0.1 },
  asked: { from: 0.2, to: 0.2 },
}
const doublingMs = 3_600_000

/** What one piece of a sweep did. */
export interface Swept {
  /** Rows that it read to judge them, changed or deleted. 0: nothing is left to do. */
  readonly rows: number
  /** Whole things that are gone now: runs, sets of results. */
  readonly gone: number
}

/** @param rows the most that it may touch */
export type Piece = (rows: number) => Promise<Swept>

/** Runs one piece, after the rest that the last one owes. Nothing is done if the sweep was stopped. */
export type Take = (piece: Piece) => Promise<Swept>

/**
 * Takes long work on the store apart, so that everybody else goes on meanwhile: a piece has as many rows as fit in two
 * milliseconds, and after it the sweep rests many times as long. SQLite has one writer, and its statements stop the
 * whole process. If the store is slow because others use it, pieces get smaller and rests longer by themselves.
 */
export class Sweeper {
  readonly #share: (typeof shares)[keyof typeof shares]
  readonly #signal: AbortSignal | undefined
  readonly #beganAtMs = performance.now()
  #restMs = 0

  /** @param how.signal stops it before its next piece */
  constructor(how: { readonly share: keyof typeof shares; readonly signal?: AbortSignal | undefined }) {
    this.#share = shares[how.share]
    this.#signal = how.signal
  }

  get isStopped(): boolean {
    return this.#signal?.aborted === true
  }

  /** Begins work of one kind, whose pieces get a size of their own. */
  begin(): Take {
    let rows = rowsMin
    return async (piece) => {
      // By a timer, so that the process turns to others even if nothing is owed.
      if (this.#restMs > 0) await this.rest(this.#restMs)
      if (this.isStopped) return { rows: 0, gone: 0 }
      const beganAtMs = performance.now()
      const swept = await piece(rows)
      const tookMs = performance.now() - beganAtMs
      this.#restMs = Math.min(restMsMax, tookMs * (1 / this.#chooseShare() - 1))
      if (tookMs > pieceMs) rows = Math.max(rowsMin, Math.floor((rows * pieceMs) / tookMs))
      else if (tookMs < pieceMs / 2 && swept.rows > rows / 2) rows = Math.min(rowsMax, rows * 2)
      return swept
    }
  }

  /** Pieces of one kind until one finds nothing left. @returns how many things are gone */
  async takeAll(piece: Piece): Promise<number> {
    const take = this.begin()
    for (let all = 0; ; ) {
      const { rows, gone } = await take(piece)
      all += gone
      if (rows === 0) return all
    }
  }

  /** Waits, at most until it is stopped. */
  async rest(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#signal }).catch(() => undefined)
  }

  #chooseShare(): number {
    const hours = Math.floor((performance.now() - this.#beganAtMs) / doublingMs)
    return Math.min(this.#share.to, this.#share.from * 2 ** hours)
  }
}
