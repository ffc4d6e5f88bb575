import type { Answer, Handler, VendorRequest } from './answer.ts'
import { formatCursor, parseCursor } from './offset-cursor.ts'
import { demandChoice, demandText, demandWhole, refuseUnknown } from './refuse-arguments.ts'

/** How the body shows that there is no next page: member left out, `null`, or an empty text. */
export type EndMark = 'absent' | 'null' | 'empty'

interface EveryPageOptions {
  /** Items of a page, and the most that a client may request. */
  readonly pageSize: number
  /** Query parameter with which a client requests smaller pages. @default 'limit' */
  readonly limit?: string
  /** Dotted path of the list in the body. @default 'items', with style `link` the body itself */
  readonly items?: string
  /** Dotted path where the number of all items is written. @default nowhere */
  readonly total?: string
}

/**
 * How a list is cut into pages; the names are those of `ctx.paginate`.
 * - `link`: `Link: <…>; rel="next"` with absolute URLs, and first, prev and last beside it (RFC 8288).
 * - `cursor`: an opaque cursor at `cursor` (`'next_cursor'`) in the body, taken by the query parameter `param` (`'cursor'`).
 * - `offset`: the query parameter `offset` (`'offset'`) counts items.
 * - `page`: the query parameter `page` (`'page'`) counts pages from 1; pages beyond the end are empty.
 * - `url`: the absolute URL of the next page at `url` (`'next'`) in the body.
 */
export type PaginatedOptions = EveryPageOptions &
  (
    | { readonly style: 'link'; readonly page?: string }
    | { readonly style: 'cursor'; readonly cursor?: string; readonly param?: string; readonly end?: EndMark }
    | { readonly style: 'offset'; readonly offset?: string }
    | { readonly style: 'page'; readonly page?: string }
    | { readonly style: 'url'; readonly url?: string; readonly page?: string; readonly end?: EndMark }
  )

const ownOptions = {
  link: ['page'],
  cursor: ['cursor', 'param', 'end'],
  offset: ['offset'],
  page: ['page'],
  url: ['url', 'page', 'end'],
} as const

/**
 * A handler that serves a list in real pages, whatever the client sends; an invalid page parameter gets 400.
 *
 * ```ts
 * 'GET /users': paginated(users, { style: 'cursor', pageSize: 50, items: 'data', cursor: 'meta.next', param: 'after' })
 * ```
 *
 * @throws TypeError for a mistake in the options, naming it
 */
export function paginated(items: readonly unknown[], options: PaginatedOptions): Handler {
  checkPagingOptions(options)
  const most = options.pageSize
  return (request) => {
    const limit = readWholeParam(request, options.limit ?? 'limit', 1)
    const size = Math.min(limit ?? most, most)
    if (Number.isNaN(size)) return createBadParam(options.limit ?? 'limit')
    return createPage(items, request, size, options)
  }
}

function createPage(
  items: readonly unknown[],
  request: VendorRequest,
  size: number,
  options: PaginatedOptions,
): Answer {
  switch (options.style) {
    case 'cursor': {
      const param = options.param ?? 'cursor'
      const start = request.query.has(param) ? parseCursor(request.query.get(param) ?? '') : 0
      if (start === undefined) return createBadParam(param)
      const end = start + size
      const next = end < items.length ? formatCursor(end) : undefined
      return {
        json: createPageBody(items.slice(start, end), items.length, options, [
          options.cursor ?? 'next_cursor',
          next,
          options.end,
        ]),
      }
    }
    case 'offset': {
      const start = readWholeParam(request, options.offset ?? 'offset', 0) ?? 0
      if (start === undefined) return createBadParam(options.offset ?? 'offset')
      return { json: createPageBody(items.slice(start, start + size), items.length, options) }
    }
    default: {
      const param = options.page ?? 'page'
      const page = readWholeParam(request, param, 1) ?? 1
      if (Number.isNaN(page)) return createBadParam(param)
      const slice = items.slice((page - 1) * size, page * size)
      const pages = Math.max(1, Math.ceil(items.length / size))
      const urlOf = (number: number) => setUrlParam(request.url, param, number)
      if (options.style === 'link') {
        return { headers: createLinkHeader(page, pages, urlOf), json: createPageBody(slice, items.length, options) }
      }
      if (options.style === 'page') return { json: createPageBody(slice, items.length, options) }
      const next = page < pages ? urlOf(page + 1) : undefined
      return { json: createPageBody(slice, items.length, options, [options.url ?? 'next', next, options.end]) }
    }
  }
}

/**
 * In GitHub's form: next and last until the last page, first and prev from the second on, nothing for a single page.
 */
function createLinkHeader(page: number, pages: number, urlOf: (page: number) => string): Record<string, string> {
  const links = [
    ...(page > 1 ? [`<${urlOf(Math.min(page - 1, pages))}>; rel="prev"`] : []),
    ...(page < pages ? [`<${urlOf(page + 1)}>; rel="next"`, `<${urlOf(pages)}>; rel="last"`] : []),
    ...(page > 1 ? [`<${urlOf(1)}>; rel="first"`] : []),
  ]
  return links.length === 0 ? {} : { link: links.join(', ') }
}

function createPageBody(
  page: readonly unknown[],
  total: number,
  options: PaginatedOptions,
  next?: readonly [path: string, value: string | undefined, end: EndMark | undefined],
): unknown {
  if (options.style === 'link' && options.items === undefined) return page
  const json = createBareObject()
  setJsonMember(json, options.items ?? 'items', page)
  if (options.total !== undefined) setJsonMember(json, options.total, total)
  if (next !== undefined) {
    const [path, value, end = 'absent'] = next
    if (value !== undefined) setJsonMember(json, path, value)
    else if (end !== 'absent') setJsonMember(json, path, end === 'null' ? null : '')
  }
  return json
}

/** Sets the member at a dotted path, making the objects on the way. */
function setJsonMember(json: Record<string, unknown>, path: string, value: unknown): void {
  const [name = '', ...rest] = path.split('.')
  if (rest.length === 0) {
    json[name] = value
    return
  }
  const inner = (json[name] ?? createBareObject()) as Record<string, unknown>
  json[name] = inner
  setJsonMember(inner, rest.join('.'), value)
}

/** An object without prototype, in which every name is free. */
function createBareObject(): Record<string, unknown> {
  return Object.create(null)
}

/** The parameter as a whole number; undefined if it is absent, NaN if it is not one or too small. */
function readWholeParam(request: VendorRequest, name: string, least: number): number | undefined {
  const text = request.query.get(name)
  if (text === null) return undefined
  return /^\d{1,9}$/.test(text) && Number(text) >= least ? Number(text) : Number.NaN
}

function setUrlParam(url: URL, name: string, value: number): string {
  const next = new URL(url)
  next.searchParams.set(name, String(value))
  return next.href
}

function createBadParam(name: string): Answer {
  return { status: 400, json: { error: 'bad_request', message: `The parameter "${name}" does not name a page.` } }
}

function checkPagingOptions(options: PaginatedOptions): void {
  const subject = 'paginated()'
  demandChoice(subject, 'style', options?.style, Object.keys(ownOptions))
  refuseUnknown(subject, options, ['style', 'pageSize', 'limit', 'items', 'total', ...ownOptions[options.style]])
  demandWhole(subject, 'pageSize', options.pageSize, 1)
  for (const [option, value] of Object.entries(options)) {
    if (option === 'end') demandChoice(subject, option, value, ['absent', 'null', 'empty'])
    else if (option !== 'pageSize') demandText(subject, option, value)
  }
}
