import type { OAuth2Config } from '../../define/index.ts'
import type { Authorization, Authorizer } from '../authorizer.ts'
import { type MaybePromise, mapMaybe } from '../maybe-promise.ts'

/** An access token; `generation` tells a token from the one that replaced it. */
export interface AccessToken {
  readonly value: string
  readonly generation: number
}

/** Where access tokens come from: a fixed value, or a connection that refreshes them. */
export interface TokenSource {
  /**
   * The token to use now, at once where it is there; refreshes first when it is about to expire.
   * @throws AuthError, by the promise
   */
  getToken(signal: AbortSignal): MaybePromise<AccessToken>
  /**
   * The vendor refused this token. Gives a newer one, or undefined when there is none to be had.
   * @throws AuthError when refreshing fails
   */
  renew(refused: AccessToken, signal: AbortSignal): Promise<AccessToken | undefined>
}

/** Tokens handed in from outside: nothing to refresh them with. */
export function createFixedTokenSource(value: string): TokenSource {
  const token = { value, generation: 0 }
  return { getToken: () => token, renew: async () => undefined }
}

/** Bearer (RFC 6750 §2.1), or where the connector says that the vendor wants it. */
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
