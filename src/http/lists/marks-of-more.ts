import { isObject } from '../../define/index.ts'
import { countNoun } from '../../text/count-noun.ts'
import { listHeader, type ReplyHeaders, readHeader } from '../pace/retry-after.ts'
import { findLinkTarget } from './link-header.ts'

/** A sign in an answer that the list continues. */
export interface Mark {
  /** Its name in `notMore`: a dotted path in the body, or a header. */
  readonly name: string
  readonly says: string
  /** Cursor or address of the next page, if the mark is one. Not shown to anybody. */
  readonly token?: string | undefined
}

/** The number of all items, as an answer states it. */
export interface Count {
  readonly name: string
  readonly count: number
}

/** The signs that an answer has about its list. */
export interface PageMarks {
  /** The first sign of more in it. */
  readonly more: Mark | undefined
  readonly items: Count | undefined
  readonly pages: Count | undefined
  /** Items of the longest list beside the marks; undefined if there is none. */
  readonly length: number | undefined
}

export interface MarkOptions {
  /** Dotted path of the list, so that its parents are searched too. */
  readonly list?: string | undefined
  /** Names that mean something else at this vendor. */
  readonly notMore?: readonly string[] | undefined
  /** Also counts cursors that can lead on or back. @param echoes whether the request held this text */
  readonly echoes?: ((text: string) => boolean) | undefined
}

type MarkRole = 'more' | 'last' | 'next' | 'position' | 'items' | 'matching' | 'pages'

// Names that real vendors use, without case, dots, dashes and the like.
const rolesOf: Readonly<Record<MarkRole, string>> = {
  more: 'more hasmore hasnext hasnextpage hasmoreitems hasmoreresults hasmorepages moreavailable moreresults moreitems morerecords ismore truncated istruncated incompleteresults',
  last: 'last islast islastpage lastpage',
  next: 'next nextpage nextpagetoken nextpagecursor nexttoken nextcursor nextlink odatanextlink nexturl nexturi nextpageurl nextpageuri nextpagelink nexthref nextmarker nextkeymarker nextcontinuationtoken nextoffset nextstart nextstartkey nextkey nextid nextrecords nextrecordsurl nextpageid nextposition continue',
  position: 'cursor token marker pagetoken continuationtoken after scrollid',
  items:
    'total totalcount totalsize totalresults totalitems totalelements totalrecords totalentries totalmatches totalhits totalrows totalobjects recordstotal odatacount',
  matching: 'totalfilteredcount totalfiltered filteredtotal filteredcount recordsfiltered',
  pages: 'pages totalpages pagecount numpages lastpage pagestotal',
}
const roles = new Map<string, MarkRole>()
for (const [role, names] of Object.entries(rolesOf))
  for (const name of names.split(' ')) if (!roles.has(name)) roles.set(name, role as MarkRole)

// Objects in which vendors put them.
const besides = new Set(
  'meta metadata pagination paginginfo paginationinfo paging pager page pages pageinfo responsemetadata resultinfo listinfo links cursors listmetadata'.split(
    ' ',
  ),
)
/** Members that only pages have. */
const ofPages = /(?:^|\.)(?:paging|pagination|page_?info|response_?metadata)\./i
/** Marks that almost always belong to a list: the members of an object beside them are its items. */
const namesMore =
  /(?:^|\.)(?:has_?(?:more|next)(?:_?(?:page|items|results|pages))?|next_?(?:page_?token|page_?cursor|cursor)|@odata\.next_?link)$/i
const around = /^(?:data|payload|body|d|.*results?|.*response)$/
const pageHeaders = [
  ['X-Next-Page', 'x-next-page'],
  ['Next-Range', 'next-range'],
] as const
const countHeaders = [
  ['items', 'X-Total-Count', 'x-total-count'],
  ['items', 'X-Total', 'x-total'],
  ['pages', 'X-Total-Pages', 'x-total-pages'],
  ['pages', 'X-Page-Count', 'x-page-count'],
] as const
const worthALook =
  /next|more|last|trunc|incomplete|total|count|filter|cursor|token|marker|contin|after|scroll|page|link/i

/** What a member's name means. */
interface NameMeaning {
  readonly plain: string
  readonly role: MarkRole | undefined
  readonly deservesALook: boolean
}

// Vendors use the same names in each answer. Other people choose them, so there is a limit on how many are kept.
const meanings = new Map<string, NameMeaning>()
const meaningsMax = 2_000

function readName(name: string): NameMeaning {
  const known = meanings.get(name)
  if (known) return known
  const plain = name.length > 40 ? '' : name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  const meaning = { plain, role: roles.get(plain), deservesALook: worthALook.test(name) }
  if (name.length <= 40 && meanings.size < meaningsMax) meanings.set(name, meaning)
  return meaning
}

const noNames: ReadonlySet<string> = new Set()

/** Finds the signs of more in an answer. @param body the parsed body */
export function readMarks(headers: ReplyHeaders, body: unknown, options: MarkOptions = {}): PageMarks {
  const ignored = options.notMore ? new Set(options.notMore.map((name) => name.toLowerCase())) : noNames
  const found = new MarkFinder(ignored, options.echoes)
  found.headers(headers)
  if (Array.isArray(body)) found.length = body.length
  else if (isObject(body)) {
    found.place(body, '', options.list?.split('.') ?? [], 0)
    if (found.more && namesMore.test(found.more.name) && Object.values(body).some(isObject)) found.length ??= 0
  }
  return found
}

class MarkFinder implements PageMarks {
  items: Count | undefined
  pages: Count | undefined
  length: number | undefined
  readonly #ignored: ReadonlySet<string>
  readonly #echoes: MarkOptions['echoes']
  #more: Mark | undefined
  #position: Mark | undefined
  #matching: Count | undefined
  /** A flag of the vendor marks this page as the last one, so a cursor beside it only shows where the page ended. */
  #saysLast = false

  constructor(ignored: ReadonlySet<string>, echoes: MarkOptions['echoes']) {
    this.#ignored = ignored
    this.#echoes = echoes
  }

  get more(): Mark | undefined {
    return this.#more ?? (this.#saysLast ? undefined : this.#position)
  }

  headers(headers: ReplyHeaders): void {
    const next = findLinkTarget(listHeader(headers, 'link'), 'next')
    if (next !== undefined) this.#note({ name: 'Link', says: 'leads to a next page', token: next })
    for (const [name, header] of pageHeaders) {
      const page = readHeader(headers, header)
      if (page) this.#note({ name, says: 'names a next page', token: page })
    }
    for (const [role, name, header] of countHeaders) {
      const value = readHeader(headers, header)
      if (value !== undefined) this.#count(role, name, value)
    }
  }

  /** One object, and the objects below it in which vendors put marks. @param list the rest of the path to the list */
  place(object: Readonly<Record<string, unknown>>, path: string, list: readonly string[], depth: number): void {
    for (const name of Object.keys(object)) {
      const value = object[name]
      if (Array.isArray(value)) {
        this.length = Math.max(this.length ?? 0, value.length)
        if (/links?$/i.test(name)) this.#relations(value, `${path}${name}`)
        continue
      }
      const isOnTheWay = name === list[0]
      const { plain, role, deservesALook } = readName(name)
      if (!isOnTheWay && !isObject(value) && !deservesALook) continue
      if (role) this.#read(role, `${path}${name}`, value)
      if (!isObject(value) || depth > 5) continue
      if (isOnTheWay || besides.has(plain) || (depth < 3 && around.test(plain)))
        this.place(value, `${path}${name}.`, isOnTheWay ? list.slice(1) : [], depth + 1)
    }
    if (this.#matching) this.items = this.#matching
  }

  #read(role: MarkRole, name: string, value: unknown): void {
    if (role === 'items' || role === 'matching' || role === 'pages') this.#count(role, name, value)
    else if (role === 'more') this.#flag(name, value, true)
    else if (role === 'last') {
      if (typeof value === 'number') {
        if (/page$/i.test(name)) this.#count('pages', name, value)
      } else this.#flag(name, value, false)
    } else {
      const token = readToken(value)
      if (token === undefined) return
      const mark = { name, says: 'is not empty', token }
      if (role === 'next') this.#note(mark)
      else if (typeof value === 'string' && this.#echoes?.(token) === false && !this.#isIgnored(name))
        this.#position ??= mark
    }
  }

  /** @param more the value that means "more"; XML has text only */
  #flag(name: string, value: unknown, more: boolean): void {
    if (value === more || value === String(more)) this.#note({ name, says: `is ${more}` })
    else if (value === !more || value === String(!more)) this.#saysLast ||= !this.#isIgnored(name)
  }

  #count(role: 'items' | 'matching' | 'pages', name: string, value: unknown): void {
    const count = readCount(value)
    if (typeof count !== 'number' || !Number.isSafeInteger(count) || count < 1 || this.#isIgnored(name)) return
    if (role === 'matching') this.#matching ??= { name, count }
    else this[role] ??= { name, count }
  }

  /** Links as many vendors write them: `[{ rel: 'next', href }]`. */
  #relations(links: readonly unknown[], name: string): void {
    for (const link of links) {
      if (!isObject(link) || String(link.rel ?? link.relation).toLowerCase() !== 'next') continue
      this.#note({ name, says: 'leads to a next page', token: readToken(link) })
    }
  }

  #note(mark: Mark): void {
    if (this.#isIgnored(mark.name)) return
    this.#more ??= mark
    // Some lists are objects with a member for each item. Pages are members of a list, whatever it looks like.
    if (ofPages.test(mark.name)) this.length ??= 0
  }

  #isIgnored(name: string): boolean {
    return this.#ignored.size > 0 && this.#ignored.has(name.toLowerCase())
  }
}

/**
 * The text that leads on; undefined for a value that means the end: absent, null, "", false, 0, or an object without
 * any of these texts.
 */
function readToken(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value
  if (typeof value === 'number') return value > 0 ? String(value) : undefined
  if (value === true) return 'true'
  if (!isObject(value)) return undefined
  for (const name of ['href', 'url', 'link', 'after', 'cursor', 'token', 'page', 'offset']) {
    const inner = value[name]
    if ((typeof inner === 'string' && inner !== '') || (typeof inner === 'number' && inner > 0)) return String(inner)
  }
  return undefined
}

/** A count as a number, or as text. One above 2^53 is text in an answer, and more than any list. */
function readCount(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\d{1,40}$/.test(value)) return value
  return Math.min(Number(value), Number.MAX_SAFE_INTEGER)
}

/** The part of a list that was read so far. */
export interface Seen {
  readonly items: number
  readonly pages: number
}

/** The reason to expect more items; undefined if there is none. */
export function isMoreThan({ more, items, pages }: Omit<PageMarks, 'length'>, seen: Seen): Mark | undefined {
  if (more) return more
  if (items && items.count > seen.items) return { name: items.name, says: `is ${items.count}` }
  if (pages && pages.count > seen.pages) return { name: pages.name, says: `is ${pages.count}` }
  return undefined
}

/** The sentence about a mark of more, with its remedies. */
export function tellOfMore(list: string, { items, pages }: Seen, { name, says }: Mark, remedy: string): string {
  const shown = `${countNoun(items, 'item')} on ${countNoun(pages, 'page')}`
  return `Of the list ${list} only ${shown} came, and the vendor says that there is more: "${name}" ${says}. ${remedy} Where it means something else at this vendor, say so: notMore: ['${name}'].`
}
