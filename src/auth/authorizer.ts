import type { MaybePromise } from './maybe-promise.ts'

/** What a request carries to prove who asks. */
export interface Authorization {
  readonly headers: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  /** What requests are signed with; none carries them. */
  readonly keys?: Readonly<Record<string, string>> | undefined
}

/** Gives every request of a connection its authorization. */
export interface Authorizer {
  /**
   * Authorization for the next request, at once where it is there; logs in or refreshes first where that is due.
   * @throws AuthError, by the promise, when signing in fails
   */
  authorization(signal: AbortSignal): MaybePromise<Authorization>
  /**
   * The vendor answered 401 to a request that carried `used`.
   * @returns whether another authorization is there to try once more
   */
  renew(used: Authorization, signal: AbortSignal): Promise<boolean>
  /** Gives up what was logged in to, if anything was. @default nothing has to be given up */
  end?(): Promise<void>
}

export const noAuthorization: Authorization = Object.freeze({ headers: Object.freeze({}), query: Object.freeze({}) })

/** Authorization that never changes: a key, a password, or none. */
export function createFixedAuthorizer(authorization: Authorization): Authorizer {
  return { authorization: () => authorization, renew: async () => false }
}
