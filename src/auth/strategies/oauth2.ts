import type { OAuth2Config } from '../../define/index.ts'
import type { Authorization, Authorizer } from '../authorizer.ts'
import { type MaybePromise, mapMaybe } from '../maybe-promise.ts'

/** An access token; `generation` distinguishes it from the one that replaced it. */
export interface AccessToken {
  readonly value: string
  readonly generation: number
}

/** The source of access tokens: a fixed value, or a connection that refreshes them. */
export interface TokenSource {
  /**
   * The token to use now, at once if it is there. Refreshes first if it is about to expire.
   * @throws AuthError, by the promise
   */
  getToken(signal: AbortSignal): MaybePromise<AccessToken>
  /**
   * The vendor refused this token. Returns a newer one, or undefined if there is none.
   * @throws AuthError when refreshing fails
   */
  renew(refused: AccessToken, signal: AbortSignal): Promise<AccessToken | undefined>
}

/** Tokens given from outside, which cannot be refreshed. */
export function createFixedTokenSource(value: string): TokenSource {
  const token = { value, generation: 0 }
  return { getToken: () => token, renew: async () => undefined }
}

/** Bearer (RFC 6750 §2.1), or the place that the connector declares. */
export function createOauth2Authorizer(config: OAuth2Config, tokens: TokenSource): Authorizer {
  const { header, prefix } = config.tokenPlacement ?? { header: 'Authorization', prefix: 'Bearer ' }
  const usedBy = new WeakMap<Authorization, AccessToken>()
  let latest: { readonly token: AccessToken; readonly authorization: Authorization } | undefined
  const authorizationOf = (token: AccessToken): Authorization => {
    if (latest?.token.generation !== token.generation || latest.token.value !== token.value) {
      latest = { token, authorization: { headers: { [header]: `${prefix}${token.value}` }, query: {} } }
      usedBy.set(latest.authorization, token)
    }
    return latest.authorization
  }
  return {
    authorization: (signal) => mapMaybe(tokens.getToken(signal), authorizationOf),
    renew: async (used, signal) => {
      const refused = usedBy.get(used)
      return refused !== undefined && (await tokens.renew(refused, signal)) !== undefined
    },
  }
}
