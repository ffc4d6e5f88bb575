import type { DescriptionNode } from '../../descriptions/description-node.ts'
import { mergeSchema, readAlternatives, readType } from '../../descriptions/schema.ts'
import { createReads, type Reads } from './watch-shape.ts'

/** A schema with the members that a file reads, and nothing else. */
export interface ReducedSchema {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly nullable?: true
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, ReducedSchema>>
  readonly additionalProperties?: true
  readonly items?: ReducedSchema
}

/** Longer lists of words are those of countries, currencies and regions. */
const wordsMax = 60

/** Cuts a schema down to what is read of it, without references, so that it stands alone. */
export function reduceSchema(node: DescriptionNode, reads: Reads): ReducedSchema {
  return reduceSchemas([node], reads)
}

/** @param nodes of which the value may be any */
function reduceSchemas(nodes: readonly DescriptionNode[], reads: Reads): ReducedSchema {
  const shapes = nodes.flatMap((node) => listShapes(node))
  const types = [...new Set(shapes.flatMap((each) => readTypes(each)))]
  const words = shapes.flatMap((each) =>
    each
      .at('enum')
      .items()
      .map(({ value }) => value),
  )
  const isOpenWord = shapes.some((each) => !each.at('enum').isThere && types.length > 0 && isText(each))
  const known = words.filter((each) => each !== null)
  const isNullable =
    nodes.some(isMarkedNullable) ||
    words.includes(null) ||
    shapes.some((each) => isMarkedNullable(each) || isNull(each))
  const properties = [...reads.members]
    .filter(([name]) => name !== '[]')
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, inner]): [string, ReducedSchema] => {
      const holders = shapes.filter((each) => each.at('properties', name).isThere)
      return [
        name,
        reduceSchemas(
          holders.map((each) => each.at('properties', name)),
          inner,
        ),
      ]
    })
  const required = properties
    .map(([name]) => name)
    .filter((name) =>
      shapes.every((each) =>
        each
          .at('required')
          .items()
          .some(({ value }) => value === name),
      ),
    )
  const item = reads.members.get('[]')
  const lists = shapes.filter((each) => each.at('items').isObject).map((each) => each.at('items'))
  const format = shapes.map((each) => each.at('format').text).find((each) => each !== undefined)
  return {
    ...(types.length > 0 && { type: types.length === 1 ? types[0] : types }),
    ...(format !== undefined && { format }),
    ...(known.length > 0 && known.length <= wordsMax && !isOpenWord && { enum: [...new Set(known)] }),
    ...(isNullable && { nullable: true as const }),
    ...(required.length > 0 && { required }),
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
    ...(properties.length === 0 && types.includes('object') && { additionalProperties: true as const }),
    ...(types.includes('array') && { items: reduceSchemas(lists, item ?? createReads()) }),
  } as ReducedSchema
}

/** The schema, or all that its value may be. */
function listShapes(node: DescriptionNode, depth = 0): readonly DescriptionNode[] {
  const schema = node.read(mergeSchema(node))
  const alternatives = depth < 5 ? readAlternatives(schema) : []
  if (alternatives.length === 0) return [schema]
  const inner = alternatives.flatMap((each) => listShapes(each, depth + 1))
  return schema.at('properties').isThere ? [...inner, schema] : inner
}

function readTypes(schema: DescriptionNode): readonly string[] {
  const named = [schema.at('type').value].flat().filter((each): each is string => typeof each === 'string')
  const type = readType(schema)
  return (named.length > 1 ? named : type === undefined ? [] : [type]).filter((each) => each !== 'null')
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
