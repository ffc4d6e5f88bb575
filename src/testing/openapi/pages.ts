import { numbered } from './sample.ts'

/** One page of an answer: the body with as much of the list as belongs in it, and how the next page is found. */
export interface PagedAnswer {
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
}

export interface PageRequest {
  readonly url: URL
  readonly query: URLSearchParams
}

export interface PageOptions {
  /** Names of the query parameters that the operation declares. */
  readonly declared: readonly string[]
  /** Paths of members that the answer may have, such as `['meta', 'next']`. */
  readonly isMember: (path: readonly string[]) => boolean
  /** The body as it would be for another item, where it was made from the schema and not from an example. */
  readonly bodyOf: ((index: number) => unknown) | undefined
  /** Items of the whole list. */
  readonly length: number
  /** Most items of a page. */
  readonly size: number
}

/** Query parameter of the addresses that a vendor without one of its own gives as next page. */
export const ownParam = '$skiptoken'

// How real providers name these, in the order in which they are looked for.
const cursorParams = [
  'pageToken',
  'page_token',
  'nextPageToken',
  'cursor',
  'page[cursor]',
  'after',
  'from',
  '$skipToken',
]
const numberParams = ['page', 'page[number]', 'pageNumber']
const offsetParams = ['startAt', 'offset', 'page[offset]', '$skip', 'start']
const sizeParams = [
  'per_page',
  'limit',
  'pageSize',
  'page_size',
  'maxResults',
  'page[size]',
  'page[limit]',
  '$top',
  'take',
  'count',
]
const cursorMembers = [
  ['nextPageToken'],
  ['next_page_token'],
  ['response_metadata', 'next_cursor'],
  ['next_cursor'],
  ['nextCursor'],
  ['meta', 'page', 'after'],
  ['meta', 'page', 'next_cursor'],
  ['next'],
]
const urlMembers = [
  ['@odata.nextLink'],
  ['nextLink'],
  ['links', 'pages', 'next'],
  ['links', 'next'],
  ['_links', 'next', 'href'],
  ['next'],
]
const totalMembers = [
  ['total'],
  ['total_count'],
  ['totalCount'],
  ['totalItems'],
  ['meta', 'total'],
  ['meta', 'page', 'total_count'],
]
const lastMembers = [['isLast'], ['last']]

/** Cuts the list in a body into pages, the way in which the operation is paged; a body without pages stays as it is. */
export function pageOf(body: unknown, request: PageRequest, options: PageOptions): PagedAnswer {
  const whole: PagedAnswer = { body, headers: {} }
  const at = listPath(body)
  const style = at && styleOf(at, options)
  if (!style) return whole
  const example = memberOf(body, at) as readonly unknown[]
  const items = Array.from(
    { length: options.length },
    (_, index) => example[index] ?? anotherOf(example, index, at, options),
  )
  const size = Math.min(options.size, wholeNumber(request.query, options.declared, sizeParams) ?? options.size)
  const start = startOf(style, request.query, size)
  if (start === undefined) return whole
  const end = start + Math.max(1, size)
  const hasMore = end < items.length
  let page = withMember(body, at, items.slice(start, end))
  for (const member of totalMembers) {
    if (typeof memberOf(page, member) === 'number') page = withMember(page, member, items.length)
  }
  for (const member of lastMembers) {
    if (typeof memberOf(page, member) === 'boolean') page = withMember(page, member, !hasMore)
  }
  const next = hasMore ? end : undefined
  switch (style.kind) {
    case 'link':
      return { body: page, headers: next === undefined ? {} : linkTo(addressOf(request.url, style, next, size)) }
    case 'url':
      return {
        body: withNext(page, style.member, next === undefined ? undefined : addressOf(request.url, style, next, size)),
        headers: {},
      }
    case 'cursor':
      return { body: withNext(page, style.member, next === undefined ? undefined : cursorOf(next)), headers: {} }
    default:
      return { body: page, headers: {} }
  }
}

type Style =
  | { readonly kind: 'link'; readonly param: string }
  | { readonly kind: 'url'; readonly member: readonly string[]; readonly param: string }
  | { readonly kind: 'cursor'; readonly member: readonly string[]; readonly param: string }
  | { readonly kind: 'number'; readonly param: string }
  | { readonly kind: 'offset'; readonly param: string }

function styleOf(at: readonly string[], { declared, isMember }: PageOptions): Style | undefined {
  const param = (names: readonly string[]) => names.find((name) => declared.includes(name))
  const cursor = param(cursorParams)
  const number = param(numberParams)
  const offset = param(offsetParams)
  if (at.length === 0) {
    const named = number ?? cursor
    return named === undefined ? undefined : { kind: 'link', param: named }
  }
  const cursorMember = cursorMembers.find(isMember)
  if (cursor !== undefined && cursorMember) return { kind: 'cursor', member: cursorMember, param: cursor }
  const urlMember = urlMembers.find(isMember)
  if (urlMember) return { kind: 'url', member: urlMember, param: cursor ?? number ?? offset ?? ownParam }
  if (offset !== undefined) return { kind: 'offset', param: offset }
  return number === undefined ? undefined : { kind: 'number', param: number }
}

/** Where the list is: the body itself, or its first member that is a list of objects, else of anything. */
function listPath(body: unknown): readonly string[] | undefined {
  if (Array.isArray(body)) return []
  if (typeof body !== 'object' || body === null) return undefined
  const lists = Object.entries(body).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]))
  const [name] = lists.find(([, list]) => typeof list[0] === 'object') ?? lists[0] ?? []
  return name === undefined ? undefined : [name]
}

function anotherOf(
  example: readonly unknown[],
  index: number,
  at: readonly string[],
  { bodyOf }: PageOptions,
): unknown {
  const list = bodyOf && memberOf(bodyOf(index), at)
  return Array.isArray(list) ? list[0] : numbered(example[index % example.length], '', index)
}

function startOf(style: Style, query: URLSearchParams, size: number): number | undefined {
  const sent = query.get(style.param)
  if (sent === null || sent === '') return 0
  const isNumber = numberParams.includes(style.param)
  if (isNumber && /^\d+$/.test(sent)) return Math.max(0, Number(sent) - 1) * size
  if (offsetParams.includes(style.param) && /^\d+$/.test(sent)) return Number(sent)
  const [, offset] = /^after:(\d+)$/.exec(Buffer.from(sent, 'base64url').toString()) ?? []
  return offset === undefined ? undefined : Number(offset)
}

/** Opaque: a client that counts cursors up by itself is wrong, and should see it here. */
function cursorOf(offset: number): string {
  return Buffer.from(`after:${offset}`).toString('base64url')
}

function addressOf(url: URL, { param }: Style, next: number, size: number): string {
  const address = new URL(url)
  const value = numberParams.includes(param)
    ? String(Math.floor(next / size) + 1)
    : offsetParams.includes(param)
      ? String(next)
      : cursorOf(next)
  address.searchParams.set(param, value)
  return address.href
}

function linkTo(address: string): Readonly<Record<string, string>> {
  return { link: `<${address}>; rel="next"` }
}

function wholeNumber(query: URLSearchParams, declared: readonly string[], names: readonly string[]) {
  const name = names.find((each) => declared.includes(each) && /^\d+$/.test(query.get(each) ?? ''))
  return name === undefined ? undefined : Math.max(1, Number(query.get(name)))
}

function memberOf(body: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (at, name) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, name)
        ? (at as Readonly<Record<string, unknown>>)[name]
        : undefined,
    body,
  )
}

/** The next page's mark; on the last page an example's own is taken out, which would lead nowhere. */
function withNext(body: unknown, path: readonly string[], value: string | undefined): unknown {
  if (value !== undefined) return withMember(body, path, value)
  return memberOf(body, path) === undefined
    ? body
    : withMember(body, path, typeof memberOf(body, path) === 'string' ? undefined : null)
}

function withMember(body: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value
  const object = typeof body === 'object' && body !== null ? (body as Readonly<Record<string, unknown>>) : {}
  const { [name]: inner, ...others } = object
  const next = withMember(inner, rest, value)
  return next === undefined ? others : { ...others, [name]: next }
}
