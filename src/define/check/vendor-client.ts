import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { HttpError } from '../../errors/index.ts'

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
 * Signs of further pages, of parts and of refusals that mean something else at this vendor. Use the names that the error shows:
 * dotted paths in the body (`'meta.total'`, `'error'`), headers (`'Link'`) or a status (`'206'`). `'short page'` is for pages of a numbered list that may hold less
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
export interface Parse {
  (text: string): unknown
  /** The format, as the error of an answer names it that is in another one. @default it is not named */
  readonly format?: string
}

export interface RequestOptions<T = unknown> {
  readonly query?: QueryInput | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Sent as JSON, unless it is a string, `URLSearchParams` or bytes. */
  readonly body?: unknown
  /** Any Standard Schema. An answer that does not fit ends the check as `error` kind `schema_drift`. */
  readonly schema?: StandardSchemaV1<unknown, T> | undefined
  /**
   * Reads the text of an answer. If it throws, the check ends as `error` kind `schema_drift`.
   * @default as JSON. A number that JavaScript cannot hold exactly becomes the text that the vendor wrote
   */
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
 * - `{ page: { param, first } }`: query parameter of the page number, and the number of the vendor's first page. The first
 *   request sends it, and it is counted up.
 *
 *   Both end at a page without items. With `total`, or with a link to the last page, Checkwright fetches several pages at a
 *   time, and the list ends when all items have come. `end` is the status that the vendor sends for a page after the last.
 *   Without it, a 404 is an error.
 * - `{ connection, variable }`: a connection of GraphQL (Relay), with `body: { query, variables }`. See `GraphqlPages`.
 * - a function: the next path, URL or query, or undefined at the end.
 *
 * `total` is the dotted path of the number of all items in the body. If fewer items came, or no page has a number there, the
 * check ends as `error`. Other totals in the answer then do not count.
 *
 * If the last page shows that there is more, the check ends as `error`: `has_more`, a cursor that is not empty, or a
 * total above the number of items seen. So it does if a page says that it is a part or no answer: a status such as 206, a
 * `Content-Range` below the total, `partial`, `unreachable`, `ok: false`, an error. List in `notMore` what means something else
 * at this vendor.
 */
export type NextPage =
  | 'link'
  | (CountedPages & { readonly cursor: string; readonly param: string })
  | (CountedPages & { readonly url: string })
  | (NumberedPages & { readonly offset: string; readonly limit: number | string })
  | (NumberedPages & { readonly page: PageNumber })
  | GraphqlPages
  | ((page: Page) => string | URL | { readonly query: QueryInput } | undefined)

/** Pages of a list whose number of items the vendor gives. */
export interface CountedPages {
  /** Dotted path of the number of all items in the body. */
  readonly total?: string | undefined
}

/** A page number: the query parameter, or member of a body, that takes it. */
export interface PageNumber {
  readonly param: string
  /** Number of the vendor's first page: 0 or 1. Look it up, because vendors differ. The first request sends it. */
  readonly first: number
}

/** How a list of numbered pages ends. */
export interface NumberedPages extends CountedPages {
  readonly limit?: number | string | undefined
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

/**
 * How an item of a list is called in the results of a check, told once for items that cannot be judged.
 * @example
 * { type: 'user', id: 'id', name: 'profile.login' }
 * { type: 'key', id: (read) => `${project}/${read('name')}` }
 */
export interface ItemResource {
  /** As in the results of the check. */
  readonly type: string
  /**
   * Dotted path of the id in the item as the vendor sends it, or a function that makes the id of several members. It has to give
   * the same id as the results of the check.
   */
  readonly id: string | ((read: (path: string) => string) => string)
  /** The same for the name that people see. @default none */
  readonly name?: string | ((read: (path: string) => string) => string) | undefined
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
  /** Reads the text of a page. @default as JSON, with numbers as in `RequestOptions.parse` */
  readonly parse?: Parse | undefined
  /**
   * Standard Schema of one item. An item that does not fit is left out, and the loop goes on with the others. The reason is
   * thrown at the end of the list (`CHECK_UNDECIDED`), so that nothing is concluded from a list that was not read whole.
   */
  readonly schema?: StandardSchemaV1<unknown, T> | undefined
  /**
   * How items are called. An item that does not fit `schema` is then undecided by itself (`ctx.undecided`), and nothing is thrown
   * at the end. Use it in checks that judge each item for itself, not in those that count items or look for one. An item whose id
   * cannot be read still makes the list end as `error`, and so does a list of which no item fits. In an inventory it has no
   * effect.
   * @default none
   */
  readonly resource?: ItemResource | undefined
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

/** The part of the context that sends requests to the vendor. The hooks `test` and `options` get only this part. */
export interface VendorClient {
  /**
   * WHATWG fetch with the connection's credentials, limits and record. Takes a path, joined to `baseUrl`, or a URL.
   * @throws HttpError when no answer could be had; an error status is returned as a `Response`.
   */
  fetch(input: string | URL | Request, init?: FetchInit): Promise<Response>
  /** Parsed JSON of a GET, or undefined for a 204. @throws HttpError on any status outside 2xx */
  get<T = unknown>(path: string | URL, options?: RequestOptions<T>): Promise<T>
  /**
   * Parsed JSON of a POST. A check may send one that only reads: `reads: true`. Else it needs `writes: true`.
   * @throws HttpError on any status outside 2xx
   */
  post<T = unknown>(path: string | URL, options?: RequestOptions<T>): Promise<T>
  /** Parsed JSON of a PUT, for a check with `writes: true`. @throws HttpError on any status outside 2xx */
  put<T = unknown>(path: string | URL, options?: RequestOptions<T>): Promise<T>
  /** Parsed JSON of a PATCH, for a check with `writes: true`. @throws HttpError on any status outside 2xx */
  patch<T = unknown>(path: string | URL, options?: RequestOptions<T>): Promise<T>
  /** Parsed JSON of a DELETE, for a check with `writes: true`. @throws HttpError on any status outside 2xx */
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
