import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { HttpError } from '../errors/index.ts'
import type { AuthType } from './auth-config.ts'
import type { BoundedControl } from './control.ts'
import type { FailInput, ResultInput, Severity } from './result.ts'
import type { ErrorKind } from './run.ts'
import type { Variable } from './variable.ts'

/** Header or query values of a request; `undefined` leaves the parameter out, a list repeats it. */
export type QueryInput = Readonly<
  Record<string, string | number | boolean | undefined | readonly (string | number | boolean)[]>
>

/**
 * Error statuses that the check expects, such as `[404]` for "not set up". A status alone often means several things;
 * you can give a function that reads the vendor's error instead.
 *
 * A check that catches any other refusal, or ignores the status of a `Response`, ends as `error` with that refusal,
 * unless it repeats the request and gets an answer. You cannot expect 401, 407, 408, 425, 429 and 5xx.
 * @example
 * // Nobody told `fetch` what the SDK expects, so it is told here.
 * new Sdk({ fetch: (input, init) => ctx.fetch(input, { ...init, expect: [404] }) })
 */
export type Expected = readonly number[] | ((refusal: HttpError) => boolean)

/**
 * Signs of further pages that mean something else at this vendor. Use the names that the error shows: dotted paths in
 * the body (`'meta.total'`) or headers (`'Link'`). `'short page'` is for pages of a numbered list that may hold less
 * than an earlier page. `'same page'` is for pages that may be identical.
 * @default none
 * @example
 * // "total" counts the accounts of all organizations.
 * ctx.paginate('/users', { items: 'users', next: { cursor: 'next', param: 'cursor' }, notMore: ['total'] })
 */
export type NotMore = readonly string[]

/**
 * The hosts that redirects of a request may lead to: those of the connector (`'own'`), or any https host, without
 * credentials (`'anywhere'`). Use `'anywhere'` for downloads from storage with an address that the vendor signs.
 * Checkwright then trusts the answer of that host.
 * @default 'own'
 */
export type Redirects = 'own' | 'anywhere'

/** Reads the text of an answer in a format of the vendor's, such as XML or CSV. */
export type Parse = (text: string) => unknown

export interface RequestOptions<T = unknown> {
  readonly query?: QueryInput | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Sent as JSON, unless it is a string, `URLSearchParams` or bytes. */
  readonly body?: unknown
  /** Any Standard Schema. An answer that does not fit ends the check as `error` kind `schema_drift`. */
  readonly schema?: StandardSchemaV1<unknown, T> | undefined
  /** Reads the text of an answer. If it throws, the check ends as `error` kind `schema_drift`. @default JSON.parse */
  readonly parse?: Parse | undefined
  /** The POST only reads, as a search does. @default false */
  readonly reads?: boolean | undefined
  /**
   * Tries again on network errors, 408, 429 and 502–504.
   * @default true for GET, HEAD and OPTIONS, else false, also with `reads`
   */
  readonly retry?: boolean | undefined
  /** `no-store` always sends a request to the vendor. */
  readonly cache?: 'default' | 'no-store' | undefined
  /** Deadline of each attempt, including its body. Waits before a retry do not count. @default 30_000 */
  readonly timeoutMs?: number | undefined
  readonly redirects?: Redirects | undefined
  /**
   * Sends the request as somebody without an account: "may anybody read this?" It carries no credentials, cookies or
   * secrets. 401 and 403 then are expected: all methods except `fetch` throw them, and you can catch them. Checkwright
   * refuses a header or parameter that would identify somebody.
   * @default false
   */
  readonly anonymous?: boolean | undefined
  /** Refusals that the check decides by. They are still thrown, and you can catch them. @default none */
  readonly expect?: Expected | undefined
  /**
   * This page is enough, even if the vendor has more. Without this option, a `get`, `post` or `graphql` that returns
   * one page of a longer list ends the check as `error`, unless the check reads the next page.
   * @default false
   */
  readonly partial?: boolean | undefined
  readonly notMore?: NotMore | undefined
}

/** Options of `ctx.graphql`. */
export type GraphqlOptions = Pick<RequestOptions, 'partial' | 'notMore'>

/** The members that `ctx.fetch` takes beyond the standard ones. */
export interface FetchInit extends RequestInit {
  readonly reads?: boolean
  readonly retry?: boolean
  readonly timeoutMs?: number
  readonly redirects?: Redirects
  /**
   * Sends the request as somebody without an account would. The standard's `credentials: 'omit'` does the same.
   * @default false
   */
  readonly anonymous?: boolean
  /** Error statuses that the check expects. @default none */
  readonly expect?: Expected
}

/** The page just read, as a `next` function gets it. */
export interface Page {
  readonly body: unknown
  readonly headers: Headers
  /** Redacted URL of the page. */
  readonly url: string
  readonly items: number
}

/**
 * How the next page is found.
 * - `'link'`: `Link: <…>; rel="next"` (RFC 8288). With a numbered `rel="last"` several pages are fetched at a time.
 * - `{ cursor, param }`: dotted path of the cursor in the body, and the query parameter that takes it.
 * - `{ url }`: dotted path of the next page's URL in the body.
 * - `{ offset, limit }`: query parameter of the offset, and the page size (a number, or the name of the query parameter
 *   that holds it). The next page begins after what was received.
 * - `{ page }`: query parameter of the page number, counted up.
 *
 *   Both end at a page without items. `total` is the dotted path of the number of all items in the body. With it, or
 *   with a link to the last page, Checkwright fetches several pages at a time. A page shorter than `limit` then ends
 *   the list when all of them have come. `end` is the status that the vendor sends for a page after the last. Without
 *   it, a 404 is an error.
 * - `{ connection, variable }`: a connection of GraphQL (Relay), with `body: { query, variables }`. See `GraphqlPages`.
 * - a function: the next path, URL or query, or undefined at the end.
 *
 * If the last page shows that there is more, the check ends as `error`: `has_more`, a cursor that is not empty, or a
 * total above the number of items seen. List in `notMore` what means something else at this vendor.
 */
export type NextPage =
  | 'link'
  | { readonly cursor: string; readonly param: string }
  | { readonly url: string }
  | (NumberedPages & { readonly offset: string; readonly limit: number | string })
  | (NumberedPages & { readonly page: string })
  | GraphqlPages
  | ((page: Page) => string | URL | { readonly query: QueryInput } | undefined)

/** How a list of numbered pages ends. */
export interface NumberedPages {
  readonly limit?: number | string | undefined
  /** Dotted path of the number of all items in the body. */
  readonly total?: string | undefined
  /** Status that the vendor sends for a page after the last. @default none: the list ends at a page without items */
  readonly end?: 400 | 404 | 410 | 416 | 422 | undefined
}

/** Relay cursors. The query has to ask for `pageInfo { hasNextPage endCursor }` and for `nodes` or `edges { node }`. */
export interface GraphqlPages {
  /** Dotted path of the connection below `data`: `'organization.members'`. */
  readonly connection: string
  /** Variable of the query that takes the cursor. The first request leaves it out. */
  readonly variable: string
  /**
   * A connection in each item. Checkwright fetches its further pages too, so that each item holds all of its nodes. It
   * sends the query of the page again, with the cursor in `variable`. The query has to ask for the `id` of the items,
   * so that Checkwright finds each item again.
   * @default none; an item whose connection has more then ends the check as `error`
   */
  readonly inner?: { readonly connection: string; readonly variable: string } | undefined
}

/**
 * A list that the vendor leaves out if it is empty. You declare how a page without it looks, with the source, because
 * an error or another kind of answer does not have the list either.
 * @example
 * const items = {
 *   path: 'items',
 *   has: ['kind'],
 *   mayHave: ['nextPageToken', 'prefixes'],
 *   source: 'https://cloud.google.com/storage/docs/json_api/v1/buckets/list',
 * }
 */
export interface OmittedList {
  /** Dotted path of the list in the body. */
  readonly path: string
  /** Members that a page has beside the list, even without it. @default none */
  readonly has?: readonly string[] | undefined
  /** Members that it may have. A page without the list that holds any other member ends the check. @default none */
  readonly mayHave?: readonly string[] | undefined
  /** The vendor's page that documents this. */
  readonly source: string
}

export interface PaginateOptions<T = unknown> {
  readonly next: NextPage
  /**
   * Dotted path of the list in the body, or a function that finds it. A page without its list ends the check as `error`
   * kind `schema_drift`. If the vendor leaves empty lists out, declare that with an object.
   * @default the body itself
   */
  readonly items?: string | OmittedList | ((body: unknown) => readonly unknown[]) | undefined
  readonly query?: QueryInput | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Requests all pages without credentials, as `RequestOptions.anonymous` does. @default false */
  readonly anonymous?: boolean | undefined
  /**
   * Sends each page as a POST that only reads, with these members: as JSON, or as a form if you give `URLSearchParams`.
   * The parameter that `next` names then goes into the body, not into the query.
   * @default a GET
   */
  readonly body?: Readonly<Record<string, unknown>> | URLSearchParams | undefined
  /** Reads the text of a page. @default JSON.parse */
  readonly parse?: Parse | undefined
  /** Standard Schema of one item. */
  readonly schema?: StandardSchemaV1<unknown, T> | undefined
  /** More pages than this make the check incomplete. @default 10_000 */
  readonly maxPages?: number | undefined
  /**
   * A part of the list can be enough, such as the first match. Without this option, a check that leaves the list before
   * its end, by `break` or by an error that it catches, ends as `error`. If something failed, it ends as `fail` and is
   * not `complete`. A list that you read to its end must still be whole.
   * @default false
   */
  readonly partial?: boolean | undefined
  readonly notMore?: NotMore | undefined
  /** Refusals that the check decides by. They are still thrown, and you can catch them. @default none */
  readonly expect?: Expected | undefined
}

/** Values that a check keeps from one run to the next. */
export interface CheckState {
  get<T = unknown>(key: string): Promise<T | undefined>
  set(key: string, value: unknown): Promise<void>
}

export type LogFields = Readonly<Record<string, unknown>>

/** The part of the context that sends requests to the vendor. The hooks `test` and `options` get only this part. */
export interface VendorClient {
  /**
   * WHATWG fetch with the connection's credentials, limits and record. Takes a path, joined to `baseUrl`, or a URL.
   * @throws HttpError when no answer could be had; an error status is returned as a `Response`.
   */
  fetch(input: string | URL | Request, init?: FetchInit): Promise<Response>
  /** Parsed JSON of a GET, or undefined for a 204. @throws HttpError on any status outside 2xx */
  get<T = unknown>(path: string | URL, options?: RequestOptions<T>): Promise<T>
  post<T = unknown>(path: string | URL, options?: RequestOptions<T>): Promise<T>
  put<T = unknown>(path: string | URL, options?: RequestOptions<T>): Promise<T>
  patch<T = unknown>(path: string | URL, options?: RequestOptions<T>): Promise<T>
  delete<T = unknown>(path: string | URL, options?: RequestOptions<T>): Promise<T>
  /**
   * Sends a POST to the connector's `graphqlPath` and gives `data`. @throws HttpError `GRAPHQL_ERRORS` when the answer
   * has `errors`
   */
  graphql<T = unknown>(
    query: string,
    variables?: Readonly<Record<string, unknown>>,
    options?: GraphqlOptions,
  ): Promise<T>
  /** Items of all pages, one after the other, in constant memory. The next page is fetched meanwhile. */
  paginate<T = unknown>(path: string | URL, options: PaginateOptions<T>): AsyncIterableIterator<T>
  /** Aborted when the check is cancelled or out of time. */
  readonly signal: AbortSignal
}

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

/** The context that every check gets. Typed ids come from the connector's definition. */
export interface BaseContext<
  Credentials = Readonly<Record<string, unknown>>,
  Variables = Readonly<Record<string, unknown>>,
> extends VendorClient {
  /** Bounded parallel work over a list or stream. The first error stops it. Concurrency @default 64 */
  each<T>(
    items: Iterable<T> | AsyncIterable<T>,
    fn: (item: T, index: number) => Promise<void>,
    options?: { readonly concurrency?: number },
  ): Promise<void>
  pass(result: ResultInput): void
  fail(result: FailInput): void
  /** Needs review: a person has to decide. Explain in `description` what to review. */
  manual(result: ResultInput): void
  notApplicable(result: ResultInput): void
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
  log(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields): void
  /** Registers a value that the vendor issued during the run, so that it is redacted everywhere. Returns the value. */
  secret(value: string): string
  readonly credentials: Credentials
  readonly variables: Variables
  readonly state: CheckState
  readonly connection: { readonly id: string | undefined; readonly organizationId: string | undefined }
  /** Start of the run. Use it as the only clock of a check, so that the run can be replayed. */
  readonly now: Date
}

/** `ctx.accessToken` exists with oauth2 only. */
export interface OAuth2Context {
  readonly accessToken: string
}

export type CheckContext<
  Credentials = Readonly<Record<string, unknown>>,
  Variables = Readonly<Record<string, unknown>>,
  Auth extends AuthType = AuthType,
> = BaseContext<Credentials, Variables> & ([Auth] extends ['oauth2'] ? OAuth2Context : unknown)

/** The meaning of a check that ends without any result. */
export type OnEmpty = 'pass' | 'fail' | 'not_applicable'

/** The data of a check: everything but its code. */
export interface CheckData {
  /** Kebab-case, stable; a noun that names what it surfaces: `admin-mfa`. */
  readonly id: string
  /** The requirement as a statement: "Administrators sign in with a second factor". */
  readonly title: string
  /** What the check examines, and why. */
  readonly description?: string | undefined
  /** @default 'medium' */
  readonly severity?: Severity | undefined
  /**
   * Framework controls, `soc2:CC6.1`, or `{ id, requires }` if variables of a passing check must keep within bounds.
   */
  readonly controls?: readonly (string | BoundedControl)[] | undefined
  /** Scopes or permissions that the check needs at the vendor. The error names them when the vendor answers 403. */
  readonly scopes?: readonly string[] | undefined
  readonly tags?: readonly string[] | undefined
  readonly variables?: readonly Variable[] | undefined
  /**
   * The meaning of an empty list of resources: a status with its reason. If you leave it out, a check that reports no
   * result ends as `error`.
   */
  readonly onEmpty?: OnEmpty | undefined
  /** Allows methods that change something. @default false */
  readonly writes?: boolean | undefined
  /** Deadline of the check. @default 600_000 */
  readonly timeoutMs?: number | undefined
}

/** A check of one connector, ready to run. */
export interface Check<ConnectorId extends string = string> extends CheckData {
  readonly connectorId: ConnectorId
  run(ctx: CheckContext): void | Promise<void>
}
