import { crc32 } from 'node:zlib'
import type { PaginateOptions } from '../../define/index.ts'
import { CheckError, HttpError } from '../../errors/index.ts'
import { validateBySchema } from '../validate-by-schema.ts'
import type { VendorReply } from '../vendor-error.ts'
import { notWaitedFor } from '../vendor-request.ts'
import { findItems } from './find-items.ts'
import { completeItem } from './graphql-connection.ts'
import { ListEnd } from './list-end.ts'
import { LookAhead, listPagesAhead } from './look-ahead.ts'
import { createFirstPage, findNextPage, type ListPageRequest, setVariable, toPageKey } from './next-page.ts'

export interface PageSource {
  /**
   * Requests one page.
   * @param signal aborts when no caller needs the page any more
   * @throws HttpError on any status outside 2xx
   */
  fetchPage(request: ListPageRequest, signal: AbortSignal): Promise<VendorReply>
  /** The body of a page as a value. @throws HttpError when it is none */
  read(reply: VendorReply): unknown
  /** The list was cut off: the check has not seen everything. */
  incomplete(reason: string): void
  /** The items that follow are those of this exchange. */
  onPage?(exchange: number): void
}

const maxPagesDefault = 10_000

/**
 * Items of all pages in order. While the caller works on a page, the next one is requested. If the vendor gives the
 * number of items, a few more are requested too, but so few that memory does not grow with the list.
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
  const ask = (request: ListPageRequest) => source.fetchPage(request, left.signal)
  const ahead = new LookAhead(ask)
  const { fetchPage, answered } = refuseRepeatedPages(path, (request) => ahead.take(request) ?? ask(request))
  const end = new ListEnd(options)
  const { next } = options
  const connection = typeof next === 'object' && 'connection' in next ? next : undefined
  const askInner = (page: ListPageRequest) => async (variable: string, cursor: string) => {
    const reply = await ask(setVariable(page, variable, cursor))
    return { reply, body: source.read(reply) }
  }
  try {
    let request: ListPageRequest | undefined = createFirstPage(path, options)
    let pending: ReturnType<typeof fetchPage> | undefined = fetchPage(request)
    let url = ''
    let isCut = false
    for (let pages = 1; request && pending; pages++) {
      const reply = await awaitPageOrEnd(pending, request)
      if (!reply) break
      url = reply.url
      // Parsed only now: waiting pages are bytes, which take less memory and no work of the garbage collector.
      const body = source.read(reply)
      const items = findItems(body, options, reply)
      // A vendor that does not know the parameter repeats the first page endlessly.
      if (items.length > 0 && !options.notMore?.includes('same page')) answered(reply)
      end.read(reply, body, items, request)
      const page = { reply, body, items: items.length, seen: end.seen.items }
      const current = request
      request = findNextPage(request, next, page)
      if (request && pages >= maxPages) {
        source.incomplete(`The list ${reply.url} was cut off after ${pages} pages (maxPages).`)
        request = undefined
        isCut = true
      }
      pending = request && fetchPage(request)
      // The caller may stop before this page is awaited. Nobody then handles its failure.
      pending?.catch(() => undefined)
      if (request) {
        const outlook = { page, following: request }
        const pagesLeft = maxPages - pages - 1
        ahead.ask((nth) => takeFirst(listPagesAhead(next, { ...outlook, nth }), pagesLeft - nth), reply.body.byteLength)
      }
      source.onPage?.(reply.exchange)
      let index = 0
      for (const given of items) {
        const item = connection
          ? await completeItem(given, index++, connection, { ask: askInner(current), reply })
          : given
        if (connection) end.lookInto(item)
        yield options.schema
          ? await validateBySchema(options.schema, item, `${reply.method} ${reply.url}`)
          : (item as T)
      }
    }
    const more = isCut ? undefined : end.openMark(url)
    if (more !== undefined) source.incomplete(more)
    await ahead.waitForAll()
  } finally {
    left.abort(notWaitedFor)
  }
}

function* takeFirst<T>(values: Iterable<T>, count: number): Generator<T> {
  let given = 0
  for (const value of values) {
    if (given++ >= count) return
    yield value
  }
}

/** The page; undefined if the vendor answers with the status that the check declared for pages after the last. */
async function awaitPageOrEnd<P>(page: Promise<P>, request: ListPageRequest): Promise<P | undefined> {
  try {
    return await page
  } catch (error) {
    if (request.endStatus !== undefined && error instanceof HttpError && error.status === request.endStatus)
      return undefined
    throw error
  }
}

/**
 * Refuses a page that was requested before, or an answer that came before. It rejects, so that the caller still gets
 * the items before it.
 */
function refuseRepeatedPages<P>(path: string | URL, fetchPage: (request: ListPageRequest) => Promise<P>) {
  const seen = new Set<string>()
  return {
    fetchPage: async (request: ListPageRequest): Promise<P> => {
      const key = toPageKey(request)
      if (seen.has(key)) throw createLoopError(path)
      seen.add(key)
      return fetchPage(request)
    },
    answered: ({ body }: VendorReply): void => {
      // The digest is no protection against attackers, so a cheap one is enough. A checksum of each half distinguishes
      // ten thousand pages.
      const half = body.byteLength >> 1
      const key = `=${body.byteLength} ${crc32(body.subarray(0, half))} ${crc32(body.subarray(half))}`
      if (seen.has(key)) throw createLoopError(path)
      seen.add(key)
    },
  }
}

function createLoopError(path: string | URL): CheckError {
  const where = String(path).replace(/[?#].*$/s, '')
  const why = `The vendor sends the same page again for ${where}, so the list has no end. Check the "next" option.`
  return new CheckError(why, { code: 'PAGINATION_LOOP' })
}
