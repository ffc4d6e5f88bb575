import { randomUUID } from 'node:crypto'
import type { Clock } from '../define/index.ts'
import { AuthError } from '../errors/index.ts'

/**
 * Leases that all processes on a store share: whoever holds a name alone may act on what it stands for. Their time runs by
 * a clock that these processes share, or by `nowMs` where the store has none.
 */
export interface LeaseStore {
  /** Takes the lease when nobody holds it or its holder's time is over. One statement. @returns whether it was taken */
  acquire(name: string, owner: string, ttlMs: number, nowMs: number): Promise<boolean>
  /** @returns false when the lease is another's meanwhile */
  renew(name: string, owner: string, ttlMs: number, nowMs: number): Promise<boolean>
  /** Gives it back; does nothing when it is another's meanwhile. */
  release(name: string, owner: string): Promise<void>
}

/** How long a process that has died keeps others waiting. Longer than one token request may take (15 s). */
export const leaseTtlMs = 30_000
const pauseMsFirst = 25
const pauseMsMax = 250
const patienceMs = 60_000

/**
 * Does `work` while holding the lease `name`, which is renewed meanwhile. Waits for another holder, who may be in
 * another process; what it did is for `work` to find out.
 * @param busy what is thrown when the lease cannot be had within a minute. @default AuthError `AUTH_TRANSIENT`, retryable
 */
export async function holdLease<T>(
  leases: LeaseStore,
  clock: Clock,
  name: string,
  work: () => Promise<T>,
  busy: () => Error = createSignInBusyError,
): Promise<T> {
  const owner = randomUUID()
  await acquire(leases, clock, { name, owner, busy })
  // A renewal that fails is made up for by the next one: the lease outlives two of them.
  const renewal = setInterval(
    () => void leases.renew(name, owner, leaseTtlMs, clock.nowMs()).catch(() => undefined),
    leaseTtlMs / 3,
  )
  renewal.unref()
  try {
    return await work()
  } finally {
    clearInterval(renewal)
    // What was done is done, whether or not the lease can be given back; it ends by itself.
    await leases.release(name, owner).catch(() => undefined)
  }
}

interface WantedLease {
  readonly name: string
  readonly owner: string
  readonly busy: () => Error
}

async function acquire(leases: LeaseStore, clock: Clock, { name, owner, busy }: WantedLease): Promise<void> {
  const deadlineMs = clock.nowMs() + patienceMs
  for (let pauseMs = pauseMsFirst; ; pauseMs = Math.min(pauseMs * 2, pauseMsMax)) {
    if (await leases.acquire(name, owner, leaseTtlMs, clock.nowMs())) return
    if (clock.nowMs() > deadlineMs) throw busy()
    // At random, so that waiters do not come back together.
    await clock.sleep(pauseMs / 2 + Math.random() * (pauseMs / 2))
  }
}

function createSignInBusyError(): AuthError {
  return new AuthError('Another process has been signing in at the vendor for a minute. Try again later.', {
    code: 'AUTH_TRANSIENT',
    retryable: true,
  })
}
