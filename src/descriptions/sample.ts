import type { DescriptionNode } from './description-node.ts'
import { createTextOfPattern } from './pattern-text.ts'
import { type DescribedSchema, mergeSchema, readAlternatives, readType } from './schema.ts'

/**
 * A value that fits a schema, the same for the same `index` each time. Optional members are filled, so that a check
 * meets them. If a schema contains itself, optional members end the nesting.
 */
export function makeSample(schema: DescriptionNode, index = 0): unknown {
  const value = makeValue(schema, { index, depth: 0, open: [] })
  return value === nothing ? null : value
}

interface SamplePosition {
  /** Number of the item, which its ids and names depend on. */
  readonly index: number
  readonly depth: number
  /** Schemas that are being filled, outermost first. */
  readonly open: readonly unknown[]
  /** Name of the member that the value is for. */
  readonly name?: string
}

const depthMax = 7

/** Replaces a value that would nest endlessly. */
const nothing = Symbol('nothing')

function makeValue(node: DescriptionNode, position: SamplePosition): unknown {
  const schema = mergeSchema(node)
  const merged = node.read(schema)
  if (schema.const !== undefined) return schema.const
  if (schema.example !== undefined && isLike(schema.example, merged)) return makeDiffer(schema.example, position)
  if (schema.enum !== undefined) return schema.enum.find((value) => value !== null) ?? null
  if (schema.default !== undefined && schema.default !== null) return schema.default
  const choice = readAlternatives(merged).findIndex((each) => mergeSchema(each).type !== 'null')
  if (choice >= 0) return makeValue(chooseShape(merged, choice), position)
  switch (readType(merged)) {
    case 'object':
      return makeObject(schema, node, position)
    case 'array':
      return makeArray(schema, node, position)
    case 'integer':
    case 'number':
      return makeNumber(schema, position)
    case 'boolean':
      return true
    case 'string':
      return makeText(schema, position)
    default:
      return null
  }
}

/** The alternative with the outer schema's members, and with the value by which a client recognises it. */
function chooseShape(schema: DescriptionNode, index: number): DescriptionNode {
  const { oneOf, anyOf, items, discriminator, ...rest } = schema.value as DescribedSchema
  const choice = [oneOf, anyOf, items].find(
    (each): each is readonly unknown[] => Array.isArray(each) && each.length > 0,
  )?.[index]
  const outer = rest.type === undefined ? rest : { ...rest, items }
  const reference = (choice as { readonly $ref?: string }).$ref
  const [value] = Object.entries(discriminator?.mapping ?? {}).find(([, target]) => target === reference) ?? []
  if (discriminator === undefined || value === undefined) return schema.read({ allOf: [outer, choice] })
  return schema.read({ allOf: [outer, choice, { properties: { [discriminator.propertyName]: { const: value } } }] })
}

/** Whether an example fits its schema at the first level, because some providers write prose there. */
function isLike(example: unknown, schema: DescriptionNode): boolean {
  const type = readType(schema)
  switch (type) {
    case 'array': {
      const items = schema.at('items')
      const item = items.read(mergeSchema(items))
      return Array.isArray(example) && example.every((each) => typeof each === 'object' || isLike(each, item))
    }
    case 'object':
      return (
        typeof example === 'object' &&
        example !== null &&
        !Array.isArray(example) &&
        mergeSchema(schema).required?.every((name) => Object.hasOwn(example, name)) !== false
      )
    case 'integer':
      return Number.isInteger(example)
    case undefined:
      return true
    default:
      return typeof example === type
  }
}

function makeObject(schema: DescribedSchema, node: DescriptionNode, position: SamplePosition): unknown {
  const { properties = {}, required = [] } = schema
  const self = node.value
  const isOpen = position.open.includes(self)
  if (isOpen && required.length === 0) return position.depth === 0 ? {} : nothing
  // Beyond any sensible nesting only required members are filled, and finally not even those.
  if (position.depth > 2 * depthMax) return nothing
  const isLean = isOpen || position.depth >= depthMax
  const entries = Object.entries(properties)
    .filter(([name]) => !isLean || required.includes(name))
    .map(([name, member]): [string, unknown] => [
      name,
      makeValue(node.read(member), {
        ...position,
        name,
        depth: position.depth + 1,
        open: [...position.open, self],
      }),
    ])
  if (entries.some(([name, value]) => value === nothing && required.includes(name))) return nothing
  return Object.fromEntries(entries.filter(([, value]) => value !== nothing))
}

function makeArray(schema: DescribedSchema, node: DescriptionNode, position: SamplePosition): unknown {
  const open = [...position.open, node.value]
  const item = node.read((Array.isArray(schema.items) ? schema.items[0] : schema.items) ?? {})
  const count = Math.max(1, schema.minItems ?? 1)
  const items = Array.from({ length: count }, (_, nth) =>
    makeValue(item, { ...position, index: position.index + nth, depth: position.depth + 1, open }),
  )
  return items.includes(nothing) ? [] : items
}

function makeNumber({ minimum, maximum, type }: DescribedSchema, { index, name = '' }: SamplePosition): number {
  const start = minimum ?? (/id$/i.test(name) ? 1001 : 1)
  const value = Math.min(start + index, maximum ?? Number.MAX_SAFE_INTEGER)
  return type === 'integer' ? Math.ceil(value) : value
}

const formats: Readonly<Record<string, (index: number) => string>> = {
  'date-time': (index) => new Date(Date.UTC(2026, 0, 1 + (index % 300), 9, 30)).toISOString(),
  date: (index) => new Date(Date.UTC(2026, 0, 1 + (index % 300))).toISOString().slice(0, 10),
  time: () => '09:30:00Z',
  duration: () => 'PT1H',
  email: (index) => `person${index + 1}@example.com`,
  hostname: (index) => `host${index + 1}.example.com`,
  ipv4: (index) => `192.0.2.${1 + (index % 250)}`,
  ipv6: (index) => `2001:db8::${1 + (index % 9000)}`,
  uri: (index) => `https://example.com/${index + 1}`,
  url: (index) => `https://example.com/${index + 1}`,
  uuid: (index) => `00000000-0000-4000-8000-${String(index + 1).padStart(12, '0')}`,
  byte: () => 'AA==',
  int64: (index) => String(1001 + index),
  'google-datetime': (index) => new Date(Date.UTC(2026, 0, 1 + (index % 300), 9, 30)).toISOString(),
}

function makeText(
  { format = '', pattern, minLength = 0, maxLength }: DescribedSchema,
  { index, name = 'text' }: SamplePosition,
): string {
  const isTime = /(_at|At|Time|Date)$/.test(name)
  const text =
    (pattern === undefined ? undefined : createTextOfPattern(pattern)) ??
    formats[format === '' && isTime ? 'date-time' : format]?.(index) ??
    `${name}-${index + 1}`
  const padded = text.padEnd(minLength, text.at(-1) ?? 'x')
  return maxLength === undefined ? padded : padded.slice(0, maxLength)
}

/** Each of several items from one example has its own names and ids. */
function makeDiffer(example: unknown, { index, name = '' }: SamplePosition): unknown {
  return index === 0 ? example : renumber(example, name, index)
}

const identifying = /^(id|.*_id|.*Id|node_id|key|login|name|slug|email|uuid|uid|username|displayName|full_name)$/

/** An example as another item of its kind: its identity differs, the rest stays. */
export function renumber(example: unknown, name: string, index: number): unknown {
  if (Array.isArray(example)) return example
  if (typeof example === 'object' && example !== null)
    return Object.fromEntries(
      Object.entries(example).map(([key, value]) => [
        key,
        identifying.test(key) && typeof value !== 'object' ? renumber(value, key, index) : value,
      ]),
    )
  if (!identifying.test(name)) return example
  if (typeof example === 'number') return example + index
  if (typeof example !== 'string') return example
  if (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(example))
    return `${example.slice(0, -6)}${String(index).padStart(6, '0')}`
  if (/^\d+$/.test(example)) return String(BigInt(example) + BigInt(index))
  return example.includes('@') ? example.replace('@', `-${index + 1}@`) : `${example}-${index + 1}`
}
