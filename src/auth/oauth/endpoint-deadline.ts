/** A token request takes a second or two. Leases last longer than this. */
export const deadlineMsDefault = 15_000

/** The time limit of a request to an OAuth endpoint, and the signal that ends it earlier. */
export interface Deadline {
  readonly deadlineMs: number
  /** The caller's own. */
  readonly signal: AbortSignal | undefined
}

/**
 * Runs `work` and gives up when the time is over, even if the work ignores its signal, so that a lease ends at a known
 * time.
 * @param late makes the timeout error
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
    // First, so that this error wins over the work's own.
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
