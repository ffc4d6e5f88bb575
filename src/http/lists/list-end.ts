import { isObject, type PaginateOptions } from '../../define/index.ts'
import type { VendorReply } from '../vendor-error.ts'
import { listOfConnection, openConnections } from './graphql-connection.ts'
import { type Count, isMoreThan, type Mark, readMarks, type Seen, tellOfMore } from './marks-of-more.ts'
import { findMissingPart, type MissingPart, tellOfMissing } from './missing-parts.ts'
import type { ListPageRequest } from './next-page.ts'

/** Decides whether reading a list reached its end, or only the point where its `next` leads no further. */
export class ListEnd {
  readonly #options: PaginateOptions
  readonly #list: string | undefined
  /** Whether pages have one size, so that a shorter page in the middle shows a gap. */
  readonly #isByPage: boolean
  #items = 0
  /** Ids so far, if the vendor gives a total: an item that comes twice takes the place of one that did not come. */
  readonly #ids = new Set<unknown>()
  #repeats = 0
  #pages = 0
  #total: Count | undefined
  #totalPages: Count | undefined
  #more: Mark | undefined
  #missing: MissingPart | undefined
  #inner: Mark | undefined
  #largest = 0
  #wasShort = false
  #hasGap = false

  constructor(options: PaginateOptions) {
    const { items, next } = options
    this.#options = options
    const connection = typeof next === 'object' && 'connection' in next ? listOfConnection(next.connection) : undefined
    this.#list = typeof items === 'string' ? items : connection
    this.#isByPage = typeof next === 'object' && 'page' in next
  }

  get seen(): Seen {
    return { items: this.#items - this.#repeats, pages: this.#pages }
  }

  /** Counts a page. @param request the request that led to it */
  read(reply: VendorReply, body: unknown, list: readonly unknown[], request: ListPageRequest): void {
    const items = list.length
    const { notMore } = this.#options
    const marks = readMarks(reply.headers, body, {
      list: this.#list,
      notMore,
      echoes: (text) => isSentIn(request, text),
    })
    // The original list, if a function selected items from it.
    this.#items += typeof this.#options.items === 'function' ? Math.max(items, marks.length ?? 0) : items
    this.#pages++
    // Some vendors send the total on the first page only, and send nothing or 0 on an empty page after the last.
    this.#total = marks.items ?? this.#total
    if (this.#total) this.#countRepeats(list)
    this.#totalPages = marks.pages ?? this.#totalPages
    this.#more = marks.more
    this.#missing ??= findMissingPart(body, notMore)
    if (items > 0 && this.#wasShort) this.#hasGap = true
    this.#wasShort = items < this.#largest
    this.#largest = Math.max(this.#largest, items)
  }

  #countRepeats(list: readonly unknown[]): void {
    for (const item of list) {
      if (!isObject(item)) continue
      const id = item.id ?? item.accountId ?? item.uuid
      if (typeof id !== 'string' && typeof id !== 'number') continue
      if (this.#ids.has(id)) this.#repeats++
      this.#ids.add(id)
    }
  }

  /** Counts an item of a connection. Its own connections may have more than it holds. */
  lookInto(item: unknown): void {
    if (this.#inner) return
    for (const mark of openConnections(item, 'nodes[]')) {
      if (this.#options.notMore?.includes(mark.name)) continue
      this.#inner = mark
      return
    }
  }

  /** Why the list is not whole although reading it ended; undefined if nothing shows that. */
  openMark(url: string): string | undefined {
    const mark = isMoreThan({ more: this.#more, items: this.#total, pages: this.#totalPages }, this.seen)
    if (mark) return tellOfMore(url, this.seen, mark, 'Check the "next" option.')
    if (this.#missing) return tellOfMissing(url, this.#missing)
    if (this.#inner) return tellOfMore(url, this.seen, this.#inner, 'Read it whole by "inner" of the "next" option.')
    // Reaching the total proves that the list is complete.
    if (!this.#isByPage || !this.#hasGap || this.#total || this.#options.notMore?.includes('short page'))
      return undefined
    return `A page in the middle of the list ${url} holds less than the one before it, so that something may be missing. Where the vendor leaves out of its pages what does not fit, say so: notMore: ['short page'].`
  }
}

/** Whether the vendor only repeats a value of the request. */
function isSentIn({ path, query, body }: ListPageRequest, text: string): boolean {
  const sent = [
    ...Object.values(query),
    ...(body instanceof URLSearchParams ? body.values() : Object.values(body ?? {})),
  ]
  return sent.flat().some((value) => String(value) === text) || isIn(String(path), text)
}

function isIn(path: string, text: string): boolean {
  return path.includes(text) || path.includes(encodeURIComponent(text))
}
