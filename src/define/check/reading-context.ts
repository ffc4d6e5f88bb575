import type { AuthType } from '../connector/auth-config.ts'
import type { ErrorKind } from '../run/failure-cause.ts'
import type { VendorClient } from './vendor-client.ts'

export type LogFields = Readonly<Record<string, unknown>>

/** Why a check has no answer. */
export interface CannotTell {
  readonly kind: ErrorKind
  /** The obstacle, and what to do about it. */
  readonly message: string
  /**
   * Scopes or permissions to grant, for kind `permission`.
   * @default the check's scopes, without those that are known to be granted
   */
  readonly missingScopes?: readonly string[] | undefined
}

/** What reads from a vendor gets, be it a check or a list. Typed ids come from the connector's definition. */
export interface ReadingContext<
  Credentials = Readonly<Record<string, unknown>>,
  Variables = Readonly<Record<string, unknown>>,
> extends VendorClient {
  /**
   * Bounded parallel work over a list or stream. The first error stops it, except that of an item that `resource` of a check
   * names. Concurrency @default 64
   */
  each<T>(
    items: Iterable<T> | AsyncIterable<T>,
    fn: (item: T, index: number) => Promise<void>,
    options?: { readonly concurrency?: number | undefined },
  ): Promise<void>
  /**
   * Ends the check as `error`, which is neither pass nor fail. Use it for vendors that leave a field out, or send null,
   * where others would answer 403. Results that you reported before stay. If the check catches the error it goes on,
   * and still ends as `error`.
   * @throws CheckError always, so that you can use it where a value is expected
   * @example
   * const required =
   *   org.two_factor_requirement_enabled ??
   *   ctx.cannotTell({ kind: 'permission', message: 'Only owners see whether a second factor is required.' })
   */
  cannotTell(reason: CannotTell): never
  /**
   * The value, if the vendor gave one. Null or undefined ends the check as `cannotTell` does. The returned type
   * excludes null and undefined, which `if (…) ctx.cannotTell(…)` does not do.
   * @example
   * const mfa = ctx.known(user.mfa_enabled, { kind: 'permission', message: 'Only owners see second factors.' })
   */
  known<T>(value: T, reason: CannotTell): NonNullable<T>
  /**
   * Waits while the vendor prepares something, such as a report. It uses the run's clock, so a replay does not wait.
   */
  sleep(ms: number): Promise<void>
  /** An entry for the log of this check, which the run keeps. Secrets are redacted. */
  log(message: string, fields?: LogFields): void
  /** The same for what somebody should look at. It changes no verdict. */
  warn(message: string, fields?: LogFields): void
  /** The same for what went wrong. It changes no verdict: `cannotTell` does. */
  error(message: string, fields?: LogFields): void
  /** Registers a value that the vendor issued during the run, so that it is redacted everywhere. Returns the value. */
  secret(value: string): string
  /** The values of the connection by the ids of its fields. Those of secrets do not print. */
  readonly credentials: Credentials
  /** The values of the variables, with defaults filled in. */
  readonly variables: Variables
  /** Which connection this is; undefined where it is not stored, such as in `checkwright run`. */
  readonly connection: { readonly id: string | undefined; readonly organizationId: string | undefined }
  /** Start of the run. Use it as the only clock of a check, so that the run can be replayed. */
  readonly now: Date
}

/** `ctx.accessToken` exists with oauth2 only. */
export interface OAuth2Context {
  /** The present access token. It changes when it is renewed, so read it each time. */
  readonly accessToken: string
}

/** What the code of an inventory gets: everything of a check's context but results and state. */
export type InventoryContext<
  Credentials = Readonly<Record<string, unknown>>,
  Variables = Readonly<Record<string, unknown>>,
  Auth extends AuthType = AuthType,
> = ReadingContext<Credentials, Variables> & ([Auth] extends ['oauth2'] ? OAuth2Context : unknown)
