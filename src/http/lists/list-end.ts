import { hash } from 'node:crypto'
import type { OwnPageWords, PaginateOptions } from '../../define/index.ts'
import { isObject } from '../../text/is-object.ts'
import { readMember } from '../../text/read-member.ts'
import type { VendorReply } from '../refusals/vendor-reply.ts'
import { listOfConnection, openConnections } from './graphql-connection.ts'
import { isMoreThan, type Mark, type ReadSoFar, readMarks, type StatedCount, tellOfMore } from './marks-of-more.ts'
import { type MissingPart, tellOfMissing } from './missing-parts.ts'
import { isNumbered, type ListPageRequest, parsePageNumber, readPageSize } from './next-page.ts'

/** Decides whether reading a list reached its end, or only the point where its `next` leads no further. */
export class ListEnd {
  readonly #options: PaginateOptions
  readonly #words: OwnPageWords | undefined
  readonly #list: string | undefined
  /** Whether pages have one size, so that a shorter page in the middle shows a gap. */
  readonly #isByPage: boolean
  #items = 0
  /** Ids so far, if the vendor gives a total: an item that comes twice takes the place of one that did not come. */
  readonly #ids = new Set<unknown>()
  #repeats = 0
  #pages = 0
  /** Where the author says that the vendor gives the number of all items. */
  readonly #totalPath: string | undefined
  #total: StatedCount | undefined
  #totalPages: StatedCount | undefined
  #more: Mark | undefined
  #position: Mark | undefined
  #range: Mark | undefined
  #missing: MissingPart | undefined
  #inner: Mark | undefined
  #largest = 0
  #wasShort = false
  #hasGap = false
  /** Whether the last page without items may have others behind it. */
  #isEndDoubtful = false
  #hasEmptyPage = false

  /** @param words the connector's own @default none */
  constructor(options: PaginateOptions, words?: OwnPageWords) {
    const { items, next } = options
    this.#options = options
    this.#words = words
    const connection = typeof next === 'object' && 'connection' in next ? listOfConnection(next.connection) : undefined
    this.#list = typeof items === 'string' ? items : typeof items === 'object' ? items.path : connection
    this.#isByPage = typeof next === 'object' && 'page' in next
    const total = typeof next === 'object' && 'total' in next ? next.total : undefined
    const isMeantOtherwise = options.notMore?.some((name) => name.toLowerCase() === total?.toLowerCase())
    this.#totalPath = isMeantOtherwise ? undefined : total
  }

  get seen(): ReadSoFar {
    return { items: this.#items - this.#repeats, pages: this.#pages }
  }

  /** How many items the vendor counts, where the author says that it does. */
  get total(): number | undefined {
    return this.#totalPath === undefined ? undefined : this.#total?.count
  }

  /** Whether exactly as many items came as the vendor counts, and nothing says that there are more. */
  get hasReachedTotal(): boolean {
    return this.#more === undefined && this.#total?.count === this.seen.items
  }

  /**
   * Whether others may follow a page without items: neither the vendor nor the page before says that it is the end. Where pages may hold
   * less, a page may hold nothing.
   */
  get isEndDoubtful(): boolean {
    return this.#isEndDoubtful
  }

  /** Items follow a page without any. @returns whether that is a gap */
  noteItemsBehindEmpty(): boolean {
    this.#hasEmptyPage = !this.#options.notMore?.includes('short page')
    return this.#hasEmptyPage
  }

  /** Whether all of these items came before. Known by their ids, and only if the vendor gives a total. */
  hasSeen(list: readonly unknown[]): boolean {
    return list.every((item) => this.#ids.has(readItemId(item)))
  }

  /** The vendor refused the page after the last: no part of the list is behind it. */
  runOut(): void {
    this.#range = undefined
  }

  /** Counts a page. @param request the request that led to it */
  read(reply: VendorReply, body: unknown, list: readonly unknown[], request: ListPageRequest): void {
    const items = list.length
    const marks = this.#readMarks(reply, body, request)
    // The original list, if a function selected items from it.
    this.#items += typeof this.#options.items === 'function' ? Math.max(items, marks.length ?? 0) : items
    this.#pages++
    // Some vendors send the total on the first page only, and send nothing or 0 on an empty page after the last.
    this.#total = this.#readTotal(body, items, marks.items) ?? this.#total
    if (this.#total) this.#countRepeats(list)
    this.#totalPages = marks.pages ?? this.#totalPages
    this.#more = marks.more
    this.#position = marks.position
    // A page without items is behind the end.
    this.#range = items > 0 ? marks.range : undefined
    this.#missing ??= marks.missing
    this.#isEndDoubtful =
      items === 0 && !marks.saysEnd && !this.#total && !this.#totalPages && !this.#wasLastPage(request)
    if (items > 0 && this.#wasShort) this.#hasGap = true
    this.#wasShort = items < this.#largest
    this.#largest = Math.max(this.#largest, items)
  }

  /** Whether the page before this one was too short for a page in the middle: shorter than others, or alone and not full. */
  #wasLastPage(request: ListPageRequest): boolean {
    const { next } = this.#options
    const isAlone = this.#pages === 2 && isNumbered(next) && this.#largest < readPageSize(request, next)
    return this.#largest > 0 && (this.#wasShort || isAlone)
  }

  /** A page behind all items that the vendor counts. It can still say that there are more. */
  readBehind(reply: VendorReply, body: unknown, request: ListPageRequest): void {
    const marks = this.#readMarks(reply, body, request)
    this.#total = this.#readTotal(body, 0, marks.items) ?? this.#total
    this.#more = marks.more
    this.runOut()
  }

  #readMarks(reply: VendorReply, body: unknown, request: ListPageRequest) {
    const { notMore } = this.#options
    return readMarks(reply, body, {
      isPage: true,
      list: this.#list,
      notMore,
      words: this.#words,
      echoes: (text) => isSentIn(request, text),
    })
  }

  /** The number of all items. The author's word for it outranks all that vendors use. */
  #readTotal(body: unknown, items: number, known: StatedCount | undefined): StatedCount | undefined {
    if (this.#totalPath === undefined) return known
    const count = parsePageNumber(readMember(body, this.#totalPath))
    const isBehindEnd = count === 0 && items === 0 && this.#total !== undefined
    return count === undefined || isBehindEnd ? undefined : { name: this.#totalPath, count }
  }

  #countRepeats(list: readonly unknown[]): void {
    for (const item of list) {
      const id = readItemId(item)
      if (id === undefined) continue
      if (this.#ids.has(id)) this.#repeats++
      this.#ids.add(id)
    }
  }

  /** Whether the author says that the vendor leaves an empty list out, and with it its number. */
  #isLeftOut(): boolean {
    return typeof this.#options.items === 'object' && this.#items === 0
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
    const marks = {
      more: this.#more,
      items: this.#total,
      pages: this.#totalPages,
      position: this.#position,
      range: this.#range,
    }
    // A refusal explains why items are missing.
    if (this.#missing && this.#missing.because !== 'unreachable') return tellOfMissing(url, this.#missing)
    const mark = isMoreThan(marks, this.seen)
    if (mark) return tellOfMore(url, this.seen, mark, 'Check the "next" option.')
    if (this.#missing) return tellOfMissing(url, this.#missing)
    if (this.#hasEmptyPage)
      return `A page of the list ${url} has no items, and the one behind it has. Look up whether the vendor's first page is 0 or 1. Where the vendor leaves out of its pages what the credentials may not see, say so: notMore: ['short page'].`
    if (this.#totalPath !== undefined && !this.#total && !this.#isLeftOut())
      return `No page of the list ${url} has a number at "${this.#totalPath}", where the number of all items should be. Check "total" of the "next" option.`
    if (this.#inner) return tellOfMore(url, this.seen, this.#inner, 'Read it whole by "inner" of the "next" option.')
    // Reaching the total proves that the list is complete.
    if (!this.#isByPage || !this.#hasGap || this.#total || this.#options.notMore?.includes('short page'))
      return undefined
    return `A page in the middle of the list ${url} holds less than the one before it, so that something may be missing. Where the vendor leaves out of its pages what does not fit, say so: notMore: ['short page'].`
  }
}

/**
 * What an item is known by. A member such as `userId` may be that of something else that the item is about, so that it takes the whole
 * item then: two of a person's memberships differ.
 */
function readItemId(item: unknown): string | number | undefined {
  if (!isObject(item)) return undefined
  const id = item.id ?? item.accountId ?? item.uuid
  if (isIdValue(id)) return id
  const isNamed = Object.entries(item).some(([name, value]) => namesId.test(name) && isIdValue(value))
  return isNamed ? `sha256 ${hash('sha256', JSON.stringify(item))}` : undefined
}

const namesId = /(?:[a-z]I[dD]|_id)$/

function isIdValue(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}

/** Whether the vendor only repeats a value of the request. */
function isSentIn({ path, query, body }: ListPageRequest, text: string): boolean {
  const sent = [
    ...Object.values(query),
    ...(body instanceof URLSearchParams ? body.values() : Object.values(body ?? {})),
  ]
  return sent.flat().some((value) => String(value) === text) || isIn(String(path), text)
}

/** Whether a path or URL has this text as one of its parameters, or as all of a step. */
function isIn(path: string, text: string): boolean {
  const [, steps = '', search = ''] = /^([^?#]*)(?:\?([^#]*))?/.exec(path) ?? []
  const isStep = steps.split('/').some((step) => step === text || step === encodeURIComponent(text))
  return isStep || [...new URLSearchParams(search).values()].includes(text)
}
