import { timerMsMax } from '../define/index.ts'
import { CheckError, HttpError } from '../errors/index.ts'

/**
 * Ends the wait for a check when its time is over or the run is cancelled, also when it ignores its signal. Its work
 * cannot be stopped then, but its results no longer count.
 * @param work gets the signal of both
 * @param subject what it is, for the message
 */
export async function runCheckWithDeadline<T>(
  timeoutMs: number,
  cancelled: AbortSignal,
  work: (signal: AbortSignal) => T | Promise<T>,
  subject = 'check',
): Promise<T> {
  // One controller that is told of both: `AbortSignal.any` would hang on the run's signal until both are collected.
  const ending = new AbortController()
  const { signal } = ending
  const cancel = () => ending.abort(cancelled.reason)
  if (cancelled.aborted) cancel()
  cancelled.addEventListener('abort', cancel, { once: true })
  const timer = setTimeout(() => ending.abort(createCheckTimeout(timeoutMs, subject)), Math.min(timeoutMs, timerMsMax))
  let abort = () => {}
  const ended = new Promise<never>((_resolve, reject) => {
    abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
  })
  try {
    signal.throwIfAborted()
    return await Promise.race([work(signal), ended])
  } catch (error) {
    // The cause counts, not the request that it happened to break off.
    throw signal.aborted && !(error instanceof HttpError) ? signal.reason : error
  } finally {
    clearTimeout(timer)
    cancelled.removeEventListener('abort', cancel)
    signal.removeEventListener('abort', abort)
    // Requests that the check left running are nobody's any more.
    ending.abort(checkEnded)
  }
}

// One for all: nobody sees it but the requests, and the trace that each would have costs more than the rest of the ending.
const checkEnded = Object.freeze(new CheckError('The check has ended.', { code: 'CANCELLED' }))

function createCheckTimeout(timeoutMs: number, subject: string): CheckError {
  return new CheckError(
    `The ${subject} did not end within ${timeoutMs / 1000} s. Raise its timeoutMs, or let it ask for less.`,
    { code: 'CHECK_TIMEOUT', retryable: true },
  )
}
