import type { Clock } from '../define/index.ts'
import { AuthError } from '../errors/index.ts'
import { holdLease, type LeaseStore } from './lease.ts'

/** The tokens of a connection as they are stored. */
export interface StoredTokens {
  readonly accessToken: string
  readonly refreshToken: string | undefined
  /** Incremented with every replacement. */
  readonly generation: number
  /** End of the access token, epoch ms; undefined if the vendor gave none. */
  readonly expiresAtMs: number | undefined
  /** When to request a new one, epoch ms: some time before the end. */
  readonly refreshAtMs: number | undefined
  /** How often in a row the vendor could not answer. The next attempt waits until `refreshAtMs`. */
  readonly refreshFailures: number
  /** Whether there is a refresh token or a grant to use. */
  readonly renewable: boolean
}

/** The store's and the vendor's part in refreshing one connection. */
export interface TokenKeeper {
  /** Only keepers of the same destination get each other's tokens. @default '' */
  readonly destination?: string | undefined
  load(): Promise<StoredTokens>
  /**
   * Requests new tokens from the vendor and stores them before use, if the generation is still that of `tokens`. A
   * caller must not cancel it, because the vendor may have replaced the refresh token already.
   * @throws AuthError when there are no new ones
   */
  refresh(tokens: StoredTokens): Promise<void>
}

// RFC 6749 gives no interval. Doubling it protects a vendor in trouble from the requests of every run of every
// customer.
const postponementsMs = [30_000, 60_000, 120_000, 300_000] as const

/** Longer than a vendor's outage. A date in another century must not end a connection. */
export const postponedMsMax = 3_600_000

/** When the next request may be sent after `failures` times in a row without an answer. */
export function computeNextRefreshAtMs(failures: number, nowMs: number): number {
  return nowMs + (postponementsMs[failures - 1] ?? postponementsMs[3])
}

/**
 * Lets one refresh happen at a time per connection: the first caller in this process, and among processes the holder of
 * the lease. A rotating refresh token that is used twice disconnects the customer (RFC 9700 §4.14).
 */
export class RefreshTurns {
  readonly #leases: LeaseStore
  readonly #clock: Clock
  readonly #flights = new Map<string, Promise<StoredTokens>>()

  constructor(leases: LeaseStore, clock: Clock) {
    this.#leases = leases
    this.#clock = clock
  }

  /**
   * Tokens newer than `generation`, or the existing ones if there are none to get.
   * @throws AuthError; `AUTH_TRANSIENT` without a request if the vendor recently could not answer
   */
  async renew(connectionId: string, generation: number, keeper: TokenKeeper): Promise<StoredTokens> {
    for (;;) {
      const joined = this.#flights.get(nameFlight(connectionId, keeper))
      if (joined === undefined) return this.#begin(connectionId, generation, keeper)
      const tokens = await joined
      // Otherwise a caller with older tokens began it, and accepted ours.
      if (tokens.generation > generation || !tokens.renewable) return tokens
    }
  }

  /** Runs work that no refresh may overlap. */
  runAlone<T>(connectionId: string, work: () => Promise<T>): Promise<T> {
    return holdLease(this.#leases, this.#clock, `refresh:${connectionId}`, work)
  }

  #begin(connectionId: string, generation: number, keeper: TokenKeeper): Promise<StoredTokens> {
    const name = nameFlight(connectionId, keeper)
    const flight = this.#renew(connectionId, generation, keeper).finally(() => this.#flights.delete(name))
    this.#flights.set(name, flight)
    return flight
  }

  async #renew(connectionId: string, generation: number, keeper: TokenKeeper): Promise<StoredTokens> {
    const isDone = (stored: StoredTokens) => stored.generation > generation || !stored.renewable
    const stored = await keeper.load()
    if (isDone(stored)) return stored
    this.#refusePostponed(stored)
    return this.runAlone(connectionId, async () => {
      // The previous holder of the lease has probably refreshed.
      const current = await keeper.load()
      if (isDone(current)) return current
      this.#refusePostponed(current)
      await keeper.refresh(current)
      return keeper.load()
    })
  }

  #refusePostponed({ refreshFailures, refreshAtMs = 0 }: StoredTokens): void {
    const leftMs = refreshAtMs - this.#clock.nowMs()
    // With more than was ever postponed, the clock was set back since, and must not keep the connection without access.
    if (refreshFailures === 0 || leftMs <= 0 || leftMs > postponedMsMax) return
    const when = new Date(refreshAtMs).toISOString()
    throw new AuthError(`The vendor could not renew the access. Checkwright tries again at ${when}.`, {
      code: 'AUTH_TRANSIENT',
      retryable: true,
    })
  }
}

function nameFlight(connectionId: string, { destination = '' }: TokenKeeper): string {
  return `${connectionId} ${destination}`
}
