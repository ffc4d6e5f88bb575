import { hash } from 'node:crypto'
import type { NextPage, NumberedPages, Page, PageNumber, PaginateOptions, QueryInput } from '../../define/index.ts'
import { CheckError } from '../../errors/index.ts'
import { readMember } from '../../text/read-member.ts'
import { listHeader } from '../pace/retry-after.ts'
import { toHeaders, type VendorReply } from '../refusals/vendor-reply.ts'
import { readEndCursor } from './graphql-connection.ts'
import { findLinkTarget } from './link-header.ts'

/** The request for a page. */
export interface ListPageRequest {
  readonly path: string | URL
  readonly query: QueryInput
  /** The body of a POST; undefined for a GET. */
  readonly body: PaginateOptions['body']
  /** Whether the vendor chose the URL, so that it must be one of the connector's hosts. */
  readonly fromVendor: boolean
  /** Status for a page after the last; undefined if the vendor has none. */
  readonly endStatus: number | undefined
  /** Whether all items that the vendor counts have come: a page without new items is the end, and so is a refusal. @default false */
  readonly isPastTotal?: boolean | undefined
  /** Whether the page before had no items, and nothing said that it is the end. @default false */
  readonly isPastEmpty?: boolean | undefined
}

/** A key that identifies a page in its list: a digest of 52 bits, because cursors can be long. */
export function toPageKey(request: ListPageRequest): number {
  return Number.parseInt(hash('sha256', formatPage(request)).slice(0, 13), 16)
}

/** All that makes it another page than others of its list. */
export function formatPage({ path, query, body }: ListPageRequest): string {
  const posted = body instanceof URLSearchParams ? [...body] : body
  return JSON.stringify([String(path).replace(/#.*$/s, ''), query, posted])
}

/** A page just read. */
export interface ReadPage {
  readonly reply: VendorReply
  readonly body: unknown
  readonly items: number
  /** Number of items so far, including its own. */
  readonly seen: number
  /** Whether exactly as many items came as the vendor counts, and nothing says that there are more. */
  readonly hasReachedTotal: boolean
  /** Whether a page without items may have others behind it. */
  readonly isEndDoubtful: boolean
}

export function createFirstPage(
  path: string | URL,
  { next, query = {}, body }: Pick<PaginateOptions, 'next' | 'query' | 'body'>,
): ListPageRequest {
  const request: ListPageRequest = { path, query, body, fromVendor: false, endStatus: undefined }
  if (typeof next === 'object' && 'connection' in next) readPageQuery(request)
  if (typeof next === 'object' && 'page' in next) return beginAtPage(separateQuery(request), next.page)
  // If a URL of the vendor leads on, this request stays as it is. Otherwise parameters are replaced.
  return next === 'link' || (typeof next === 'object' && 'url' in next) ? request : separateQuery(request)
}

/** The request for the page after this one; undefined at the end of the list. */
export function findNextPage(current: ListPageRequest, next: NextPage, page: ReadPage): ListPageRequest | undefined {
  if (next === 'link')
    return createPageAt(findLinkTarget(listHeader(page.reply.headers, 'link'), 'next'), current, page.reply)
  // RFC 9110 §15.3.5: nothing is in it, and so no pointer.
  if (page.reply.status === 204 && !isNumbered(next)) return undefined
  if (typeof next === 'function') return createChosenPage(current, next, page)
  if ('connection' in next) {
    const path = `data.${next.connection}`
    const cursor = readEndCursor(readMember(page.body, path), next.connection, page.reply)
    return cursor === undefined ? undefined : setVariable(current, next.variable, cursor)
  }
  if ('cursor' in next) {
    const cursor = readNextMember(page, next.cursor)
    // Vendors end a list by leaving the cursor out, or with null, "", false or 0.
    if (!cursor) return undefined
    if (typeof cursor !== 'string' && typeof cursor !== 'number')
      throw createBadNextError(page.reply, `"${next.cursor}" is neither text nor number`)
    return setPageParam(current, next.param, cursor)
  }
  if ('url' in next) {
    const url = readNextMember(page, next.url)
    if (!url) return undefined
    if (typeof url !== 'string') throw createBadNextError(page.reply, `"${next.url}" is not text`)
    return createPageAt(url, current, page.reply)
  }
  return 'offset' in next
    ? findNextNumberedPage(current, page, next, next.offset, (offset) => offset + page.items)
    : findNextNumberedPage(current, page, next, readPageParamName(next.page), (number) => number + 1)
}

/**
 * The first page, with its number. The vendor's first page is never assumed: counted from the wrong number, the second request would
 * leave a page out.
 * @throws TypeError if nothing says the number, or two places say different ones
 */
function beginAtPage(request: ListPageRequest, page: PageNumber | string): ListPageRequest {
  const param = readPageParamName(page)
  // A parameter of the path is a list of its values.
  const [sent] = [readPageParam(request, param)].flat()
  const first = typeof page === 'object' ? page.first : parsePageNumber(sent)
  if (first === undefined) throw new TypeError(`ctx.paginate: ${tellOfFirst(param)}`)
  if (sent !== undefined && parsePageNumber(sent) !== first)
    throw new TypeError(`ctx.paginate: "${param}" of the request says another page than "first"; remove it`)
  return setPageParam(request, param, first)
}

/** In JavaScript, the name alone is enough if the request says the number of the first page. */
export function readPageParamName(page: PageNumber | string): string {
  return typeof page === 'string' ? page : page.param
}

/** What is missing of a list by page number that does not say where it begins. */
export function tellOfFirst(param: string): string {
  return `"next" does not say whether the vendor's first page is 0 or 1; look it up, and write page: { param: '${param}', first: 1 } or first: 0`
}

/** The member that leads on. @throws CheckError `SCHEMA_DRIFT` if a value that should contain it is text, a number or true */
function readNextMember({ body, reply }: ReadPage, path: string): unknown {
  const value = readMember(body, path)
  if (value !== undefined) return value
  for (let dot = path.indexOf('.'); dot !== -1; dot = path.indexOf('.', dot + 1)) {
    const holder = readMember(body, path.slice(0, dot))
    if (holder && typeof holder !== 'object')
      throw createBadNextError(reply, `"${path.slice(0, dot)}" is not an object`)
  }
  return undefined
}

/**
 * The next of numbered pages. The list ends with an empty page. If the vendor gave the number of items and all have
 * come, it also ends with a short one. A short page alone does not prove the end: vendors reduce the size silently, and leave out
 * items that the credentials may not see. Nor does a total behind a full page: it may count that page alone, or be too small. One
 * more request tells, and whatever vendors do behind the end then is the end. So it does behind a page without items that follows a
 * full one, or is the first: the vendor may have left out all that the credentials may not see, or count from another number. An offset
 * counts items, so that it begins at 0: counted from 1, a vendor would send an item twice and leave none out.
 */
function findNextNumberedPage(
  current: ListPageRequest,
  { items, body, seen, hasReachedTotal, isEndDoubtful }: ReadPage,
  next: NumberedPages,
  param: string,
  following: (value: number) => number,
): ListPageRequest | undefined {
  if (items === 0 && (current.isPastEmpty || !isEndDoubtful)) return undefined
  const { total, end } = next
  const size = readPageSize(current, next)
  const isShort = items < size
  if (isShort && total !== undefined && seen >= (parsePageNumber(readMember(body, total)) ?? Number.NaN))
    return undefined
  const present = Number(readPageParam(current, param) ?? 0)
  // Behind a page without items, an offset that grows by their number would ask for that page again.
  const value = items === 0 && following(present) === present ? present + (size >= 1 ? size : 1) : following(present)
  const asked = setPageParam(current, param, value)
  return { ...asked, endStatus: end, isPastTotal: hasReachedTotal, isPastEmpty: items === 0 }
}

/** The size of page that is asked for; NaN where the request does not say it. */
export function readPageSize(request: ListPageRequest, { limit }: NumberedPages): number {
  return typeof limit === 'string' ? Number(readPageParam(request, limit) ?? Number.NaN) : (limit ?? Number.NaN)
}

export function isNumbered(next: NextPage): next is Extract<NextPage, NumberedPages> {
  return typeof next === 'object' && ('offset' in next || 'page' in next)
}

/** A parameter of the list, from the body of a POST or from the query. */
function readPageParam({ query, body }: ListPageRequest, name: string): unknown {
  if (body === undefined) return query[name]
  return body instanceof URLSearchParams ? (body.get(name) ?? undefined) : body[name]
}

function setPageParam(current: ListPageRequest, name: string, value: string | number): ListPageRequest {
  const { query, body } = current
  if (body === undefined) return { ...current, query: { ...query, [name]: value } }
  if (!(body instanceof URLSearchParams)) return { ...current, body: { ...body, [name]: value } }
  const form = new URLSearchParams(body)
  form.set(name, String(value))
  return { ...current, body: form }
}

/** The same request with a variable of its GraphQL query set. */
export function setVariable(request: ListPageRequest, name: string, value: string): ListPageRequest {
  const body = readPageQuery(request)
  return { ...request, body: { ...body, variables: { ...Object(body.variables), [name]: value } } }
}

function readPageQuery({ body }: ListPageRequest): Readonly<Record<string, unknown>> {
  if (body !== undefined && !(body instanceof URLSearchParams) && typeof body.query === 'string') return body
  throw new TypeError('paginate: a "connection" is asked for by body: { query, variables }.')
}

/** A page at a URL of the vendor. Relative URLs are relative to the page just read (RFC 8288 §3.1). */
function createPageAt(
  target: string | undefined,
  current: ListPageRequest,
  reply: VendorReply,
): ListPageRequest | undefined {
  if (target === undefined) return undefined
  if (!URL.canParse(target, reply.target.href)) throw createBadNextError(reply, 'it is not a URL')
  return resolveVendorUrl(new URL(target, reply.target), current, reply)
}

function resolveVendorUrl(path: string | URL, { body }: ListPageRequest, reply: VendorReply): ListPageRequest {
  return { path: keepHttps(path, reply), query: {}, body, fromVendor: true, endStatus: undefined }
}

/**
 * Vendors behind a proxy that ends TLS write "http:" before their own host (Azure/data-api-builder#2677, OData/WebApi#869): the page is
 * there by https. Credentials stay on https, also if http would be allowed.
 */
function keepHttps(path: string | URL, reply: VendorReply): string | URL {
  const { target } = reply
  if (target.protocol !== 'https:' || !/^http:/i.test(String(path).trimStart())) return path
  const url = new URL(path)
  const isOwn = url.hostname === target.hostname && (url.port === '' || url.port === target.port)
  if (!isOwn) throw createBadNextError(reply, 'it leads from https to http, on another host or port')
  // A setter would keep the port that http has by default.
  return new URL(`${url.pathname}${url.search}`, target.origin)
}

function createChosenPage(
  current: ListPageRequest,
  next: (page: Page) => string | URL | { readonly query: QueryInput } | undefined,
  { reply, body, items }: ReadPage,
): ListPageRequest | undefined {
  const answer = next({ body, headers: toHeaders(reply.headers), url: reply.url, items })
  // Checks in JavaScript may pass on the value with which the vendor ends its lists.
  if (!answer) return undefined
  if (typeof answer === 'object' && 'query' in answer)
    return { ...current, query: { ...current.query, ...answer.query } }
  return resolveVendorUrl(answer, current, reply)
}

/** The same request with the parameters of its path moved to the others, so that each occurs once. */
function separateQuery(request: ListPageRequest): ListPageRequest {
  const [, path = '', search = ''] = /^([^?#]*)(?:\?([^#]*))?/.exec(String(request.path)) ?? []
  const apart: Record<string, string[]> = {}
  for (const [name, value] of new URLSearchParams(search)) apart[name] = [...(apart[name] ?? []), value]
  return { ...request, path, query: { ...apart, ...request.query } }
}

/** A count in a vendor's format, as number or text; undefined for anything else. */
export function parsePageNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined
}

function createBadNextError(reply: VendorReply, why: string): CheckError {
  return new CheckError(`The next page after ${reply.url} cannot be found: ${why}. Check the "next" option.`, {
    code: 'SCHEMA_DRIFT',
  })
}
