import type { Clock } from '../define/index.ts'
import { AuthError } from '../errors/index.ts'
import { holdLease, type LeaseStore } from './lease.ts'

/** The tokens of a connection as they are stored. */
export interface KeptTokens {
  readonly accessToken: string
  readonly refreshToken: string | undefined
  /** Counts up with every replacement. */
  readonly generation: number
  /** End of the access token's life, epoch ms; undefined when the vendor did not say. */
  readonly expiresAtMs: number | undefined
  /** When to ask for a new one, epoch ms: some time before the end. */
  readonly refreshAtMs: number | undefined
  /** How often in a row the vendor could not answer; nobody asks before `refreshAtMs` then. */
  readonly refreshFailures: number
  /** Whether there is anything to ask with. */
  readonly renewable: boolean
}

/** What refreshing one connection needs from the store and the vendor. */
export interface TokenKeeper {
  load(): Promise<KeptTokens>
  /**
   * Asks the vendor for new tokens and keeps them before anyone uses them, if the generation still is that of `tokens`.
   * Not to be broken off for a caller's sake: the vendor may have replaced the refresh token already.
   * @throws AuthError when there are no new ones
   */
  refresh(tokens: KeptTokens): Promise<void>
}

// RFC 6749 knows no pace for this; doubling keeps a vendor in trouble from being asked by every run of every customer.
const postponementsMs = [30_000, 60_000, 120_000, 300_000] as const

/** When the vendor may be asked again after `failures` times in a row without an answer. */
export function computeNextRefreshAtMs(failures: number, nowMs: number): number {
  return nowMs + (postponementsMs[failures - 1] ?? postponementsMs[3])
}

/**
 * Lets one refresh happen at a time per connection: of everybody in this process the first one acts, of several processes
 * the one that holds the lease. A rotating refresh token that is used twice disconnects the customer (RFC 9700 §4.14).
 */
export class RefreshTurns {
  readonly #leases: LeaseStore
  readonly #clock: Clock
  readonly #flights = new Map<string, Promise<KeptTokens>>()

  constructor(leases: LeaseStore, clock: Clock) {
    this.#leases = leases
    this.#clock = clock
  }

  /**
   * Tokens newer than `generation`, or those that there are when none can be had.
   * @throws AuthError; `AUTH_TRANSIENT` without asking when the vendor could not answer lately
   */
  async renew(connectionId: string, generation: number, keeper: TokenKeeper): Promise<KeptTokens> {
    for (;;) {
      const joined = this.#flights.get(connectionId)
      if (joined === undefined) return this.#begin(connectionId, generation, keeper)
      const tokens = await joined
      // Else it was begun by someone with older tokens, who was content with ours.
      if (tokens.generation > generation || !tokens.renewable) return tokens
    }
  }

  /** Does what no refresh may happen beside. */
  runAlone<T>(connectionId: string, work: () => Promise<T>): Promise<T> {
    return holdLease(this.#leases, this.#clock, `refresh:${connectionId}`, work)
  }

  #begin(connectionId: string, generation: number, keeper: TokenKeeper): Promise<KeptTokens> {
    const flight = this.#renew(connectionId, generation, keeper).finally(() => this.#flights.delete(connectionId))
    this.#flights.set(connectionId, flight)
    return flight
  }

  async #renew(connectionId: string, generation: number, keeper: TokenKeeper): Promise<KeptTokens> {
    const isDone = (stored: KeptTokens) => stored.generation > generation || !stored.renewable
    const stored = await keeper.load()
    if (isDone(stored)) return stored
    this.#refusePostponed(stored)
    return this.runAlone(connectionId, async () => {
      // Whoever held the lease before has probably refreshed.
      const current = await keeper.load()
      if (isDone(current)) return current
      this.#refusePostponed(current)
      await keeper.refresh(current)
      return keeper.load()
    })
  }

  #refusePostponed({ refreshFailures, refreshAtMs = 0 }: KeptTokens): void {
    if (refreshFailures === 0 || this.#clock.nowMs() >= refreshAtMs) return
    const when = new Date(refreshAtMs).toISOString()
    throw new AuthError(`The vendor could not renew the access lately, and is asked again at ${when}.`, {
      code: 'AUTH_TRANSIENT',
      retryable: true,
    })
  }
}
