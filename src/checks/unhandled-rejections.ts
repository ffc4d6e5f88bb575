import { setImmediate as afterAllDue } from 'node:timers/promises'
import { findOwnError } from './check-failure.ts'
import { getOwner, type WorkOwner } from './provenance.ts'

/** Takes what one check's forgotten promises are rejected with. Holds nothing else: sockets remember whose work opened them. */
export class Stray implements WorkOwner {
  #first: { readonly thrown: unknown } | undefined
  #isOver = false

  get first(): { readonly thrown: unknown } | undefined {
    return this.#first
  }

  recordStray(thrown: unknown): void {
    // What waits for the signal of a check is broken off when that ends: our doing, and nothing is lost by it.
    if (!this.#isOver && !isCancelled(thrown)) this.#first ??= { thrown }
  }

  /** The check has ended. Node tells of a rejection only when everything that was due has had a chance to handle it. */
  async end(): Promise<void> {
    await afterAllDue()
    this.#isOver = true
  }
}

function isCancelled(thrown: unknown): boolean {
  try {
    return findOwnError(thrown)?.code === 'CANCELLED'
  } catch {
    // What throws itself when it is looked at is none of ours.
    return false
  }
}

/** Runs under way, which together need one listener. */
let runs = 0

/**
 * Takes promises that a check forgot and that are rejected for the check's own failure, so long as a run is under way:
 * Node would end the process for them, and with it every other check. All others are left to Node and to the host, whose
 * own listeners hear of both.
 * @returns to be called when the run has ended
 */
export function claimStrays(): () => void {
  if (runs++ === 0) process.on('unhandledRejection', claimRejection)
  let isOver = false
  return () => {
    if (isOver) return
    isOver = true
    // Later: the end of a check is what rejects promises that wait for its signal.
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
 * Lets the process meet the rejection as if nobody had listened, because only Node knows what it was told to do then
 * (`--unhandled-rejections`). Who else listens has taken care of it.
 */
function returnToProcess(reason: unknown): void {
  // Two in a row, so that nothing but Node's own answer to the first comes between them: no check goes unheard meanwhile.
  setImmediate(() => {
    process.off('unhandledRejection', claimRejection)
    void Promise.reject(reason)
  })
  setImmediate(() => {
    if (runs > 0 && !process.listeners('unhandledRejection').includes(claimRejection))
      process.on('unhandledRejection', claimRejection)
  })
}
