import { randomUUID } from 'node:crypto'
import type { Clock } from '../define/index.ts'
import { StoreError } from '../errors/index.ts'

/** Leases that all processes on a store share: whoever holds a name alone may act on what it stands for. */
export interface LeaseStore {
  /** Takes the lease when nobody holds it or its holder's time is over. One statement. @returns whether it was taken */
  acquire(name: string, owner: string, ttlMs: number, nowMs: number): Promise<boolean>
  /** @returns false when the lease is another's meanwhile */
  renew(name: string, owner: string, ttlMs: number, nowMs: number): Promise<boolean>
  /** Gives it back; does nothing when it is another's meanwhile. */
  release(name: string, owner: string): Promise<void>
}

// Longer than the deadline of a token request, so that a lease cannot end under one.
const ttlMs = 30_000
const pauseMsFirst = 25
const pauseMsMax = 250
const patienceMs = 60_000

/**
 * Does `work` while holding the lease `name`, which is renewed meanwhile. Waits for another holder, who may be in
 * another process; what it did is for `work` to find out.
 * @throws StoreError `STORE_UNAVAILABLE`, retryable, when the lease cannot be had within a minute
 */
export async function holdLease<T>(
  leases: LeaseStore,
  clock: Clock,
  name: string,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const owner = randomUUID()
  await acquired(leases, clock, name, owner, signal)
  const renewal = setInterval(() => {
    // A renewal that fails is made up for by the next one; the lease outlives two of them.
    leases.renew(name, owner, ttlMs, clock.nowMs()).catch(() => undefined)
  }, ttlMs / 3)
  renewal.unref()
  try {
    return await work()
  } finally {
    clearInterval(renewal)
    await leases.release(name, owner)
  }
}

async function acquired(
  leases: LeaseStore,
  clock: Clock,
  name: string,
  owner: string,
  signal: AbortSignal,
): Promise<void> {
  const deadlineMs = clock.nowMs() + patienceMs
  for (let pauseMs = pauseMsFirst; ; pauseMs = Math.min(pauseMs * 2, pauseMsMax)) {
    if (await leases.acquire(name, owner, ttlMs, clock.nowMs())) return
    if (clock.nowMs() > deadlineMs) {
      throw new StoreError('Another process has been refreshing this connection for a minute. Try again later.', {
        code: 'STORE_UNAVAILABLE',
        retryable: true,
      })
    }
    await clock.sleep(pauseMs / 2 + Math.random() * (pauseMs / 2), signal)
  }
}
