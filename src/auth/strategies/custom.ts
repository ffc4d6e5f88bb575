import type { AuthenticateReply, Clock } from '../../define/index.ts'
import type { Authorization, Authorizer } from '../authorizer.ts'

/** Where the reply of an `authenticate` hook is kept between runs. */
export interface LoginCache {
  load(): Promise<AuthenticateReply | undefined>
  save(reply: AuthenticateReply | undefined): Promise<void>
}

export interface LoginOptions {
  /** Calls the hook. @throws AuthError */
  readonly login: (signal: AbortSignal) => Promise<AuthenticateReply>
  readonly clock: Clock
  readonly cache?: LoginCache | undefined
}

// A request takes a while to arrive, so a login that ends within this time is renewed first.
const marginMs = 10_000

/** Authorization by the connector's own login: asked for once, kept until it expires or the vendor answers 401. */
export function loginAuthorizer({ login, clock, cache }: LoginOptions): Authorizer {
  let kept: { readonly authorization: Authorization; readonly expiresAtMs: number } | undefined
  let pending: Promise<Authorization> | undefined
  const keep = (reply: AuthenticateReply): Authorization => {
    const authorization = { headers: reply.headers ?? {}, query: reply.query ?? {} }
    kept = { authorization, expiresAtMs: reply.expiresAtMs ?? Number.POSITIVE_INFINITY }
    return authorization
  }
  const isFresh = (expiresAtMs: number | undefined) =>
    (expiresAtMs ?? Number.POSITIVE_INFINITY) - marginMs > clock.nowMs()
  const signIn = async (signal: AbortSignal, useCache: boolean): Promise<Authorization> => {
    const saved = useCache ? await cache?.load() : undefined
    if (saved && isFresh(saved.expiresAtMs)) return keep(saved)
    const reply = await login(signal)
    await cache?.save(reply)
    return keep(reply)
  }
  // One login at a time, however many requests need it.
  const once = (signal: AbortSignal, useCache: boolean): Promise<Authorization> => {
    pending ??= signIn(signal, useCache).finally(() => {
      pending = undefined
    })
    return pending
  }
  return {
    authorization: async (signal) => (kept && isFresh(kept.expiresAtMs) ? kept.authorization : once(signal, true)),
    renew: async (used, signal) => {
      // A late 401 for an older login: the newer one is there already.
      if (kept && kept.authorization !== used) return true
      kept = undefined
      await once(signal, false)
      return true
    },
  }
}
