import type { AuthenticateReply, Clock } from '../../define/index.ts'
import type { Authorization, Authorizer } from '../authorizer.ts'
import { SingleFlight } from '../single-flight.ts'

/** The store for the reply of an `authenticate` hook between runs. */
export interface LoginCache {
  load(): Promise<AuthenticateReply | undefined>
  save(reply: AuthenticateReply | undefined): Promise<void>
}

export interface LoginOptions {
  /** Calls the hook. @throws AuthError */
  readonly login: (signal: AbortSignal) => Promise<AuthenticateReply>
  readonly clock: Clock
  readonly cache?: LoginCache | undefined
  /** Ends the session. With it, a login is not kept after the run. @default sessions end by themselves */
  readonly logout?: ((used: Authorization) => Promise<void>) | undefined
}

// A request takes a while to arrive, so a login that expires within this time is renewed first.
const marginMs = 10_000

/** Authorization by the connector's own login: requested once, kept until it expires or the vendor answers 401. */
export function createLoginAuthorizer({ login, logout, clock, ...options }: LoginOptions): Authorizer {
  // The next run cannot use a session that has ended.
  const cache = logout ? undefined : options.cache
  let isEnding = false
  let cached: { readonly authorization: Authorization; readonly expiresAtMs: number } | undefined
  // One login at a time, however many requests need it.
  const flight = new SingleFlight<Authorization>()
  const keep = (reply: AuthenticateReply): Authorization => {
    const authorization = {
      headers: reply.headers ?? {},
      query: reply.query ?? {},
      keys: reply.keys,
    }
    cached = { authorization, expiresAtMs: reply.expiresAtMs ?? Number.POSITIVE_INFINITY }
    return authorization
  }
  const isFresh = (expiresAtMs = Number.POSITIVE_INFINITY) => expiresAtMs - marginMs > clock.nowMs()
  const signIn = async (signal: AbortSignal): Promise<Authorization> => {
    const reply = await login(signal)
    const authorization = keep(reply)
    await cache?.save(reply)
    return authorization
  }
  const resume = async (signal: AbortSignal): Promise<Authorization> => {
    const saved = await cache?.load()
    return saved && isFresh(saved.expiresAtMs) ? keep(saved) : signIn(signal)
  }
  const replace = async (signal: AbortSignal): Promise<Authorization> => {
    cached = undefined
    // This comes first, so that no later run begins with a login that the vendor has refused.
    await cache?.save(undefined)
    return signIn(signal)
  }
  return {
    authorization: (signal) =>
      cached && isFresh(cached.expiresAtMs) ? cached.authorization : flight.join(resume, signal),
    renew: async (used, signal) => {
      // A logout needs no new session.
      if (isEnding) return false
      // A late 401 for an older login: there is already a newer one.
      if (cached && cached.authorization !== used) return true
      await flight.join(replace, signal)
      return true
    },
    end:
      logout &&
      (async () => {
        if (!cached || isEnding) return
        isEnding = true
        await logout(cached.authorization).finally(() => {
          cached = undefined
          isEnding = false
        })
      }),
  }
}
