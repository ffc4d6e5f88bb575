import { isObject } from '../../text/is-object.ts'
import { findUnreadPaging } from '../described/find-unread-paging.ts'
import { findShapeAt } from '../described/shape-at.ts'
import { anyShape, mayBe, type Shape } from '../expressions/shape.ts'
import { nameKind } from '../expressions/value.ts'
import type { GetEntry, ListEntry } from '../format/requests.ts'
import { readSelection, type Selection } from './graphql-document.ts'
import type { DocumentPath, ProblemReport } from './report.ts'
import type { RequestRules } from './request-rules.ts'

/** What the vendor's description says of an answer. A request that it does not have is reported. */
export function describeAnswer(
  {
    path,
    body,
    query = {},
    graphql,
    next,
  }: Pick<ListEntry, 'path' | 'body' | 'query' | 'graphql'> & Pick<GetEntry, 'next'>,
  place: DocumentPath,
  rules: RequestRules,
): Shape {
  const { described, report } = rules
  if (described && graphql !== undefined) return describeGraphqlAnswer(graphql, [...place, 'graphql'], rules)
  if (!described || path === undefined) return anyShape
  const found = described.find(body === undefined ? 'GET' : 'POST', path, [
    ...Object.keys(query),
    ...listPageParams(next),
  ])
  if ('shape' in found) return found.shape
  report.add([...place, 'path'], found.problem)
  return anyShape
}

/** What a query of GraphQL is answered with, below `data`: what it asks for, and nothing else. */
function describeGraphqlAnswer(
  document: string,
  place: DocumentPath,
  { definition, described, report }: RequestRules,
): Shape {
  const selection = readSelection(document)
  const found = described?.find('POST', definition.graphqlPath ?? '/graphql')
  if (!selection || !found) return anyShape
  if ('problem' in found) {
    report.add(place, found.problem)
    return anyShape
  }
  return selectMembers(readAt(found.shape, 'data', place, report), selection, place, report)
}

function selectMembers(shape: Shape, selection: Selection, place: DocumentPath, report: ProblemReport): Shape {
  const { item, members } = shape
  if (item) {
    const selected = selectMembers(item(), selection, place, report)
    return { ...shape, item: () => selected }
  }
  if (selection.size === 0 || !members) return shape
  const selected = [...selection].map(([name, { field, inner }]): [string, () => Shape] => {
    const member = selectMembers(readAt(shape, field, place, report), inner, place, report)
    return [name, () => member]
  })
  return { ...shape, members: new Map(selected), isClosed: true }
}

/** Query members by which a list asks for its next page. */
function listPageParams(next: GetEntry['next']): readonly string[] {
  if (typeof next !== 'object' || 'connection' in next) return []
  return ['param', 'page', 'offset', 'limit', 'after'].flatMap((member) => {
    const named = (next as Readonly<Record<string, unknown>>)[member]
    const name = isObject(named) ? named.param : named
    return typeof name === 'string' ? [name] : []
  })
}

/** The list in an answer. */
export function describeItems(
  answer: Shape,
  items: ListEntry['items'],
  place: DocumentPath,
  { report }: Pick<RequestRules, 'report'>,
): Shape {
  const isOmittable = typeof items === 'object'
  const path = isOmittable ? items.path : items
  const at = isOmittable ? [...place, 'path'] : place
  const list = path === undefined ? answer : readAt(answer, path, at, report)
  if (isOmittable)
    for (const [index, name] of (items.has ?? []).entries()) readAt(answer, name, [...place, 'has', index], report)
  if (mayBe(list, 'list')) return list
  const kinds = (list.kinds ?? []).map(nameKind).join(' or ')
  // Without "items" there is nothing at that place.
  if (path === undefined) {
    const lists = [...(answer.members ?? [])].filter(([, read]) => read().kinds?.includes('list')).map(([name]) => name)
    const hint = lists.length > 0 ? `; name the list by "items": ${lists.join(' or ')}` : ''
    report.add(place.slice(0, -1), `reads a list, and the answer is ${kinds}${hint}`)
  } else report.add(at, `"${path}" is ${kinds}, and a list is needed here`)
  return anyShape
}

/** The nodes of a connection, in whichever of the two ways the query asks for them. */
export function describeConnection(
  answer: Shape,
  connection: string,
  place: DocumentPath,
  rules: Pick<RequestRules, 'report'>,
): Shape {
  const found = findShapeAt(answer, connection)
  const members = 'shape' in found ? found.shape.members : undefined
  if (members === undefined || members.has('nodes') || !members.has('edges'))
    return describeItems(answer, `${connection}.nodes`, place, rules)
  const edges = describeItems(answer, `${connection}.edges`, place, rules)
  const { item } = edges
  const node = item && readAt(item(), 'node', place, rules.report)
  return node ? { ...edges, item: () => node } : anyShape
}

/** Members by which a list goes on. */
export function reportNext(answer: Shape, next: ListEntry['next'], place: DocumentPath, report: ProblemReport): void {
  if (typeof next !== 'object') return
  for (const member of ['cursor', 'url', 'total', 'more'] as const) {
    const path = (next as Readonly<Record<string, unknown>>)[member]
    if (typeof path !== 'string') continue
    const { kinds } = readAt(answer, path, [...place, member], report)
    if (kinds?.every((kind) => kind === 'list' || kind === 'object'))
      report.add([...place, member], `"${path}" is ${kinds.map(nameKind).join(' or ')}, and one value is needed here`)
  }
}

/** Whether an answer is nothing but a list. */
export function mayBeListAlone({ kinds }: Shape): boolean {
  return kinds?.includes('list') === true && kinds.every((kind) => kind === 'list' || kind === 'null')
}

/** A list that is read by one request, while the description has pages of it. */
export function reportUnreadPages(
  { path, body, items }: Pick<ListEntry, 'path' | 'body' | 'items'>,
  place: DocumentPath,
  { described, report }: RequestRules,
): void {
  const found = path === undefined ? undefined : described?.find(body === undefined ? 'GET' : 'POST', path)
  if (!found || 'problem' in found) return
  const at = typeof items === 'object' ? items.path : items
  const paging = findUnreadPaging(found.operation, at?.split('.') ?? [])
  if (paging)
    report.add(
      [...place, 'next'],
      `reads one page, and the description has the ${paging.is} "${paging.name}" for more; say how the list goes on, or why it does not: next: { none: <reason and source> }`,
    )
}

function readAt(answer: Shape, path: string, place: DocumentPath, report: ProblemReport): Shape {
  const found = findShapeAt(answer, path)
  if ('shape' in found) return found.shape
  report.add(place, found.problem)
  return anyShape
}
