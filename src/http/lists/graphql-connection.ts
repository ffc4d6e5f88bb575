import type { GraphqlPages } from '../../define/index.ts'
import { CheckError } from '../../errors/index.ts'
import { isObject } from '../../text/is-object.ts'
import { readMember } from '../../text/read-member.ts'
import type { VendorReply } from '../refusals/vendor-reply.ts'
import type { Mark } from './marks-of-more.ts'

const notList = 'is no list of nodes or edges. Ask for "nodes", and see whether it can be null'

/** Path of the list in the body of an answer. */
export function listOfConnection(connection: string): string {
  return `data.${connection}.nodes`
}

/** Items of a connection: its nodes, or those of its edges. @throws CheckError when it is none */
export function findConnectionItems(
  body: unknown,
  { connection }: GraphqlPages,
  reply: VendorReply,
): readonly unknown[] {
  const found = readMember(body, `data.${connection}`)
  const items = isObject(found) ? listNodes(found) : undefined
  if (items) return items
  throw createDriftError(reply, connection, notList)
}

/** The start of the next page of a connection; undefined at its end. @throws CheckError if that cannot be told */
export function readEndCursor(connection: unknown, path: string, reply: VendorReply): string | undefined {
  const pageInfo = isObject(connection) ? connection.pageInfo : undefined
  const { hasNextPage, endCursor } = isObject(pageInfo) ? pageInfo : {}
  if (hasNextPage === false) return undefined
  if (hasNextPage !== true)
    throw createDriftError(
      reply,
      path,
      'does not say whether there is more. Ask for "pageInfo { hasNextPage endCursor }"',
    )
  if (typeof endCursor === 'string' && endCursor !== '') return endCursor
  throw createDriftError(
    reply,
    path,
    'has more and no "endCursor" to go on from. Ask for "pageInfo { hasNextPage endCursor }"',
  )
}

/** How to fetch the further pages of an item's own connection. */
export interface InnerPages {
  /** The page that holds the item, with this value of the variable. */
  ask(variable: string, cursor: string): Promise<{ readonly reply: VendorReply; readonly body: unknown }>
  /** The page as it was read first. */
  readonly reply: VendorReply
}

// The default maximum of a list, so that an endless list of a vendor ends.
const innerPagesMax = 10_000

/** The item with all nodes of its inner connection. @param index its position on the page */
export async function completeItem(
  item: unknown,
  index: number,
  next: GraphqlPages,
  pages: InnerPages,
): Promise<unknown> {
  const { inner } = next
  const first = inner && readMember(item, inner.connection)
  // A node that the credentials may not read has none. The check's schema reports that.
  if (!inner || !isObject(first)) return item
  const path = `${next.connection}.${inner.connection}`
  const at = Array.isArray(first.nodes) ? 'nodes' : 'edges'
  const members: unknown[] = []
  const seen = new Set<string>()
  let { reply } = pages
  let connection: unknown = first
  for (;;) {
    const list = readMember(connection, at)
    if (!Array.isArray(list)) throw createDriftError(reply, path, notList)
    // One by one: a page has more nodes than a call takes arguments.
    for (const member of list) members.push(member)
    const cursor = readEndCursor(connection, path, reply)
    if (cursor === undefined) break
    if (seen.has(cursor) || seen.size >= innerPagesMax) {
      const why = `The vendor sends the same page again for "${path}", so the list has no end. Check the variable "${inner.variable}".`
      throw new CheckError(why, { code: 'PAGINATION_LOOP' })
    }
    seen.add(cursor)
    const page = await pages.ask(inner.variable, cursor)
    reply = page.reply
    const again = findSameItem(findConnectionItems(page.body, next, reply), item, index, reply, path)
    connection = readMember(again, inner.connection)
  }
  if (seen.size === 0) return item
  const pageInfo = readMember(connection, 'pageInfo')
  return setMember(item, inner.connection, { ...first, [at]: members, pageInfo })
}

/** Connections in an answer that have more, as marks. A query with `pageInfo` needs to know. */
export function* openConnections(
  value: unknown,
  path: string,
  depth = 0,
): Generator<Mark & { readonly nodes: number }> {
  // Deeper than any query that vendors allow.
  if (typeof value !== 'object' || value === null || depth > 24) return
  if (Array.isArray(value)) {
    for (const each of value) yield* openConnections(each, `${path}[]`, depth + 1)
    return
  }
  const object = value as Readonly<Record<string, unknown>>
  const { pageInfo, totalCount } = object
  const list = listNodes(object)
  const nodes = list?.length ?? 0
  const edge = Array.isArray(object.edges) ? readMember(object.edges.at(-1), 'cursor') : undefined
  const cursor = readMember(pageInfo, 'endCursor') ?? edge
  const token = typeof cursor === 'string' && cursor !== '' ? cursor : undefined
  if (readMember(pageInfo, 'hasNextPage') === true)
    yield { name: `${path}.pageInfo.hasNextPage`, says: 'is true', token, nodes }
  else if (list && pageInfo === undefined && typeof totalCount === 'number' && totalCount > nodes)
    yield { name: `${path}.totalCount`, says: `is ${totalCount}`, token, nodes }
  for (const [name, member] of Object.entries(object)) {
    if (typeof member === 'object' && member !== null) yield* openConnections(member, `${path}.${name}`, depth + 1)
  }
}

/** The item on a page that was requested again: by its id, otherwise by its position if the page is still the same. */
function findSameItem(
  page: readonly unknown[],
  item: unknown,
  index: number,
  reply: VendorReply,
  path: string,
): unknown {
  const id = readMember(item, 'id')
  const found = id === undefined ? page[index] : page.find((each) => readMember(each, 'id') === id)
  if (found !== undefined) return found
  throw createDriftError(reply, path, 'belongs to an item that the page no longer holds. Run again')
}

function listNodes({ nodes, edges }: Readonly<Record<string, unknown>>): readonly unknown[] | undefined {
  if (Array.isArray(nodes)) return nodes
  // An edge without a node is a record that cannot be read, as a node that is null.
  return Array.isArray(edges) ? edges.map((edge) => readMember(edge, 'node') ?? null) : undefined
}

function setMember(item: unknown, path: string, value: unknown): unknown {
  const [name = '', ...rest] = path.split('.')
  const object = isObject(item) ? item : {}
  return { ...object, [name]: rest.length === 0 ? value : setMember(object[name], rest.join('.'), value) }
}

function createDriftError(reply: VendorReply, connection: string, why: string): CheckError {
  return new CheckError(`In the answer to ${reply.method} ${reply.url} the connection "${connection}" ${why}.`, {
    code: 'SCHEMA_DRIFT',
  })
}
