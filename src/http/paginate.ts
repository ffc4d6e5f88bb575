import type { NextPage, Page, PaginateOptions, QueryInput } from '../define/index.ts'
import { CheckError } from '../errors/index.ts'
import { headersOf, type Reply } from './failure.ts'
import { linkTarget } from './link-header.ts'
import { memberAt } from './member.ts'
import { header } from './retry-after.ts'
import { validated } from './validate.ts'

/** Where a page is asked for. */
export interface PageRequest {
  readonly path: string | URL
  readonly query: QueryInput
  /** Whether the vendor chose the URL, so that it must be one of the connector's hosts. */
  readonly fromVendor: boolean
}

export interface PageSource {
  /** Asks for one page. @throws HttpError on any status outside 2xx */
  fetchPage(request: PageRequest): Promise<{ readonly reply: Reply; readonly body: unknown }>
  /** The list was cut off: the check has not seen everything. */
  incomplete(reason: string): void
}

const maxPagesDefault = 10_000

/**
 * Items of all pages in order. While the caller works on a page the next one is on its way; no more than two pages are
 * in memory.
 */
export async function* paginate<T>(
  path: string | URL,
  options: PaginateOptions<T>,
  source: PageSource,
): AsyncGenerator<T, void, undefined> {
  const maxPages = options.maxPages ?? maxPagesDefault
  const seen = new Set<string>()
  const fetchPage = (request: PageRequest) => {
    const key = JSON.stringify([String(request.path), request.query])
    if (seen.has(key)) {
      throw new CheckError(
        `The vendor sends the same next page again for ${String(path)}, so the list has no end. Check the "next" option.`,
        {
          code: 'PAGINATION_LOOP',
        },
      )
    }
    seen.add(key)
    return source.fetchPage(request)
  }
  let page: PageRequest | undefined = { path, query: options.query ?? {}, fromVendor: false }
  let pending: ReturnType<PageSource['fetchPage']> | undefined
  for (let pages = 1; page; pages++) {
    const { reply, body } = await (pending ?? fetchPage(page))
    const items = itemsOf(body, options, reply)
    page = nextRequest(page, options.next, { reply, body, items: items.length })
    if (page && pages >= maxPages) {
      source.incomplete(`The list ${reply.url} was cut off after ${pages} pages.`)
      page = undefined
    }
    pending = page && fetchPage(page)
    // The caller may stop before it awaits this page; its failure is then nobody's.
    pending?.catch(() => undefined)
    for (const item of items)
      yield options.schema ? await validated(options.schema, item, `${reply.method} ${reply.url}`) : (item as T)
  }
}

function itemsOf<T>(body: unknown, { items }: PaginateOptions<T>, reply: Reply): readonly unknown[] {
  const list = typeof items === 'function' ? items(body) : items === undefined ? body : memberAt(body, items)
  if (Array.isArray(list)) return list
  throw new CheckError(
    `The answer to ${reply.method} ${reply.url} has no list ${typeof items === 'string' ? `at "${items}"` : 'where one is expected'}. Check the "items" option, or whether the vendor's API changed.`,
    { code: 'SCHEMA_DRIFT' },
  )
}

interface ReadPage {
  readonly reply: Reply
  readonly body: unknown
  readonly items: number
}

function nextRequest(current: PageRequest, next: NextPage, page: ReadPage): PageRequest | undefined {
  if (next === 'link') return elsewhere(linkTarget(header(page.reply.headers, 'link'), 'next'), page.reply)
  if (typeof next === 'function') return chosen(current, next, page)
  if ('cursor' in next) {
    const cursor = memberAt(page.body, next.cursor)
    // Vendors end a list by leaving the cursor out, or by null or "".
    if (cursor === undefined || cursor === null || cursor === '' || cursor === false) return undefined
    if (typeof cursor !== 'string' && typeof cursor !== 'number')
      throw badNext(page.reply, `"${next.cursor}" is neither text nor number`)
    return { ...current, query: { ...current.query, [next.param]: cursor } }
  }
  if ('url' in next) {
    const url = memberAt(page.body, next.url)
    if (url === undefined || url === null || url === '') return undefined
    if (typeof url !== 'string') throw badNext(page.reply, `"${next.url}" is not text`)
    return elsewhere(url, page.reply)
  }
  if ('offset' in next) {
    const limit = sizeOf(next.limit, current.query) ?? page.items
    if (page.items === 0 || page.items < limit) return undefined
    return {
      ...current,
      query: { ...current.query, [next.offset]: Number(current.query[next.offset] ?? 0) + page.items },
    }
  }
  const limit = sizeOf(next.limit, current.query)
  if (page.items === 0 || (limit !== undefined && page.items < limit)) return undefined
  return { ...current, query: { ...current.query, [next.page]: Number(current.query[next.page] ?? 1) + 1 } }
}

/** A page at a URL that the vendor gave; relative ones are relative to the page just read (RFC 8288 §3.1). */
function elsewhere(target: string | undefined, reply: Reply): PageRequest | undefined {
  if (target === undefined) return undefined
  if (!URL.canParse(target, reply.target.href)) throw badNext(reply, 'it is not a URL')
  return { path: new URL(target, reply.target), query: {}, fromVendor: true }
}

function chosen(
  current: PageRequest,
  next: (page: Page) => string | URL | { readonly query: QueryInput } | undefined,
  { reply, body, items }: ReadPage,
): PageRequest | undefined {
  const answer = next({ body, headers: headersOf(reply.headers), url: reply.url, items })
  if (answer === undefined) return undefined
  if (typeof answer === 'object' && 'query' in answer)
    return { ...current, query: { ...current.query, ...answer.query } }
  return { path: answer, query: {}, fromVendor: true }
}

function sizeOf(limit: number | string | undefined, query: QueryInput): number | undefined {
  const size = typeof limit === 'string' ? Number(query[limit]) : limit
  return size === undefined || Number.isNaN(size) ? undefined : size
}

function badNext(reply: Reply, why: string): CheckError {
  return new CheckError(`The next page after ${reply.url} cannot be found: ${why}. Check the "next" option.`, {
    code: 'SCHEMA_DRIFT',
  })
}
