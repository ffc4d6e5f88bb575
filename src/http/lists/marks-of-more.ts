import {
  type OwnPageWords,
  type PageRole,
  type PageWord,
  readPageHeader,
  readPageWord,
  toPlainName,
} from '../../define/index.ts'
import { countNoun } from '../../text/count-noun.ts'
import { isObject } from '../../text/is-object.ts'
import { parseJson } from '../../text/parse-json.ts'
import { listHeader, type ReplyHeaders, readHeader } from '../pace/retry-after.ts'
import { parseContentRange } from './content-range.ts'
import { findLinkTarget } from './link-header.ts'
import {
  type MissingPart,
  type PartialSign,
  readCacheHeader,
  readRefusalAlone,
  readSign,
  readStatus,
  readWarningHeader,
  type Weight,
} from './missing-parts.ts'

/** A sign in an answer that the list continues. */
export interface Mark {
  /** Its name in `notMore`: a dotted path in the body, a header, or a status. */
  readonly name: string
  readonly says: string
  /** Cursor or address of the next page, if the mark is one. Not shown to anybody. */
  readonly token?: string | undefined
}

/** The number of all items, as an answer states it. */
export interface StatedCount {
  readonly name: string
  readonly count: number
}

/** The signs that an answer has about its list. */
export interface PageMarks {
  /** The first sign of more in it. */
  readonly more: Mark | undefined
  /** A cursor that can lead on, or only show where the page ended. */
  readonly position: Mark | undefined
  /** The answer is a range of a whole whose size the vendor does not give. */
  readonly range: Mark | undefined
  readonly items: StatedCount | undefined
  readonly pages: StatedCount | undefined
  /** The first sign that something of the answer is missing, or that it is none. */
  readonly missing: MissingPart | undefined
  /** Items of the longest list beside the marks; undefined if there is none. */
  readonly length: number | undefined
  /** Whether a flag, an empty pointer or a number says that this page is the last one. */
  readonly saysEnd: boolean
}

export interface MarkOptions {
  /** Whether the answer is a page, so that its members speak of the list. Otherwise it can be one thing with lists of its own. */
  readonly isPage: boolean
  /** Dotted path of the list, so that its parents are searched too. */
  readonly list?: string | undefined
  /** Names that mean something else at this vendor. */
  readonly notMore?: readonly string[] | undefined
  /** Whether the request held this text: a cursor that it held can lead back. @default never */
  readonly echoes?: ((text: string) => boolean) | undefined
  /** Last word of the request's path, which often is the name of the list. */
  readonly asked?: string | undefined
  /** The connector's own words. @default none */
  readonly words?: OwnPageWords | undefined
}

/** The parts of an answer beside its body. */
export interface AnswerHead {
  readonly status: number
  readonly headers: ReplyHeaders
}

/** Members that only pages have. */
const ofPages = /(?:^|\.)(?:paging|pagination|page_?info|response_?metadata)\./i
/** Marks that almost always belong to a list: the members of an object beside them are its items. */
const namesMore =
  /(?:^|\.)(?:has_?(?:more|next)(?:_?(?:page|items|results|pages))?|next_?(?:page_?token|page_?cursor|cursor)|@odata\.next_?link)$/i
const usualList = /^(?:items|data|results?|values?|records|entries|list|resources|rows|content)$/i
const noNames: ReadonlySet<string> = new Set()

/** Finds the signs in an answer that it is not all that there is. @param body the parsed body */
export function readMarks({ status, headers }: AnswerHead, body: unknown, options: MarkOptions): PageMarks {
  const found = new MarkFinder(options)
  found.head(status, headers, body)
  if (Array.isArray(body)) found.length = body.length
  else if (isObject(body)) {
    found.place(body, '', options.list?.split('.') ?? [], 0)
    found.settle(body)
  }
  return found
}

interface FoundSign extends PartialSign {
  readonly role: PageRole
  readonly isOfThing: boolean
  /** Whether its value is a list, which could be the list that was asked for. */
  readonly isList: boolean
}

class MarkFinder implements PageMarks {
  items: StatedCount | undefined
  pages: StatedCount | undefined
  range: Mark | undefined
  length: number | undefined
  missing: MissingPart | undefined
  readonly #options: MarkOptions
  readonly #ignored: ReadonlySet<string>
  #more: Mark | undefined
  #position: Mark | undefined
  #matching: StatedCount | undefined
  #signs: FoundSign[] | undefined
  /** Lists that are no sign themselves, and the length of the longest. */
  #lists = 0
  #longest = 0
  /** A flag of the vendor marks this page as the last one, so a cursor beside it only shows where the page ended. */
  #saysLast = false
  /** The place of the next page is there, and empty. */
  #hasNoNext = false
  /** The number of all items or pages is there, and 0. */
  #countsNone = false

  constructor(options: MarkOptions) {
    this.#options = options
    this.#ignored = options.notMore ? new Set(options.notMore.map((name) => name.toLowerCase())) : noNames
  }

  get more(): Mark | undefined {
    return this.#more
  }

  get saysEnd(): boolean {
    return this.#saysLast || this.#hasNoNext || this.#countsNone
  }

  get position(): Mark | undefined {
    return this.#saysLast ? undefined : this.#position
  }

  /** What is beside the body. */
  head(status: number, headers: ReplyHeaders, body: unknown): void {
    if (status !== 200) this.#miss(readStatus(status, body))
    const next = findLinkTarget(listHeader(headers, 'link'), 'next')
    if (next !== undefined) this.#note({ name: 'Link', says: 'leads to a next page', token: next })
    const nextRange = readHeader(headers, 'next-range')
    if (nextRange) this.#note({ name: 'Next-Range', says: 'names a next page', token: nextRange })
    for (const header of Object.keys(headers)) {
      // One look for most headers, because every answer has some.
      const meaning = this.#options.words ? readHeaderMeaning(header, this.#options.words) : findHeaderMeaning(header)
      if (meaning) this.#readMeaning(meaning, header, headers)
    }
    this.#miss(readWarningHeader(listHeader(headers, 'warning')))
    this.#readRange(status, readHeader(headers, 'content-range'))
  }

  #readMeaning(meaning: HeaderMeaning, header: string, headers: ReplyHeaders): void {
    const value = readHeader(headers, header)
    if (meaning === 'paging') this.#readPagingHeader(header, value)
    else if (meaning === 'cache') this.#miss(readCacheHeader(formatHeaderName(header), listHeader(headers, header)))
    else if (value) this.#readHeader(meaning, header, value)
  }

  /** One object, and the objects below it in which vendors put marks. @param list the rest of the path to the list */
  place(
    object: Readonly<Record<string, unknown>>,
    path: string,
    list: readonly string[],
    depth: number,
    isWithinThing = false,
  ): void {
    const names = Object.keys(object)
    let isOfThing: boolean | undefined = isWithinThing || undefined
    for (const name of names) {
      const value = object[name]
      const meaning = this.#meaningOf(name, path)
      const { role } = meaning
      const isOnTheWay = name === list[0]
      const isArray = Array.isArray(value)
      const isList = isArray && isOnTheWay && list.length === 1
      if (role && !isList) {
        isOfThing ??= isThing(names)
        this.#read(role, `${path}${name}`, value, meaning.isOwn === true ? undefined : isOfThing)
      }
      if (isArray) {
        this.#countList(value, role, isList)
        if (/links?$/i.test(name)) this.#relations(value, `${path}${name}`)
      } else if (isObject(value) && depth <= 5) {
        const isAround = meaning.isBeside || (depth < 3 && meaning.isAround)
        if (isOnTheWay || isAround) {
          isOfThing ??= isThing(names)
          this.place(value, `${path}${name}.`, isOnTheWay ? list.slice(1) : [], depth + 1, isOfThing && !isOnTheWay)
        }
      }
    }
    if (this.#matching) this.items = this.#matching
  }

  /** What a name means here: at this vendor, or at many. */
  #meaningOf(name: string, path: string): PageWord & { readonly isOwn?: boolean } {
    const { words } = this.#options
    const meaning = readPageWord(name)
    if (!words) return meaning
    const place = `${path}${name}`.toLowerCase()
    const role = words.roles.get(place) ?? words.roles.get(toPlainName(name))
    const isBeside = meaning.isBeside || words.parents.has(place)
    return role ? { ...meaning, role, isBeside, isOwn: true } : { ...meaning, isBeside }
  }

  /** Decides what the signs mean, once all of the body was seen. */
  settle(body: Readonly<Record<string, unknown>>): void {
    const { isPage, list, asked } = this.#options
    if (this.#lists > 0) this.length = this.#longest
    if (this.#more && namesMore.test(this.#more.name) && Object.values(body).some(isObject)) this.length ??= 0
    const isShaped = isPage || isPageShaped(body, this.#position, asked)
    if (!isShaped || (!isPage && this.#hasNoNext)) this.#position = undefined
    const isEmpty = this.#lists > 0 && this.#longest === 0
    const isBesideList = isPage || this.#lists > 0
    const isAskedFor = asked !== undefined && isSignList(readPageWord(asked).role)
    if (this.#lists === 0 && !isAskedFor) this.#miss(readRefusalAlone(body))
    const signs = this.#signs ?? []
    // A flag and its reason are a refusal, whatever stands beside them.
    const isRefused = ['success', 'error'].every((role) => signs.some((sign) => sign.role === role && !sign.isOfThing))
    const isEnough: Readonly<Record<Weight, boolean>> = {
      sure: true,
      strong: isBesideList || this.length !== undefined,
      weak: isBesideList || isRefused,
      refusal: isPage || isEmpty || isRefused,
      progress: isPage || (isShaped && isEmpty),
      doubt: isEmpty,
    }
    for (const { part, weight, isOfThing, isList } of signs) {
      if (isList && weight !== 'sure' && this.#lists === 0 && list === undefined) continue
      if (isEnough[weight] && (weight === 'strong' || !isOfThing)) this.#miss(part)
    }
  }

  #countList(value: readonly unknown[], role: PageRole | undefined, isList: boolean): void {
    if (!isList && isSignList(role)) {
      this.length ??= value.length
      return
    }
    this.#lists++
    this.#longest = Math.max(this.#longest, value.length)
    this.length = Math.max(this.length ?? 0, value.length)
  }

  /** @param isOfThing undefined for a word of the connector, which is sure */
  #read(role: PageRole, name: string, value: unknown, isOfThing: boolean | undefined): void {
    if (role === 'items' || role === 'matching' || role === 'pages') this.#count(role, name, value)
    else if (role === 'rest') this.#countRest(name, value)
    else if (role === 'more') this.#flag(name, typeof value === 'number' ? value > 0 : value, true)
    else if (role === 'last') {
      if (typeof value !== 'number') this.#flag(name, value, false)
      else if (/page$/i.test(name)) this.#count('pages', name, value)
    } else if (role === 'next' || role === 'position') this.#lead(role, name, value)
    else if (role === 'whole' && this.#options.isPage) {
      if (!isOfThing) this.#flag(name, value, false, false)
    } else if (!(role === 'status' && typeof value === 'string' && this.#options.echoes?.(value))) {
      const sign = readSign(role, name, value)
      if (!sign || this.#isIgnored(name)) return
      this.#signs ??= []
      const weight = isOfThing === undefined ? 'sure' : sign.weight
      this.#signs.push({ part: sign.part, weight, role, isOfThing: isOfThing === true, isList: Array.isArray(value) })
    }
  }

  /** The number of items behind this page. */
  #countRest(name: string, value: unknown): void {
    const count = readCount(value)
    if (typeof count === 'number' && count > 0) this.#note({ name, says: `is ${count}` })
    else if (count === 0) this.#saysLast ||= !this.#isIgnored(name)
  }

  #lead(role: 'next' | 'position', name: string, value: unknown): void {
    const token = readToken(value)
    if (role === 'next' && token === undefined) this.#hasNoNext = true
    if (token === undefined) return
    const mark = { name, says: 'is not empty', token }
    const isText = typeof value === 'string' || typeof value === 'number'
    if (role === 'next') this.#note(mark)
    else if (isText && this.#options.echoes?.(token) !== true && !this.#isIgnored(name)) this.#position ??= mark
  }

  #readHeader(role: PageRole, header: string, value: string): void {
    const name = formatHeaderName(header)
    if (role === 'items' || role === 'matching' || role === 'pages') this.#count(role, name, value)
    else if (role === 'rest') this.#countRest(name, value)
    else if (role === 'more' || role === 'part') this.#flag(name, value.toLowerCase(), true)
    else if (role === 'last' && /^\d+$/.test(value)) this.#count('pages', name, value)
    else if (role === 'last') this.#flag(name, value.toLowerCase(), false)
    else if (role === 'next' && !/^(?:null|none|false|0|-1)$/i.test(value))
      this.#note({ name, says: 'names a next page', token: value })
  }

  /** A header that holds what others put beside the list: ASP.NET's `X-Pagination: {"TotalCount":50,"HasNext":true}`. */
  #readPagingHeader(header: string, value: string | undefined): void {
    const paging = value?.startsWith('{') && value.length < pagingHeaderLengthMax ? parseJson(value) : undefined
    if (isObject(paging)) this.place(paging, `${formatHeaderName(header)}.`, [], 1)
  }

  /** Pages of a list are ranges of it. Of any other answer, a range is a part. */
  #readRange(status: number, header: string | undefined): void {
    const found = parseContentRange(header)
    if (found?.unit === 'bytes') {
      if (found.total === undefined || found.length < found.total)
        this.#miss({ name: 'Content-Range', says: 'is less than the whole', because: 'part' })
    } else if (found?.total !== undefined) {
      this.#count('items', 'Content-Range', found.total)
      // A range of one thing that is not written as a list.
      if (found.length < found.total) this.length ??= found.length
    } else if (found && found.length > 0)
      this.#noteRange({ name: 'Content-Range', says: 'names a range of an unknown total' })
    const isCounted = found?.total !== undefined && found.unit !== 'bytes' && !this.#isIgnored('Content-Range')
    if (status === 206 && !isCounted) this.#noteRange({ name: '206', says: 'is "Partial Content"' })
  }

  #noteRange(mark: Mark): void {
    if (!this.#isIgnored(mark.name)) this.range ??= mark
  }

  /** @param more the value that means "more"; XML has text only @param canEnd whether the other value means the end */
  #flag(name: string, value: unknown, more: boolean, canEnd = true): void {
    if (value === more || value === String(more)) this.#note({ name, says: `is ${more}` })
    else if (canEnd && (value === !more || value === String(!more))) this.#saysLast ||= !this.#isIgnored(name)
  }

  #count(role: 'items' | 'matching' | 'pages', name: string, value: unknown): void {
    const count = readCount(value)
    if (typeof count !== 'number' || !Number.isSafeInteger(count) || count < 0 || this.#isIgnored(name)) return
    if (count === 0) {
      this.#countsNone = true
      return
    }
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

  #miss(part: MissingPart | undefined): void {
    if (part && !this.#isIgnored(part.name)) this.missing ??= part
  }

  #isIgnored(name: string): boolean {
    return this.#ignored.size > 0 && this.#ignored.has(name.toLowerCase())
  }
}

const pagingHeaders: ReadonlySet<string> = new Set(['x-pagination', 'pagination', 'x-paging', 'paging', 'x-page-info'])
const pagingHeaderLengthMax = 10_000
/** Headers in which caches say whether an answer is of now (RFC 9211, and those of vendors). */
const cacheHeaders: ReadonlySet<string> = new Set([
  'cache-status',
  'cf-cache-status',
  'x-cache',
  'x-cache-status',
  'x-proxy-cache',
])

/** What a header says of a list; undefined for most. */
type HeaderMeaning = PageRole | 'paging' | 'cache'

function readHeaderMeaning(header: string, words?: OwnPageWords): HeaderMeaning | undefined {
  const role = readPageHeader(header, words)
  return role ?? (pagingHeaders.has(header) ? 'paging' : cacheHeaders.has(header) ? 'cache' : undefined)
}

// Vendors send the same headers with each answer. Others choose their names, so there is a limit on how many are kept.
const headerMeanings = new Map<string, HeaderMeaning | undefined>()
const headerMeaningsMax = 1_000

function findHeaderMeaning(header: string): HeaderMeaning | undefined {
  const known = headerMeanings.get(header)
  if (known !== undefined || headerMeanings.has(header)) return known
  const meaning = readHeaderMeaning(header)
  if (headerMeanings.size < headerMeaningsMax) headerMeanings.set(header, meaning)
  return meaning
}

function formatHeaderName(header: string): string {
  return header.replaceAll(/(?:^|-)[a-z]/g, (letter) => letter.toUpperCase())
}

/** Errors, warnings and names beside a list. */
function isSignList(role: PageRole | undefined): boolean {
  return role === 'error' || role === 'warning' || role === 'unreachable' || role === 'unprocessed'
}

/** Whether an object is one thing, by its members. An answer of JSON-RPC has the id of its request. */
function isThing(names: readonly string[]): boolean {
  return names.some((name) => readPageWord(name).isOfThings) && !names.includes('jsonrpc')
}

/** Whether a body that nobody called a page looks like one: one list, and beside it what pages have. */
function isPageShaped(
  body: Readonly<Record<string, unknown>>,
  position: Mark | undefined,
  asked: string | undefined,
): boolean {
  const names = Object.keys(body)
  if (isThing(names)) return false
  const lists = names.filter((name) => Array.isArray(body[name]) && !isSignList(readPageWord(name).role))
  const isInPaging = position?.name.includes('.') === true
  if (isInPaging) return true
  const [list = ''] = lists
  if (lists.length !== 1 || (body[list] as readonly unknown[]).some((item) => !isObject(item))) return false
  if (usualList.test(list) || (asked !== undefined && toPlainName(list) === toPlainName(asked))) return true
  // A token beside a list of another name is often a credential, and the list belongs to its owner.
  if (position && toPlainName(position.name) === 'token') return false
  return names.every((name) => {
    const { role, isBeside, isOfPages } = readPageWord(name)
    return name === list || (role !== undefined && role !== 'message') || isBeside || isOfPages
  })
}

/**
 * The text that leads on; undefined for a value that means the end: absent, null, "", false, 0, or an object without
 * any of these texts.
 */
function readToken(value: unknown): string | undefined {
  // HAL allows a list of links for each relation (draft-kelly-json-hal §4.1.1).
  if (Array.isArray(value)) return readToken(value[0])
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
  // Elasticsearch: { value: 50, relation: 'gte' }.
  if (isObject(value)) return value.value ?? value.count
  if (typeof value !== 'string' || !/^\d{1,40}$/.test(value)) return value
  return Math.min(Number(value), Number.MAX_SAFE_INTEGER)
}

/** The part of a list that was read so far. */
export interface ReadSoFar {
  readonly items: number
  readonly pages: number
}

/** The reason to expect more items; undefined if there is none. */
export function isMoreThan(
  { more, items, pages, position, range }: Pick<PageMarks, 'more' | 'items' | 'pages' | 'position' | 'range'>,
  seen: ReadSoFar,
): Mark | undefined {
  if (more) return more
  if (items && items.count > seen.items) return { name: items.name, says: `is ${items.count}` }
  if (pages && pages.count > seen.pages) return { name: pages.name, says: `is ${pages.count}` }
  // All of them came, so a cursor only shows where the page ended.
  return items ? undefined : (position ?? range)
}

/** The sentence about a mark of more, with its remedies. */
export function tellOfMore(list: string, { items, pages }: ReadSoFar, { name, says }: Mark, remedy: string): string {
  const shown = `${countNoun(items, 'item')} on ${countNoun(pages, 'page')}`
  return `Of the list ${list} only ${shown} came, and the vendor says that there is more: "${name}" ${says}. ${remedy} Where it means something else at this vendor, say so: notMore: ['${name}'].`
}
