import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { HttpError } from '../../errors/index.ts'

/** Header or query values of a request; `undefined` leaves the parameter out, a list repeats it. */
export type QueryInput = Readonly<
  Record<string, string | number | boolean | undefined | readonly (string | number | boolean)[]>
>

/**
 * Error statuses that are answers to a request: `[404]` where that means that nothing is set up, or a function that looks at
 * what the vendor said, as a status alone often means several things.
 *
 * A check that catches any other refusal, or overlooks the status of a `Response`, has not seen what it asked for, and ends
 * as `error` of that refusal, unless it asks the same again and is answered. 401, 407, 408, 425, 429 and 5xx never are
 * answers.
 * @example
 * // Nobody told `fetch` what the SDK expects, so it is told here.
 * new Sdk({ fetch: (input, init) => ctx.fetch(input, { ...init, expect: [404] }) })
 */
export type Expected = readonly number[] | ((refusal: HttpError) => boolean)

/**
 * Marks of more that mean something else at this vendor, by the names that the error shows: dotted paths in the body
 * (`'meta.total'`), headers (`'Link'`), `'short page'` for pages of a numbered list that hold less than one before, and
 * `'same page'` for pages that may be alike to the last byte.
 * @default none
 * @example
 * // "total" counts the accounts of all organizations.
 * ctx.paginate('/users', { items: 'users', next: { cursor: 'next', param: 'cursor' }, notMore: ['total'] })
 */
export type NotMore = readonly string[]

/**
 * Where redirects of a request may lead: to hosts of the connector, or to any https host, without credentials. The latter is
 * for downloads from storage whose address the vendor signs: whoever answers there is believed.
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
  /** Reads the text of an answer. What it throws ends the check as `error` kind `schema_drift`. @default JSON.parse */
  readonly parse?: Parse | undefined
  /** Says that a POST only reads, such as a search. @default false */
  readonly reads?: boolean | undefined
  /** Try again on network errors, 408, 429 and 502–504. @default true for GET, HEAD and OPTIONS, else false, also with `reads` */
  readonly retry?: boolean | undefined
  /** `no-store` always asks the vendor. */
  readonly cache?: 'default' | 'no-store' | undefined
  /** Deadline of each attempt, its body included; waits before a retry do not count. @default 30_000 */
  readonly timeoutMs?: number | undefined
  readonly redirects?: Redirects | undefined
  /**
   * Asks as a stranger would: "may anybody read this?" The request carries no credentials, no cookies and nothing secret in its
   * URL. 401 and 403 are answers then, thrown by all methods but `fetch`, to be caught. A header or parameter that would
   * identify somebody is refused. @default false
   */
  readonly anonymous?: boolean | undefined
  /** Refusals that the check judges by. They are thrown all the same, to be caught. @default none */
  readonly expect?: Expected | undefined
  /**
   * Says that this page is enough, whatever the vendor says about more. Without it, the answer to a `get`, `post` or
   * `graphql` that is a page of a longer list ends the check as `error`, unless the check goes on to the next page.
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
  /** Asks as a stranger would, as the standard's `credentials: 'omit'` does too. @default false */
  readonly anonymous?: boolean
  /** Error statuses that the check judges by. @default none */
  readonly expect?: Expected
}

/** What a `next` function sees of the page just read. */
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
 *   Both end at a page without items. `total` is the dotted path of the number of all items in the body: with it, or with a
 *   link to the last page, several pages are fetched at a time, and a page shorter than `limit` ends the list when all of
 *   them have come. `end` is the status by which the vendor says that there is no such page; without it a 404 is an error.
 * - `{ connection, variable }`: a connection of GraphQL (Relay), asked by `body: { query, variables }`. See `GraphqlPages`.
 * - a function: the next path, URL or query, or undefined at the end.
 *
 * What the vendor says about more on the last page ends the check as `error`: `has_more`, a cursor that is not empty, a total
 * above what was seen. `notMore` names what means something else.
 */
export type NextPage =
  | 'link'
  | { readonly cursor: string; readonly param: string }
  | { readonly url: string }
  | (NumberedPages & { readonly offset: string; readonly limit: number | string })
  | (NumberedPages & { readonly page: string })
  | GraphqlPages
  | ((page: Page) => string | URL | { readonly query: QueryInput } | undefined)

/** How a list ends whose pages are counted. */
export interface NumberedPages {
  readonly limit?: number | string | undefined
  /** Dotted path of the number of all items in the body. */
  readonly total?: string | undefined
  /** Status that says that there is no such page. @default none: the list ends at a page without items */
  readonly end?: 400 | 404 | 410 | 416 | 422 | undefined
}

/** Relay cursors: `pageInfo { hasNextPage endCursor }` beside `nodes` or `edges { node }`, both of which the query asks for. */
export interface GraphqlPages {
  /** Dotted path of the connection below `data`: `'organization.members'`. */
  readonly connection: string
  /** Variable of the query that takes the cursor. It is absent on the first page. */
  readonly variable: string
  /**
   * A connection in each item, whose further pages are fetched too, so that an item holds all of its nodes. They are asked
   * for by the query of their page, with the cursor in `variable`; ask for the `id` of the items, by which they are found
   * again.
   * @default none; an item whose connection has more then ends the check as `error`
   */
  readonly inner?: { readonly connection: string; readonly variable: string } | undefined
}

/**
 * A list that the vendor leaves out where it is empty. What a page without it looks like is declared with its source, because
 * an error, or somebody else's answer, has no such list either.
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
  /** Members, beside the list, that a page without it has. @default none */
  readonly has?: readonly string[] | undefined
  /** Those that it may have. A page without the list that holds any other is no empty list. @default none */
  readonly mayHave?: readonly string[] | undefined
  /** Where the vendor says so. */
  readonly source: string
}

export interface PaginateOptions<T = unknown> {
  readonly next: NextPage
  /**
   * Dotted path of the list in the body, or a function that finds it. A page without its list ends the check as `error` kind
   * `schema_drift`; a vendor that leaves empty lists out is declared by an object. @default the body itself
   */
  readonly items?: string | OmittedList | ((body: unknown) => readonly unknown[]) | undefined
  readonly query?: QueryInput | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Asks for all pages as a stranger would, as `RequestOptions.anonymous`. @default false */
  readonly anonymous?: boolean | undefined
  /**
   * Members that each page is asked by, in a POST that only reads: as JSON, or as a form where they are
   * `URLSearchParams`. The parameter that `next` names then goes here, and not into the query. @default a GET
   */
  readonly body?: Readonly<Record<string, unknown>> | URLSearchParams | undefined
  /** Reads the text of a page. @default JSON.parse */
  readonly parse?: Parse | undefined
  /** Standard Schema of one item. */
  readonly schema?: StandardSchemaV1<unknown, T> | undefined
  /** More pages than this make the check incomplete. @default 10_000 */
  readonly maxPages?: number | undefined
  /**
   * Says that a part of the list can be enough, such as the first that is found. Without it a check that leaves the list
   * before its end, by `break` or an error that it catches, has not seen everything: it ends as `error`, or as `fail` that
   * is not `complete` where something failed. A list that is read to its end has to be whole all the same. @default false
   */
  readonly partial?: boolean | undefined
  readonly notMore?: NotMore | undefined
  /** Refusals that the check judges by. They are thrown all the same, to be caught. @default none */
  readonly expect?: Expected | undefined
}

/** The part of the context that asks the vendor; the hooks `test` and `options` get it alone. */
export interface VendorClient {
  /**
   * WHATWG fetch with the connection's credentials, limits and record. Takes a path, joined to `baseUrl`, or a URL.
   * @throws HttpError when no answer could be had; an error status is returned as a `Response`.
   */
  fetch(input: string | URL | Request, init?: FetchInit): Promise<Response>
  /** Parsed JSON of a GET; a 204 gives undefined. @throws HttpError on any status outside 2xx */
  get<T = unknown>(path: string | URL, options?: RequestOptions<T>): Promise<T>
  post<T = unknown>(path: string | URL, options?: RequestOptions<T>): Promise<T>
  put<T = unknown>(path: string | URL, options?: RequestOptions<T>): Promise<T>
  patch<T = unknown>(path: string | URL, options?: RequestOptions<T>): Promise<T>
  delete<T = unknown>(path: string | URL, options?: RequestOptions<T>): Promise<T>
  /** POST to the connector's `graphqlPath`; gives `data`. @throws HttpError `GRAPHQL_ERRORS` when the answer has `errors` */
  graphql<T = unknown>(
    query: string,
    variables?: Readonly<Record<string, unknown>>,
    options?: GraphqlOptions,
  ): Promise<T>
  /** Items of all pages, one after the other, in constant memory; the next page is fetched meanwhile. */
  paginate<T = unknown>(path: string | URL, options: PaginateOptions<T>): AsyncIterableIterator<T>
  /** Aborted when the check is cancelled or out of time. */
  readonly signal: AbortSignal
}
