import type { DescriptionNode } from './description-node.ts'
import { mergeSchema, readAlternatives, readType, type ValueType } from './schema.ts'

export interface SchemaMember {
  readonly node: DescriptionNode
  readonly required: boolean
  /** The member's own schema. */
  view(): SchemaView
}

/** The facts of a schema about values, including its references, `allOf` and first alternative. */
export interface SchemaView {
  readonly type: ValueType | undefined
  readonly nullable: boolean
  /** For an object, by name. */
  readonly members: ReadonlyMap<string, SchemaMember>
  /** For a list: the facts about its items. */
  readonly items: (() => SchemaView) | undefined
  /** Allowed values, if they are a few texts or numbers. */
  readonly choices: readonly (string | number)[]
}

/** The view if there is no schema. */
export const nothing: SchemaView = {
  type: undefined,
  nullable: false,
  members: new Map(),
  items: undefined,
  choices: [],
}

// A schema that many others include is read once. A schema that includes itself in two ways then does not grow
// endlessly.
const seen = new WeakMap<object, SchemaView>()
/** Deeper than people look into an answer. */
export const schemaDepthMax = 40
const choicesMax = 60

export function viewSchema(node: DescriptionNode, depth = 0): SchemaView {
  if (!node.isObject || depth > schemaDepthMax) return nothing
  const key = Object(node.value)
  const known = seen.get(key)
  if (known) return known
  // While it is being read, it adds nothing to itself.
  seen.set(key, nothing)
  const view = addExample(readView(node, depth + 1), node)
  seen.set(key, view)
  return view
}

/** The view of an example, if a description has no schema. */
export function viewExample(node: DescriptionNode): SchemaView {
  const { value } = node
  if (Array.isArray(value)) return { ...nothing, type: 'array', items: () => viewExample(node.at(0)) }
  if (node.isObject) {
    const members = node.members().map(([name, member]): [string, SchemaMember] => {
      // It may be missing elsewhere; one example does not show that.
      return [name, { node: member, required: false, view: () => viewExample(member) }]
    })
    return { ...nothing, type: 'object', members: new Map(members) }
  }
  const type = typeof value
  return { ...nothing, type: type === 'string' || type === 'number' || type === 'boolean' ? type : undefined }
}

/** The view, with the schema's own example where the schema does not say what is in an object or a list. */
function addExample(view: SchemaView, node: DescriptionNode): SchemaView {
  const own = node.at('example')
  return fillBare(view, viewExample(own.isThere ? own : node.at('examples', 0)))
}

/**
 * The view, with the facts of an example where a schema does not say what is in an object or a list. It looks deeper only
 * when somebody asks, because both may nest endlessly.
 */
export function fillBare(view: SchemaView, example: SchemaView): SchemaView {
  const { type, nullable, members, items } = view
  if (example.type === undefined || (type !== undefined && type !== example.type)) return view
  const isBare = type === undefined || (type === 'object' ? members.size === 0 : type === 'array' && !items)
  if (isBare) return { ...example, nullable }
  if (type === 'array') return { ...view, items: () => fillBare(items?.() ?? nothing, example.items?.() ?? nothing) }
  if (type !== 'object') return view
  const filled = [...members].map(([name, member]): [string, SchemaMember] => {
    const shown = example.members.get(name)
    return [name, shown ? { ...member, view: () => fillBare(member.view(), shown.view()) } : member]
  })
  return { ...view, members: new Map(filled) }
}

function readView(node: DescriptionNode, depth: number): SchemaView {
  const schema = node.read(mergeSchema(node))
  const alternatives = readAlternatives(schema)
  const first = alternatives.find((each) => each.at('type').value !== 'null' && !isOnlyNull(each))
  const chosen = first && viewSchema(first, depth)
  const required = new Set(
    schema
      .at('required')
      .items()
      .map(({ value }) => value),
  )
  const own = schema
    .at('properties')
    .members()
    .map(([name, member]): [string, SchemaMember] => {
      return [name, { node: member, required: false, view: () => viewSchema(member) }]
    })
  // A member that one of several shapes requires may be missing in another.
  const optional = [...(chosen?.members ?? [])].map(([name, member]): [string, SchemaMember] => [
    name,
    { ...member, required: false },
  ])
  const members = new Map(
    [...optional, ...own].map(([name, member]): [string, SchemaMember] => {
      return [name, { ...member, required: required.has(name) }]
    }),
  )
  const items = schema.at('items')
  return {
    type: readType(schema) ?? chosen?.type,
    nullable:
      isNullable(node) ||
      alternatives.some(isOnlyNull) ||
      alternatives.some((each) => each.at('type').value === 'null'),
    members,
    items: items.isObject ? () => viewSchema(items) : chosen?.items,
    choices: readChoices(schema) ?? chosen?.choices ?? [],
  }
}

function isNullable(schema: DescriptionNode): boolean {
  const { value } = schema.at('type')
  return (
    schema.at('nullable').value === true ||
    schema.at('x-nullable').value === true ||
    (Array.isArray(value) && value.includes('null'))
  )
}

function isOnlyNull(schema: DescriptionNode): boolean {
  return isNullable(schema) && !schema.members().some(([name]) => name !== 'nullable' && name !== 'description')
}

function readChoices(schema: DescriptionNode): readonly (string | number)[] | undefined {
  const values = schema
    .at('enum')
    .items()
    .slice(0, choicesMax)
    .map(({ value }) => value)
  const choices = values.filter((value) => typeof value === 'string' || typeof value === 'number')
  return choices.length === 0 ? undefined : choices
}
