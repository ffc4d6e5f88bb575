import * as z from 'zod'

/** A schema of a provider's description, references still in it. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly enum?: readonly string[]
  readonly nullable?: boolean
  readonly properties?: Readonly<Record<string, Schema>> | undefined
  readonly required?: readonly string[] | undefined
  readonly items?: Schema
  readonly additionalProperties?: Schema
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}

/** Follows the references of one description. */
export type Resolve = <T extends { readonly $ref?: string }>(node: T) => T

/** A resolver for a description in which references lead to members of itself. */
export function createResolver(description: object): Resolve {
  const resolve: Resolve = (node) => {
    if (node.$ref === undefined) return node
    const steps = node.$ref.replace('#/', '').split('/')
    const names = steps.map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'))
    return resolve(
      names.reduce((at: unknown, name) => (at as Record<string, unknown>)[name], description) as typeof node,
    )
  }
  return resolve
}

/** The schema at a dotted path of members, of which `[]` means an item of a list. @throws when nothing is declared there */
export function findSchemaAt(schema: Schema, path: string, resolve: Resolve): Schema {
  const steps = path.split('.').filter((step) => step !== '')
  return steps.reduce<Schema>((at, step) => {
    const found = alternativesOf(at, resolve)
      .map((each) => (step === '[]' ? each.items : step === '{}' ? each.additionalProperties : each.properties?.[step]))
      .find((each) => each !== undefined)
    if (found === undefined) throw new Error(`Nothing is declared at "${step}" of "${path}".`)
    return found
  }, schema)
}

/**
 * Differences between our schema and the description's promises: a member that is not declared, has another type, may
 * be absent or may be null. Members that ours does not have are ignored.
 */
export function findDifferences(schema: z.core.$ZodType, theirs: Schema, resolve: Resolve): string[] {
  const ours = z.toJSONSchema(schema, { io: 'input', target: 'openapi-3.0', unrepresentable: 'any' })
  return compare(ours as Schema, theirs, '', resolve)
}

function compare(ours: Schema, theirs: Schema, at: string, resolve: Resolve): string[] {
  const options = ours.anyOf ?? [ours]
  const alternatives = alternativesOf(theirs, resolve)
  const mayBeNull = alternatives.some(({ nullable }) => nullable) && !options.some(({ nullable }) => nullable)
  return [
    ...(mayBeNull ? [`${at} may be null`] : []),
    ...options.flatMap((option) => {
      const found = alternatives
        .filter((each) => isOfKind(option, each, resolve))
        .map((each) => compareMembers(option, each, at, resolve))
      // If several fit, the one that promises most.
      return (
        found.sort((a, b) => strangers(a) - strangers(b) || a.length - b.length)[0] ?? [`${at} is never ${option.type}`]
      )
    }),
  ]
}

/** How many differences say that another alternative was meant. */
function strangers(found: readonly string[]): number {
  return found.filter((each) => / is (?:not declared|never )/.test(each)).length
}

function compareMembers(ours: Schema, theirs: Schema, at: string, resolve: Resolve): string[] {
  if (ours.items) return compare(ours.items, theirs.items ?? {}, `${at}[]`, resolve)
  return Object.entries(ours.properties ?? {}).flatMap(([name, member]) => {
    const path = at === '' ? name : `${at}.${name}`
    const declared = theirs.properties?.[name]
    if (declared === undefined) return [`${path} is not declared`]
    const mayBeAbsent = ours.required?.includes(name) && !theirs.required?.includes(name)
    return [...(mayBeAbsent ? [`${path} may be absent`] : []), ...compare(member, declared, path, resolve)]
  })
}

/** The plain schemas that a described one stands for. */
function alternativesOf(schema: Schema, resolve: Resolve): Schema[] {
  const { oneOf, anyOf, allOf, items, ...rest } = resolve(schema)
  // A list of items without a type is how Slack writes alternatives.
  const listed = rest.type === undefined && Array.isArray(items) ? (items as readonly Schema[]) : undefined
  const plain = listed || items === undefined ? rest : { ...rest, items }
  const several = oneOf ?? anyOf ?? listed
  // Beside its alternatives a provider may write members that all of them have.
  if (several) return several.flatMap((each) => alternativesOf({ allOf: [plain, each] }, resolve))
  if (!allOf) return [plain]
  return allOf
    .map((part) => alternativesOf(part, resolve))
    .reduce<Schema[]>((wholes, parts) => wholes.flatMap((whole) => parts.map((part) => merged(whole, part))), [plain])
}

function merged(a: Schema, b: Schema): Schema {
  return {
    ...a,
    ...b,
    properties: (a.properties ?? b.properties) && { ...a.properties, ...b.properties },
    required: (a.required ?? b.required) && [...(a.required ?? []), ...(b.required ?? [])],
  }
}

/** Whether a described schema can be the one that ours is about: same type, and the same literal in `type`. */
function isOfKind(ours: Schema, theirs: Schema, resolve: Resolve): boolean {
  if (ours.type === undefined) return true
  const type = theirs.type === 'integer' ? 'number' : (theirs.type ?? (theirs.properties ? 'object' : undefined))
  // One word alone tells a kind from others; several are what that kind may say.
  const words = ours.properties?.type?.enum ?? []
  const literal = words.length === 1 ? words[0] : undefined
  const wanted = ours.type === 'integer' ? 'number' : ours.type
  return wanted === type && (literal === undefined || resolve(theirs.properties?.type ?? {}).enum?.[0] === literal)
}
