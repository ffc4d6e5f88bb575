import type { DescriptionNode } from './description-node.ts'

export type ValueType = 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean'

/** A JSON Schema, with the keywords for making and checking values. Members may be references. */
export interface DescribedSchema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly example?: unknown
  readonly format?: string
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly items?: unknown
  readonly properties?: Readonly<Record<string, unknown>>
  readonly required?: readonly string[]
  readonly additionalProperties?: unknown
  readonly allOf?: readonly unknown[]
  readonly oneOf?: readonly unknown[]
  readonly anyOf?: readonly unknown[]
  readonly discriminator?: { readonly propertyName: string; readonly mapping?: Readonly<Record<string, string>> }
}

// A schema that many others include is merged once. A schema that includes itself in two ways then does not grow
// endlessly.
const merged = new WeakMap<object, DescribedSchema>()
// Deeper than any provider's; a deeper file was not written by a person.
const depthMax = 100

/** A schema with all additions of its `allOf`; empty if the description has no schema. */
export function mergeSchema(node: DescriptionNode, depth = 0): DescribedSchema {
  if (!node.isObject || depth > depthMax) return {}
  const schema = node.value as DescribedSchema
  const parts = node.at('allOf').items()
  if (parts.length === 0) return schema
  const known = merged.get(schema)
  if (known) return known
  // While it is being merged, it adds nothing to itself.
  merged.set(schema, {})
  const whole = joinSchemas(
    parts.map((part) => mergeSchema(part, depth + 1)),
    schema,
  )
  merged.set(schema, whole)
  return whole
}

function joinSchemas(
  inherited: readonly DescribedSchema[],
  { allOf: _allOf, ...own }: DescribedSchema,
): DescribedSchema {
  const parts = [...inherited, own]
  const properties = Map.groupBy(
    parts.flatMap((part) => Object.entries(part.properties ?? {})),
    ([name]) => name,
  )
  const items = parts.flatMap((part) => (part.items === undefined ? [] : [part.items]))
  return {
    ...Object.assign({}, ...parts),
    items: items.length > 0 ? joinValues(items) : undefined,
    properties:
      properties.size > 0
        ? Object.fromEntries(
            [...properties].map(([name, same]) => [name, joinValues(same.map(([, member]) => member))]),
          )
        : undefined,
    required: [...new Set(parts.flatMap((part) => part.required ?? []))],
  }
}

/** A schema that several parts describe. A part often adds a text or a limit only, and must not take the rest away. */
function joinValues(schemas: readonly unknown[]): unknown {
  const byReference = new Map(schemas.map((schema) => [isReference(schema) ? schema.$ref : schema, schema]))
  const different = [...byReference.values()]
  // Lists of schemas, which only old descriptions have as items, cannot be joined.
  const areSchemas = different.every(
    (schema) => typeof schema === 'object' && schema !== null && !Array.isArray(schema),
  )
  return different.length > 1 && areSchemas ? { allOf: different } : different.at(-1)
}

function isReference(schema: unknown): schema is { readonly $ref: unknown } {
  return typeof schema === 'object' && schema !== null && '$ref' in schema
}

/**
 * The alternative shapes of a value; empty if the schema has one shape. Slack's descriptions have a list of `items`
 * that means one of several shapes.
 */
export function readAlternatives(schema: DescriptionNode): readonly DescriptionNode[] {
  for (const name of ['oneOf', 'anyOf']) if (schema.at(name).items().length > 0) return schema.at(name).items()
  return schema.at('type').isThere ? [] : schema.at('items').items()
}

/**
 * The kinds of an object that its schema names by a discriminator and describes elsewhere. Such a kind includes the schema by
 * `allOf`, and so has no kinds itself.
 */
export function readKinds(node: DescriptionNode): readonly DescriptionNode[] {
  return node
    .at('discriminator', 'mapping')
    .members()
    .flatMap(([, { text = '' }]) => (text.startsWith('#/') ? [node.read({ $ref: text })] : []))
    .filter((kind) => kind.isObject && kind.pointer !== node.pointer)
}

const types: readonly unknown[] = ['object', 'array', 'string', 'integer', 'number', 'boolean'] satisfies ValueType[]

/** The type in a schema, otherwise the one that its other keywords imply. */
export function readType(schema: DescriptionNode): ValueType | undefined {
  const named = [schema.at('type').value].flat().find((each) => types.includes(each))
  if (named !== undefined) return named as ValueType
  if (schema.at('properties').members().length > 0 || schema.at('additionalProperties').isThere) return 'object'
  if (schema.at('items').isObject) return 'array'
  const choices = schema.at('enum').items()
  const isText =
    schema.at('format').text ??
    schema.at('pattern').text ??
    schema.at('const').text ??
    (choices.length > 0 && choices.every(({ text }) => text !== undefined))
  return isText ? 'string' : undefined
}
