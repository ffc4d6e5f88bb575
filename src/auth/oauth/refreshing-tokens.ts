import { type Clock, createSteadyTime } from '../../define/index.ts'
import { AuthError, CheckwrightError } from '../../errors/index.ts'
import type { StoredTokens } from '../refresh-turns.ts'
import { waitUnlessAborted } from '../single-flight.ts'
import type { AccessToken, TokenSource } from '../strategies/oauth2.ts'

export interface TokenSupply {
  load(): Promise<StoredTokens>
  /**
   * Tokens newer than `generation`, or the existing ones if there are none to get. One request serves all callers.
   * @throws AuthError
   */
  renew(generation: number): Promise<StoredTokens>
}

// A token that still works is used at once: the refresh continues, and the next request may use its result.
const patienceMsDefault = 5_000

// Some vendors answer 401 if a permission is missing. A token this new is not refused because of its age.
const freshMs = 60_000

/** The access tokens of one session: refreshed before they end, and once when the vendor refuses them. */
export function createRefreshingTokens(
  supply: TokenSupply,
  clock: Clock,
  { patienceMs = patienceMsDefault }: { readonly patienceMs?: number } = {},
): TokenSource {
  const steadyMs = createSteadyTime(clock)
  let stored: StoredTokens | undefined
  let renewedAtMs = Number.NEGATIVE_INFINITY
  let refusal: { readonly generation: number; readonly error: CheckwrightError } | undefined

  const keep = (tokens: StoredTokens): StoredTokens => {
    if (stored === undefined || tokens.generation >= stored.generation) stored = tokens
    return stored
  }
  const awaitNewer = async (generation: number, signal: AbortSignal): Promise<AccessToken> => {
    if (refusal?.generation === generation) throw refusal.error
    try {
      const tokens = keep(await waitUnlessAborted(supply.renew(generation), signal))
      if (tokens.generation > generation) renewedAtMs = steadyMs()
      return toAccessToken(tokens)
    } catch (error) {
      // The same input gives the same answer until something changes, so one is enough.
      if (error instanceof CheckwrightError && !error.retryable) refusal = { generation, error }
      throw error
    }
  }
  const orOld = async (tokens: StoredTokens, signal: AbortSignal): Promise<AccessToken> => {
    const patience = AbortSignal.timeout(patienceMs)
    try {
      return await awaitNewer(tokens.generation, AbortSignal.any([signal, patience]))
    } catch (error) {
      signal.throwIfAborted()
      if (patience.aborted || isOldTokenStillGood(error)) return toAccessToken(tokens)
      throw error
    }
  }

  return {
    getToken: async (signal) => {
      const tokens = stored ?? keep(await supply.load())
      const nowMs = clock.nowMs()
      const isDue = tokens.refreshAtMs !== undefined && nowMs >= tokens.refreshAtMs
      const isOver = tokens.expiresAtMs !== undefined && nowMs >= tokens.expiresAtMs
      if (!tokens.renewable || !(isDue || isOver)) return toAccessToken(tokens)
      return isOver ? awaitNewer(tokens.generation, signal) : orOld(tokens, signal)
    },
    renew: async (refused, signal) => {
      if (stored !== undefined && stored.generation > refused.generation) return toAccessToken(stored)
      if (steadyMs() - renewedAtMs < freshMs) return undefined
      const next = await awaitNewer(refused.generation, signal)
      return next.generation > refused.generation ? next : undefined
    },
  }
}

/** Whether the existing token may still work after a failed refresh. */
function isOldTokenStillGood(error: unknown): boolean {
  if (error instanceof AuthError && error.isGrantEnded) return false
  return error instanceof CheckwrightError && error.code !== 'CREDENTIAL_MISSING'
}

function toAccessToken({ accessToken, generation }: StoredTokens): AccessToken {
  return { value: accessToken, generation }
}
