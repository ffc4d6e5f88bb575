import type { DescriptionNode } from '../../descriptions/description-node.ts'
import { mergeSchema, readAlternatives, readKinds, readType, type ValueType } from '../../descriptions/schema.ts'
import { schemaDepthMax } from '../../descriptions/schema-view.ts'
import { anyShape, type Shape } from '../expressions/shape.ts'
import type { Kind } from '../expressions/value.ts'

const kindsByType: Readonly<Record<ValueType, readonly Kind[]>> = {
  object: ['object'],
  array: ['list'],
  string: ['text'],
  integer: ['number'],
  number: ['number'],
  boolean: ['boolean'],
}

/** Schemas name each other in many ways, so the shape of each is worked out once. */
const shapes = new WeakMap<object, Shape>()

/**
 * What is certain of a value by its schema. Where a schema leaves something open, so does the shape: a mistake that is reported
 * has to be one.
 */
export function readSchemaShape(node: DescriptionNode, depth = 0): Shape {
  const { value } = node
  if (typeof value !== 'object' || value === null || !node.isObject || depth > schemaDepthMax) return anyShape
  const known = shapes.get(value)
  if (known) return known
  // Of a schema that is its own alternative, nothing is certain.
  shapes.set(value, anyShape)
  const shape = workOutShape(node, depth)
  shapes.set(value, shape)
  return shape
}

function workOutShape(node: DescriptionNode, depth: number): Shape {
  const schema = node.read(mergeSchema(node))
  const own = readOwnShape(schema, node)
  const alternatives = readAlternatives(schema)
  if (alternatives.length > 0)
    return joinShapes(
      alternatives.map((each) =>
        isNullAlone(each) ? { kinds: ['null'] } : addMembers(readSchemaShape(each, depth + 1), own),
      ),
    )
  const kinds = readKinds(node).map((kind) => readOwnShape(kind.read(mergeSchema(kind)), kind))
  return kinds.length > 0 ? joinShapes(kinds.map((kind) => addMembers(kind, own))) : own
}

/** The alternative `{ nullable: true }`, as OpenAPI 3.0 writes that a value may be null. */
function isNullAlone(node: DescriptionNode): boolean {
  return (
    node.at('nullable').value === true && node.names().every((name) => name === 'nullable' || name === 'description')
  )
}

function readOwnShape(schema: DescriptionNode, node: DescriptionNode): Shape {
  const kinds = readValueKinds(schema, node)
  const members = new Map(
    schema
      .at('properties')
      .members()
      .map(([name, member]) => [name, () => readSchemaShape(member)] as const),
  )
  const items = schema.at('items')
  return {
    kinds,
    members: members.size > 0 ? members : undefined,
    isClosed: members.size > 0 ? !isOpen(schema) : undefined,
    item: items.isObject ? () => readSchemaShape(items) : undefined,
  }
}

function readValueKinds(schema: DescriptionNode, node: DescriptionNode): readonly Kind[] | undefined {
  const named = [schema.at('type').value].flat()
  const type = readType(schema)
  if (type === undefined) return undefined
  const types = named.filter((each): each is ValueType => Object.hasOwn(kindsByType, String(each)))
  const kinds = new Set((types.length > 0 ? types : [type]).flatMap((each) => kindsByType[each]))
  // Beyond 2^53 a number is read as text.
  if (kinds.has('number') && /int64|long|decimal/i.test(schema.at('format').text ?? '')) kinds.add('text')
  const isNullable = [schema, node].some(
    (each) => each.at('nullable').value === true || each.at('x-nullable').value === true,
  )
  if (isNullable || named.includes('null')) kinds.add('null')
  return [...kinds]
}

/** Whether an object may have members that its schema does not name. */
function isOpen(schema: DescriptionNode): boolean {
  const { value } = schema.at('additionalProperties')
  return (
    (value !== undefined && value !== false) ||
    schema.at('patternProperties').isThere ||
    // Its kinds have members of their own.
    schema.at('discriminator').isThere
  )
}

/** What holds for a value of any of several shapes. */
function joinShapes(ways: readonly Shape[]): Shape {
  const shapes = [...new Set(ways)]
  const [only] = shapes
  if (only && shapes.length === 1) return only
  const kinds = shapes.every((each) => each.kinds)
    ? [...new Set(shapes.flatMap((each) => each.kinds ?? []))]
    : undefined
  const objects = shapes.filter((each) => each.kinds === undefined || each.kinds.includes('object'))
  const lists = shapes.filter((each) => each.kinds === undefined || each.kinds.includes('list'))
  const names = new Set(objects.flatMap((each) => [...(each.members?.keys() ?? [])]))
  const members = new Map(
    [...names].map((name) => {
      const ways = objects.map((each) => each.members?.get(name))
      const isCertain = ways.every((way, index) => way || objects[index]?.isClosed)
      return [name, () => (isCertain ? joinShapes(ways.flatMap((way) => (way ? [way()] : []))) : anyShape)] as const
    }),
  )
  const items = lists.map((each) => each.item)
  return {
    kinds,
    members: members.size > 0 ? members : undefined,
    isClosed: members.size > 0 ? objects.every((each) => each.isClosed === true) : undefined,
    item:
      items.length > 0 && items.every((item) => item)
        ? () => joinShapes(items.flatMap((item) => (item ? [item()] : [])))
        : undefined,
  }
}

/** An alternative with the members that stand beside all of them. */
function addMembers(shape: Shape, { members, isClosed }: Shape): Shape {
  if (!members) return shape
  return {
    ...shape,
    members: new Map([...(shape.members ?? []), ...members]),
    isClosed: shape.members ? shape.isClosed === true && isClosed === true : false,
  }
}
