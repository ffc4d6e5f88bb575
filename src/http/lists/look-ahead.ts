import type { NextPage } from '../../define/index.ts'
import { readMember } from '../../text/read-member.ts'
import { listHeader } from '../pace/retry-after.ts'
import type { VendorReply } from '../refusals/vendor-reply.ts'
import { findLinkTarget } from './link-header.ts'
import { type ListPageRequest, parsePageNumber, type ReadPage, readPageParamName, toPageKey } from './next-page.ts'

/** Most pages that are requested in advance, including the next one, and their largest size together. */
export const pagesAheadMax = 8
const bytesAheadMax = 8 * 1024 * 1024

/** A page that was asked for, by the key of its request. */
interface GuessedPage<P> {
  readonly key: number
  readonly page: Promise<P>
}

/**
 * Pages that are requested before the page in front of them has been read. They are guesses: a guess is used only if
 * the list really continues with the same request. After a wrong guess there are no more.
 */
export class LookAhead<P> {
  readonly #fetchPage: (request: ListPageRequest) => Promise<P>
  readonly #guesses: GuessedPage<P>[] = []
  /**
   * Grows with every page that is read, so that a caller who needs the first pages only does not cause many requests.
   */
  #reach = 1

  constructor(fetchPage: (request: ListPageRequest) => Promise<P>) {
    this.#fetchPage = fetchPage
  }

  /** The page if it is on its way. @param key of its request */
  take(key: number): Promise<P> | undefined {
    const at = this.#guesses.findIndex((guess) => guess.key === key)
    if (at === -1 && this.#guesses.length > 0) this.#reach = 0
    return at === -1 ? undefined : this.#guesses.splice(at, 1)[0]?.page
  }

  /**
   * Requests some of the pages that probably follow the next one.
   * @param after those from the nth on, counting from 0
   */
  ask(after: (nth: number) => Iterable<ListPageRequest>, bodyBytes: number): void {
    const room = Math.min(this.#reach, Math.floor(bytesAheadMax / Math.max(1, bodyBytes))) - 1
    this.#reach = Math.min(this.#reach * 2, pagesAheadMax)
    // Guesses are used in order, so the remaining ones are the first pages after the next one.
    if (this.#guesses.length >= room) return
    for (const request of after(this.#guesses.length)) {
      this.#guesses.push({ key: toPageKey(request), page: this.#begun(request) })
      if (this.#guesses.length >= room) return
    }
  }

  /**
   * Waits for guesses that were not used, because the list was shorter than the vendor announced. An aborted exchange
   * would leave the run without the proof of that request.
   */
  async waitForAll(): Promise<void> {
    await Promise.allSettled(this.#guesses.map(({ page }) => page))
  }

  #begun(request: ListPageRequest): Promise<P> {
    const page = this.#fetchPage(request)
    // Its failure counts only if the list reaches it.
    page.catch(() => undefined)
    return page
  }
}

/** The basis of a guess. */
export interface LookAheadBasis {
  /** The page just read. */
  readonly page: ReadPage
  /** The request for the next one. */
  readonly following: ListPageRequest
  /** The first guess to make; 0 is the page after the next one. */
  readonly nth: number
}

/**
 * Requests for the pages after the next one, if the vendor announces any. The sign is a link to the last page with a
 * URL that differs from the next one's in one number, or the number of all items if the check declares its place.
 */
export function listPagesAhead(next: NextPage, { page, following, nth }: LookAheadBasis): Iterable<ListPageRequest> {
  if (next === 'link') return listPagesByLinks(page.reply, following, nth)
  if (typeof next === 'function' || !('offset' in next || 'page' in next)) return []
  const param = 'offset' in next ? next.offset : readPageParamName(next.page)
  const from = Number(following.query[param])
  const step = 'offset' in next ? page.items : 1
  if (!Number.isSafeInteger(from) || step < 1) return []
  const last = findLastByLink(page.reply, param) ?? findLastByTotal(page, next.total, { from, step })
  return last === undefined ? [] : listNumberedPages(following, param, { from: from + nth * step, step, last })
}

function* listNumberedPages(
  following: ListPageRequest,
  param: string,
  { from, step, last }: { readonly from: number; readonly step: number; readonly last: number },
): Generator<ListPageRequest> {
  for (let value = from + step; value <= last; value += step)
    yield { ...following, query: { ...following.query, [param]: value } }
}

function findLastByLink(reply: VendorReply, param: string): number | undefined {
  const target = findLinkTarget(listHeader(reply.headers, 'link'), 'last')
  if (target === undefined || !URL.canParse(target, reply.target.href)) return undefined
  return parsePageNumber(new URL(target, reply.target).searchParams.get(param))
}

function findLastByTotal(
  { body, items, seen }: ReadPage,
  path: string | undefined,
  { from, step }: { readonly from: number; readonly step: number },
): number | undefined {
  const total = path === undefined ? undefined : parsePageNumber(readMember(body, path))
  if (total === undefined || items < 1) return undefined
  // Pages with items, from the next one on.
  const pages = Math.ceil((total - seen) / items)
  return from + (pages - 1) * step
}

/** Follows the number in which the URLs of the next and the last page differ. */
function* listPagesByLinks(reply: VendorReply, following: ListPageRequest, nth: number): Generator<ListPageRequest> {
  const target = findLinkTarget(listHeader(reply.headers, 'link'), 'last')
  if (target === undefined || !URL.canParse(target, reply.target.href)) return
  const last = new URL(target, reply.target)
  const next = new URL(following.path)
  if (last.origin !== next.origin || last.pathname !== next.pathname) return
  // Changes the text, because writing a query anew would change its spelling.
  const parts = next.search.slice(1).split('&')
  const lastParts = last.search.slice(1).split('&')
  const differing = [...parts.keys()].filter((index) => parts[index] !== lastParts[index])
  const [at = -1] = differing
  const [name, value] = parts[at]?.split('=') ?? []
  const [lastName, lastValue] = lastParts[at]?.split('=') ?? []
  const [from, to] = [parsePageNumber(value), parsePageNumber(lastValue)]
  if (parts.length !== lastParts.length || differing.length !== 1 || name !== lastName) return
  if (name === undefined || from === undefined || to === undefined) return
  const step = from - (parsePageNumber(reply.target.searchParams.get(name)) ?? guessStartBefore(from))
  if (step < 1 || (to - from) % step !== 0) return
  for (let number = from + (nth + 1) * step; number <= to; number += step) {
    const url = new URL(next)
    url.search = parts.with(at, `${name}=${number}`).join('&')
    yield { ...following, path: url }
  }
}

/** The first page if the request does not name it: page 1 or 0 before 2 or 1, offset 0 before any other. */
function guessStartBefore(next: number): number {
  return next <= 2 ? next - 1 : 0
}
