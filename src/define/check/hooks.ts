import type { AuthType } from '../connector/auth-config.ts'
import type { Option } from '../connector/credential-field.ts'
import type { ErrorKind } from '../run/failure-cause.ts'
import type { JsonValue } from '../run/json.ts'
import type { BaseContext } from './check.ts'
import type { Mistake } from './mistake.ts'
import type { FetchInit, VendorClient } from './vendor-client.ts'

/**
 * The argument of the hook `authenticate`: the credential values and a fetch that reaches the connector's hosts,
 * without credentials.
 */
export interface AuthenticateContext<Credentials = Readonly<Record<string, unknown>>> {
  readonly credentials: Credentials
  /** Values that an operator of the platform entered, by id of `customSettings`. */
  readonly settings: Readonly<Record<string, string>>
  /** Id of the organization that the connection belongs to: an external id of AWS. undefined: the connection is not stored. */
  readonly organizationId: string | undefined
  /** Set `retry: true` for a login that may be sent twice, so that a busy vendor does not end the run. */
  readonly fetch: (input: string | URL | Request, init?: FetchInit) => Promise<Response>
  readonly now: Date
  readonly signal: AbortSignal
  /** Registers a secret value for redaction and returns it. Values that the hook returns are registered anyway. */
  secret(value: string): string
}

/** What the hook `verify` gets. */
export interface VerifyContext<Credentials = Readonly<Record<string, unknown>>>
  extends AuthenticateContext<Credentials> {
  readonly organizationId: string
  /**
   * Says that the vendor's account does not name this organization; nothing is signed in to then.
   * @throws always
   */
  reject(reason: string): never
}

/** Headers and parameters that every request of the connection carries, until they expire or the vendor answers 401. */
export interface AuthenticateReply {
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly query?: Readonly<Record<string, string>> | undefined
  /** Keys for the hook `sign`. Requests do not carry them. */
  readonly keys?: Readonly<Record<string, string>> | undefined
  /** Epoch ms. If you leave it out, the login is used until the vendor answers 401. */
  readonly expiresAtMs?: number | undefined
}

/** The argument of the hook `logout`. */
export interface LogoutContext<Credentials = Readonly<Record<string, unknown>>> {
  readonly credentials: Credentials
  /** Values that an operator of the platform entered, by id of `customSettings`. */
  readonly settings: Readonly<Record<string, string>>
  /** The `keys` of the login by `authenticate`; empty where it gave none. */
  readonly keys: Readonly<Record<string, string>>
  /** Carries the credentials of the login, to the connector's own hosts only. */
  readonly fetch: (input: string | URL | Request, init?: FetchInit) => Promise<Response>
  readonly now: Date
  /** Aborted after ten seconds. */
  readonly signal: AbortSignal
}

/** The argument of the hook `ready`. */
export interface ReadyContext<Credentials = Readonly<Record<string, unknown>>> extends VendorClient {
  readonly credentials: Credentials
  /**
   * The vendor does not accept the credentials: every check then ends as error kind `auth`.
   * @throws always
   */
  reject(reason: string): never
}

/** The request that the hook `sign` completes, once per attempt, with its final body. */
export interface SignableRequest {
  readonly method: string
  readonly url: URL
  readonly headers: Headers
  readonly body?: Uint8Array | undefined
}

export interface SignContext<Credentials = Readonly<Record<string, unknown>>> {
  readonly credentials: Credentials
  /** The `keys` of the login by `authenticate`; empty where it gave none. */
  readonly keys: Readonly<Record<string, string>>
  /** Wall clock at the attempt; signatures carry it. */
  readonly now: Date
}

/** The argument of the hook `token`, which replaces the built-in token request. */
export interface TokenHookRequest<Credentials = Readonly<Record<string, unknown>>> {
  readonly grant: 'authorization_code' | 'refresh_token' | 'client_credentials'
  /** The fields that the built-in request would send, including client_id, client_secret and redirect_uri. */
  readonly params: Readonly<Record<string, string>>
  readonly code?: string | undefined
  readonly refreshToken?: string | undefined
  readonly codeVerifier?: string | undefined
  readonly credentials: Credentials
  readonly settings: Readonly<Record<string, string>>
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>
}

/** A token reply (RFC 6749 §5.1); extra members can be captured. */
export interface TokenHookReply {
  readonly access_token: string
  readonly refresh_token?: string | undefined
  /** Seconds. */
  readonly expires_in?: number | undefined
  readonly scope?: string | undefined
  readonly [extra: string]: JsonValue | undefined
}

/** A failed exchange, as the hook `classify` sees it. */
export interface VendorFailure {
  readonly method: string
  /** Redacted path and query. */
  readonly url: string
  readonly status: number
  readonly headers: Headers
  /** Parsed JSON, or text. */
  readonly body: unknown
}

export interface Classification {
  readonly kind: ErrorKind
  readonly message?: string | undefined
  readonly missingScopes?: readonly string[] | undefined
}

/** Hooks of every strategy. */
export interface CommonHooks<Credentials, Variables, ChoiceIds extends string> {
  /** Changes the headers or URL of a request just before it is sent (SigV4, HMAC). */
  sign?(request: SignableRequest, ctx: SignContext<Credentials>): Promise<void> | void
  /** Proves that credentials work, where one GET of `test.path` cannot. Throws when they do not. */
  test?(ctx: VendorClient & { readonly credentials: Credentials }): Promise<void>
  /**
   * Called before every check, and by the test of a connection. It decides whether the vendor accepts the credentials,
   * for vendors that answer unknown callers without an error. A throw ends the check as error. GETs are sent once for
   * all checks of a run. A replay calls the hook again with the recorded answers.
   */
  ready?(ctx: ReadyContext<Credentials>): Promise<void>
  /** Explains a vendor's error status; undefined leaves it to the built-in rules. */
  classify?(failure: VendorFailure): ErrorKind | Classification | undefined
  /** Option lists of select and multiselect variables, fetched from the vendor. */
  options?: [ChoiceIds] extends [never]
    ? Readonly<Record<string, Mistake<'the connector has no select or multiselect variable'>>>
    : {
        readonly [Id in ChoiceIds]?: (
          ctx: VendorClient & Pick<BaseContext<Credentials, Variables>, 'credentials'>,
        ) => Promise<readonly Option[]>
      }
}

export interface AuthenticateHook<Credentials> {
  /**
   * Custom strategy: logs in, and returns the headers and parameters that requests then carry. The result is cached per
   * connection. Checkwright makes one call at a time.
   */
  authenticate?(ctx: AuthenticateContext<Credentials>): Promise<AuthenticateReply> | AuthenticateReply
  /**
   * Custom strategy with secrets of the platform: proves at the vendor that the account which people typed belongs to
   * `ctx.organizationId`, else it throws or rejects. Called before each `authenticate` with settings that serve many
   * organizations. Without this hook such settings serve the organization alone that they are entered for or bound to.
   */
  verify?(ctx: VerifyContext<Credentials>): Promise<void> | void
  /**
   * Custom strategy: ends the session that `authenticate` began, for vendors that limit the number of sessions. Called
   * once at the end of a run, also if it failed or was cancelled. A login is then kept for that run only. If it throws,
   * results stay the same.
   */
  logout?(ctx: LogoutContext<Credentials>): Promise<void> | void
}

export interface TokenHook<Credentials> {
  /** oauth2 strategy: replaces the built-in token request. */
  token?(request: TokenHookRequest<Credentials>): Promise<TokenHookReply>
}

/** A connector's code. Every function is optional, and none may keep state of its own. */
export type Hooks<
  Credentials,
  Variables,
  ChoiceIds extends string = string,
  Auth extends AuthType = AuthType,
> = CommonHooks<Credentials, Variables, ChoiceIds> &
  ('custom' extends Auth
    ? AuthenticateHook<Credentials>
    : {
        readonly authenticate?: Mistake<'goes with auth.type "custom" only'>
        readonly verify?: Mistake<'goes with auth.type "custom" only'>
        readonly logout?: Mistake<'goes with auth.type "custom" only'>
      }) &
  ('oauth2' extends Auth ? TokenHook<Credentials> : { readonly token?: Mistake<'goes with auth.type "oauth2" only'> })

/** Hooks as the runtime calls them. */
export type AnyHooks = Hooks<Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>>
