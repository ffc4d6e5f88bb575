import type { PaginateOptions } from '../define/index.ts'
import { CheckError, HttpError } from '../errors/index.ts'
import type { Reply } from './failure.ts'
import { findItems } from './find-items.ts'
import { LookAhead, pagesAfter } from './look-ahead.ts'
import { firstPage, nextPage, type PageRequest, pageKey } from './next-page.ts'
import { validated } from './validate.ts'
import { notWaitedFor } from './vendor-request.ts'

export interface PageSource {
  /**
   * Asks for one page.
   * @param signal aborted when nobody wants the page any more
   * @throws HttpError on any status outside 2xx
   */
  fetchPage(request: PageRequest, signal: AbortSignal): Promise<Reply>
  /** The body of a page as a value. @throws HttpError when it is none */
  read(reply: Reply): unknown
  /** The list was cut off: the check has not seen everything. */
  incomplete(reason: string): void
  /** The items that follow are those of this exchange. */
  onPage?(exchange: number): void
}

const maxPagesDefault = 10_000

/**
 * Items of all pages in order. While the caller works on a page the next one is on its way, and where the vendor says how
 * many there are, some more: never more than a few, so that memory does not grow with the list.
 */
export async function* paginate<T>(
  path: string | URL,
  options: PaginateOptions<T>,
  source: PageSource,
): AsyncGenerator<T, void, undefined> {
  const { maxPages = maxPagesDefault } = options
  if (!Number.isInteger(maxPages) || maxPages < 1)
    throw new TypeError('paginate: maxPages must be a whole number of 1 or more')
  const left = new AbortController()
  const ask = (request: PageRequest) => source.fetchPage(request, left.signal)
  const ahead = new LookAhead(ask)
  const fetchPage = unrepeated(path, (request) => ahead.take(request) ?? ask(request))
  try {
    let request: PageRequest | undefined = firstPage(path, options)
    let pending: ReturnType<typeof fetchPage> | undefined = fetchPage(request)
    let largest = 0
    let seen = 0
    let before: Uint8Array | undefined
    for (let pages = 1; request && pending; pages++) {
      const reply = await orEnd(pending, request)
      if (!reply) break
      // Only now: pages that wait for their turn are bytes, which take less memory and are none of the collector's.
      const body = source.read(reply)
      const items = findItems(body, options, reply)
      // A vendor that does not know the parameter sends the first page for ever.
      if (request.numbered && items.length > 0 && before && Buffer.compare(before, reply.body) === 0) throw loop(path)
      before = reply.body
      const page = { reply, body, items: items.length, largestBefore: largest }
      request = nextPage(request, options.next, page)
      largest = Math.max(largest, items.length)
      seen += items.length
      if (request && pages >= maxPages) {
        source.incomplete(`The list ${reply.url} was cut off after ${pages} pages (maxPages).`)
        request = undefined
      }
      pending = request && fetchPage(request)
      // The caller may stop before this page is awaited; its failure is then nobody's.
      pending?.catch(() => undefined)
      if (request) {
        const outlook = { page, following: request, seen }
        const pagesLeft = maxPages - pages - 1
        ahead.ask((nth) => first(pagesAfter(options.next, { ...outlook, nth }), pagesLeft - nth), before.byteLength)
      }
      source.onPage?.(reply.exchange)
      for (const item of items)
        yield options.schema ? await validated(options.schema, item, `${reply.method} ${reply.url}`) : (item as T)
    }
    await ahead.settled()
  } finally {
    left.abort(notWaitedFor)
  }
}

function* first<T>(values: Iterable<T>, count: number): Generator<T> {
  let given = 0
  for (const value of values) {
    if (given++ >= count) return
    yield value
  }
}

/** The page; undefined when it only was to confirm the end of the list and the vendor has no such page. */
async function orEnd<P>(page: Promise<P>, request: PageRequest): Promise<P | undefined> {
  try {
    return await page
  } catch (error) {
    if (request.confirmsEnd && error instanceof HttpError && error.status === 404) return undefined
    throw error
  }
}

/** Refuses to ask for a page again, by a rejection, so that the items before it are still handed out. */
function unrepeated<P>(path: string | URL, fetchPage: (request: PageRequest) => Promise<P>) {
  const seen = new Set<string>()
  return async (request: PageRequest): Promise<P> => {
    const key = pageKey(request)
    if (seen.has(key)) throw loop(path)
    seen.add(key)
    return fetchPage(request)
  }
}

function loop(path: string | URL): CheckError {
  const where = String(path).replace(/[?#].*$/s, '')
  const why = `The vendor sends the same page again for ${where}, so the list has no end. Check the "next" option.`
  return new CheckError(why, { code: 'PAGINATION_LOOP' })
}
