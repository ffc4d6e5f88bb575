import type { DescriptionNode } from '../../descriptions/description-node.ts'
import { findNearest } from '../../text/find-nearest.ts'
import { isPromised, listMemberSchemas, readSchemaFacts, type SchemaFacts } from '../contract/schema-facts.ts'
import { joinMember, type Reads } from '../contract/watch-shape.ts'
import { type OperationChange, quoteWords } from './change.ts'

/** Deeper than a vendor moves a member that people still recognize. */
const searchDepth = 8

/** What a connector reads of an answer and a new schema says differently. */
export function compareSchemas(
  before: DescriptionNode,
  after: DescriptionNode,
  reads: Reads,
): readonly OperationChange[] {
  return compareValues(
    { facts: readSchemaFacts([before]), place: before },
    { facts: readSchemaFacts([after]), place: after },
    { reads, member: [] },
    after,
  )
}

interface SchemaValue {
  readonly facts: SchemaFacts
  readonly place: DescriptionNode
}

interface SchemaPlace {
  readonly reads: Reads
  readonly member: readonly string[]
}

function compareValues(
  before: SchemaValue,
  after: SchemaValue,
  place: SchemaPlace,
  root: DescriptionNode,
): readonly OperationChange[] {
  const { reads, member } = place
  const own = compareFacts(before.facts, after.facts).map(
    (change): OperationChange => ({ ...change, member, before: before.place, after: after.place }),
  )
  if (own.some(({ kind }) => kind === 'retyped')) return own
  return [
    ...own,
    ...[...reads.members].flatMap(([name, inner]) =>
      compareMember(name, { before, after }, { reads: inner, member: [...member, name] }, root),
    ),
  ]
}

function compareMember(
  name: string,
  { before, after }: { readonly before: SchemaValue; readonly after: SchemaValue },
  { reads, member }: SchemaPlace,
  root: DescriptionNode,
): readonly OperationChange[] {
  const old = listMemberSchemas(before.facts.shapes, name)
  const now = listMemberSchemas(after.facts.shapes, name)
  const [first] = old
  // What the old description did not have cannot be compared.
  if (!first) return []
  const [found] = now
  if (!found) {
    // A schema that says nothing of its members any more: it was compared as a whole.
    if (after.facts.types.length === 0 && after.facts.shapes.every((each) => !each.at('properties').isThere)) return []
    return [{ ...describeLoss(name, before, after, root), member, before: first.schema, after: after.place }]
  }
  const isNamed = name !== '[]' && name !== '{}'
  const isDropped = isNamed && isPromised(before.facts.shapes, name) && !isPromised(after.facts.shapes, name)
  // In some of its shapes a value no longer has the member.
  const isPartial =
    isNamed && !isDropped && hasEverywhere(before.facts.shapes, name) && !hasEverywhere(after.facts.shapes, name)
  return [
    ...(isDropped || isPartial
      ? [
          {
            kind: 'promise-dropped' as const,
            message: 'may now be absent',
            member,
            before: first.schema,
            after: found.schema,
          },
        ]
      : []),
    ...compareValues(
      { facts: readSchemaFacts(old.map(({ schema }) => schema)), place: first.schema },
      { facts: readSchemaFacts(now.map(({ schema }) => schema)), place: found.schema },
      { reads, member },
      root,
    ),
  ]
}

function hasEverywhere(shapes: readonly DescriptionNode[], name: string): boolean {
  return shapes.length > 1 && shapes.every((each) => each.at('properties', name).isThere)
}

function compareFacts(before: SchemaFacts, after: SchemaFacts): readonly Pick<OperationChange, 'kind' | 'message'>[] {
  const types = after.types.filter((type) => !before.types.some((old) => isWithin(type, old)))
  if (before.types.length > 0 && after.types.length === 0)
    return [{ kind: 'type-dropped', message: `was ${before.types.join(' or ')}, and is no longer described` }]
  if (before.types.length > 0 && types.length > 0)
    return [{ kind: 'retyped', message: `was ${before.types.join(' or ')}, and is now ${after.types.join(' or ')}` }]
  return [
    ...(!before.isDeprecated && after.isDeprecated
      ? [{ kind: 'deprecated' as const, message: 'is now deprecated' }]
      : []),
    ...(!before.isNullable && after.isNullable ? [{ kind: 'null-added' as const, message: 'may now be null' }] : []),
    ...compareWords(before, after),
    ...(before.format !== after.format && isOfTime(before.format)
      ? [
          {
            kind: 'format-changed' as const,
            message: `had the format ${before.format}, and now ${after.format ?? 'none'}`,
          },
        ]
      : []),
  ]
}

function compareWords(before: SchemaFacts, after: SchemaFacts): readonly Pick<OperationChange, 'kind' | 'message'>[] {
  if (before.words.length === 0 || before.isOpenWord) return []
  if (after.words.length === 0 || after.isOpenWord)
    return [
      { kind: 'words-open', message: `was one of ${quoteWords(before.words)}, and may now be any ${after.types[0]}` },
    ]
  const added = after.words.filter((word) => !before.words.includes(word))
  const removed = before.words.filter((word) => !after.words.includes(word))
  return [
    ...(added.length > 0 ? [{ kind: 'word-added' as const, message: `may now be ${quoteWords(added)}` }] : []),
    // A rule may wait for a word that never comes again.
    ...(removed.length > 0 ? [{ kind: 'word-removed' as const, message: `is no longer ${quoteWords(removed)}` }] : []),
  ]
}

/** An integer is a number as well. */
function isWithin(type: string, old: string): boolean {
  return type === old || (type === 'integer' && old === 'number')
}

function isOfTime(format: string | undefined): boolean {
  return format !== undefined && /date|time|unix/i.test(format)
}

/** Says where a member may have gone: to another name beside it, or to another place of the answer. */
function describeLoss(
  name: string,
  before: SchemaValue,
  after: SchemaValue,
  root: DescriptionNode,
): Pick<OperationChange, 'kind' | 'message'> {
  if (name === '[]') return { kind: 'retyped', message: 'has no items any more' }
  if (name === '{}') return { kind: 'removed', message: 'is gone' }
  const types = readSchemaFacts(listMemberSchemas(before.facts.shapes, name).map(({ schema }) => schema)).types
  const fits = (schema: DescriptionNode) => {
    const now = readSchemaFacts([schema]).types
    return types.length === 0 || now.length === 0 || now.some((type) => types.includes(type))
  }
  const elsewhere = findElsewhere(root, name, fits)
  if (elsewhere !== undefined) return { kind: 'moved', message: `is gone; the answer now has it at "${elsewhere}"` }
  const knownNames = new Set(before.facts.shapes.flatMap((each) => each.at('properties').names()))
  const fresh = after.facts.shapes.flatMap((each) =>
    each
      .at('properties')
      .members()
      .filter(([other, schema]) => !knownNames.has(other) && fits(schema))
      .map(([other]) => other),
  )
  // One new member of its type is likely its new name, however it is spelt.
  const near = findNearest(name, fresh) ?? (fresh.length === 1 ? fresh[0] : undefined)
  return { kind: 'removed', message: near === undefined ? 'is gone' : `is gone; is "${near}" its new name?` }
}

function findElsewhere(
  node: DescriptionNode,
  name: string,
  fits: (schema: DescriptionNode) => boolean,
): string | undefined {
  let level = [{ shapes: readSchemaFacts([node]).shapes, at: '' }]
  for (let depth = 0; depth < searchDepth; depth++) {
    for (const { shapes, at } of level)
      if (listMemberSchemas(shapes, name).some(({ schema }) => fits(schema))) return joinMember(at, name)
    level = level.slice(0, 200).flatMap(({ shapes, at }) => {
      const names = new Set(shapes.flatMap((each) => each.at('properties').names()))
      return [...names, '[]'].flatMap((step) => {
        const schemas = listMemberSchemas(shapes, step).map(({ schema }) => schema)
        return schemas.length === 0 ? [] : [{ shapes: readSchemaFacts(schemas).shapes, at: joinMember(at, step) }]
      })
    })
  }
  return undefined
}
