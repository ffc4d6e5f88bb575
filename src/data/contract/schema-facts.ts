import type { DescriptionNode } from '../../descriptions/description-node.ts'
import { mergeSchema, readAlternatives, readKinds, readType } from '../../descriptions/schema.ts'

/** What a description says of one value, over all shapes that it may have. */
export interface SchemaFacts {
  readonly shapes: readonly DescriptionNode[]
  /** Without `null`. */
  readonly types: readonly string[]
  /** Words and numbers that it may be, without null. */
  readonly words: readonly unknown[]
  /** Whether it may be a word that the description does not name. */
  readonly isOpenWord: boolean
  readonly isNullable: boolean
  readonly format: string | undefined
  readonly isDeprecated: boolean
}

/** @param nodes of which the value may be any */
export function readSchemaFacts(nodes: readonly DescriptionNode[]): SchemaFacts {
  const shapes = nodes.flatMap((node) => listShapes(node))
  const types = [...new Set(shapes.flatMap((each) => readTypes(each)))]
  const words = shapes.flatMap((each) => readWords(each))
  return {
    shapes,
    types,
    words: [...new Set(words.filter((each) => each !== null))],
    isOpenWord: shapes.some((each) => readWords(each).length === 0 && types.length > 0 && isText(each)),
    isNullable:
      nodes.some(isMarkedNullable) ||
      words.includes(null) ||
      shapes.some((each) => isMarkedNullable(each) || isNull(each)),
    format: shapes.map((each) => each.at('format').text).find((each) => each !== undefined),
    isDeprecated: [...nodes, ...shapes].some((each) => each.at('deprecated').value === true),
  }
}

/** The schemas of a member in all shapes that have it; `[]` is an item of a list, `{}` any member of a map. */
export function listMemberSchemas(
  shapes: readonly DescriptionNode[],
  name: string,
): readonly { readonly holder: DescriptionNode; readonly schema: DescriptionNode }[] {
  return shapes.flatMap((holder) => {
    const schema =
      name === '[]'
        ? holder.at('items')
        : name === '{}'
          ? holder.at('additionalProperties')
          : holder.at('properties', name)
    return schema.isObject ? [{ holder, schema }] : []
  })
}

/** Whether every shape that is an object promises the member. */
export function isPromised(shapes: readonly DescriptionNode[], name: string): boolean {
  return shapes.every((each) =>
    each
      .at('required')
      .items()
      .some(({ value }) => value === name),
  )
}

/** The schema, or all that its value may be. */
function listShapes(node: DescriptionNode, depth = 0, seen = new Set<unknown>()): readonly DescriptionNode[] {
  const schema = node.read(mergeSchema(node))
  // Alternatives may name each other in many ways.
  if (seen.has(schema.value)) return []
  seen.add(schema.value)
  const alternatives = depth < 5 ? readAlternatives(schema) : []
  const kinds = alternatives.length === 0 ? readKinds(node) : []
  const inner = [
    ...alternatives.flatMap((each) => listShapes(each, depth + 1, seen)),
    ...kinds.map((kind) => kind.read(mergeSchema(kind))),
  ]
  if (inner.length === 0) return [schema]
  return schema.at('properties').isThere ? [...inner, schema] : inner
}

function readTypes(schema: DescriptionNode): readonly string[] {
  const named = [schema.at('type').value].flat().filter((each): each is string => typeof each === 'string')
  const type = readType(schema)
  return (named.length > 1 ? named : type === undefined ? [] : [type]).filter((each) => each !== 'null')
}

/** A word alone may be written as a constant. */
function readWords(schema: DescriptionNode): readonly unknown[] {
  const constant = schema.at('const')
  if (constant.isThere) return [constant.value]
  return schema
    .at('enum')
    .items()
    .map(({ value }) => value)
}

function isText(schema: DescriptionNode): boolean {
  return readTypes(schema).includes('string')
}

function isNull(schema: DescriptionNode): boolean {
  return [schema.at('type').value].flat().includes('null')
}

function isMarkedNullable(schema: DescriptionNode): boolean {
  return schema.at('nullable').value === true || schema.at('x-nullable').value === true
}
