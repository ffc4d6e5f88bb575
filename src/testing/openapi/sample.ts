import { textOfPattern } from '../text-of-pattern.ts'
import { type OpenApiDescription, resolved, type Schema } from './description.ts'

/**
 * A value that fits a schema, the same for the same `index` every time. Optional members are filled, so that a check
 * meets what it may meet; where a schema contains itself, its optional members end the nesting.
 */
export function sampleOf(schema: unknown, description: OpenApiDescription, index = 0): unknown {
  return sample(schema, { description, index, depth: 0, open: [] })
}

interface Place {
  readonly description: OpenApiDescription
  /** Which of several items this is: ids and names differ by it. */
  readonly index: number
  readonly depth: number
  /** Schemas that are being filled, outermost first. */
  readonly open: readonly unknown[]
  /** Name of the member that the value is for. */
  readonly name?: string
}

const depthMax = 7

/** Stands for a value that would nest without end. */
const nothing = Symbol('nothing')

function sample(raw: unknown, place: Place): unknown {
  const value = sampled(raw, place)
  return value === nothing ? null : value
}

function sampled(raw: unknown, place: Place): unknown {
  const schema = mergedSchema(raw, place.description)
  if (schema.const !== undefined) return schema.const
  if (schema.example !== undefined && isLike(schema.example, schema, place.description))
    return differing(schema.example, place)
  if (schema.enum !== undefined) return schema.enum.find((value) => value !== null) ?? null
  if (schema.default !== undefined && schema.default !== null) return schema.default
  const choice = alternativesOf(schema)?.find((each) => mergedSchema(each, place.description).type !== 'null')
  if (choice !== undefined) return sampled(chosen(schema, choice), place)
  switch (typeOf(schema)) {
    case 'object':
      return objectOf(schema, raw, place)
    case 'array':
      return arrayOf(schema, raw, place)
    case 'integer':
    case 'number':
      return numberOf(schema, place)
    case 'boolean':
      return true
    case 'string':
      return textOf(schema, place)
    default:
      return null
  }
}

/** A schema with everything that its references and `allOf` add. */
export function mergedSchema(raw: unknown, description: OpenApiDescription, open: readonly unknown[] = []): Schema {
  const schema = resolved<Schema | boolean>(raw ?? {}, description)
  if (typeof schema === 'boolean' || open.includes(schema)) return {}
  if (schema.allOf === undefined) return schema
  const { allOf, ...own } = schema
  const parts = [...allOf.map((part) => mergedSchema(part, description, [...open, schema])), own]
  const properties = Object.assign({}, ...parts.map((part) => part.properties))
  return {
    ...Object.assign({}, ...parts),
    ...(Object.keys(properties).length > 0 && { properties }),
    required: parts.flatMap((part) => part.required ?? []),
  }
}

/** Some providers write a list of `items` where they mean one of several shapes, as Slack does for its users. */
function alternativesOf({ oneOf, anyOf, items, type }: Schema): readonly unknown[] | undefined {
  return oneOf ?? anyOf ?? (type === undefined && Array.isArray(items) ? items : undefined)
}

/** The alternative with the outer schema's members, and with the value by which a client tells it from the others. */
function chosen(schema: Schema, choice: unknown): Schema {
  const { oneOf: _oneOf, anyOf: _anyOf, items, discriminator, ...rest } = schema
  const outer = rest.type === undefined ? rest : { ...rest, items }
  const reference = (choice as { readonly $ref?: string }).$ref
  const [value] = Object.entries(discriminator?.mapping ?? {}).find(([, target]) => target === reference) ?? []
  if (discriminator === undefined || value === undefined) return { allOf: [outer, choice] }
  return { allOf: [outer, choice, { properties: { [discriminator.propertyName]: { const: value } } }] }
}

function typeOf({ type, properties, items, additionalProperties, format, pattern }: Schema): string | undefined {
  const named = typeof type === 'string' ? type : type?.find((each) => each !== 'null')
  if (named !== undefined) return named
  if (properties !== undefined || additionalProperties !== undefined) return 'object'
  if (items !== undefined) return 'array'
  return format !== undefined || pattern !== undefined ? 'string' : undefined
}

/** Whether an example is what its schema says, as far as one level tells: to some providers examples are prose. */
function isLike(example: unknown, schema: Schema, description: OpenApiDescription): boolean {
  const type = typeOf(schema)
  switch (type) {
    case 'array': {
      const item = mergedSchema(schema.items, description)
      return (
        Array.isArray(example) && example.every((each) => typeof each === 'object' || isLike(each, item, description))
      )
    }
    case 'object':
      return (
        typeof example === 'object' &&
        example !== null &&
        !Array.isArray(example) &&
        (schema.required ?? []).every((name) => Object.hasOwn(example, name))
      )
    case 'integer':
      return Number.isInteger(example)
    case undefined:
      return true
    default:
      return typeof example === type
  }
}

function objectOf(schema: Schema, raw: unknown, place: Place): unknown {
  const { properties = {}, required = [] } = schema
  const self = resolved(raw, place.description)
  const again = place.open.includes(self)
  if (again && required.length === 0) return place.depth === 0 ? {} : nothing
  // Beyond any sensible nesting only what must be there is filled, and at last not even that.
  if (place.depth > 2 * depthMax) return nothing
  const lean = again || place.depth >= depthMax
  const entries = Object.entries(properties)
    .filter(([name]) => !lean || required.includes(name))
    .map(([name, member]): [string, unknown] => [
      name,
      sampled(member, { ...place, name, depth: place.depth + 1, open: [...place.open, self] }),
    ])
  if (entries.some(([name, value]) => value === nothing && required.includes(name))) return nothing
  return Object.fromEntries(entries.filter(([, value]) => value !== nothing))
}

function arrayOf(schema: Schema, raw: unknown, place: Place): unknown {
  const open = [...place.open, resolved(raw, place.description)]
  const item = (index: number) =>
    sampled((Array.isArray(schema.items) ? schema.items[0] : schema.items) ?? {}, {
      ...place,
      index,
      depth: place.depth + 1,
      open,
    })
  const count = Math.max(1, schema.minItems ?? 1)
  const items = Array.from({ length: count }, (_, nth) => item(place.index + nth))
  return items.includes(nothing) ? [] : items
}

function numberOf({ minimum, maximum, type }: Schema, { index, name = '' }: Place): number {
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

function textOf({ format = '', pattern, minLength = 0, maxLength }: Schema, { index, name = 'text' }: Place): string {
  const isTime = /(_at|At|Time|Date)$/.test(name)
  const text =
    (pattern === undefined ? undefined : textOfPattern(pattern)) ??
    formats[format === '' && isTime ? 'date-time' : format]?.(index) ??
    `${name}-${index + 1}`
  const padded = text.padEnd(minLength, text.at(-1) ?? 'x')
  return maxLength === undefined ? padded : padded.slice(0, maxLength)
}

/** Of several items made from one example each has names and ids of its own. */
function differing(example: unknown, { index, name = '' }: Place): unknown {
  return index === 0 ? example : numbered(example, name, index)
}

const identifying = /^(id|.*_id|.*Id|node_id|key|login|name|slug|email|uuid|uid|username|displayName|full_name)$/

/** An example as another item of its kind would be: what identifies it differs, the rest stays. */
export function numbered(example: unknown, name: string, index: number): unknown {
  if (Array.isArray(example)) return example
  if (typeof example === 'object' && example !== null)
    return Object.fromEntries(
      Object.entries(example).map(([key, value]) => [
        key,
        identifying.test(key) && typeof value !== 'object' ? numbered(value, key, index) : value,
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
