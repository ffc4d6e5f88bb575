import { describe, expect, test } from 'vitest'
import { type PaginateOptions, systemClock } from '../../../src/define/index.ts'
import { catchError, collectItems, joinJson, openClient, secretKey, serve } from '../support.ts'
import { formatHttpAnswer, serveTls } from './servers.ts'

const byUrl = { items: 'items', next: { url: 'next' } } as const
const byCursor = { items: 'items', next: { cursor: 'next', param: 'cursor' } } as const

describe('a next page of an https vendor is refused, and nothing is sent:', () => {
  const places: [string, (plain: { origin: string; port: number }) => string][] = [
    ['on another port', ({ port }) => `https://127.0.0.1:${port}/x`],
    ['on another host', () => 'https://evil.invalid/x'],
    ['on another host without a scheme', ({ port }) => `//localhost:${port}/x`],
    ['on another host by backslashes', ({ port }) => `\\\\localhost:${port}/x`],
    ['by http, on the own host', ({ port }) => `http://127.0.0.1:${port}/x`],
    ['by http, on a host that may have credentials by http', ({ origin }) => `${origin}/x`],
    ['with a user name', ({ port }) => `https://a@127.0.0.1:${port}/x`],
    ['in data:', () => 'data:application/json,{"items":[]}'],
    ['in javascript:', () => 'javascript:1'],
    ['in file:', () => 'file:///etc/passwd'],
    ['of no host', () => 'https://'],
    ['with a zone id', () => 'https://[fe80::1%25eth0]/x'],
    ['of a URL longer than anybody reads', () => `/x?c=${'x'.repeat(40_000)}`],
  ]
  const styles: [string, PaginateOptions['next'], (next: string) => Buffer][] = [
    ['by URL', { url: 'next' }, (next) => formatHttpAnswer(200, {}, JSON.stringify({ items: [1], next }))],
    [
      'by function',
      ({ body }) => (body as { next: string }).next,
      (next) => formatHttpAnswer(200, {}, JSON.stringify({ items: [1], next })),
    ],
    [
      'by Link',
      'link',
      (next) => formatHttpAnswer(200, { link: `<${next.slice(0, 8000)}>; rel="next"` }, '{"items":[1]}'),
    ],
  ]

  describe.each(styles)('%s', (style, next, page) => {
    // A header has no room for that, and paths that a function gives are paths of the base URL, backslashes or not.
    const apart: Record<string, string> = { 'by Link': 'longer', 'by function': 'backslashes' }
    const own = places.filter(([place]) => !place.includes(apart[style] ?? 'none'))

    test.each(own)('%s', async (_name, place) => {
      const plain = await serve()
      const vendor = await serveTls((socket) => socket.write(page(place(plain))))
      const { client } = await openClient({ baseUrl: vendor.origin, allowedHosts: [`127.0.0.1:${plain.port}`] })
      const isOwnPort = place(plain).startsWith(`https://127.0.0.1:${plain.port}`)

      const error = await catchError(collectItems(client.paginate('/list', { items: 'items', next })))

      // That port is declared, and does not speak TLS.
      expect(error).toMatchObject({
        code: isOwnPort
          ? 'HTTP_NETWORK'
          : expect.stringMatching(/^(?:HTTP_(?:HOST_REFUSED|URL_INVALID)|SCHEMA_DRIFT)$/),
      })
      expect(vendor.seen).toHaveLength(1)
      expect(plain.seen).toEqual([])
    })
  })
})

describe('a next page stays with the vendor:', () => {
  test.each([
    ['without slashes', 'https:next?p=2', '/api/next?p=2'],
    ['relative to the page', 'next?p=2', '/api/next?p=2'],
    ['with dots above the base path, since a vendor knows its own paths', '../../v2/list', '/v2/list'],
    ['with line breaks and tabs', '/li\ts\r\nt', '/list'],
    ['with a fragment', '/list2#frag', '/list2'],
  ])('%s', async (_name, next, path) => {
    const vendor = await serveTls((socket, _request, nth) =>
      socket.write(formatHttpAnswer(200, {}, JSON.stringify({ items: [nth], next: nth === 1 ? next : null }))),
    )
    const { client } = await openClient({ baseUrl: `${vendor.origin}/api` })

    expect(await collectItems(client.paginate('/list', byUrl))).toEqual([1, 2])
    expect(vendor.seen[1]?.split('\r\n')[0]).toBe(`GET ${path} HTTP/1.1`)
  })

  test('also with the key in its query, which nobody gets to see', async () => {
    const vendor = await serve((_request, _response, nth) => ({
      json: { items: [nth], next: nth === 1 ? `/list?page=2&token=${secretKey}` : null },
    }))
    const { client, told } = await openClient({ baseUrl: vendor.origin })

    expect(await collectItems(client.paginate('/list', byUrl))).toEqual([1, 2])
    expect(vendor.seen[1]?.path).toBe(`/list?page=2&token=${secretKey}`)
    expect(told.requests[1]?.url).toBe(`${vendor.origin}/list?page=2&token=[redacted]`)
  })
})

describe('a cursor', () => {
  test.each([
    ['an object', { a: 1 }],
    ['a list', ['a']],
    ['true', true],
  ])('that is %s is no cursor', async (_name, next) => {
    const vendor = await serve(() => ({ json: { items: [1], next } }))
    const { client } = await openClient({ baseUrl: vendor.origin })

    expect(await catchError(collectItems(client.paginate('/list', byCursor)))).toMatchObject({ code: 'SCHEMA_DRIFT' })
    expect(vendor.seen).toHaveLength(1)
  })

  test.each([
    'a&admin=true',
    'a#b',
    'a?b=c',
    '../../admin',
    'a\r\nx-evil: 1',
    'https://evil.invalid/',
    'a b+c%20d=e',
    '\ud83d\udd11\u202e',
    -1,
    0.5,
    1e21,
  ])('like %j stays one parameter, as the vendor wrote it', async (next) => {
    const vendor = await serve((_request, _response, nth) => ({
      json: { items: [nth], next: nth === 1 ? next : null },
    }))
    const { client } = await openClient({ baseUrl: vendor.origin })

    expect(await collectItems(client.paginate('/list?size=2', byCursor))).toEqual([1, 2])
    const { pathname, searchParams } = new URL(vendor.seen[1]?.path ?? '', vendor.origin)
    expect([pathname, ...searchParams]).toEqual(['/list', ['size', '2'], ['cursor', String(next)]])
    expect(vendor.seen[1]?.headers).not.toHaveProperty('x-evil')
  })

  test('longer than anybody reads ends the list as an error of bounded length', async () => {
    const vendor = await serve(() => ({ json: { items: [1], next: 'x'.repeat(1_000_000) } }))
    const { client, told } = await openClient({ baseUrl: vendor.origin })

    const error = await catchError(collectItems(client.paginate('/list', byCursor)))

    expect(error).toMatchObject({ code: 'HTTP_URL_INVALID' })
    expect(joinJson(error, told).length).toBeLessThan(5000)
    expect(vendor.seen).toHaveLength(1)
  })
})

describe('a list without an end is left:', () => {
  test.each<[string, (nth: number) => unknown]>([
    ['a cursor that stays', () => 'a'],
    ['cursors that alternate', (nth) => (nth % 2 === 0 ? 'a' : 'b')],
    ['a circle of a hundred cursors', (nth) => `c${nth % 100}`],
    ['numbers and their texts in turn', (nth) => (nth % 2 === 0 ? 7 : 8)],
  ])('%s', async (_name, next) => {
    const vendor = await serve((_request, _response, nth) => ({ json: { items: [nth], next: next(nth) } }))
    const { client, told } = await openClient({ baseUrl: vendor.origin })

    const error = await catchError(collectItems(client.paginate('/list', byCursor)))

    expect(error).toMatchObject({ code: 'PAGINATION_LOOP' })
    expect(vendor.seen.length).toBeLessThanOrEqual(101)
    expect(told.incomplete).toEqual([])
  })

  test.each<[string, (nth: number) => unknown[]]>([
    ['empty pages for ever', () => []],
    ['the same page for ever, each time by another cursor', () => [1, 2]],
  ])('%s, at maxPages, as incomplete', async (_name, items) => {
    const vendor = await serve((_request, _response, nth) => ({ json: { items: items(nth), next: `c${nth}` } }))
    const { client, told } = await openClient({ baseUrl: vendor.origin })

    await collectItems(client.paginate('/list', { ...byCursor, maxPages: 50 }))

    expect(vendor.seen).toHaveLength(50)
    expect(told.incomplete).toEqual([expect.stringContaining('was cut off after 50 pages')])
  })

  test.each<[string, PaginateOptions['next'], (nth: number) => string]>([
    ['links that alternate', 'link', (nth) => (nth % 2 === 0 ? '/a' : '/b')],
    ['links that differ by fragment alone', 'link', (nth) => `/a#${nth}`],
  ])('%s', async (_name, next, link) => {
    const vendor = await serve((_request, _response, nth) => ({
      json: { items: [nth] },
      headers: { link: `<${link(nth)}>; rel=next` },
    }))
    const { client } = await openClient({ baseUrl: vendor.origin })

    const error = await catchError(collectItems(client.paginate('/list', { items: 'items', next, maxPages: 50 })))

    expect(error).toMatchObject({ code: 'PAGINATION_LOOP' })
    expect(vendor.seen.length).toBeLessThanOrEqual(3)
  })

  test('a page within a page a thousand deep is no page', async () => {
    const deep = `${'['.repeat(100_000)}1${']'.repeat(100_000)}`
    const vendor = await serve(() => ({ body: `{"items":${deep},"next":null}` }))
    const { client } = await openClient({ baseUrl: vendor.origin })

    const items = await collectItems(client.paginate('/list', byUrl))

    expect(items).toHaveLength(1)
    expect(vendor.seen).toHaveLength(1)
  })
})

describe('a vendor that lies about the end of its list', () => {
  const pages = 5

  test.each<[string, (stranger: string) => string]>([
    ['a billion pages', () => '/list?page=1000000000'],
    ['more pages than numbers', () => `/list?page=${'9'.repeat(400)}`],
    ['a page before the first', () => '/list?page=-5'],
    ['a last page on another host', (stranger) => `${stranger}/list?page=9`],
    ['a last page with a user name', () => 'https://a@127.0.0.1/list?page=9'],
    ['a last page that is none', () => 'https://['],
    ['a last page of another parameter', () => '/list?size=9'],
  ])('by %s gets a few requests more and no more, and the list is whole', async (_name, last) => {
    const stranger = await serve()
    const vendor = await serve(({ path }) => {
      const page = Number(new URL(path, 'http://a').searchParams.get('page') ?? 1)
      if (page > pages) return { status: 404 }
      const next = page < pages ? [`</list?page=${page + 1}>; rel="next"`] : []
      return { json: [page], headers: { link: [...next, `<${last(stranger.origin)}>; rel="last"`] } }
    })
    const { client } = await openClient({ baseUrl: vendor.origin })

    const items = await collectItems(client.paginate('/list', { next: 'link' }))

    expect(items).toEqual([1, 2, 3, 4, 5])
    expect(vendor.seen.length).toBeLessThanOrEqual(pages + 8)
    expect(stranger.seen).toEqual([])
  })

  test.each([-1, 0, 1, 1e9, 1e308, '9'.repeat(400), 'NaN', null, {}, [7], true])(
    'by the total %j gets a few requests more and no more, and the list is whole',
    async (total) => {
      const vendor = await serve(({ path }) => {
        const page = Number(new URL(path, 'http://a').searchParams.get('page') ?? 1)
        return { json: { items: page <= pages ? [page, -page] : [], total } }
      })
      const { client } = await openClient({ baseUrl: vendor.origin })

      const items = await collectItems(
        client.paginate('/list', { items: 'items', next: { page: { param: 'page', first: 1 }, total: 'total' } }),
      )

      expect(items).toEqual([1, -1, 2, -2, 3, -3, 4, -4, 5, -5])
      expect(vendor.seen.length).toBeLessThanOrEqual(pages + 9)
    },
  )

  test('and whose pages ahead never come is left when the caller has enough', async () => {
    const vendor = await serve(({ path }) =>
      /page=[3-9]/.test(path)
        ? undefined
        : {
            json: path.includes('page') ? [3, 4] : [1, 2],
            headers: { link: `</list?page=${path.includes('page') ? 3 : 2}>; rel="next", </list?page=9>; rel="last"` },
          },
    )
    const { client } = await openClient({ baseUrl: vendor.origin, limits: { concurrency: 3 } })
    const startedAt = performance.now()

    let items = 0
    for await (const _item of client.paginate('/list', { next: 'link' })) {
      if (++items < 4) continue
      // The page ahead has reached the vendor.
      while (vendor.seen.length < 3) await systemClock.sleep(1)
      break
    }

    // Its slots are free again.
    await Promise.all([1, 2, 3].map(() => client.get('/list', { timeoutMs: 1000 })))
    expect(performance.now() - startedAt).toBeLessThan(1500)
  })
})

describe('a body that would change every object', () => {
  test('changes none', async () => {
    const vendor = await serve(() => ({
      body: '{"items":[{"__proto__":{"mfa":true},"constructor":{"prototype":{"mfa":true}}}],"next":null}',
    }))
    const { client } = await openClient({ baseUrl: vendor.origin })

    const [item] = await collectItems(client.paginate<Record<string, unknown>>('/list', byUrl))

    expect(item && Object.getPrototypeOf(item)).toBe(Object.prototype)
    expect('mfa' in {}).toBe(false)
  })

  test.each(['__proto__.length', 'constructor.name', 'items.constructor', 'toString'])(
    'has no list at %j',
    async (items) => {
      const vendor = await serve(() => ({ json: { items: [] } }))
      const { client } = await openClient({ baseUrl: vendor.origin })

      expect(await catchError(collectItems(client.paginate('/list', { items, next: 'link' })))).toMatchObject({
        code: 'SCHEMA_DRIFT',
      })
    },
  )
})
