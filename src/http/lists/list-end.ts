import { isObject, type PaginateOptions } from '../../define/index.ts'
import type { VendorReply } from '../vendor-error.ts'
import { listOfConnection, openConnections } from './graphql-connection.ts'
import { type Count, isMoreThan, type Mark, readMarks, type Seen, tellOfMore } from './marks-of-more.ts'
import type { ListPageRequest } from './next-page.ts'

/** Whether a walk through a list has come to its end, or only to where its `next` leads no further. */
export class ListEnd {
  readonly #options: PaginateOptions
  readonly #list: string | undefined
  /** Whether pages are of one size, so that one in the middle that is not leaves something out. */
  readonly #isByPage: boolean
  #items = 0
  /** Ids so far, where the vendor gives a total: whatever comes twice stands in the place of something that did not come. */
  readonly #ids = new Set<unknown>()
  #repeats = 0
  #pages = 0
  #total: Count | undefined
  #totalPages: Count | undefined
  #more: Mark | undefined
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

  /** Takes a page in. @param request what it was asked by */
  read(reply: VendorReply, body: unknown, list: readonly unknown[], request: ListPageRequest): void {
    const items = list.length
    const { notMore } = this.#options
    const marks = readMarks(reply.headers, body, {
      list: this.#list,
      notMore,
      echoes: (text) => isSentIn(request, text),
    })
    // What the list was made of, where a function chose from it.
    this.#items += typeof this.#options.items === 'function' ? Math.max(items, marks.length ?? 0) : items
    this.#pages++
    // Some say it on the first page only, and nothing or 0 on an empty one behind the last.
    this.#total = marks.items ?? this.#total
    if (this.#total) this.#countRepeats(list)
    this.#totalPages = marks.pages ?? this.#totalPages
    this.#more = marks.more
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

  /** Takes an item of a connection in, whose own connections may have more than it holds. */
  lookInto(item: unknown): void {
    if (this.#inner) return
    for (const mark of openConnections(item, 'nodes[]')) {
      if (this.#options.notMore?.includes(mark.name)) continue
      this.#inner = mark
      return
    }
  }

  /** Why the list is not whole although the walk is over; undefined where nothing says so. */
  openMark(url: string): string | undefined {
    const mark = isMoreThan({ more: this.#more, items: this.#total, pages: this.#totalPages }, this.seen)
    if (mark) return tellOfMore(url, this.seen, mark, 'Check the "next" option.')
    if (this.#inner) return tellOfMore(url, this.seen, this.#inner, 'Read it whole by "inner" of the "next" option.')
    // A total that was reached proves that nothing is missing.
    if (!this.#isByPage || !this.#hasGap || this.#total || this.#options.notMore?.includes('short page'))
      return undefined
    return `A page in the middle of the list ${url} holds less than the one before it, so that something may be missing. Where the vendor leaves out of its pages what does not fit, say so: notMore: ['short page'].`
  }
}

/** Whether the vendor only says back what it was asked by. */
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
