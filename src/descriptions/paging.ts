/** How a list continues at real providers: a member or header of the answer, and the query parameter that takes it. */
export type Paging =
  | { readonly kind: 'link'; readonly param: string }
  | { readonly kind: 'url'; readonly member: readonly string[]; readonly param: string }
  | { readonly kind: 'cursor'; readonly member: readonly string[]; readonly param: string }
  /** `first`: number of the first page. */
  | { readonly kind: 'page'; readonly param: string; readonly first: 0 | 1 }
  | { readonly kind: 'offset'; readonly param: string }
  /** The parameter takes the id of the last item; `more`: member that is true if there are more. */
  | { readonly kind: 'item'; readonly more: string; readonly param: string }

/** A query parameter of an operation. */
export interface DeclaredParameter {
  /** The first number of its schema (`default`, else `minimum`). */
  readonly first: number | undefined
  /** Whether its schema has text only, so that nobody can count it up. */
  readonly isText: boolean
  /** Whether its schema has numbers only, so that no opaque text is allowed. */
  readonly isNumber: boolean
}

/** The facts about an operation that returns a list. */
export interface PagedOperation {
  /** Query parameters by name. */
  readonly declared: ReadonlyMap<string, DeclaredParameter>
  /** Whether the answer may have a value at a path, such as `['meta', 'next']`, that is no object and no list. */
  readonly isMember: (path: readonly string[]) => boolean
  /** The type of such a value. @default any may be */
  readonly typeOf?: ((path: readonly string[]) => string | undefined) | undefined
}

/** Query parameter in next page URLs of a vendor without its own name for it. */
export const ownParam = '$skiptoken'

// Names at real providers, in the order of the search.
const cursorParams = [
  'pageToken',
  'page_token',
  'nextPageToken',
  'cursor',
  'page[cursor]',
  'after',
  'starting_after',
  'next',
  'from',
  '$skipToken',
  'marker',
  'PageToken',
  'after_cursor',
  'next_page_token',
]
const numberParams = ['page', 'page[number]', 'pageNumber', 'page_number']
const offsetParams = ['startAt', 'offset', 'page[offset]', '$skip', 'skip', 'start']
const sizeParams = [
  'per_page',
  'limit',
  'pageSize',
  'page_size',
  'maxResults',
  'page[size]',
  'page[limit]',
  '$top',
  'take',
  'count',
]
const cursorMembers = [
  ['nextPageToken'],
  ['next_page_token'],
  ['response_metadata', 'next_cursor'],
  ['next_cursor'],
  ['nextCursor'],
  ['meta', 'page', 'after'],
  ['meta', 'page', 'next_cursor'],
  ['meta', 'next_cursor'],
  ['pagination', 'next'],
  ['pagination', 'next_cursor'],
  ['paging', 'next', 'after'],
  ['list_metadata', 'after'],
  ['pagination', 'after_cursor'],
  ['paging', 'cursors', 'after'],
  ['cursors', 'after'],
  ['pagination', 'cursor'],
  ['pagination', 'next_page_token'],
  ['_pagination', 'next'],
  ['next_marker'],
  ['next'],
  ['next_page'],
]
/** Objects in which the next value of a parameter stands under the parameter's own name. */
const holders = [[], ['meta'], ['pagination'], ['paging'], ['page_info']]
// For a parameter that is called offset and takes text.
const offsetMembers = [['next_page', 'offset'], ['next_offset'], ['nextOffset'], ['offset']]
// Its name is the parameter, which Intercom's description leaves out.
const namedCursor = ['pages', 'next', 'starting_after']
/** Query parameter that an answer names, even if the description does not. */
export const namedParam = 'starting_after'
const itemParams = ['starting_after', 'after_id']
const moreMember = 'has_more'
const urlMembers = [
  ['next_page_uri'],
  ['meta', 'next_page_url'],
  ['nextUri'],
  ['metadata', 'next'],
  ['pagination', 'next_link'],
  ['pages', 'next'],
  ['@odata.nextLink'],
  ['nextLink'],
  ['next_url'],
  ['_pagination', 'next'],
  ['links', 'pages', 'next'],
  ['links', 'next'],
  ['_links', 'next', 'href'],
  ['next'],
]

/**
 * How an operation's list continues; undefined if its description does not show it.
 * @param at path of the list in the answer; empty if the answer is the list
 */
export function findPaging(at: readonly string[], { declared, isMember, typeOf }: PagedOperation): Paging | undefined {
  const param = (names: readonly string[]) => names.find((name) => declared.has(name))
  const cursor = param(cursorParams)
  const number = param(numberParams)
  const start = param(offsetParams)
  // Nobody can tell how to go on from a text but by the vendor's next one.
  const textOffset = start !== undefined && declared.get(start)?.isText ? start : undefined
  const offset = textOffset === undefined ? start : undefined
  if (at.length === 0) {
    const named = number ?? cursor
    if (named !== undefined) return { kind: 'link', param: named }
    return offset === undefined ? undefined : { kind: 'offset', param: offset }
  }
  const isOfType = (path: readonly string[], wrong: readonly string[]) =>
    isMember(path) && !wrong.includes(typeOf?.(path) ?? '')
  // One name for both says more than any list of names.
  const same = [...declared]
    .filter(([name, { isText }]) => isText && isPositionParam(name))
    .flatMap(([name]) => holders.map((holder) => ({ param: name, member: [...holder, name] })))
    .find(({ member }) => isOfType(member, ['boolean']))
  if (same) return { kind: 'cursor', ...same }
  const cursorMember = cursorMembers.find((path) => isOfType(path, ['boolean']))
  if (cursor !== undefined && cursorMember) return { kind: 'cursor', member: cursorMember, param: cursor }
  if (isMember(namedCursor)) return { kind: 'cursor', member: namedCursor, param: namedParam }
  const offsetMember = offsetMembers.find(isMember)
  if (textOffset !== undefined && offsetMember) return { kind: 'cursor', member: offsetMember, param: textOffset }
  const item = param(isMember(['last_id']) ? [...itemParams, 'after'] : itemParams)
  if (item !== undefined && isMember([moreMember])) return { kind: 'item', more: moreMember, param: item }
  const urlMember = urlMembers.find((path) => isOfType(path, ['boolean', 'integer', 'number']))
  if (urlMember) return { kind: 'url', member: urlMember, param: cursor ?? number ?? start ?? ownParam }
  if (offset !== undefined) return { kind: 'offset', param: offset }
  return number === undefined ? undefined : { kind: 'page', param: number, first: readFirstPage(number, declared) }
}

/** The first number of a parameter's schema, in the form of `declared`. */
export function readFirstNumber(schema: {
  readonly default?: unknown
  readonly minimum?: unknown
}): number | undefined {
  return [schema.default, schema.minimum].find((value) => typeof value === 'number')
}

/** Number of the first page: 0 only if the parameter's own schema says so. */
export function readFirstPage(param: string, declared: PagedOperation['declared']): 0 | 1 {
  return declared.get(param)?.first === 0 ? 0 : 1
}

/** The query parameter that takes the size of a page. */
export function findSizeParam(declared: PagedOperation['declared']): string | undefined {
  return sizeParams.find((name) => declared.has(name))
}

// Names such as "from", "after" and "start" are often times.
const positionParams = new Set(
  'page pageno pagenumber pageindex pagetoken nextpagetoken pagecursor offset pageoffset startat startindex skip cursor nexttoken continuationtoken paginationtoken marker pagestart startingafter aftercursor afterid skiptoken bookmark continuation paginationtoken pagingtoken pagestate resumptiontoken scrollid searchafter'.split(
    ' ',
  ),
)

/** Whether a query parameter can only be the place at which a page begins. */
export function isPositionParam(name: string): boolean {
  return positionParams.has(name.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
}

export function isPageNumber(param: string): boolean {
  return numberParams.includes(param)
}

export function isOffset(param: string): boolean {
  return offsetParams.includes(param)
}

// Beside the list they describe the request's outcome, or belong to its items.
const besides = /^(errors?|messages?|warnings?|included|links|_links|meta|notices|facets|aggregations)$/i
const usual = /^(items|collection|data|results?|values?|records|entries|list|resources|rows|content)$/i

/** The kind of an answer's member: a list of objects, an object, or anything else. */
export interface AnswerMember {
  readonly name: string
  readonly kind: 'list' | 'object' | 'other'
}

/**
 * Path of the list in an object, one or two steps long; undefined if it cannot be identified.
 * @param asked last word of the operation's path: `users`
 */
export function findListPath(
  asked: string,
  membersAt: (path: readonly string[]) => readonly AnswerMember[],
): readonly string[] | undefined {
  const members = membersAt([])
  const lists = (of: readonly AnswerMember[]) => of.filter(({ kind }) => kind === 'list').map(({ name }) => name)
  if (lists(members).some((name) => !besides.test(name))) {
    const name = listAmong(lists(members), asked)
    return name === undefined ? undefined : [name]
  }
  const deeper = members
    .filter(({ name, kind }) => kind === 'object' && !besides.test(name))
    .flatMap(({ name }) => {
      const inner = listAmong(lists(membersAt([name])), asked)
      return inner === undefined ? [] : [[name, inner]]
    })
  return deeper.length === 1 ? deeper[0] : undefined
}

/** Whether a list has this name whatever it contains: `items`, `data`. */
export function isUsualName(name: string): boolean {
  return usual.test(name)
}

function listAmong(names: readonly string[], asked: string): string | undefined {
  const candidates = names.filter((name) => !besides.test(name))
  if (candidates.length <= 1) return candidates[0]
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  const same = candidates.find((name) => plain(name) === plain(asked))
  const known = candidates.filter(isUsualName)
  return same ?? (known.length === 1 ? known[0] : undefined)
}

/** Last word of a path that is not a placeholder: `users` of `/v1/users`, and of `/users.list`. */
export function readAskedWord(path: string): string {
  const words = path
    .split('/')
    .filter((segment) => segment !== '' && !segment.includes('{'))
    .flatMap((segment) => segment.split('.').filter((word) => !/^(list|search|get|query|json)$/i.test(word)))
  return words.at(-1) ?? ''
}
