import type { PaginateOptions } from '../../../../src/define/index.ts'

/** A request as the model of a vendor reads it. */
export interface Asked {
  readonly url: URL
  readonly body: string
}

/** An answer before it is written. Text between two "¤" is written as a number, exactly. */
export interface Draft {
  status: number
  headers: Record<string, string>
  body: unknown
  /** In place of the body as JSON. */
  raw?: string | Uint8Array | undefined
}

/** A page that the vendor is asked for. */
export interface AskedPage {
  readonly from: number
  readonly items: readonly unknown[]
  /** Where the next page begins; undefined on the last one. */
  readonly next: number | undefined
  readonly asked: Asked
  /** Number of all places of the list, and of those on a page. A place may have an item that the caller may not see. */
  readonly places: number
  readonly size: number
}

/** How a vendor pages a list, and how an author says so. */
export interface Style {
  readonly options: (size: number) => PaginateOptions
  /** The same as a member of a connector file; undefined where a file has no such way. */
  readonly entry?: ((size: number) => object) | undefined
  /** Where the page begins that is asked for. @param size of a page as the vendor makes it */
  readonly begin: (asked: Asked, size: number) => number
  readonly answer: (page: AskedPage) => Pick<Draft, 'body' | 'headers'>
  /** Whether the client counts the pages, so that it asks for one after the last. */
  readonly isCounted?: true
  /** Path of the list in a body; undefined where the body is the list. */
  readonly list?: string
}

export const origin = 'https://api.acme.example'
const numberIn = ({ url }: Asked, name: string, otherwise = 0) => Number(url.searchParams.get(name) ?? otherwise)
const readJson = ({ body }: Asked) => JSON.parse(body) as Record<string, never>
/** A position as a number that JavaScript cannot hold. */
const far = 9_007_199_254_740_993n * 1_000n
const numbered = { list: 'users', isCounted: true } as const

/** Ways in which vendors page lists. */
export const styles: Readonly<Record<string, Style>> = {
  'Link header': {
    options: () => ({ next: 'link' }),
    entry: () => ({ path: '/users', next: 'link' }),
    begin: (asked) => numberIn(asked, 'at'),
    answer: ({ items, next }) => ({
      body: items,
      headers: next === undefined ? {} : { link: `<${origin}/users?at=${next}>; rel="next"` },
    }),
  },
  'Link header with the last page': {
    options: () => ({ next: 'link', items: 'users' }),
    entry: () => ({ path: '/users', next: 'link', items: 'users' }),
    list: 'users',
    begin: (asked, size) => (numberIn(asked, 'page', 1) - 1) * size,
    answer: ({ items, next, asked, places, size }) => {
      const page = numberIn(asked, 'page', 1)
      const links = [
        `<${origin}/users?page=${page + 1}>; rel=next`,
        `<${origin}/users?page=${Math.ceil(places / size)}>; rel="last"`,
      ]
      return { body: { users: items }, headers: next === undefined ? {} : { link: links.join(', ') } }
    },
  },
  'address in the body': {
    options: () => ({ next: { url: 'links.next' }, items: 'users' }),
    entry: () => ({ path: '/users', next: { url: 'links.next' }, items: 'users' }),
    list: 'users',
    begin: (asked) => numberIn(asked, 'at'),
    answer: ({ items, next }) => ({
      body: { users: items, links: { next: next === undefined ? null : `${origin}/users?at=${next}` } },
      headers: {},
    }),
  },
  'relative address': {
    options: () => ({ next: { url: 'next' }, items: 'users' }),
    entry: () => ({ path: '/users', next: { url: 'next' }, items: 'users' }),
    list: 'users',
    begin: (asked) => numberIn(asked, 'at'),
    answer: ({ items, next }) => ({
      body: { users: items, next: next === undefined ? '' : `?at=${next}` },
      headers: {},
    }),
  },
  'address by function': {
    options: () => ({
      items: 'value',
      next: ({ body }) => (body as Record<string, string | undefined>)['@odata.nextLink'],
    }),
    list: 'value',
    begin: (asked) => numberIn(asked, '$skiptoken'),
    answer: ({ items, next }) => ({
      body: {
        value: items,
        '@odata.nextLink': next === undefined ? undefined : `${origin}/users?$skiptoken=${next}`,
      },
      headers: {},
    }),
  },
  cursor: {
    options: () => ({ items: 'users', next: { cursor: 'meta.next_cursor', param: 'cursor' } }),
    entry: () => ({ path: '/users', items: 'users', next: { cursor: 'meta.next_cursor', param: 'cursor' } }),
    list: 'users',
    begin: (asked) => Number(asked.url.searchParams.get('cursor')?.slice(1) ?? 0),
    answer: ({ items, next }) => ({
      body: { users: items, meta: { next_cursor: next === undefined ? null : `c${next}` } },
      headers: {},
    }),
  },
  'cursor that is a number above 2^53': {
    options: () => ({ items: 'users', next: { cursor: 'next', param: 'since' } }),
    entry: () => ({ path: '/users', items: 'users', next: { cursor: 'next', param: 'since' } }),
    list: 'users',
    begin: ({ url }) => Number(BigInt(url.searchParams.get('since') ?? far) - far),
    answer: ({ items, next }) => ({
      body: { users: items, next: next === undefined ? 0 : `¤${far + BigInt(next)}¤` },
      headers: {},
    }),
  },
  'cursor in a POST': {
    options: (size) => ({ items: 'users', body: { size }, next: { cursor: 'after', param: 'after' } }),
    entry: (size) => ({ path: '/users', items: 'users', body: { size }, next: { cursor: 'after', param: 'after' } }),
    list: 'users',
    begin: (asked) => Number(readJson(asked).after ?? 0),
    answer: ({ items, next }) => ({
      body: { users: items, after: next === undefined ? '' : String(next) },
      headers: {},
    }),
  },
  offset: {
    ...numbered,
    options: (size) => ({ items: 'users', query: { limit: size }, next: { offset: 'offset', limit: 'limit' } }),
    entry: (size) => ({
      path: '/users',
      items: 'users',
      query: { limit: size },
      next: { offset: 'offset', limit: 'limit' },
    }),
    begin: (asked) => numberIn(asked, 'offset'),
    answer: ({ items }) => ({ body: { users: items }, headers: {} }),
  },
  'page from 1': {
    ...numbered,
    options: (size) => ({ items: 'users', next: { page: { param: 'page', first: 1 }, limit: size } }),
    entry: (size) => ({ path: '/users', items: 'users', next: { page: { param: 'page', first: 1 }, limit: size } }),
    begin: (asked, size) => (numberIn(asked, 'page', 1) - 1) * size,
    answer: ({ items }) => ({ body: { users: items }, headers: {} }),
  },
  'page from 0': {
    ...numbered,
    options: () => ({ items: 'users', next: { page: { param: 'p', first: 0 } } }),
    entry: () => ({ path: '/users', items: 'users', next: { page: { param: 'p', first: 0 } } }),
    begin: (asked, size) => numberIn(asked, 'p') * size,
    answer: ({ items }) => ({ body: { users: items }, headers: {} }),
  },
  'page in a form': {
    ...numbered,
    options: (size) => ({
      items: 'users',
      body: new URLSearchParams({ size: String(size) }),
      next: { page: { param: 'page', first: 1 }, limit: 'size' },
    }),
    begin: ({ body }, size) => (Number(new URLSearchParams(body).get('page') ?? 1) - 1) * size,
    answer: ({ items }) => ({ body: { users: items }, headers: {} }),
  },
  'connection of GraphQL': {
    options: () => ({
      body: { query: '{ users { nodes pageInfo } }' },
      next: { connection: 'users', variable: 'after' },
    }),
    entry: () => ({
      graphql:
        'query ($after: String) { users(after: $after) { nodes { id mfa } pageInfo { hasNextPage endCursor } } }',
      next: { connection: 'users', variable: 'after' },
    }),
    list: 'data.users.nodes',
    begin: (asked) => {
      const { variables } = readJson(asked) as { readonly variables?: { readonly after?: string } }
      return Number(variables?.after?.slice(1) ?? 0)
    },
    answer: ({ items, next }) => ({
      body: {
        data: {
          users: { nodes: items, pageInfo: { hasNextPage: next !== undefined, endCursor: `c${next ?? 'end'}` } },
        },
      },
      headers: {},
    }),
  },
  'id of the last item': {
    options: () => ({
      items: 'data',
      next: ({ body }) => {
        const { data, has_more } = body as {
          readonly data: readonly { readonly id: string }[]
          readonly has_more: boolean
        }
        const last = data.at(-1)
        return has_more && last ? { query: { starting_after: last.id } } : undefined
      },
    }),
    entry: () => ({ path: '/users', items: 'data', next: { after: 'starting_after', more: 'has_more' } }),
    list: 'data',
    begin: ({ url }) => Number(url.searchParams.get('starting_after')?.slice(1) ?? -1) + 1,
    answer: ({ items, next }) => ({ body: { data: items, has_more: next !== undefined }, headers: {} }),
  },
}

/** What is known of a page when a quirk changes its answer. */
export interface Place extends AskedPage {
  readonly style: Style
  /** Number of all items that the caller may see. */
  readonly count: number
  /** Number of this request, from 1. */
  readonly nth: number
  /** Whether the quirk happens to this page, if it happens to one. */
  readonly isChosen: boolean
  /** Whether it begins behind the last item. */
  readonly isBehind: boolean
  /** The answer to the page before. */
  readonly before: Draft | undefined
}

/** An oddity of a vendor. */
export interface Quirk {
  /** Whether all items still come. Otherwise a list that could not be told is right too. */
  readonly isHarmless?: true
  /** Size of the vendor's pages, where it is not the size that was asked for. */
  readonly size?: (size: number) => number
  /** Items that the caller may not see: so many behind the first page. @default none */
  readonly hidden?: (size: number) => number
  readonly change?: (draft: Draft, place: Place) => void
  /** Whether this quirk means anything for a style. @default all */
  readonly suits?: (style: Style) => boolean
}

const isObjectStyle = ({ list }: Style) => list !== undefined && !list.includes('.')
const isCounted = (style: Style) => style.isCounted === true
/** Adds members at the top of a body that is an object. */
const add = (draft: Draft, members: object) => {
  if (!Array.isArray(draft.body)) draft.body = { ...(draft.body as object), ...members }
}
const setList = (draft: Draft, { list }: Style, items: readonly unknown[]) => {
  if (list === undefined) draft.body = items
  else if (list.includes('.')) {
    const { data } = draft.body as { readonly data: { readonly users: object } }
    draft.body = { data: { users: { ...data.users, nodes: items } } }
  } else add(draft, { [list]: items })
}
const setHeader = (draft: Draft, name: string, value: string) => {
  draft.headers[name] = value
}
const setBytes = (draft: Draft, raw: string | Uint8Array) => {
  draft.raw = raw
}
const empty = (draft: Draft, style: Style) => setList(draft, style, [])
const onChosen =
  (change: (draft: Draft, place: Place) => void): NonNullable<Quirk['change']> =>
  (draft, place) => {
    if (place.isChosen) change(draft, place)
  }
const behind =
  (change: (draft: Draft, place: Place) => void): NonNullable<Quirk['change']> =>
  (draft, place) => {
    if (place.isBehind) change(draft, place)
  }

/** Oddities that vendors, gateways and proxies have. */
export const quirks: Readonly<Record<string, Quirk>> = {
  none: { isHarmless: true },
  'pages are smaller than asked for': { isHarmless: true, size: (size) => Math.max(1, size - 1) },
  'total in the body': {
    isHarmless: true,
    change: (draft, { count }) => add(draft, { total: count }),
    suits: isObjectStyle,
  },
  'total as text': {
    isHarmless: true,
    change: (draft, { count }) =>
      add(draft, { meta: { ...Object((draft.body as { meta?: object }).meta), totalCount: String(count) } }),
    suits: isObjectStyle,
  },
  'total in a header': {
    isHarmless: true,
    change: (draft, { count }) => setHeader(draft, 'x-total-count', String(count)),
  },
  'total of this page alone': {
    change: (draft, { items }) => add(draft, { count: items.length, total: items.length }),
    suits: isObjectStyle,
  },
  'total is larger than the list': {
    change: (draft, { count }) => add(draft, { total: count + 1 }),
    suits: isObjectStyle,
  },
  'range of items, status 206': {
    isHarmless: true,
    change: (draft, { from, items, count }) => {
      draft.status = 206
      draft.headers['content-range'] =
        items.length === 0 ? `items */${count}` : `items ${from}-${from + items.length - 1}/${count}`
    },
  },
  'range of an unknown total': {
    change: (draft, { from, items }) => {
      if (items.length > 0) draft.headers['content-range'] = `${from}-${from + items.length - 1}/*`
    },
  },
  'the last page again behind the end': {
    change: behind((draft, { before }) => {
      if (before) Object.assign(draft, before)
    }),
    suits: isCounted,
  },
  'the last page again behind the end, and a total': {
    isHarmless: true,
    change: (draft, { isBehind, before, count }) => {
      if (isBehind && before) Object.assign(draft, before)
      else add(draft, { total: count })
    },
    suits: isCounted,
  },
  'the first page again behind the end': {
    change: (draft, place) => {
      if (place.isBehind) setList(draft, place.style, all(place.count).slice(0, place.size))
    },
    suits: isCounted,
  },
  '404 behind the end': {
    change: behind((draft) => Object.assign(draft, { status: 404, body: { message: 'no such page' } })),
    suits: isCounted,
  },
  '416 behind the end, and a total': {
    isHarmless: true,
    change: (draft, place) => {
      if (place.isBehind) Object.assign(draft, { status: 416, body: { error: 'out of range' } })
      else add(draft, { total: place.count })
    },
    suits: isCounted,
  },
  'nothing behind the end, status 204': {
    isHarmless: true,
    change: behind((draft) => Object.assign(draft, { status: 204, body: undefined })),
    suits: isCounted,
  },
  'null in place of the list behind the end': {
    change: behind((draft, { style }) => setList(draft, style, null as never)),
    suits: isCounted,
  },
  'an item that the caller may not see': { hidden: () => 1, suits: ({ list }) => list !== 'data' },
  'a page of items that the caller may not see': {
    isHarmless: true,
    hidden: (size) => size,
    suits: (style) => !isCounted(style) && style.list !== 'data',
  },
  'a parameter that is ignored': {
    change: (draft, place) => Object.assign(draft, place.style.answer(firstPage(place))),
  },
  'an item comes twice, in place of another': {
    change: (draft, { style, items, from, count, isChosen }) => {
      if (isChosen && from > 0 && items.length > 0) setList(draft, style, [all(count)[from - 1], ...items.slice(1)])
      add(draft, { total: count })
    },
    suits: isObjectStyle,
  },
  'a page says that it is a part': { change: onChosen((draft) => add(draft, { partial: true })), suits: isObjectStyle },
  'a page is a failure with status 200': {
    change: onChosen((draft, { style }) => {
      empty(draft, style)
      add(draft, { ok: false, error: 'ratelimited' })
    }),
    suits: isObjectStyle,
  },
  'a page is not ready': {
    change: onChosen((draft, { style }) => {
      empty(draft, style)
      draft.status = 202
    }),
  },
  'a page from a cache of a proxy': {
    change: onChosen((draft) => setHeader(draft, 'warning', '110 - "Response is Stale"')),
  },
  'a page is a sign-in': {
    change: onChosen((draft) => {
      draft.headers['content-type'] = 'text/html'
      draft.raw = '<!doctype html><title>Sign in</title>'
    }),
  },
  'a page is cut off': { change: onChosen((draft) => setBytes(draft, JSON.stringify(draft.body).slice(0, -2))) },
  'a limit, once': {
    isHarmless: true,
    change: (draft, { isChosen }) => {
      if (isChosen) Object.assign(draft, { status: 429, headers: { 'retry-after': '0' }, body: {} })
    },
  },
  'a refusal in the middle': {
    change: onChosen((draft) => Object.assign(draft, { status: 403, body: { message: 'no' } })),
  },
  'null among the items': {
    change: onChosen((draft, { style, items }) => setList(draft, style, [null, ...items.slice(1)])),
  },
  'text in ISO 8859-1': {
    isHarmless: true,
    change: (draft) => {
      if (draft.status === 204) return
      draft.headers['content-type'] = 'application/json; charset=iso-8859-1'
      draft.raw = Buffer.from(writeJson(draft.body), 'latin1')
    },
  },
  'text in ISO 8859-1 that nobody declares': {
    change: (draft) => setBytes(draft, Buffer.from(writeJson(draft.body), 'latin1')),
  },
  'next addresses by http': {
    isHarmless: true,
    change: (draft) => {
      for (const name of Object.keys(draft.headers))
        draft.headers[name] = (draft.headers[name] ?? '').replaceAll('https:', 'http:')
      draft.body = JSON.parse(JSON.stringify(draft.body).replaceAll('https:', 'http:')) as unknown
    },
    suits: ({ answer }) => /origin/.test(String(answer)),
  },
}

function firstPage(place: Place): AskedPage {
  const { count, size } = place
  return { ...place, from: 0, items: all(count).slice(0, size), next: size < count ? size : undefined }
}

/** The users of a vendor. */
function all(count: number): { readonly id: string; readonly name: string; readonly mfa: boolean }[] {
  return Array.from({ length: count }, (_each, at) => ({ id: `u${at}`, name: `J\u00fcrgen ${at}`, mfa: true }))
}

/** JSON in which the text between two "¤" is a number. */
function writeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(/"\u00a4(\d+)\u00a4"/g, '$1')
}

export interface ModelOptions {
  readonly style: Style
  readonly quirk: Quirk
  readonly count: number
  readonly size: number
  /** The page to which the quirk happens, if it happens to one. */
  readonly chosen: number
}

/** A vendor of that style and quirk. */
export function createVendor({ style, quirk, count, size: asked, chosen }: ModelOptions): (asked: Asked) => Draft {
  const size = quirk.size?.(asked) ?? asked
  const users = all(count)
  const hidden = Array<undefined>(count > size ? (quirk.hidden?.(size) ?? 0) : 0)
  const places = [...users.slice(0, size), ...hidden, ...users.slice(size)]
  let nth = 0
  let before: Draft | undefined
  let isHit = false
  return (asked) => {
    nth++
    const from = style.begin(asked, size)
    const items = places.slice(from, from + size).filter((item) => item !== undefined)
    const next = from + size < places.length ? from + size : undefined
    const page: AskedPage = { from, items, next, asked, places: places.length, size }
    const draft: Draft = { status: 200, ...style.answer(page) }
    const isChosen = nth === chosen && !isHit
    isHit ||= isChosen
    const isBehind = from >= places.length && from > 0
    quirk.change?.(draft, { ...page, style, count, nth, isChosen, isBehind, before })
    if (!isBehind) before = structuredClone(draft)
    return draft
  }
}

/** What the vendor sends. */
export function toResponse({ status, headers, body, raw }: Draft): Response {
  const bytes = raw ?? (body === undefined ? null : writeJson(body))
  return new Response(bytes as string | Uint8Array<ArrayBuffer> | null, {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  })
}
