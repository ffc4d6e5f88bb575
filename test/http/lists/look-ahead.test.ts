import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type PaginateOptions, systemClock } from '../../../src/define/index.ts'
import { pagesAheadMax } from '../../../src/http/lists/look-ahead.ts'
import type { ListPageRequest } from '../../../src/http/lists/next-page.ts'
import { paginate } from '../../../src/http/lists/paginate.ts'
import type { VendorReply } from '../../../src/http/refusals/vendor-reply.ts'
import { countRuns } from '../../setup/count-runs.ts'
import { catchError, collectItems, openClient, serve } from '../support.ts'

const origin = 'https://api.acme.example'

interface Vendor {
  /** The items of a page. @param turn how many requests came before */
  readonly answer: (url: URL, turn: number) => { body: unknown; headers?: Record<string, string>; fails?: boolean }
  /** How long the answer takes, in turns of the event loop. */
  readonly latency?: (turn: number) => number
}

/** A vendor in memory that counts what is under way at a time. */
function source({ answer, latency = () => 0 }: Vendor) {
  const told = { asked: [] as string[], most: 0, aborted: 0, incomplete: [] as string[] }
  let underWay = 0
  const fetchPage = async ({ path, query }: ListPageRequest, signal: AbortSignal) => {
    const url = new URL(path, origin)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
    const turn = told.asked.push(`${url.pathname}${url.search}`) - 1
    told.most = Math.max(told.most, ++underWay)
    signal.addEventListener('abort', () => told.aborted++, { once: true })
    for (let left = latency(turn); left > 0; left--) await new Promise(setImmediate)
    underWay--
    const { body, headers = {}, fails = false } = answer(url, turn)
    if (fails) throw new Error('no such page')
    const bytes = Buffer.from(JSON.stringify(body))
    return {
      method: 'GET',
      url: url.href,
      target: url,
      status: 200,
      headers,
      exchange: turn,
      body: bytes,
    } satisfies VendorReply
  }
  const read = ({ body }: VendorReply): unknown => JSON.parse(Buffer.from(body).toString())
  return { told, source: { fetchPage, read, incomplete: (reason: string) => void told.incomplete.push(reason) } }
}

const pageOf = (url: URL) => Number(url.searchParams.get('page') ?? 1)

/** Pages by Link header, the last of which the vendor puts where it likes. */
function byLink(pages: readonly (readonly number[])[], claimed = pages.length, rest = '&per_page=9') {
  return (url: URL) => {
    const page = pageOf(url)
    const at = (number: number) => `<${origin}/list?page=${number}${rest}>`
    const last = claimed > 0 ? `, ${at(claimed)}; rel="last"` : ''
    const headers = { link: page < pages.length ? `${at(page + 1)}; rel="next"${last}` : `${at(1)}; rel="first"` }
    return { body: pages[page - 1] ?? [], headers, fails: page > pages.length }
  }
}

const pagesArbitrary = fc
  .array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 40 })
  .map((sizes) => sizes.map((size, page) => Array.from({ length: size }, (_each, index) => page * 10 + index)))
const latencies = fc.array(fc.nat(12), { minLength: 1, maxLength: 20 })

describe('paginate() with pages ahead gives the items of a walk from page to page', () => {
  test('by links, in whatever order the answers come and wherever the last page is said to be (property)', async () => {
    await fc.assert(
      fc.asyncProperty(pagesArbitrary, latencies, fc.integer({ min: -8, max: 60 }), async (pages, delays, off) => {
        const vendor = source({
          answer: byLink(pages, Math.max(0, pages.length + off)),
          latency: (turn) => delays[turn % delays.length] ?? 0,
        })

        const items = await collectItems(paginate('/list', { next: 'link' }, vendor.source))

        expect(items).toEqual(pages.flat())
        expect(new Set(vendor.told.asked).size).toBe(vendor.told.asked.length)
        expect(vendor.told.most).toBeLessThanOrEqual(pagesAheadMax)
        expect(vendor.told.asked.length).toBeLessThanOrEqual(pages.length + pagesAheadMax)
      }),
      { numRuns: countRuns(60) },
    )
  })

  const styles: [string, (size: number) => PaginateOptions['next'], (url: URL, size: number) => number][] = [
    [
      'page',
      (limit) => ({ page: { param: 'page', first: 1 }, limit, total: 'meta.total' }),
      (url, size) => (pageOf(url) - 1) * size,
    ],
    [
      'page without a size',
      () => ({ page: { param: 'page', first: 1 }, total: 'meta.total' }),
      (url, size) => (pageOf(url) - 1) * size,
    ],
    [
      'offset',
      (limit) => ({ offset: 'skip', limit, total: 'meta.total' }),
      (url) => Number(url.searchParams.get('skip') ?? 0),
    ],
  ]

  test.each(styles)('by %s and a total, also one that is wrong (property)', async (_name, next, start) => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(150),
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: -30, max: 90 }),
        latencies,
        fc.constantFrom<(total: number) => unknown>(
          Number,
          String,
          () => null,
          () => -5,
          () => 1e300,
        ),
        async (count, size, off, delays, said) => {
          const all = Array.from({ length: count }, (_each, index) => index)
          const vendor = source({
            answer: (url) => ({
              body: { items: all.slice(start(url, size), start(url, size) + size), meta: { total: said(count + off) } },
            }),
            latency: (turn) => delays[turn % delays.length] ?? 0,
          })

          const items = await collectItems(paginate('/list', { items: 'items', next: next(size) }, vendor.source))

          expect(items).toEqual(all)
          expect(new Set(vendor.told.asked).size).toBe(vendor.told.asked.length)
          expect(vendor.told.most).toBeLessThanOrEqual(pagesAheadMax)
        },
      ),
      { numRuns: countRuns(60) },
    )
  })
})

describe('paginate() looks ahead', () => {
  const forty = Array.from({ length: 40 }, (_each, page) => [page])

  test.each<[string, PaginateOptions, (url: URL) => { body: unknown; headers?: Record<string, string> }]>([
    ['by links', { next: 'link' }, byLink(forty)],
    [
      'by links that go by offset',
      { next: 'link' },
      (url) => {
        const at = Number(url.searchParams.get('skip') ?? 0)
        const link = (skip: number) => `<?skip=${skip}>`
        return {
          body: forty[at / 25],
          headers: at < 975 ? { link: `${link(at + 25)}; rel="next", ${link(975)}; rel="last"` } : {},
        }
      },
    ],
    [
      'by numbers and a link to the last page',
      { next: { page: { param: 'page', first: 1 } } },
      (url) => ({
        body: forty[pageOf(url) - 1] ?? [],
        headers: { link: `<?page=40>; rel="last"` },
      }),
    ],
  ])('%s, with ever more pages up to the limit', async (_name, options, answer) => {
    const vendor = source({ answer, latency: () => 3 })

    expect(await collectItems(paginate('/list', options, vendor.source))).toEqual(forty.flat())
    expect(vendor.told.most).toBe(pagesAheadMax)
  })

  test.each<[string, (url: URL) => { body: unknown; headers?: Record<string, string> }]>([
    ['no last page is named', byLink(forty, 0)],
    [
      'the last page is elsewhere',
      (url) => {
        const { body, headers } = byLink(forty)(url)
        return {
          body,
          headers: {
            link: headers.link.replace(/<[^<]*>; rel="last"/, '<https://x.example/list?page=40>; rel="last"'),
          },
        }
      },
    ],
    [
      'links differ in more than a number',
      (url) => {
        const { body, headers } = byLink(forty)(url)
        return { body, headers: { link: headers.link.replace(/per_page=9>; rel="last"/, 'per_page=8>; rel="last"') } }
      },
    ],
    [
      'pages are heavier than may be held',
      (url) => ({
        ...byLink(forty)(url),
        body: [pageOf(url) - 1, 'x'.repeat(5_000_000)].slice(0, 1 + (pageOf(url) < 4 ? 1 : 0)),
      }),
    ],
  ])('at none but the next page when %s', async (_name, answer) => {
    const vendor = source({ answer, latency: () => 3 })
    const read = paginate('/list', { next: 'link' }, vendor.source)
    for (let index = 0; index < 4; index++) await read.next()

    expect(vendor.told.most).toBe(1)
    await read.return()
  })

  test('no more after a guess was wrong', async () => {
    const vendor = source({
      answer: (url) => {
        const { body, headers } = byLink(forty)(url)
        const page = pageOf(url)
        // From page 10 on the vendor adds a cursor.
        return page < 10
          ? { body, headers }
          : { body, headers: { link: headers.link.replaceAll('&per_page', `&cursor=${page}&per_page`) } }
      },
      latency: () => 3,
    })

    expect(await collectItems(paginate('/list', { next: 'link' }, vendor.source))).toEqual(forty.flat())
    expect(vendor.told.asked.length).toBeLessThanOrEqual(40 + pagesAheadMax)
  })

  test('not beyond maxPages', async () => {
    const vendor = source({ answer: byLink(forty), latency: () => 3 })

    const items = await collectItems(paginate('/list', { next: 'link', maxPages: 12 }, vendor.source))

    expect(items).toEqual(forty.slice(0, 12).flat())
    expect(vendor.told.asked).toHaveLength(12)
    expect(vendor.told.incomplete).toHaveLength(1)
  })

  test('and finds the loop of a vendor that ignores the number', async () => {
    const vendor = source({
      answer: () => ({ body: [1, 2], headers: { link: '<?page=40>; rel="last"' } }),
      latency: () => 3,
    })

    const error = await catchError(
      collectItems(paginate('/list', { next: { page: { param: 'page', first: 1 } } }, vendor.source)),
    )

    expect(error).toMatchObject({ code: 'PAGINATION_LOOP' })
    expect(vendor.told.asked.length).toBeLessThanOrEqual(4)
  })

  test('and breaks off what is on its way when the caller stops', async () => {
    let closed = 0
    const vendor = await serve(async (request, response) => {
      response.on('close', () => closed++)
      const page = pageOf(new URL(request.path, origin))
      if (page > 6) return new Promise<never>(() => {})
      return { json: [page], headers: { link: `</list?page=${page + 1}>; rel=next, </list?page=90>; rel=last` } }
    })
    const { client } = await openClient({ baseUrl: vendor.origin })

    for await (const page of client.paginate<number>('/list', { next: 'link' })) {
      if (page < 6) continue
      while (vendor.seen.length < 14) await systemClock.sleep(1)
      break
    }

    while (closed < 14) await systemClock.sleep(1)
    expect(vendor.seen).toHaveLength(14)
  })
})
