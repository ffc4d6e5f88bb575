import { hash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type PaginateOptions, systemClock } from '../../../src/define/index.ts'
import type { ListPageRequest } from '../../../src/http/lists/next-page.ts'
import { paginate } from '../../../src/http/lists/paginate.ts'
import type { VendorReply } from '../../../src/http/refusals/vendor-reply.ts'
import { countRuns } from '../../setup/count-runs.ts'
import { catchError, collectItems, openClient, secretKey, serve } from '../support.ts'

type Next = PaginateOptions['next']
const origin = 'https://api.acme.example'

/** A vendor in memory, whose pages are given as bodies and headers; notes what is asked. */
function source(answer: (url: URL, nth: number) => { body: unknown; headers?: Record<string, string> }) {
  const asked: string[] = []
  const incomplete: string[] = []
  const fetchPage = async ({ path, query }: ListPageRequest) => {
    const url = new URL(path, origin)
    for (const [name, value] of Object.entries(query))
      for (const each of [value].flat()) url.searchParams.append(name, String(each))
    asked.push(`${url.pathname}${url.search}`)
    const { body, headers = {} } = answer(url, asked.length)
    const reply: VendorReply = {
      method: 'GET',
      url: url.href,
      target: url,
      status: 200,
      headers,
      exchange: asked.length,
      body: Buffer.from(JSON.stringify(body)),
    }
    return reply
  }
  const read = ({ body }: VendorReply): unknown => JSON.parse(Buffer.from(body).toString())
  const source = { fetchPage, read, incomplete: (reason: string) => void incomplete.push(reason) }
  return { asked, incomplete, source }
}

/** Cuts a list into pages of the given sizes; the last size goes on. */
function cut(items: readonly number[], sizes: readonly number[]): number[][] {
  const pages: number[][] = []
  for (let from = 0, index = 0; from < items.length || index === 0; index++) {
    const size = sizes[Math.min(index, sizes.length - 1)] ?? 1
    pages.push(items.slice(from, from + size))
    from += size
  }
  return pages
}

const counted = (count: number) => Array.from({ length: count }, (_each, index) => index)

describe('paginate() gives every item once and in order, whatever the sizes (property)', () => {
  const list = fc.nat(40).map(counted)
  const sizes = fc.array(fc.nat(7), { minLength: 1, maxLength: 6 }).map((list) => [...list, 3])

  const styles: [string, Next, (pages: number[][], url: URL) => { body: unknown; headers?: Record<string, string> }][] =
    [
      [
        'link',
        'link',
        (pages, url) => {
          const at = Number(url.searchParams.get('p') ?? 0)
          return {
            body: { items: pages[at] },
            headers: at + 1 < pages.length ? { link: `<${at % 2 ? '' : origin}/list?p=${at + 1}>; rel="next"` } : {},
          }
        },
      ],
      [
        'cursor',
        { cursor: 'meta.next', param: 'after' },
        (pages, url) => {
          const at = Number(url.searchParams.get('after')?.slice(1) ?? 0)
          return {
            body: { items: pages[at], meta: { next: at + 1 < pages.length ? `c${at + 1}` : at % 2 ? null : '' } },
          }
        },
      ],
      [
        'numeric cursor',
        { cursor: 'next', param: 'after' },
        (pages, url) => {
          const at = Number(url.searchParams.get('after') ?? 0)
          return { body: { items: pages[at], next: at + 1 < pages.length ? at + 1 : 0 } }
        },
      ],
      [
        'url',
        { url: 'links.next' },
        (pages, url) => {
          const at = Number(url.searchParams.get('p') ?? 0)
          return {
            body: {
              items: pages[at],
              links: at + 1 < pages.length ? { next: at % 2 ? `?p=${at + 1}` : `${origin}/list?p=${at + 1}` } : {},
            },
          }
        },
      ],
      [
        'function',
        ({ body }) => {
          const { more } = body as { more?: number }
          return more === undefined ? undefined : { query: { p: more } }
        },
        (pages, url) => {
          const at = Number(url.searchParams.get('p') ?? 0)
          return { body: { items: pages[at], more: at + 1 < pages.length ? at + 1 : undefined } }
        },
      ],
    ]

  test.each(styles)('by %s, empty pages included', async (_name, next, answer) => {
    await fc.assert(
      fc.asyncProperty(list, sizes, async (items, lengths) => {
        const pages = cut(items, lengths)
        const vendor = source((url) => answer(pages, url))

        const seen = await collectItems(paginate('/list', { next, items: 'items' }, vendor.source))

        expect(seen).toEqual(items)
        expect(vendor.asked).toHaveLength(pages.length)
        expect(vendor.incomplete).toEqual([])
      }),
      { numRuns: countRuns(50) },
    )
  })

  const limit = fc.integer({ min: 1, max: 9 })
  const numbered: [
    string,
    (limit: number) => PaginateOptions,
    (url: URL, items: number[], size: number) => number[],
  ][] = [
    [
      'offset',
      (size) => ({ next: { offset: 'skip', limit: size } }),
      (url, items, size) => {
        const skip = Number(url.searchParams.get('skip') ?? 0)
        return items.slice(skip, skip + size)
      },
    ],
    [
      'offset with its limit in the query',
      (size) => ({ next: { offset: 'skip', limit: 'top' }, query: { top: size } }),
      (url, items, size) => {
        const skip = Number(url.searchParams.get('skip') ?? 0)
        return items.slice(skip, skip + size)
      },
    ],
    [
      'page',
      () => ({ next: { page: { param: 'page', first: 1 } } }),
      (url, items, size) => {
        const from = (Number(url.searchParams.get('page') ?? 1) - 1) * size
        return items.slice(from, from + size)
      },
    ],
    [
      'page with a size',
      (size) => ({ next: { page: { param: 'page', first: 1 }, limit: size } }),
      (url, items, size) => {
        const from = (Number(url.searchParams.get('page') ?? 1) - 1) * size
        return items.slice(from, from + size)
      },
    ],
    [
      'page from 0',
      (size) => ({ next: { page: { param: 'page', first: 0 }, limit: size } }),
      (url, items, size) => {
        const from = Number(url.searchParams.get('page')) * size
        return items.slice(from, from + size)
      },
    ],
  ]

  test.each(numbered)('by %s, also when the vendor caps the size in silence', async (_name, options, answer) => {
    await fc.assert(
      fc.asyncProperty(list, limit, limit, async (items, asked, cap) => {
        const vendor = source((url) => ({ body: answer(url, items, Math.min(asked, cap)) }))

        const seen = await collectItems(paginate('/list', options(asked), vendor.source))

        expect(seen).toEqual(items)
        expect(vendor.asked.length).toBeLessThanOrEqual(Math.floor(items.length / Math.min(asked, cap)) + 3)
      }),
      { numRuns: countRuns(60) },
    )
  })
})

describe('paginate() ends', () => {
  test('numbered pages with one that is empty, since a short one proves nothing', async () => {
    const pages = [[1, 2, 3], [4, 5, 6], [7], []]
    const full = source((url) => ({ body: pages[Number(url.searchParams.get('page') ?? 1) - 1] ?? [] }))
    const short = source((url) => ({ body: url.searchParams.get('page') === '1' ? [1] : [] }))

    await collectItems(paginate('/x', { next: { page: { param: 'page', first: 1 }, limit: 3 } }, full.source))
    await collectItems(paginate('/x', { next: { page: { param: 'page', first: 1 }, limit: 3 } }, short.source))

    expect(full.asked).toEqual(['/x?page=1', '/x?page=2', '/x?page=3', '/x?page=4'])
    expect(short.asked).toEqual(['/x?page=1', '/x?page=2'])
  })

  test('numbered pages with a short one when as many items have come as the vendor says that there are', async () => {
    const items = [1, 2, 3, 4, 5, 6, 7]
    const vendor = source((url) => {
      const skip = Number(url.searchParams.get('skip') ?? 0)
      return { body: { items: items.slice(skip, skip + 3), total: 7 } }
    })

    await collectItems(
      paginate('/x', { items: 'items', next: { offset: 'skip', limit: 3, total: 'total' } }, vendor.source),
    )

    expect(vendor.asked).toEqual(['/x', '/x?skip=3', '/x?skip=6'])
    expect(vendor.incomplete).toEqual([])
  })

  test('with a 404 where the walk declares it as the end, and with no other', async () => {
    const vendor = await serve((request) => {
      const page = Number(new URL(request.path, origin).searchParams.get('page') ?? 1)
      return page <= 2 ? { json: page === 1 ? [1, 2] : [3] } : { status: 404 }
    })
    const { client } = await openClient({ baseUrl: vendor.origin })
    const end = 404

    expect(
      await collectItems(client.paginate('/x', { next: { page: { param: 'page', first: 1 }, limit: 2, end } })),
    ).toEqual([1, 2, 3])
    expect(await collectItems(client.paginate('/x', { next: { page: { param: 'page', first: 1 }, end } }))).toEqual([
      1, 2, 3,
    ])
    expect(
      await catchError(
        collectItems(client.paginate('/x', { next: { page: { param: 'page', first: 1 }, limit: 100 } })),
      ),
    ).toMatchObject({
      status: 404,
    })
    expect(
      await catchError(collectItems(client.paginate('/x', { next: { page: { param: 'page', first: 9 }, end } }))),
    ).toMatchObject({
      status: 404,
    })
  })

  test.each([null, '', false, 0, undefined])('with the cursor %j', async (next) => {
    const vendor = source(() => ({ body: { items: [1], next } }))

    expect(
      await collectItems(paginate('/x', { items: 'items', next: { cursor: 'next', param: 'c' } }, vendor.source)),
    ).toEqual([1])
  })

  test('at maxPages, and says that the list is incomplete', async () => {
    const vendor = source((_url, nth) => ({ body: { items: [nth], next: nth + 1 } }))
    const options = { items: 'items', next: { cursor: 'next', param: 'c' }, maxPages: 3 } as const

    const items = await collectItems(paginate('/x', options, vendor.source))

    expect(items).toEqual([1, 2, 3])
    expect(vendor.asked).toHaveLength(3)
    expect(vendor.incomplete).toEqual([`The list ${origin}/x?c=3 was cut off after 3 pages (maxPages).`])
  })

  test('at maxPages as complete when there is no more', async () => {
    const vendor = source(() => ({ body: [1] }))

    await collectItems(paginate('/x', { next: 'link', maxPages: 1 }, vendor.source))

    expect(vendor.incomplete).toEqual([])
  })

  test.each([0, -1, 1.5, Number.NaN])('with a mistake for maxPages %d', async (maxPages) => {
    const vendor = source(() => ({ body: [] }))

    expect(await catchError(collectItems(paginate('/x', { next: 'link', maxPages }, vendor.source)))).toBeInstanceOf(
      TypeError,
    )
    expect(vendor.asked).toEqual([])
  })
})

describe('paginate() detects', () => {
  test.each<[string, Next, (nth: number) => { body: unknown; headers?: Record<string, string> }]>([
    ['a link to the page itself', 'link', () => ({ body: { items: [1] }, headers: { link: '<>; rel=next' } })],
    ['a cursor that stays the same', { cursor: 'next', param: 'c' }, () => ({ body: { items: [1], next: 'same' } })],
    ['URLs that go in a circle', { url: 'next' }, (nth) => ({ body: { items: [1], next: `/x?p=${nth % 3}` } })],
    [
      'a vendor that ignores the page number',
      { page: { param: 'page', first: 1 } },
      () => ({ body: { items: [1, 2] } }),
    ],
    ['a vendor that ignores the offset', { offset: 'skip', limit: 2 }, () => ({ body: { items: [1, 2] } })],
    ['a function that repeats itself', () => '/x?p=1', () => ({ body: { items: [1] } })],
  ])('%s', async (_name, next, answer) => {
    const vendor = source((_url, nth) => answer(nth))
    const seen: unknown[] = []

    const error = await catchError(
      (async () => {
        for await (const item of paginate('/x', { items: 'items', next }, vendor.source)) seen.push(item)
      })(),
    )

    expect(error).toMatchObject({ code: 'PAGINATION_LOOP', message: expect.stringContaining('for /x,') })
    // The items of the page before are seen all the same.
    expect(seen.length).toBeGreaterThan(0)
    expect(vendor.asked.length).toBeLessThanOrEqual(4)
  })

  test.each<[string, PaginateOptions, unknown]>([
    ['a body without the list', { items: 'users', next: 'link' }, { items: [] }],
    ['a body that is no list', { next: 'link' }, { items: [] }],
    ['an empty body', { next: 'link' }, undefined],
    [
      'a cursor that is an object',
      { items: 'items', next: { cursor: 'next', param: 'c' } },
      { items: [], next: { a: 1 } },
    ],
    ['a next URL that is no text', { items: 'items', next: { url: 'next' } }, { items: [], next: 7 }],
    ['a next URL that is none', { items: 'items', next: { url: 'next' } }, { items: [], next: 'https://[' }],
  ])('%s', async (_name, options, body) => {
    const vendor = source(() => ({ body: body ?? null }))

    expect(await catchError(collectItems(paginate('/x', options, vendor.source)))).toMatchObject({
      code: 'SCHEMA_DRIFT',
    })
  })
})

test('paginate() takes no page for a repetition where thousands begin with the same long text', async () => {
  const about = 'What the vendor tells of each page is longer than its items. '.repeat(2)
  const pages = 5_000
  const idOf = (nth: number) => hash('sha256', `${nth}`)
  const vendor = source((_url, nth) => ({ body: { about, items: [idOf(nth)], next: nth < pages ? nth : null } }))

  const items = await collectItems(
    paginate('/x', { items: 'items', next: { cursor: 'next', param: 'c' } }, vendor.source),
  )

  expect(items).toHaveLength(pages)
})

test('paginate() gives nothing more to a caller who left while it waited', async () => {
  const vendor = source(() => ({ body: [1, 2, 3] }))
  const list = paginate('/x', { next: 'link' }, vendor.source)

  const [first] = await Promise.all([list.next(), list.return()])

  expect(first).toEqual({ done: false, value: 1 })
  expect(list.takeReady()).toBeUndefined()
  expect(await list.next()).toEqual({ done: true, value: undefined })
})

describe('paginate() asks', () => {
  test('with each parameter once, those of the path included', async () => {
    const vendor = source((_url, nth) => ({ body: { items: [nth], next: nth < 3 ? nth : null } }))
    const options = {
      items: 'items',
      query: { b: '2', list: ['x', 'y'] },
      next: { cursor: 'next', param: 'c' },
    } as const

    await collectItems(paginate('/x?a=1&c=start&list=z#frag', options, vendor.source))

    expect(vendor.asked).toEqual([
      '/x?a=1&c=start&list=x&list=y&b=2',
      '/x?a=1&c=1&list=x&list=y&b=2',
      '/x?a=1&c=2&list=x&list=y&b=2',
    ])
  })

  test('for items that the schema has made, and tells at the end of one that does not fit', async () => {
    const vendor = source(() => ({ body: [{ id: 'SEKRET' }, { id: 1 }] }))
    const schema = z.object({ id: z.number() }).transform(({ id }) => id * 10)
    const seen: number[] = []

    const error = await catchError(
      (async () => {
        for await (const item of paginate('/x', { next: 'link', schema }, vendor.source)) seen.push(item)
      })(),
    )

    expect(seen).toEqual([10])
    expect(error).toMatchObject({ code: 'CHECK_UNDECIDED' })
    expect((error as Error).message).not.toContain('SEKRET')
  })

  test('for the next page while the caller works, and never for more than one', async () => {
    const vendor = source((url) => {
      const at = Number(url.searchParams.get('c') ?? 0)
      return { body: { items: [at], next: at < 9 ? at + 1 : null } }
    })
    const ahead: number[] = []

    for await (const item of paginate<number>(
      '/x',
      { items: 'items', next: { cursor: 'next', param: 'c' } },
      vendor.source,
    )) {
      await systemClock.sleep(1)
      ahead.push(vendor.asked.length - item - 1)
    }

    expect(ahead).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 0])
  })
})

describe('client.paginate()', () => {
  test('sends credentials and headers to own pages, and refuses pages elsewhere', async () => {
    const stranger = await serve(() => ({ json: [3] }))
    const vendor = await serve((request) => ({
      json: [request.path === '/list' ? 1 : 2],
      headers: {
        link: request.path === '/list' ? '</more?x=%20y>; rel="next"' : `<${stranger.origin}/more>; rel="next"`,
      },
    }))
    const { client } = await openClient({ baseUrl: vendor.origin })
    const seen: unknown[] = []

    const error = await catchError(
      (async () => {
        for await (const item of client.paginate('/list', { next: 'link', headers: { 'X-A': '1' } })) seen.push(item)
      })(),
    )

    expect(seen).toEqual([1, 2])
    expect(vendor.seen.map(({ path, headers }) => [path, headers['x-api-key'], headers['x-a']])).toEqual([
      ['/list', secretKey, '1'],
      ['/more?x=%20y', secretKey, '1'],
    ])
    expect(error).toMatchObject({
      code: 'HTTP_HOST_REFUSED',
      message: expect.stringContaining('not a host of this connector'),
    })
    expect(stranger.seen).toEqual([])
  })

  test.each(['//evil.invalid/x', '/\\evil.invalid/x', 'https://user@evil.invalid/', 'javascript:1', 'file:///etc'])(
    'refuses the next page %s',
    async (next) => {
      const vendor = await serve(() => ({ json: { items: [], next } }))
      const { client, told } = await openClient({ baseUrl: vendor.origin })

      const error = await catchError(collectItems(client.paginate('/x', { items: 'items', next: { url: 'next' } })))

      expect(error).toMatchObject({ name: 'HttpError' })
      expect(told.requests).toHaveLength(1)
    },
  )

  test('refuses a page of its own that is redirected elsewhere', async () => {
    const stranger = await serve(() => ({ json: [2] }))
    const vendor = await serve((request) =>
      request.path === '/list'
        ? { json: [1], headers: { link: '</more>; rel=next' } }
        : { status: 302, headers: { location: stranger.origin } },
    )
    const { client } = await openClient({ baseUrl: vendor.origin })

    const error = await catchError(collectItems(client.paginate('/list', { next: 'link' })))

    expect(error).toMatchObject({ code: 'HTTP_HOST_REFUSED' })
    expect(stranger.seen).toEqual([])
  })

  test.each([
    ['as JSON', { size: 2 }, ['{"size":2}', '{"size":2,"after":"c"}']],
    ['as a form', new URLSearchParams({ size: '2' }), ['size=2', 'size=2&after=c']],
  ])('posts each page %s where it has a body, the cursor in it', async (_how, body, posted) => {
    const vendor = await serve((request) => ({
      json: request.body.includes('after') ? { list: [3] } : { list: [1, 2], next: 'c' },
    }))
    const { client } = await openClient({ baseUrl: vendor.origin })

    const items = client.paginate('/search', { body, items: 'list', next: { cursor: 'next', param: 'after' } })

    expect(await collectItems(items)).toEqual([1, 2, 3])
    expect(vendor.seen.map((request) => [request.method, request.path, request.body])).toEqual(
      posted.map((text) => ['POST', '/search', text]),
    )
  })

  test('counts pages up in a body, and notices one that never ends', async () => {
    const vendor = await serve((_request, _response, nth) => ({ json: nth > 2 ? [] : [nth] }))
    const { client } = await openClient({ baseUrl: vendor.origin })
    const looping = await serve(() => ({ json: { list: [1], next: 'same' } }))
    const { client: other } = await openClient({ baseUrl: looping.origin })

    const items = await collectItems(
      client.paginate('/search', { body: { size: 2 }, next: { page: { param: 'page', first: 4 } } }),
    )
    const error = await catchError(
      collectItems(other.paginate('/search', { body: {}, items: 'list', next: { cursor: 'next', param: 'after' } })),
    )

    expect(items).toEqual([1, 2])
    expect(vendor.seen.map(({ body }) => body)).toEqual([
      '{"size":2,"page":4}',
      '{"size":2,"page":5}',
      '{"size":2,"page":6}',
      // Two full pages and one without items, and nothing that says which it is: the end, or a page of hidden items.
      '{"size":2,"page":7}',
    ])
    expect(error).toMatchObject({ code: 'PAGINATION_LOOP' })
  })

  test('reads pages by "parse"', async () => {
    const vendor = await serve(() => ({ body: '1,2' }))
    const { client } = await openClient({ baseUrl: vendor.origin })

    const items = client.paginate('/list.csv', { parse: (text) => text.split(','), next: 'link' })

    expect(await collectItems(items)).toEqual(['1', '2'])
  })

  test('reads a Link header of several lines', async () => {
    const vendor = await serve((request) =>
      request.path === '/b'
        ? { json: [2] }
        : { json: [1], headers: { link: ['</a>; rel="prev"', '</b>; rel="next"'] } },
    )
    const { client } = await openClient({ baseUrl: vendor.origin })

    expect(await collectItems(client.paginate('/a', { next: 'link' }))).toEqual([1, 2])
  })

  test('throws the error of a later page after the items before it', async () => {
    const vendor = await serve((_request, _response, nth) =>
      nth === 1 ? { json: [1, 2], headers: { link: '</b>; rel=next' } } : { status: 403 },
    )
    const { client } = await openClient({ baseUrl: vendor.origin })
    const seen: unknown[] = []

    const error = await catchError(
      (async () => {
        for await (const item of client.paginate('/a', { next: 'link' })) seen.push(item)
      })(),
    )

    expect(seen).toEqual([1, 2])
    expect(error).toMatchObject({ kind: 'permission' })
  })

  test('breaks off the page ahead when the caller stops', async () => {
    let gone = 0
    const vendor = await serve((request, response) => {
      if (request.path === '/a') return { json: [1, 2], headers: { link: '</b>; rel=next' } }
      response.on('close', () => gone++)
      return undefined
    })
    const { client } = await openClient({ baseUrl: vendor.origin, limits: { concurrency: 1 } })

    for await (const _item of client.paginate('/a', { next: 'link' })) {
      // The page ahead has reached the vendor.
      while (vendor.seen.length < 2) await systemClock.sleep(1)
      break
    }

    const freed = await client.get('/a', { timeoutMs: 2000 })
    while (gone === 0) await systemClock.sleep(1)
    expect(freed).toEqual([1, 2])
  })
})
