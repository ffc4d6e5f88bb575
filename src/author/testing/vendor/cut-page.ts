import {
  type AnswerMember,
  findListPath,
  findPaging,
  findSizeParam,
  isOffset,
  isPageNumber,
  type PagedOperation,
  type Paging,
  readFirstPage,
} from '../../../descriptions/paging.ts'
import { renumber } from '../../../descriptions/sample.ts'
import { isMoreThan, readMarks } from '../../../http/lists/marks-of-more.ts'
import { isObject } from '../../../text/is-object.ts'
import { formatCursor, parseCursor } from './offset-cursor.ts'

/** One page of an answer: the body with its part of the list, and how to find the next page. */
export interface PagedAnswer {
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
}

export interface PagedRequest {
  readonly url: URL
  readonly query: URLSearchParams
}

export interface PageOptions extends PagedOperation {
  /** Last word of the operation's path, which often is the name of the list. */
  readonly asked: string
  /** The body for another item, if it was made from the schema and not from an example. */
  readonly bodyOf: ((index: number) => unknown) | undefined
  /** Whether the answer declares a `Link` header, which then also leads to the next page of a numbered list. */
  readonly hasLinkHeader: boolean
  /** Items of the whole list. */
  readonly length: number
  /** Most items of a page. */
  readonly size: number
}

const totalMembers = [
  ['total'],
  ['total_count'],
  ['totalCount'],
  ['totalItems'],
  ['meta', 'total'],
  ['meta', 'page', 'total_count'],
]
const lastMembers = [['isLast'], ['last']]

/** Divides the list in a body into pages, as the operation declares; a body without pages stays unchanged. */
export function cutPage(body: unknown, request: PagedRequest, options: PageOptions): PagedAnswer {
  const at = listPath(body, options.asked)
  const whole: PagedAnswer = { body: at ? setPageCount(endList(body, at), at, 1) : body, headers: {} }
  const style = at && findPaging(at, options)
  if (!style) return whole
  const example = readBodyMember(body, at) as readonly unknown[]
  const size = Math.min(options.size, readAskedSize(request.query, options.declared) ?? options.size)
  const itemAt = (index: number) => example[index] ?? createAnotherItem(example, index, at, options)
  const start =
    style.kind === 'item'
      ? findStart(request.query.get(style.param), itemAt, options.length)
      : readStart(style, request.query, size, options.declared)
  if (start === undefined) return whole
  const end = start + Math.max(1, size)
  const hasMore = end < options.length
  // Items of this page alone: a list of ten thousand would else be made anew for each of its pages.
  const items = Array.from({ length: Math.max(0, Math.min(end, options.length) - start) }, (_, position) =>
    itemAt(start + position),
  )
  let page = setBodyMember(body, at, items)
  for (const member of totalMembers) {
    if (typeof readBodyMember(page, member) === 'number') page = setBodyMember(page, member, options.length)
  }
  for (const member of lastMembers) {
    if (typeof readBodyMember(page, member) === 'boolean') page = setBodyMember(page, member, !hasMore)
  }
  if (!hasMore) page = endList(page, at, options.length)
  page = setPageCount(page, at, Math.ceil(options.length / Math.max(1, size)))
  const next = hasMore ? end : undefined
  switch (style.kind) {
    case 'link':
      return {
        body: page,
        headers:
          next === undefined
            ? {}
            : createLinkHeaders(createNextAddress(request.url, style, next, size, options.declared)),
      }
    case 'url':
      return {
        body: setNextMark(
          page,
          style.member,
          next === undefined ? undefined : createNextAddress(request.url, style, next, size, options.declared),
        ),
        headers: {},
      }
    case 'item':
      return { body: setBodyMember(page, [style.more], hasMore), headers: {} }
    case 'cursor':
      return {
        body: setNextMark(
          page,
          style.member,
          next === undefined ? undefined : formatPlace(style, next, options.declared),
        ),
        headers: {},
      }
    default: {
      if (next === undefined || !options.hasLinkHeader) return { body: page, headers: {} }
      return {
        body: page,
        headers: createLinkHeaders(createNextAddress(request.url, style, next, size, options.declared)),
      }
    }
  }
}

// More than any vendor has.
const marksMax = 12

const wholeAnswer = { status: 200, headers: {} }

/** The last page in the vendor's form: signs of more in an example would lead nowhere. */
function endList(body: unknown, at: readonly string[], length?: number): unknown {
  let page = body
  const shown = readBodyMember(body, at)
  const items = length ?? (Array.isArray(shown) ? shown.length : 0)
  for (let marks = 0; marks < marksMax; marks++) {
    const wholeMarks = readMarks(wholeAnswer, page, { isPage: true, list: at.join('.') })
    const mark = isMoreThan(wholeMarks, { items, pages: Number.POSITIVE_INFINITY }) ?? wholeMarks.missing
    if (!mark) break
    const path = isMember(page, mark.name) ? [mark.name] : mark.name.split('.')
    const value = readBodyMember(page, path)
    const isFlag = typeof value === 'boolean'
    const ended = setBodyMember(page, path, isFlag ? !value : wholeMarks.items?.name === mark.name ? items : undefined)
    if (readBodyMember(page, path) === undefined) break
    page = ended
  }
  return page
}

/** The number of pages, if the body states one. */
function setPageCount(body: unknown, at: readonly string[], count: number): unknown {
  const wholeMarks = readMarks(wholeAnswer, body, { isPage: true, list: at.join('.') }).pages
  if (!wholeMarks) return body
  return setBodyMember(body, isMember(body, wholeMarks.name) ? [wholeMarks.name] : wholeMarks.name.split('.'), count)
}

function isMember(body: unknown, name: string): boolean {
  return typeof body === 'object' && body !== null && Object.hasOwn(body, name)
}

/** The place of the list: the body itself, or the member with a list of objects, otherwise with any list. */
function listPath(body: unknown, asked: string): readonly string[] | undefined {
  if (Array.isArray(body)) return []
  if (typeof body !== 'object' || body === null) return undefined
  const found = findListPath(asked, (path) => listAnswerMembers(readBodyMember(body, path)))
  const [name] = Object.entries(body).find(([, value]) => Array.isArray(value)) ?? []
  return found ?? (name === undefined ? undefined : [name])
}

function listAnswerMembers(value: unknown): readonly AnswerMember[] {
  return Object.entries(value ?? {}).map(([name, member]) => {
    const isList = Array.isArray(member) && typeof member[0] === 'object'
    return { name, kind: isList ? 'list' : isObject(member) ? 'object' : 'other' }
  })
}

function createAnotherItem(
  example: readonly unknown[],
  index: number,
  at: readonly string[],
  { bodyOf }: PageOptions,
): unknown {
  const list = bodyOf && readBodyMember(bodyOf(index), at)
  return Array.isArray(list) ? list[0] : renumber(example[index % example.length], '', index)
}

/** The place after the item that has this value; the beginning without a value, and the end for an unknown one. */
function findStart(after: string | null, itemAt: (index: number) => unknown, length: number): number {
  if (after === null || after === '') return 0
  for (let index = 0; index < length; index++)
    if (Object.values(itemAt(index) ?? {}).some((value) => String(value) === after)) return index + 1
  return length
}

function readStart(
  style: Paging,
  query: URLSearchParams,
  size: number,
  declared: PageOptions['declared'],
): number | undefined {
  const { kind, param } = style
  const sent = query.get(param)
  if (sent === null || sent === '') return 0
  const isCount = /^\d+$/.test(sent)
  if (isCount && kind !== 'cursor' && isPageNumber(param))
    return Math.max(0, Number(sent) - readFirstPage(param, declared)) * size
  return isCount && takesCount(style, declared) ? Number(sent) : parseCursor(sent)
}

/** Whether the parameter takes the number of items before the page: nobody may send an opaque text where a number stands. */
function takesCount({ kind, param }: Paging, declared: PageOptions['declared']): boolean {
  return declared.get(param)?.isNumber === true || (kind !== 'cursor' && isOffset(param))
}

/** The place of a page, as its parameter takes it. */
function formatPlace(style: Paging, next: number, declared: PageOptions['declared']): string {
  return takesCount(style, declared) ? String(next) : formatCursor(next)
}

function createNextAddress(
  url: URL,
  style: Paging,
  next: number,
  size: number,
  declared: PageOptions['declared'],
): string {
  const { param } = style
  const address = new URL(url)
  const value = isPageNumber(param)
    ? String(Math.floor(next / size) + readFirstPage(param, declared))
    : formatPlace(style, next, declared)
  address.searchParams.set(param, value)
  return address.href
}

function createLinkHeaders(address: string): Readonly<Record<string, string>> {
  return { link: `<${address}>; rel="next"` }
}

function readAskedSize(query: URLSearchParams, declared: PageOptions['declared']): number | undefined {
  const name = findSizeParam(declared)
  const sent = name === undefined ? '' : (query.get(name) ?? '')
  return /^\d+$/.test(sent) ? Math.max(1, Number(sent)) : undefined
}

function readBodyMember(body: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (at, name) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, name)
        ? (at as Readonly<Record<string, unknown>>)[name]
        : undefined,
    body,
  )
}

/** The next page's mark. On the last page, an example's own mark is removed, because it would lead nowhere. */
function setNextMark(body: unknown, path: readonly string[], value: string | undefined): unknown {
  if (value !== undefined) return setBodyMember(body, path, value)
  return readBodyMember(body, path) === undefined
    ? body
    : setBodyMember(body, path, typeof readBodyMember(body, path) === 'string' ? undefined : null)
}

function setBodyMember(body: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value
  const object = typeof body === 'object' && body !== null ? (body as Readonly<Record<string, unknown>>) : {}
  const { [name]: inner, ...others } = object
  const next = setBodyMember(inner, rest, value)
  return next === undefined ? others : { ...others, [name]: next }
}
