import fc from 'fast-check'

/** The part of JSON Schema that our document uses. */
export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly minItems?: number
  readonly anyOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly example?: unknown
  readonly examples?: readonly unknown[]
}

export type Resolve = (ref: string) => JsonSchema

/** Values that are there, by the name of the parameter or the member: so that requests get further than to find nothing. */
export type Known = Readonly<Record<string, readonly unknown[]>>

/** Anything at all, with what tends to break parsers, stores and queries among it. */
export const anything: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(
    '',
    ' ',
    '\0',
    '\ud800',
    '../../etc/passwd',
    "' or 1=1 --",
    '%00',
    '%',
    '__proto__',
    'constructor',
    '💥'.repeat(1000),
    '<script>',
    '9'.repeat(400),
    'a'.repeat(70_000),
  ),
  fc.constantFrom(-1, 0, 1e308, 2 ** 53, Number.MIN_VALUE, null, [], {}, [[[]]]),
)

/** Mostly what the schema asks for, and now and then something else at any place. */
export function generateFromSchema(schema: JsonSchema, resolve: Resolve, known: Known = {}): fc.Arbitrary<unknown> {
  return fc.oneof({ arbitrary: fitting(schema, resolve, known), weight: 30 }, { arbitrary: anything, weight: 1 })
}

/** Mostly one of those that are known by the name, if any are. */
export function preferKnown(known: Known, name: string, arbitrary: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const values = Object.hasOwn(known, name) ? known[name] : undefined
  return values === undefined ? arbitrary : fc.oneof({ arbitrary: fc.constantFrom(...values), weight: 9 }, arbitrary)
}

function fitting(schema: JsonSchema, resolve: Resolve, known: Known): fc.Arbitrary<unknown> {
  if (schema.$ref !== undefined) return fitting(resolve(schema.$ref), resolve, known)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  if (schema.const !== undefined) return fc.constant(schema.const)
  const choice = schema.anyOf ?? schema.oneOf
  if (choice !== undefined) return fc.oneof(...choice.map((one) => generateFromSchema(one, resolve, known)))
  const [all] = schema.allOf ?? []
  if (all !== undefined) return fitting(all, resolve, known)
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.[0]
  const example = 'example' in schema ? schema.example : schema.examples?.[0]
  const exampleOr = (arbitrary: fc.Arbitrary<unknown>) =>
    example === undefined
      ? arbitrary
      : fc.oneof({ arbitrary: fc.constant(example), weight: 9 }, { arbitrary, weight: 1 })
  switch (type) {
    case 'object':
      return schema.properties === undefined
        ? exampleOr(objectOf(schema, resolve, known))
        : objectOf(schema, resolve, known)
    case 'array':
      return fc.array(generateFromSchema(schema.items ?? {}, resolve, known), {
        minLength: schema.minItems ?? 0,
        maxLength: 3,
      })
    case 'integer':
    case 'number':
      return exampleOr(fc.integer({ min: -5, max: 120 }))
    case 'boolean':
      return fc.boolean()
    case 'string':
      return exampleOr(fc.string({ maxLength: 20 }))
    default:
      return anything
  }
}

function objectOf(
  { properties = {}, required = [] }: JsonSchema,
  resolve: Resolve,
  known: Known,
): fc.Arbitrary<unknown> {
  const members = Object.fromEntries(
    Object.entries(properties).map(([name, one]) => [
      name,
      preferKnown(known, name, generateFromSchema(one, resolve, known)),
    ]),
  )
  const complete = fc.record(members, { requiredKeys: [...required] })
  const sparse = fc.record(Object.fromEntries(Object.entries(members).filter(([name]) => required.includes(name))))
  return fc.oneof(
    { arbitrary: complete, weight: 6 },
    { arbitrary: sparse, weight: 2 },
    { arbitrary: fc.record(members, { requiredKeys: [] }), weight: 1 },
    {
      arbitrary: fc
        .tuple(complete, fc.string({ maxLength: 12 }), anything)
        .map(([object, name, value]) => ({ ...object, [name]: value })),
      weight: 1,
    },
  )
}
