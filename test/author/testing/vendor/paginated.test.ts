import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fakeVendor } from '../../../../src/author/testing/vendor/fake-vendor.ts'
import { type PaginatedOptions, paginated } from '../../../../src/author/testing/vendor/paginated.ts'
import { countRuns } from '../../../setup/count-runs.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

interface Seen {
  readonly headers: Headers
  readonly json: unknown
}

/** Asks a list that is served as `options` say. */
async function listOf(items: readonly unknown[], options: PaginatedOptions) {
  const vendor = await fakeVendor({ routes: { '/list': paginated(items, options) } })
  onTestFinished(() => vendor.close())
  return {
    url: `${vendor.url}/list`,
    async ask(query = ''): Promise<Seen> {
      const response = await fetch(`${vendor.url}/list${query}`)
      return { headers: response.headers, json: await response.json() }
    },
    async status(query: string) {
      return (await fetch(`${vendor.url}/list${query}`)).status
    },
  }
}

describe('paginated() with style link', () => {
  test('sends the list itself and absolute links, next until the last page', async () => {
    const list = await listOf(numbers(5), { style: 'link', pageSize: 2 })

    const pages = [await list.ask('?q=a%20b'), await list.ask('?q=a%20b&page=2'), await list.ask('?page=3')]

    expect(pages.map((page) => page.json)).toEqual([[1, 2], [3, 4], [5]])
    expect(pages.map((page) => page.headers.get('link'))).toEqual([
      `<${list.url}?q=a+b&page=2>; rel="next", <${list.url}?q=a+b&page=3>; rel="last"`,
      `<${list.url}?q=a+b&page=1>; rel="prev", <${list.url}?q=a+b&page=3>; rel="next", <${list.url}?q=a+b&page=3>; rel="last", <${list.url}?q=a+b&page=1>; rel="first"`,
      `<${list.url}?page=2>; rel="prev", <${list.url}?page=1>; rel="first"`,
    ])
  })

  test('sends no Link header with a single page', async () => {
    const list = await listOf(numbers(2), { style: 'link', pageSize: 2, items: 'data.users', total: 'data.count' })

    const { headers, json } = await list.ask()

    expect(headers.has('link')).toBe(false)
    expect(json).toEqual({ data: { users: [1, 2], count: 2 } })
  })
})

describe('paginated() with style cursor', () => {
  test('writes the cursor at its path and takes it by its parameter', async () => {
    const list = await listOf(numbers(3), {
      style: 'cursor',
      pageSize: 2,
      items: 'data',
      cursor: 'meta.next',
      param: 'after',
    })

    const { json } = await list.ask()
    const { meta } = json as { meta: { next: string } }

    expect(json).toEqual({ data: [1, 2], meta: { next: expect.any(String) } })
    expect((await list.ask(`?after=${encodeURIComponent(meta.next)}`)).json).toEqual({ data: [3] })
  })

  test.each([
    ['absent', { items: [1] }],
    ['null', { items: [1], next_cursor: null }],
    ['empty', { items: [1], next_cursor: '' }],
  ] as const)('marks the end as %s', async (end, expected) => {
    const list = await listOf([1], { style: 'cursor', pageSize: 2, end })

    expect((await list.ask()).json).toEqual(expected)
  })

  test.each(['2', '', 'YWZ0ZXI6eA'])('refuses the cursor "%s", which it never gave', async (cursor) => {
    const list = await listOf(numbers(3), { style: 'cursor', pageSize: 2 })

    expect(await list.status(`?cursor=${cursor}`)).toBe(400)
  })
})

describe('paginated() with styles offset, page and url', () => {
  test('offset counts items', async () => {
    const list = await listOf(numbers(5), {
      style: 'offset',
      pageSize: 2,
      offset: 'skip',
      limit: 'take',
      total: 'total',
    })

    expect((await list.ask('?skip=3')).json).toEqual({ items: [4, 5], total: 5 })
    expect((await list.ask('?skip=3&take=1')).json).toEqual({ items: [4], total: 5 })
    expect((await list.ask('?skip=9')).json).toEqual({ items: [], total: 5 })
  })

  test('page counts pages from 1', async () => {
    const list = await listOf(numbers(3), { style: 'page', pageSize: 2, page: 'p' })

    expect((await list.ask()).json).toEqual({ items: [1, 2] })
    expect((await list.ask('?p=2')).json).toEqual({ items: [3] })
    expect((await list.ask('?p=3')).json).toEqual({ items: [] })
  })

  test('url writes the absolute URL of the next page', async () => {
    const list = await listOf(numbers(3), { style: 'url', pageSize: 2, url: 'paging.next', end: 'null' })

    expect((await list.ask('?limit=2')).json).toEqual({ items: [1, 2], paging: { next: `${list.url}?limit=2&page=2` } })
    expect((await list.ask('?page=2')).json).toEqual({ items: [3], paging: { next: null } })
  })
})

describe('paginated()', () => {
  test('gives smaller pages on demand, never larger ones', async () => {
    const list = await listOf(numbers(9), { style: 'link', pageSize: 3, limit: 'per_page' })

    expect((await list.ask('?per_page=2')).json).toEqual([1, 2])
    expect((await list.ask('?per_page=100')).json).toEqual([1, 2, 3])
  })

  test.each(['?page=0', '?page=-1', '?page=x', '?page=', '?limit=0', '?limit=1e3', '?page=1.5'])(
    'answers %s with 400',
    async (query) => {
      const list = await listOf(numbers(9), { style: 'page', pageSize: 3 })

      expect(await list.status(query)).toBe(400)
    },
  )

  const walks: Record<PaginatedOptions['style'], (page: Seen, read: number, pages: number) => string | undefined> = {
    link: ({ headers }) => /<[^>]*(\?[^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1],
    cursor: ({ json }) => queryOf('cursor', (json as { next_cursor?: string }).next_cursor),
    offset: ({ json }, read) => (itemsOf(json).length === 0 ? undefined : `?offset=${read}`),
    page: ({ json }, _read, pages) => (itemsOf(json).length === 0 ? undefined : `?page=${pages + 1}`),
    url: ({ json }) => {
      const { next } = json as { next?: string }
      return next === undefined ? undefined : new URL(next).search
    },
  }
  const itemsOf = (json: unknown) => (Array.isArray(json) ? json : (json as { items: unknown[] }).items)
  const queryOf = (name: string, value: string | undefined) =>
    value === undefined ? undefined : `?${name}=${encodeURIComponent(value)}`

  test.each(Object.keys(walks) as PaginatedOptions['style'][])(
    'with style %s gives every item exactly once, in order, for any sizes',
    async (style) => {
      await fc.assert(
        fc.asyncProperty(fc.nat(25), fc.integer({ min: 1, max: 8 }), async (count, pageSize) => {
          await using vendor = await fakeVendor({ routes: { '/list': paginated(numbers(count), { style, pageSize }) } })
          const read: unknown[] = []
          let pages = 0
          let query: string | undefined = ''
          while (query !== undefined) {
            const response: Response = await fetch(`${vendor.url}/list${query}`)
            const page = { headers: response.headers, json: await response.json() }
            pages += 1
            read.push(...itemsOf(page.json))
            query = walks[style](page, read.length, pages)
          }
          expect(read).toEqual(numbers(count))
          expect(pages).toBeLessThanOrEqual(Math.ceil(count / pageSize) + 1)
        }),
        { numRuns: countRuns(15) },
      )
    },
  )

  test.each([
    ['an unknown style', { style: 'pages', pageSize: 1 }, 'style must be one of "link", "cursor"'],
    ["another style's option", { style: 'link', pageSize: 1, cursor: 'a' }, '"cursor" is not an option'],
    ['no page size', { style: 'link' }, 'pageSize must be a whole number of at least 1, not undefined'],
    ['a page size of 0', { style: 'link', pageSize: 0 }, 'pageSize must be a whole number of at least 1, not 0'],
    ['an empty name', { style: 'link', pageSize: 1, page: '' }, 'page must be a text that is not empty'],
    ['an unknown end', { style: 'url', pageSize: 1, end: 'none' }, 'end must be one of "absent", "null", "empty"'],
  ])('refuses %s', (_name, options, message) => {
    expect(() => paginated([], options as PaginatedOptions)).toThrow(message)
  })
})
