import type { Clock } from '../define/index.ts'
import { AuthError } from '../errors/index.ts'
import { SingleFlight, unlessAborted } from './single-flight.ts'
import type { AccessToken, TokenSource } from './strategies/oauth2.ts'

/** The tokens of a connection as they are stored. */
export interface KeptTokens {
  readonly accessToken: string
  readonly refreshToken: string | undefined
  /** Counts up with every replacement. */
  readonly generation: number
  /** Epoch ms; undefined when the vendor did not say. */
  readonly expiresAtMs: number | undefined
  /** When to refresh, epoch ms: some time before the end. */
  readonly refreshAtMs: number | undefined
}

/** What refreshing needs from the store and the vendor. */
export interface TokenKeeper {
  load(): Promise<KeptTokens>
  /**
   * Asks the vendor for new tokens and keeps them before anyone uses them, if the generation still is that of `tokens`.
   * @param signal aborted for no caller's sake: the vendor may have replaced the refresh token already, and its answer
   * must be kept
   * @returns false when nothing can be asked for (no refresh token), or somebody else was first
   * @throws AuthError
   */
  refresh(tokens: KeptTokens, signal: AbortSignal): Promise<boolean>
}

/**
 * Access tokens that are refreshed before they end and once when the vendor refuses them. However many requests need a
 * new token, the vendor is asked once: a rotating refresh token that is used twice disconnects the customer (RFC 9700
 * §4.14).
 */
export function refreshingTokens(keeper: TokenKeeper, clock: Clock): TokenSource {
  let kept: KeptTokens | undefined
  const flight = new SingleFlight<KeptTokens>()

  const load = async (): Promise<KeptTokens> => {
    kept = await keeper.load()
    return kept
  }
  /** Tokens newer than `generation`, or those that there are when none can be had. */
  const newer = async (generation: number, signal: AbortSignal): Promise<KeptTokens> => {
    // Another process may have refreshed meanwhile.
    const stored = await load()
    if (stored.generation > generation) return stored
    await keeper.refresh(stored, signal)
    return load()
  }
  const once = (generation: number, signal: AbortSignal): Promise<KeptTokens> => {
    const refreshed = flight.join((begun) => newer(generation, begun), new AbortController().signal)
    return unlessAborted(refreshed, signal)
  }
  const token = ({ accessToken, generation }: KeptTokens): AccessToken => ({ value: accessToken, generation })

  return {
    current: async (signal) => {
      const now = kept ?? (await load())
      if (now.refreshAtMs === undefined || clock.nowMs() < now.refreshAtMs) return token(now)
      try {
        return token(await once(now.generation, signal))
      } catch (error) {
        // A vendor that cannot refresh at the moment is no reason to stop while the old token lives.
        const alive = now.expiresAtMs !== undefined && clock.nowMs() < now.expiresAtMs
        if (alive && error instanceof AuthError && error.retryable) return token(now)
        throw error
      }
    },
    renew: async (refused, signal) => {
      if (kept !== undefined && kept.generation > refused.generation) return token(kept)
      const renewed = await once(refused.generation, signal)
      return renewed.generation > refused.generation ? token(renewed) : undefined
    },
  }
}
