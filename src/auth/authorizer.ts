import type { MaybePromise } from './maybe-promise.ts'

/** The headers and parameters of a request that prove its sender. */
export interface Authorization {
  readonly headers: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  /** Keys that sign requests. They are not sent. */
  readonly keys?: Readonly<Record<string, string>> | undefined
  /** Headers that prove one request and no other; called for each attempt. @default every request proves itself alike */
  prove?(request: ProvenRequest): Readonly<Record<string, string>>
}

/** A request as it is sent. */
export interface ProvenRequest {
  readonly method: string
  readonly url: URL
}

/** What the vendor said when it took an authorization for none. */
export interface AuthorizationRefusal {
  readonly url: URL
  /** All of `WWW-Authenticate`; empty where the vendor sent none. */
  readonly challenges: string
}

/** Gives every request of a connection its authorization. */
export interface Authorizer {
  /**
   * Authorization for the next request, at once if it is there. Otherwise it logs in or refreshes first.
   * @throws AuthError, by the promise, when signing in fails
   */
  authorization(signal: AbortSignal): MaybePromise<Authorization>
  /**
   * The vendor answered 401 to a request that carried `used`.
   * @returns whether there is another authorization to try once more
   */
  renew(used: Authorization, signal: AbortSignal, refusal: AuthorizationRefusal): Promise<boolean>
  /** How often one request may be sent again with another authorization. @default 1 */
  readonly renewalsMax?: number
  /** Ends the login, if there was one. @default nothing has to be given up */
  readonly end?: (() => Promise<void>) | undefined
}

export const noAuthorization: Authorization = Object.freeze({ headers: Object.freeze({}), query: Object.freeze({}) })

/** Authorization that does not change: a key, a password, or none. */
export function createFixedAuthorizer(authorization: Authorization): Authorizer {
  return { authorization: () => authorization, renew: async () => false }
}
