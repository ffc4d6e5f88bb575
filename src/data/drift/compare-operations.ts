import type { Description } from '../../descriptions/description.ts'
import type { DescriptionNode } from '../../descriptions/description-node.ts'
import { hasLinkHeader } from '../../descriptions/has-link-header.ts'
import type { Operation } from '../../descriptions/operations.ts'
import type { OperationParameter } from '../../descriptions/parameters.ts'
import { type RequiredScheme, readSecurity } from '../../descriptions/security.ts'
import { isSent, type OperationUse } from '../contract/operation-use.ts'
import { type DescriptionChange, type OperationChange, quoteWords } from './change.ts'
import { compareSchemas } from './compare-schemas.ts'
import { cleanPath, listAddresses, listBases, type OperationIndex } from './operation-index.ts'

/** A description with its operations, by what others call them. */
export interface IndexedDescription {
  readonly description: Description
  readonly index: OperationIndex
}

/** What a connector relies on of one operation and a new description says differently. */
export function compareOperation(
  before: Operation,
  now: IndexedDescription,
  old: IndexedDescription,
  { use, scopes }: { readonly use: OperationUse; readonly scopes: readonly string[] },
): readonly OperationChange[] {
  const after = now.index.find(before.method, before.path, listBases(before))
  if (!after) return [describeLostOperation(before, now)]
  return [
    ...compareAddresses(before, after),
    ...(before.node.at('deprecated').value !== true && after.node.at('deprecated').value === true
      ? [{ kind: 'deprecated' as const, message: 'is now deprecated', before: before.node, after: after.node }]
      : []),
    ...compareParameters(before, after, use.sent),
    ...compareSecurity(
      { operation: before, root: old.description.root },
      { operation: after, root: now.description.root },
      scopes,
    ),
    ...compareAnswers(before, after, use),
  ]
}

function describeLostOperation(before: Operation, { index, description }: IndexedDescription): OperationChange {
  const place = { before: before.node, after: description.root.at('paths') }
  const others = index.operations.filter((each) => cleanPath(each.path) === cleanPath(before.path))
  if (others.length > 0) {
    const methods = [...new Set(others.map(({ method }) => method))].join(', ')
    return { kind: 'removed', message: `is gone; its path now has ${methods} only`, ...place }
  }
  const id = before.node.at('operationId').text
  const same = index.operations.filter((each) => each.method === before.method)
  const moved =
    same.find((each) => id !== undefined && each.node.at('operationId').text === id) ??
    same.find((each) => cutVersion(each.path) === cutVersion(before.path))
  return moved
    ? { kind: 'moved', message: `is now ${moved.name}`, before: before.node, after: moved.node }
    : { kind: 'removed', message: 'is gone', ...place }
}

/** Without the steps that name a version or say that this is an API. */
function cutVersion(path: string): string {
  return cleanPath(path).replaceAll(/\/(?:api|rest|v\d+(?:\.\d+)*(?:alpha|beta)?\d*|\d{4}-\d\d(?:-\d\d)?)(?=\/)/gi, '')
}

function compareAddresses(before: Operation, after: Operation): readonly OperationChange[] {
  const [old, now] = [listAddresses(before), listAddresses(after)]
  if (old.length === 0 || now.length === 0 || old.some((each) => now.includes(each))) return []
  return [
    {
      kind: 'server-moved',
      message: `is now at ${now.slice(0, 3).join(', ')}`,
      before: before.servers,
      after: after.servers,
    },
  ]
}

function compareParameters(before: Operation, after: Operation, sent: ReadonlySet<string>): readonly OperationChange[] {
  const read = ({ parameters }: Operation) => parameters.filter((each) => each.in === 'query' || each.in === 'header')
  const [old, now] = [read(before), read(after)]
  const isSame = (one: OperationParameter) => (other: OperationParameter) =>
    one.in === other.in &&
    (one.in === 'header' ? one.name.toLowerCase() === other.name.toLowerCase() : one.name === other.name)
  const isUsed = ({ name, in: place }: OperationParameter) => place === 'query' && isSent(name, sent)
  const fresh = now.filter((each) => !old.some(isSame(each)))
  return [
    ...now
      .filter((each) => each.required && !isUsed(each) && old.find(isSame(each))?.required !== true)
      // How a request signs in is told by its security.
      .filter(({ in: place, name }) => place === 'query' || !/^(?:authorization|accept|content-type)$/i.test(name))
      .map(
        ({ name, in: place, node }): OperationChange => ({
          kind: 'parameter-required',
          message: `now needs the ${place} parameter "${name}"`,
          before: before.node,
          after: node,
        }),
      ),
    ...old
      .filter((each) => isUsed(each))
      .flatMap((each): readonly OperationChange[] => {
        const same = now.find(isSame(each))
        if (same) return compareParameter(each, same)
        const [other] = fresh.filter(({ in: place }) => place === 'query')
        const hint = other && fresh.length === 1 ? `; is "${other.name}" its new name?` : ''
        return [
          {
            kind: 'parameter-removed',
            message: `no longer takes the query parameter "${each.name}"${hint}`,
            before: each.node,
            after: after.node,
          },
        ]
      }),
  ]
}

function compareParameter(before: OperationParameter, after: OperationParameter): readonly OperationChange[] {
  const found = (kind: DescriptionChange['kind'], what: string): OperationChange => ({
    kind,
    message: `${what} the query parameter "${before.name}"`,
    before: before.node,
    after: after.node,
  })
  const [old, now] = [before.schema, after.schema]
  const isOther =
    old.type !== undefined && now.type !== undefined && old.type !== now.type && !areEqualInQuery(old.type, now.type)
  const lost = old.choices.filter((word) => now.choices.length > 0 && !now.choices.includes(word))
  const [most, least] = [before.most, after.most]
  return [
    ...(isOther ? [found('parameter-changed', `takes ${now.type} and no longer ${old.type} in`)] : []),
    ...(lost.length > 0 ? [found('parameter-changed', `no longer takes ${quoteWords(lost)} in`)] : []),
    ...(most !== undefined && least !== undefined && least < most
      ? [found('parameter-changed', `takes at most ${least} and no longer ${most} in`)]
      : []),
    ...(before.node.at('deprecated').value !== true && after.node.at('deprecated').value === true
      ? [found('deprecated', 'now deprecates')]
      : []),
  ]
}

/** All are text in an address. */
function areEqualInQuery(one: string, other: string): boolean {
  const plain = ['string', 'integer', 'number']
  return plain.includes(one) && plain.includes(other)
}

interface Demand {
  readonly operation: Operation
  readonly root: DescriptionNode
}

/** @param scopes that the connector asks for already */
function compareSecurity(before: Demand, after: Demand, scopes: readonly string[]): readonly OperationChange[] {
  const had = readSecurity(before.root, before.operation.node)
  const needs = readSecurity(after.root, after.operation.node)
  // An old description without any said nothing of it.
  if (had.length === 0 || needs.length === 0) return []
  const place = { before: before.operation.node, after: after.operation.node }
  const kinds = new Set(had.flatMap(({ schemes }) => schemes.map(nameScheme)))
  const known = needs.filter(({ schemes }) => schemes.every((each) => kinds.has(nameScheme(each))))
  if (known.length === 0) {
    const names = needs.map(({ schemes }) => schemes.map(nameScheme).join(' and '))
    return [
      { kind: 'sign-in-changed', message: `now is signed in to by ${[...new Set(names)].join(' or ')}`, ...place },
    ]
  }
  const granted = new Set([...scopes, ...had.flatMap(({ schemes }) => schemes.flatMap((each) => each.scopes))])
  const missing = known.map(({ schemes }) =>
    schemes.flatMap((each) => each.scopes).filter((scope) => !granted.has(scope)),
  )
  const least = missing.toSorted((a, b) => a.length - b.length)[0] ?? []
  return least.length === 0
    ? []
    : [{ kind: 'scope-added', message: `now needs the scope ${quoteWords(least)}`, ...place }]
}

function nameScheme({ scheme, name }: RequiredScheme): string {
  const type = scheme.at('type').text
  if (type === undefined) return name
  if (type === 'http') return scheme.at('scheme').text?.toLowerCase() ?? 'http'
  if (type !== 'apiKey') return type
  return `apiKey in the ${scheme.at('in').text ?? 'header'} ${scheme.at('name').text ?? ''}`.toLowerCase()
}

function compareAnswers(before: Operation, after: Operation, { reads }: OperationUse): readonly OperationChange[] {
  const [old, now] = [before.success, after.success]
  const isPaged = hasLinkHeader(old.response) && !hasLinkHeader(now.response)
  const linked: readonly OperationChange[] = isPaged
    ? [
        {
          kind: 'paging-changed',
          message: 'no longer says that a Link header leads to the next page',
          before: old.response,
          after: now.response,
        },
      ]
    : []
  // Nothing of the answer is read but its status.
  if (!old.media || reads.members.size === 0) return linked
  if (!now.media)
    return [{ kind: 'retyped', message: 'no longer answers with JSON', before: old.media, after: now.response }]
  return [...linked, ...compareSchemas(old.media.at('schema'), now.media.at('schema'), reads)]
}
