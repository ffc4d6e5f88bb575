import { setImmediate } from 'node:timers/promises'

/** Work on a large input. Each `yield` is a place where others may be served. */
export type WorkInPieces<T> = Generator<undefined, T, undefined>

/** How many characters are worked on before others are served. */
export const pieceLength = 64 * 1024

export function finishAtOnce<T>(work: WorkInPieces<T>): T {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

/** Serves others between two pieces. */
export async function finishInTurns<T>(work: WorkInPieces<T>): Promise<T> {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    await setImmediate()
  }
}

/** For a loop whose steps take nobody knows how long. */
export class Turns {
  #beganAtMs = performance.now()

  /** Whether others have waited long enough. */
  get areDue(): boolean {
    return performance.now() - this.#beganAtMs >= pieceMs
  }

  async serveOthers(): Promise<void> {
    await setImmediate()
    this.#beganAtMs = performance.now()
  }
}

const pieceMs = 20
