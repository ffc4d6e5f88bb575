import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CheckContext, NextPage, PaginateOptions } from '../../../src/define/index.ts'
import { defineConnector } from '../../../src/index.ts'
import { runChecks } from '../../../src/things/runs/run-checks.ts'
import { countRuns } from '../../setup/count-runs.ts'

interface Answer {
  readonly status?: number
  readonly body: unknown
  readonly headers?: Record<string, string>
}

/** The vendor's answers, page by page. */
type Vendor = (asked: { readonly url: URL; readonly body: string }) => Answer

const acme = defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Api-Key' } },
})

/** Passes everything that it sees. */
async function outcomeOf(vendor: Vendor, read: (ctx: CheckContext) => AsyncIterable<unknown>) {
  const check = acme.check({
    id: 'users',
    title: 'Users',
    onEmpty: 'pass',
    async run(ctx) {
      for await (const id of read(ctx)) ctx.pass({ resource: { type: 'user', id: String(id) }, title: 'Seen' })
    },
  })
  const { checks } = await runChecks(acme.with(check), {
    credentials: { api_key: 'sample-key-of-acme' },
    fetch: async (url, { body }) => {
      const answer = vendor({ url: new URL(url), body: typeof body === 'string' ? body : String(body ?? '') })
      return Response.json(answer.body, { status: answer.status ?? 200, headers: answer.headers ?? {} })
    },
  })
  const [outcome] = checks
  if (!outcome) throw new Error('There is no outcome.')
  return outcome
}

const origin = 'https://api.acme.example'
const at = (url: URL) => Number(url.searchParams.get('p') ?? 0)
const total = (pages: readonly unknown[][]) => pages.flat().length

/** How a vendor hands out pages, and says with each of them what it always says. */
interface Style {
  readonly options: PaginateOptions
  readonly vendor: (pages: readonly unknown[][]) => Vendor
}

const styles: Readonly<Record<string, Style>> = {
  'by Link': {
    options: { items: 'users', next: 'link' },
    vendor:
      (pages) =>
      ({ url }) => ({
        body: { users: pages[at(url)], total: total(pages) },
        headers: at(url) + 1 < pages.length ? { link: `<${origin}/users?p=${at(url) + 1}>; rel="next"` } : {},
      }),
  },
  'by cursor': {
    options: { items: 'users', next: { cursor: 'next_cursor', param: 'p' } },
    vendor:
      (pages) =>
      ({ url }) => {
        const more = at(url) + 1 < pages.length
        return {
          body: { users: pages[at(url)], has_more: more, total: total(pages), next_cursor: more ? at(url) + 1 : null },
        }
      },
  },
  'by address': {
    options: { items: 'users', next: { url: 'links.next' } },
    vendor:
      (pages) =>
      ({ url }) => ({
        body: {
          users: pages[at(url)],
          meta: { total: total(pages) },
          links: { next: at(url) + 1 < pages.length ? `/users?p=${at(url) + 1}` : null },
        },
      }),
  },
  'by offset': {
    options: { items: 'users', next: { offset: 'skip', limit: 3 } },
    vendor:
      (pages) =>
      ({ url }) => {
        const skip = Number(url.searchParams.get('skip') ?? 0)
        const users = pages.flat().slice(skip, skip + (pages[0]?.length ?? 0))
        return { body: { users, total: total(pages), isLast: skip + users.length >= total(pages) } }
      },
  },
  'by page': {
    options: { items: 'users', next: { page: { param: 'page', first: 1 }, limit: 3, end: 404 } },
    vendor:
      (pages) =>
      ({ url }) => {
        const page = Number(url.searchParams.get('page') ?? 1)
        if (page > pages.length && pages.length > 0) return { status: 404, body: {} }
        return {
          body: { users: pages[page - 1] ?? [], page: { totalPages: pages.length } },
          headers: { 'x-total-count': String(total(pages)) },
        }
      },
  },
  'by connection': {
    options: { body: { query: '{ users { nodes } }' }, next: { connection: 'users', variable: 'after' } },
    vendor:
      (pages) =>
      ({ body }) => {
        const page = Number((JSON.parse(body) as { variables?: { after?: string } }).variables?.after?.slice(1) ?? 0)
        const pageInfo = { hasNextPage: page + 1 < pages.length, endCursor: `c${page + 1}` }
        return { body: { data: { users: { nodes: pages[page], pageInfo, totalCount: total(pages) } } } }
      },
  },
  'by function': {
    options: {
      items: 'users',
      next: ({ body }) => {
        const { more } = body as { readonly more?: number }
        return more === undefined ? undefined : { query: { p: more } }
      },
    },
    vendor:
      (pages) =>
      ({ url }) => {
        const more = at(url) + 1 < pages.length ? { more: at(url) + 1 } : {}
        return { body: { users: pages[at(url)], total: total(pages), ...more } }
      },
  },
}

type Cut = (answer: Answer, nth: number) => Answer

const without = (body: unknown, names: readonly string[]): unknown =>
  JSON.parse(JSON.stringify(body), (name, value) => (names.includes(name) ? undefined : value))

const next = ['next', 'next_cursor', 'more', 'links']

/** Faults on the way to the check; each of them removes items. @param page the one it happens to */
const cuts: Readonly<Record<string, (page: number) => Cut>> = {
  'the next page is not named': (page) => (answer, nth) =>
    nth === page ? { ...answer, headers: { ...answer.headers, link: '' }, body: without(answer.body, next) } : answer,
  'the page is refused as if there were none': (page) => (answer, nth) =>
    nth === page ? { status: 404, body: {} } : answer,
  'the page is empty': (page) => (answer, nth) =>
    nth === page
      ? {
          ...answer,
          body: JSON.parse(JSON.stringify(answer.body), (_name, value) =>
            Array.isArray(value) ? [] : value,
          ) as unknown,
        }
      : answer,
  'an item is left out of the page': (page) => (answer, nth) =>
    nth === page
      ? {
          ...answer,
          body: JSON.parse(JSON.stringify(answer.body), (_name, value) =>
            Array.isArray(value) ? value.slice(1) : value,
          ) as unknown,
        }
      : answer,
}

const pagesArbitrary = fc
  .tuple(fc.integer({ min: 2, max: 5 }), fc.integer({ min: 1, max: 3 }))
  .map(([pages, size]) =>
    Array.from({ length: pages }, (_page, page) => Array.from({ length: size }, (_item, item) => page * 10 + item + 1)),
  )

describe('a list that is read', () => {
  test.each(Object.entries(styles))('%s passes and is complete when it is whole (property)', async (_name, style) => {
    await fc.assert(
      fc.asyncProperty(pagesArbitrary, async (pages) => {
        const outcome = await outcomeOf(style.vendor(pages), (ctx) => ctx.paginate('/users', style.options))

        expect(outcome).toMatchObject({ status: 'pass', complete: true })
        expect(outcome.results).toHaveLength(total(pages))
      }),
      { numRuns: countRuns(15) },
    )
  })

  const pairs = Object.entries(styles).flatMap(([style, how]) =>
    Object.entries(cuts).map(([cut, by]) => [style, cut, how, by] as const),
  )

  test.each(pairs)('%s is no complete pass where %s (property)', async (_style, _cut, { options, vendor }, cut) => {
    await fc.assert(
      fc.asyncProperty(pagesArbitrary, fc.nat(9), async (pages, which) => {
        const change = cut((which % pages.length) + 1)
        const whole = vendor(pages)
        let nth = 0

        const outcome = await outcomeOf(
          (asked) => change(whole(asked), ++nth),
          (ctx) => ctx.paginate('/users', options),
        )

        const isPart = outcome.results.length < total(pages)
        expect([isPart, outcome.complete]).not.toEqual([true, true])
        expect([isPart, outcome.status]).not.toEqual([true, 'pass'])
      }),
      { numRuns: countRuns(25) },
    )
  })

  test.each<[string, NextPage]>([
    ['Link', 'link'],
    ['a cursor of another name', { cursor: 'cursor', param: 'cursor' }],
    ['an address of another name', { url: 'next_url' }],
  ])('by %s where the vendor pages in another way is incomplete_data', async (_name, next) => {
    for (const body of [
      { users: [1, 2], has_more: true, next_cursor: 'abc' },
      { users: [1, 2], total: 5 },
      { users: [1, 2], isLast: false },
      { users: [1, 2], Truncated: true },
    ]) {
      const outcome = await outcomeOf(
        () => ({ body }),
        (ctx) => ctx.paginate('/users', { items: 'users', next }),
      )

      expect(outcome).toMatchObject({
        status: 'error',
        complete: false,
        error: { kind: 'incomplete_data', code: 'CHECK_INCOMPLETE', message: expect.stringContaining('notMore: [') },
      })
    }
  })

  test('by get alone is incomplete_data where it is a page', async () => {
    const answer = { body: [1, 2], headers: { link: `<${origin}/users?p=2>; rel="next"` } }
    async function* firstPage(ctx: CheckContext, partial?: boolean) {
      yield* await ctx.get<number[]>('/users', { partial })
    }

    const part = await outcomeOf(
      () => answer,
      (ctx) => firstPage(ctx),
    )
    const enough = await outcomeOf(
      () => answer,
      (ctx) => firstPage(ctx, true),
    )

    expect(part).toMatchObject({ status: 'error', error: { kind: 'incomplete_data' } })
    expect(enough).toMatchObject({ status: 'pass', complete: true })
  })

  test('whose total means something else is complete where the request says so', async () => {
    const answer = { body: { users: [1, 2], meta: { total: 900 } } }
    const options = { items: 'users', next: 'link', notMore: ['meta.total'] } as const

    expect(
      await outcomeOf(
        () => answer,
        (ctx) => ctx.paginate('/users', options),
      ),
    ).toMatchObject({ complete: true })
  })

  test('with a short page in the middle may lack something, unless the request says that the vendor does that', async () => {
    const pages = [[1, 2], [3], [4, 5], []]
    const vendor: Vendor = ({ url }) => ({ body: pages[Number(url.searchParams.get('page') ?? 1) - 1] ?? [] })
    const options = { next: { page: { param: 'page', first: 1 }, limit: 2 } } as const
    const read = (notMore?: readonly string[]) => (ctx: CheckContext) => ctx.paginate('/users', { ...options, notMore })

    const doubtful = await outcomeOf(vendor, read())
    const known = await outcomeOf(vendor, read(['short page']))

    expect(doubtful).toMatchObject({ status: 'error', error: { kind: 'incomplete_data' } })
    expect(known).toMatchObject({ status: 'pass', complete: true })
    expect([doubtful.results.length, known.results.length]).toEqual([5, 5])
  })

  test.each<[string, PaginateOptions, Vendor]>([
    [
      'an offset',
      { items: 'users', next: { offset: 'skip', limit: 2, total: 'meta.filter_count' } },
      ({ url }) => {
        const skip = Number(url.searchParams.get('skip') ?? 0)
        return { body: { users: [1, 2, 3].slice(skip, skip + 2), meta: { filter_count: 5 } } }
      },
    ],
    [
      'a page',
      { items: 'users', next: { page: { param: 'page', first: 0 }, total: 'count' } },
      ({ url }) => ({ body: { users: url.searchParams.get('page') === '0' ? [1, 2] : [], count: 5 } }),
    ],
    [
      'a cursor',
      { items: 'users', next: { cursor: 'go', param: 'p', total: 'n' } },
      () => ({ body: { users: [1], n: 5 } }),
    ],
    ['an address', { items: 'users', next: { url: 'go', total: 'n' } }, () => ({ body: { users: [1], n: '5' } })],
  ])('by %s is incomplete_data where fewer come than the author\'s "total" says', async (_name, options, vendor) => {
    const outcome = await outcomeOf(vendor, (ctx) => ctx.paginate('/users', options))

    expect(outcome).toMatchObject({ status: 'error', complete: false, error: { kind: 'incomplete_data' } })
  })

  test.each([[undefined], [null], ['many'], [-1], [1.5], [{}]])(
    'whose author names a total that is %j is incomplete_data, and not silence',
    async (count) => {
      const outcome = await outcomeOf(
        () => ({ body: { users: [1], meta: { count } } }),
        (ctx) => ctx.paginate('/users', { items: 'users', next: { url: 'go', total: 'meta.count' } }),
      )

      expect(outcome.error?.message).toContain('No page of the list')
      expect(outcome).toMatchObject({ status: 'error', error: { kind: 'incomplete_data' } })
    },
  )

  test.each([
    ['id', { id: 1 }, { id: 2 }, false],
    ['userId', { userId: 'u1', userName: 'Ada' }, { userId: 'u2', userName: 'Bob' }, false],
    ['user_id', { user_id: 1 }, { user_id: 2 }, false],
    ['an id of something else', { userId: 'u1', role: 'a' }, { userId: 'u1', role: 'b' }, true],
    ['no id', { from: '10.0.0.0' }, { from: '10.0.0.0' }, true],
  ])('does not reach its total by an item that comes twice, known by %s', async (_by, one, other, isWhole) => {
    const list = isWhole ? [one, other] : [one, one]
    const vendor: Vendor = ({ url }) => ({
      body: { users: list.slice(Number(url.searchParams.get('skip'))), total: 2 },
    })
    const outcome = await outcomeOf(vendor, (ctx) =>
      ctx.paginate('/users', { items: 'users', next: { offset: 'skip', limit: 2, total: 'total' } }),
    )

    expect(outcome.complete).toBe(isWhole)
  })

  test("is whole by the author's total, whatever other totals the answer has", async () => {
    const outcome = await outcomeOf(
      () => ({ body: { users: [1, 2], total: 900, filtered: 2 }, headers: { 'x-total-count': '900' } }),
      (ctx) => ctx.paginate('/users', { items: 'users', next: { url: 'go', total: 'filtered' } }),
    )

    expect(outcome).toMatchObject({ status: 'pass', complete: true })
  })

  describe('whose total was reached by a full page ends well where the vendor, behind the end,', () => {
    const items = (from: number, to: number) => [1, 2, 3, 4].slice(from, to).map((id) => ({ id }))
    test.each<[string, (page: number) => Answer]>([
      ['answers 416', () => ({ status: 416, body: { error: 'out of range' } })],
      ['answers 404', () => ({ status: 404, body: {} })],
      ['sends its last page again', () => ({ body: { items: items(2, 4), count: 4 } })],
      ['sends the last items with another page number', (page) => ({ body: { items: items(2, 4), count: 4, page } })],
      ['sends no list', () => ({ body: { message: 'no such page' } })],
      ['sends no items, and an error', () => ({ body: { items: [], error: 'no such page', count: 4 } })],
    ])('%s', async (_name, behind) => {
      const vendor: Vendor = ({ url }) => {
        const page = Number(url.searchParams.get('page'))
        return page > 2 ? behind(page) : { body: { items: items(page * 2 - 2, page * 2), count: 4, page } }
      }
      const next = { page: { param: 'page', first: 1 }, limit: 2, total: 'count' } as const

      const outcome = await outcomeOf(vendor, async function* (ctx) {
        for await (const { id } of ctx.paginate<{ id: number }>('/users', { items: 'items', next })) yield id
      })

      expect(outcome).toMatchObject({ status: 'pass', complete: true })
      expect(outcome.results).toHaveLength(4)
    })
  })

  test('and is full for a total that counts one page goes on', async () => {
    const vendor: Vendor = ({ url }) => {
      const skip = Number(url.searchParams.get('skip') ?? 0)
      const users = [1, 2, 3, 4].slice(skip, skip + 2)
      return { body: { users, count: users.length } }
    }

    const outcome = await outcomeOf(vendor, (ctx) =>
      ctx.paginate('/users', { items: 'users', next: { offset: 'skip', limit: 2, total: 'count' } }),
    )

    expect(outcome.results).toHaveLength(4)
  })

  test('from another number than the vendor counts from is read whole', async () => {
    for (const first of [0, 1]) {
      const vendor: Vendor = ({ url }) => ({
        body: [[1, 2], [3, 4], [5]][Number(url.searchParams.get('page') ?? Number.NaN) - first] ?? [],
      })

      const outcome = await outcomeOf(vendor, (ctx) =>
        ctx.paginate('/users', { next: { page: { param: 'page', first } }, query: { limit: 2 } }),
      )

      expect(outcome.results).toHaveLength(5)
    }
  })

  test('that says no first page is refused, unless the request names it', async () => {
    const vendor: Vendor = ({ url }) => ({ body: url.searchParams.get('page') === '0' ? [1] : [] })
    // As JavaScript may write it.
    const next = { page: 'page' } as unknown as NextPage

    const refused = await outcomeOf(vendor, (ctx) => ctx.paginate('/users', { next }))
    const named = await outcomeOf(vendor, (ctx) => ctx.paginate('/users', { next, query: { page: 0 } }))
    const twice = await outcomeOf(vendor, (ctx) =>
      ctx.paginate('/users', { next: { page: { param: 'page', first: 1 } }, query: { page: 0 } }),
    )

    expect(refused.error?.message).toContain("whether the vendor's first page is 0 or 1")
    expect(named).toMatchObject({ status: 'pass', complete: true })
    expect(twice.error?.message).toContain('says another page than "first"')
  })

  test.each<[string, Answer]>([
    ['206', { status: 206, body: [1] }],
    ['203', { status: 203, body: [1] }],
    ['226', { status: 226, body: [1] }],
    ['Content-Range', { body: [1], headers: { 'content-range': 'items 0-0/9' } }],
    ['Content-Range', { body: [1], headers: { 'content-range': '0-0/*' } }],
    ['Warning', { body: [1], headers: { warning: '110 - "Response is Stale"' } }],
  ])('is a part by %s, unless the author says otherwise', async (name, answer) => {
    const read = (notMore?: readonly string[]) => (ctx: CheckContext) =>
      ctx.paginate('/users', { next: 'link', notMore })

    const part = await outcomeOf(() => answer, read())
    const known = await outcomeOf(() => answer, read([name]))

    expect(part).toMatchObject({ status: 'error', error: { kind: 'incomplete_data' } })
    expect(part.error?.message).toContain(`"${name}"`)
    expect(known).toMatchObject({ status: 'pass', complete: true })
  })

  test('by page is incomplete_data where items stand behind a page without any, also behind an empty first page', async () => {
    const read = (first: number, notMore?: readonly string[]) => (ctx: CheckContext) =>
      ctx.paginate('/users', { next: { page: { param: 'page', first }, limit: 2 }, notMore })
    const answer =
      (pages: readonly unknown[][]): Vendor =>
      ({ url }) => ({ body: pages[Number(url.searchParams.get('page'))] ?? [] })
    // A vendor that counts from 1, and one that leaves out what the credentials may not see.
    const fromOne = answer([[], [1, 2], [3]])
    const filtering = answer([[], [1, 2], [], [3]])

    expect(await outcomeOf(fromOne, read(0))).toMatchObject({ status: 'error', error: { kind: 'incomplete_data' } })
    expect(await outcomeOf(filtering, read(1))).toMatchObject({ status: 'error', error: { kind: 'incomplete_data' } })
    const known = await outcomeOf(filtering, read(1, ['short page']))
    expect([known.status, known.results.length]).toEqual(['pass', 3])
  })

  test.each([{ total: 0 }, { has_more: false }, { next: null }, { total_pages: 0 }])(
    'by page asks for nothing behind an empty first page that says %j',
    async (said) => {
      let asked = 0
      const outcome = await outcomeOf(
        () => ({ body: { users: [], ...said, asked: ++asked } }),
        (ctx) => ctx.paginate('/users', { items: 'users', next: { page: { param: 'page', first: 1 } } }),
      )

      expect([outcome.status, asked]).toEqual(['pass', 1])
    },
  )

  test('in ranges of an unknown total is whole behind its last range', async () => {
    const vendor =
      (end: Answer): Vendor =>
      ({ url }) =>
        Number(url.searchParams.get('skip') ?? 0) > 0
          ? end
          : { status: 206, body: [1], headers: { 'content-range': '0-0/*' } }
    const next = { offset: 'skip', limit: 1, end: 416 } as const

    const byEmpty = await outcomeOf(vendor({ body: [], headers: { 'content-range': '*/*' } }), (ctx) =>
      ctx.paginate('/users', { next }),
    )
    const byStatus = await outcomeOf(vendor({ status: 416, body: {} }), (ctx) => ctx.paginate('/users', { next }))

    expect(byEmpty).toMatchObject({ status: 'pass', complete: true })
    expect(byStatus).toMatchObject({ status: 'pass', complete: true })
  })
})
