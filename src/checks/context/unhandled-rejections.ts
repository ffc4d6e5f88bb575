import { setImmediate as afterAllDue } from 'node:timers/promises'
import { getOwner, type WorkOwner } from '../results/provenance.ts'
import { findOwnError } from './check-failure.ts'

/**
 * Receives the rejections of one check's forgotten promises. It holds nothing else, because sockets remember the work
 * that opened them.
 */
export class Stray implements WorkOwner {
  #first: { readonly thrown: unknown } | undefined
  #isOver = false

  get first(): { readonly thrown: unknown } | undefined {
    return this.#first
  }

  recordStray(thrown: unknown): void {
    // The end of a check aborts everything that waits for its signal. We cause that, and nothing is lost.
    if (!this.#isOver && !isCancelled(thrown)) this.#first ??= { thrown }
  }

  /** The check has ended. Node reports a rejection only after all due work had a chance to handle it. */
  async end(): Promise<void> {
    await afterAllDue()
    this.#isOver = true
  }
}

function isCancelled(thrown: unknown): boolean {
  try {
    return findOwnError(thrown)?.code === 'CANCELLED'
  } catch {
    // An object that throws when it is read is not our error.
    return false
  }
}

/** Running runs, which together need one listener. */
let runs = 0

/**
 * While a run is under way, treats rejections of promises that a check forgot as the check's own failure. Otherwise
 * Node would end the process, and every other check with it. All others go to Node and to the host, whose own listeners
 * get both.
 * @returns a function to call when the run has ended
 */
export function claimStrays(): () => void {
  if (runs++ === 0) process.on('unhandledRejection', claimRejection)
  let isOver = false
  return () => {
    if (isOver) return
    isOver = true
    if (runs > 1) runs--
    // Later, because the end of a check rejects promises that wait for its signal.
    else
      setImmediate(() => {
        if (--runs === 0) process.off('unhandledRejection', claimRejection)
      })
  }
}

function claimRejection(reason: unknown): void {
  const owner = getOwner()
  if (owner) owner.recordStray(reason)
  else if (process.listenerCount('unhandledRejection') === 1) returnToProcess(reason)
}

/**
 * Rejects again without our listener, because only Node knows what it has to do then (`--unhandled-rejections`). If
 * there is another listener, that one handles it.
 */
function returnToProcess(reason: unknown): void {
  // Two in a row, so that only Node's own reaction to the first comes between them, and no check's rejection is missed.
  setImmediate(() => {
    process.off('unhandledRejection', claimRejection)
    void Promise.reject(reason)
  })
  setImmediate(() => {
    if (runs > 0 && !process.listeners('unhandledRejection').includes(claimRejection))
      process.on('unhandledRejection', claimRejection)
  })
}
