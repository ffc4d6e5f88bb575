import { timerMsMax } from '../../define/index.ts'
import { CheckError, HttpError } from '../../errors/index.ts'

/**
 * Stops waiting for a check when its time is over or the run is cancelled, even if it ignores its signal. Its work
 * cannot be stopped then, but its results no longer count.
 * @param cancelled undefined for a run that nobody can cancel
 * @param work gets a signal that combines both
 * @param subject what it is, for the message
 */
export async function runCheckWithDeadline<T>(
  timeoutMs: number,
  cancelled: AbortSignal | undefined,
  work: (signal: AbortSignal) => T | Promise<T>,
  subject = 'check',
): Promise<T> {
  // One controller for both signals: `AbortSignal.any` would stay attached to the run's signal until both are
  // collected.
  const ending = new AbortController()
  const { signal } = ending
  let end = (reason: unknown) => ending.abort(reason)
  const cancel = () => end(cancelled?.reason)
  cancelled?.throwIfAborted()
  cancelled?.addEventListener('abort', cancel, { once: true })
  const timer = setTimeout(() => end(createCheckTimeout(timeoutMs, subject)), Math.min(timeoutMs, timerMsMax))
  try {
    return await new Promise<T>((resolve, reject) => {
      end = (reason) => {
        // After an end of the work that has come already, and before the end that it may come to because of this.
        queueMicrotask(() => reject(reason))
        ending.abort(reason)
      }
      Promise.resolve(work(signal)).then(resolve, reject)
    })
  } catch (error) {
    // The cause matters, not the request that it interrupted.
    throw signal.aborted && !(error instanceof HttpError) ? signal.reason : error
  } finally {
    clearTimeout(timer)
    cancelled?.removeEventListener('abort', cancel)
    // Requests that the check left running have no owner any more.
    ending.abort(checkEnded)
  }
}

// One error for all: only the requests see it, and a stack trace for each would cost more than the rest of the ending.
const checkEnded = Object.freeze(new CheckError('The check has ended.', { code: 'CANCELLED' }))

function createCheckTimeout(timeoutMs: number, subject: string): CheckError {
  return new CheckError(
    `The ${subject} did not end within ${timeoutMs / 1000} s. Raise its timeoutMs, or send fewer requests.`,
    { code: 'CHECK_TIMEOUT', retryable: true },
  )
}
