import { crc32 } from 'node:zlib'
import type { OwnPageWords, PaginateOptions } from '../../define/index.ts'
import { CheckError, HttpError } from '../../errors/index.ts'
import { Turns } from '../../text/work-in-pieces.ts'
import { hasMark } from '../redact/has-mark.ts'
import type { VendorReply } from '../refusals/vendor-reply.ts'
import { notWaitedFor } from '../requests/vendor-request.ts'
import { DigestSet } from './digest-set.ts'
import type { ListItems } from './engine-client.ts'
import { findItems, tryFindItems } from './find-items.ts'
import { completeItem } from './graphql-connection.ts'
import { ItemReader, type NoteUndecided } from './item-reader.ts'
import { ListEnd } from './list-end.ts'
import { LookAhead, listPagesAhead } from './look-ahead.ts'
import { createFirstPage, findNextPage, formatPage, type ListPageRequest, setVariable, toPageKey } from './next-page.ts'

export interface PageSource {
  /**
   * Requests one page.
   * @param signal aborts when no caller needs the page any more
   * @throws HttpError on any status outside 2xx
   */
  fetchPage(request: ListPageRequest, signal: AbortSignal): Promise<VendorReply>
  /** The body of a page as a value, or a promise of it if it is long. @throws HttpError when it is none */
  read(reply: VendorReply): unknown
  /** The list was cut off: the check has not seen everything. */
  incomplete(reason: string): void
  /** An item could not be told. @default every such item makes the list incomplete */
  readonly undecided?: NoteUndecided | undefined
  /** The connector's own words for what stands beside a list. @default none */
  readonly words?: OwnPageWords | undefined
  /** The list was read to its end. @param total how many items the vendor counts, where the author says that it does */
  onEnd?(total: number | undefined): void
  /** The items that follow are those of this exchange. */
  onPage?(exchange: number): void
}

const maxPagesDefault = 10_000

/**
 * Items of all pages in order. While the caller works on a page, the next one is requested. If the vendor gives the
 * number of items, a few more are requested too, but so few that memory does not grow with the list.
 */
export function paginate<T>(path: string | URL, options: PaginateOptions<T>, source: PageSource): ListItems<T> {
  const { next, schema } = options
  const isReadyAtOnce = schema === undefined && !(typeof next === 'object' && 'connection' in next)
  const page: PageRest = { left: [] }
  const pages = readPages(path, options, source, page)
  const turns = new Turns()
  let waiting = 0
  let isLeft = false
  const items: ListItems<T> = {
    takeReady: () => {
      // An earlier call that waits comes first, and may be given a page after the caller has left.
      if (!isReadyAtOnce || isLeft || waiting > 0 || page.left.length === 0 || turns.areDue) return undefined
      return { done: false, value: page.left.pop() as T }
    },
    next: async () => {
      const ready = items.takeReady()
      if (ready) return ready
      waiting++
      try {
        if (turns.areDue) await turns.serveOthers()
        return await pages.next()
      } finally {
        waiting--
      }
    },
    return: () => {
      isLeft = true
      page.left = []
      return pages.return()
    },
    [Symbol.asyncIterator]: () => items,
  }
  return items
}

/** What is left of the page that is being read: the first item is the last one here. An item that was taken is not held on to. */
interface PageRest {
  left: unknown[]
}

/** A page that was asked for. */
interface PageComing {
  readonly request: ListPageRequest
  readonly pending: Promise<VendorReply>
}

/** Gives the items that are left of the present page, then those of the next ones. */
async function* readPages<T>(
  path: string | URL,
  options: PaginateOptions<T>,
  source: PageSource,
  present: PageRest,
): AsyncGenerator<T, void, undefined> {
  const { maxPages = maxPagesDefault } = options
  if (!Number.isInteger(maxPages) || maxPages < 1)
    throw new TypeError('paginate: maxPages must be a whole number of 1 or more')
  const left = new AbortController()
  const ask = (request: ListPageRequest) => source.fetchPage(request, left.signal)
  const ahead = new LookAhead(ask)
  const { fetchPage, isNewAnswer } = refuseRepeatedPages(path, (request, key) => ahead.take(key) ?? ask(request))
  const end = new ListEnd(options, source.words)
  const reader = new ItemReader(options, source.undecided)
  const { next } = options
  const connection = typeof next === 'object' && 'connection' in next ? next : undefined
  const askInner = (page: ListPageRequest) => async (variable: string, cursor: string) => {
    const reply = await ask(setVariable(page, variable, cursor))
    return { reply, body: await source.read(reply) }
  }
  const complete = async (...[item, ...rest]: Parameters<typeof completeItem>): Promise<unknown> => {
    try {
      return await completeItem(item, ...rest)
    } catch (error) {
      if (!(error instanceof CheckError && error.code === 'SCHEMA_DRIFT')) throw error
      reader.leaveOut(item, () => error, 'has a list that cannot be read to its end.')
      return leftOut
    }
  }
  let isCut = false
  let lastItems: number | undefined
  /** Whether a page after all items that the vendor counts has none that is new: it is empty, the last one again, or no page at all. */
  const isBehindEnd = (body: unknown, reply: VendorReply) => {
    const items = tryFindItems(body, options, reply)
    return items === undefined || end.hasSeen(items) || digestItems(items) === lastItems
  }
  /** What remains of a page once it is read: the parsed body is not, because the items that are taken must not stay in memory. */
  const readPage = async (reply: VendorReply, request: ListPageRequest, pages: number) => {
    // Parsed only now: waiting pages are bytes, which take less memory and no work of the garbage collector.
    const body = await source.read(reply)
    if (
      (request.isPastTotal && isBehindEnd(body, reply)) ||
      (request.isPastEmpty && !tryFindItems(body, options, reply))
    ) {
      end.readBehind(reply, body, request)
      return { left: [] }
    }
    const items = findItems(body, options, reply)
    if (request.isPastEmpty && items.length > 0 && end.noteItemsBehindEmpty()) return { left: [] }
    // A vendor that does not know the parameter repeats the first page endlessly.
    if (items.length > 0 && !options.notMore?.includes('same page') && !isNewAnswer(reply)) throw createLoopError(path)
    end.read(reply, body, items, request)
    const { hasReachedTotal, isEndDoubtful } = end
    const page = { reply, body, items: items.length, seen: end.seen.items, hasReachedTotal, isEndDoubtful }
    const following = findNextPage(request, next, page)
    const left = items.toReversed()
    if (!following) return { left }
    lastItems = following.isPastTotal ? digestItems(items) : undefined
    if (pages >= maxPages) {
      source.incomplete(`The list ${reply.url} was cut off after ${pages} pages (maxPages).`)
      isCut = true
      return { left }
    }
    const pending = fetchPage(following)
    // The caller may stop before this page is awaited. Nobody then handles its failure.
    pending.catch(ignoreFailure)
    const outlook = { page, following }
    const pagesLeft = maxPages - pages - 1
    ahead.ask((nth) => takeFirst(listPagesAhead(next, { ...outlook, nth }), pagesLeft - nth), reply.body.byteLength)
    return { left, following: { request: following, pending } }
  }
  try {
    const first = createFirstPage(path, options)
    let coming: PageComing | undefined = { request: first, pending: fetchPage(first) }
    let url = ''
    for (let pages = 1; coming; pages++) {
      const { request } = coming
      const reply = await awaitPageOrEnd(coming.pending, request)
      if (!reply) {
        end.runOut()
        break
      }
      url = reply.url
      const { left, following } = await readPage(reply, request, pages)
      source.onPage?.(reply.exchange)
      present.left = left
      for (let index = 0; left.length > 0; ) {
        const count = left.pop()
        const item = connection ? await complete(count, index++, connection, { ask: askInner(request), reply }) : count
        if (item === leftOut) continue
        if (connection) end.lookInto(item)
        const source = `${reply.method} ${reply.url}`
        const reading = options.schema ? await reader.read(item, options.schema, source) : reader.readAny(item, source)
        if (reading) yield reading.value
      }
      reader.endPage()
      coming = following
    }
    const more = isCut ? undefined : end.openMark(url)
    if (more !== undefined) source.incomplete(more)
    else if (!isCut) source.onEnd?.(end.total)
    reader.end()
    await ahead.waitForAll()
  } finally {
    left.abort(notWaitedFor)
  }
}

/** In place of an item whose own list cannot be read. */
const leftOut = Symbol('left out')

/** Not a closure: it would keep the page that is being read until the next one has come. */
function ignoreFailure(): void {}

function* takeFirst<T>(values: Iterable<T>, count: number): Generator<T> {
  let left = 0
  for (const value of values) {
    if (left++ >= count) return
    yield value
  }
}

function digestItems(items: readonly unknown[]): number {
  return crc32(JSON.stringify(items))
}

/** Statuses with which vendors refuse a page after the last. */
const endStatuses: readonly (number | undefined)[] = [400, 404, 410, 416, 422]

/** The page; undefined if the vendor refuses it as one after the last. */
async function awaitPageOrEnd<P>(
  page: Promise<P>,
  { endStatus, isPastTotal, isPastEmpty }: ListPageRequest,
): Promise<P | undefined> {
  try {
    return await page
  } catch (error) {
    const status = error instanceof HttpError ? error.status : undefined
    const isEnd =
      (endStatus !== undefined && status === endStatus) ||
      (isPastTotal && endStatuses.includes(status)) ||
      // The page before had no items, and whatever the vendor answers there, it is none.
      (isPastEmpty && status !== undefined)
    if (isEnd) return undefined
    throw error
  }
}

/**
 * Refuses a page that was requested before, and notices an answer that came before. It rejects, so that the caller still gets
 * the items before it.
 */
function refuseRepeatedPages<P>(path: string | URL, fetchPage: (request: ListPageRequest, key: number) => Promise<P>) {
  const seen = new DigestSet()
  const answers = new DigestSet()
  return {
    fetchPage: async (request: ListPageRequest): Promise<P> => {
      const key = toPageKey(request)
      if (!seen.add(key) && !hasMark(formatPage(request))) throw createLoopError(path)
      return fetchPage(request, key)
    },
    isNewAnswer: ({ body }: VendorReply): boolean => {
      // The digest is no protection against attackers, so a cheap one is enough. The checksum of all and most of that of the first
      // half distinguish ten thousand pages.
      const half = body.byteLength >> 1
      const first = crc32(body.subarray(0, half))
      // All of that of the whole: pages often begin alike, and then nothing else tells them apart.
      const key = crc32(body.subarray(half), first) * 2 ** 21 + (first >>> 11)
      return answers.add(key)
    },
  }
}

function createLoopError(path: string | URL): CheckError {
  const where = String(path).replace(/[?#].*$/s, '')
  const why = `The vendor sends the same page again for ${where}, so the list has no end. Check the "next" option.`
  return new CheckError(why, { code: 'PAGINATION_LOOP' })
}
