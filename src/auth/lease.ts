import { randomUUID } from 'node:crypto'
import type { Clock } from '../define/index.ts'
import { AuthError } from '../errors/index.ts'

/**
 * Leases that all processes on a store share: only the holder of a name may act on it. They expire by a clock that
 * these processes share, or by `nowMs` if the store has none.
 */
export interface LeaseStore {
  /** Takes the lease if nobody holds it or it has expired. One statement. @returns whether it was taken */
  acquire(name: string, owner: string, ttlMs: number, nowMs: number): Promise<boolean>
  /** @returns false if another process has the lease now */
  renew(name: string, owner: string, ttlMs: number, nowMs: number): Promise<boolean>
  /** Releases it; does nothing if another process has it now. */
  release(name: string, owner: string): Promise<void>
}

/** How long others wait for a process that has died. Longer than one token request may take (15 s). */
export const leaseTtlMs = 30_000
const pauseMsFirst = 25
const pauseMsMax = 250
const patienceMs = 60_000

/**
 * Runs `work` while it holds the lease `name`, and renews that meanwhile. Waits for another holder, who may be in
 * another process; `work` has to check what that one did.
 * @param busy makes the error if the lease is not free within a minute. @default AuthError `AUTH_TRANSIENT`, retryable
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
  return keepLease(leases, clock, { name, owner }, work)
}

/** The same if nobody holds the lease now. @returns undefined if somebody does */
export async function tryLease<T>(
  leases: LeaseStore,
  clock: Clock,
  name: string,
  work: () => Promise<T>,
): Promise<T | undefined> {
  const owner = randomUUID()
  if (!(await leases.acquire(name, owner, leaseTtlMs, clock.nowMs()))) return undefined
  return keepLease(leases, clock, { name, owner }, work)
}

async function keepLease<T>(
  leases: LeaseStore,
  clock: Clock,
  { name, owner }: Omit<WantedLease, 'busy'>,
  work: () => Promise<T>,
): Promise<T> {
  // The next renewal makes up for a failed one, because the lease lasts longer than two of them.
  const renewal = setInterval(
    () => void leases.renew(name, owner, leaseTtlMs, clock.nowMs()).catch(() => undefined),
    leaseTtlMs / 3,
  )
  renewal.unref()
  try {
    return await work()
  } finally {
    clearInterval(renewal)
    // The work is done, even if the lease cannot be released; it expires by itself.
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
    // Random, so that waiters do not come back together.
    await clock.sleep(Math.round(pauseMs / 2 + Math.random() * (pauseMs / 2)))
  }
}

function createSignInBusyError(): AuthError {
  return new AuthError(
    'Another process has been signing in at the vendor for a minute, so this one did not. Try again later.',
    {
      code: 'AUTH_TRANSIENT',
      retryable: true,
    },
  )
}
