/** A token request takes a second or two; leases that are held meanwhile last longer than this. */
export const deadlineMsDefault = 15_000

/** How long a conversation with an OAuth endpoint may take, and who may end it earlier. */
export interface Deadline {
  readonly deadlineMs: number
  /** The caller's own. */
  readonly signal: AbortSignal | undefined
}

/**
 * Runs `work` and gives up on it when the time is over, also when it does not heed its signal: a lease that is held
 * meanwhile ends at a known time.
 * @param late makes the error of a time-out
 * @throws the reason of the caller's signal when that is aborted
 */
export async function runWithinDeadline<T>(
  work: (signal: AbortSignal) => Promise<T>,
  { deadlineMs, signal }: Deadline,
  late: () => Error,
): Promise<T> {
  signal?.throwIfAborted()
  const ended = new AbortController()
  const end = Promise.withResolvers<never>()
  const timer = setTimeout(() => giveUp(late()), deadlineMs)
  const giveUp = (reason: unknown) => {
    // First, so that it is the answer whatever the work says about its end.
    end.reject(reason)
    ended.abort(reason)
  }
  const abandon = () => giveUp(signal?.reason)
  signal?.addEventListener('abort', abandon, { once: true })
  try {
    return await Promise.race([end.promise, work(ended.signal)])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abandon)
  }
}
