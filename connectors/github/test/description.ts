import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import * as z from 'zod'

/** GitHub's own description of its REST API: a development dependency, never shipped. */
const description: Description = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('@octokit/openapi/generated/api.github.com.json'), 'utf8'),
)

/** What a described GET answers with status 200. @throws when there is no such operation */
export function described(path: string): Schema {
  const answer = operationAt(path).responses?.['200']?.content?.['application/json']?.schema
  if (answer === undefined) throw new Error(`GET ${path} is not described.`)
  return answer
}

/** Items of a described list. */
export function describedItem(path: string): Schema {
  return resolved(described(path)).items ?? {}
}

/** Why GitHub would not know a GET; empty when it does. */
export function unknownIn(requestPath: string): string[] {
  const url = new URL(requestPath, 'https://api.github.com')
  const path = Object.keys(description.paths).find((template) => templatePattern(template).test(url.pathname))
  if (path === undefined) return [`${url.pathname} is not described`]
  const parameters = (operationAt(path).parameters ?? [])
    .map((each) => resolved(each))
    .filter((each) => each.in === 'query')
  const missing = parameters.filter((each) => each.required && !url.searchParams.has(each.name ?? ''))
  return [
    ...missing.map(({ name }) => `${path} needs ${name}`),
    ...[...url.searchParams].flatMap(([name, value]) => {
      const allowed = parameters.find((each) => each.name === name)?.schema
      if (allowed === undefined) return [`${path} has no parameter ${name}`]
      return allowed.enum === undefined || allowed.enum.includes(value)
        ? []
        : [`${path} does not take ${name}=${value}`]
    }),
  ]
}

/**
 * Where a schema of ours reads what the description does not promise: a member that is not declared, is of another type,
 * may be absent or may be null. Members that ours does not name are none of its business.
 */
export function differences(schema: z.core.$ZodType, theirs: Schema): string[] {
  return compare(z.toJSONSchema(schema, { io: 'input', target: 'openapi-3.0' }) as Schema, theirs, '')
}

interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly enum?: readonly string[]
  readonly nullable?: boolean
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}

interface Parameter {
  readonly $ref?: string
  readonly name?: string
  readonly in?: string
  readonly required?: boolean
  readonly schema?: Schema
}

interface Operation {
  readonly parameters?: readonly Parameter[]
  readonly responses?: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }>
  >
}

interface Description {
  readonly paths: Readonly<Record<string, { readonly get?: Operation }>>
}

function operationAt(path: string): Operation {
  return description.paths[path]?.get ?? {}
}

function templatePattern(template: string): RegExp {
  return new RegExp(`^${template.replaceAll(/[.]/g, '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`)
}

function resolved<T extends { readonly $ref?: string }>(node: T): T {
  if (node.$ref === undefined) return node
  const steps = node.$ref.replace('#/', '').split('/')
  return resolved(steps.reduce((at: unknown, step) => (at as Record<string, unknown>)[step], description) as T)
}

function compare(ours: Schema, theirs: Schema, at: string): string[] {
  const options = ours.anyOf ?? [ours]
  const alternatives = alternativesOf(theirs)
  const mayBeNull = alternatives.some(({ nullable }) => nullable) && !options.some(({ nullable }) => nullable)
  return [
    ...(mayBeNull ? [`${at} may be null`] : []),
    ...options.flatMap((option) => {
      const found = alternatives
        .filter((each) => isOfKind(option, each))
        .map((each) => compareMembers(option, each, at))
      // Of several that fit, the one that promises most.
      return found.sort((a, b) => a.length - b.length)[0] ?? [`${at} is never ${option.type}`]
    }),
  ]
}

function compareMembers(ours: Schema, theirs: Schema, at: string): string[] {
  if (ours.items) return compare(ours.items, theirs.items ?? {}, `${at}[]`)
  return Object.entries(ours.properties ?? {}).flatMap(([name, member]) => {
    const path = at === '' ? name : `${at}.${name}`
    const declared = theirs.properties?.[name]
    if (declared === undefined) return [`${path} is not declared`]
    const mayBeAbsent = ours.required?.includes(name) && !theirs.required?.includes(name)
    return [...(mayBeAbsent ? [`${path} may be absent`] : []), ...compare(member, declared, path)]
  })
}

/** The plain schemas that a described one stands for. */
function alternativesOf(schema: Schema): Schema[] {
  const { oneOf, anyOf, allOf, ...plain } = resolved(schema)
  if (oneOf ?? anyOf) return (oneOf ?? anyOf ?? []).flatMap(alternativesOf)
  if (!allOf) return [plain]
  const parts = allOf.map((part) => resolved(part))
  return [
    {
      type: 'object',
      properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
      required: parts.flatMap(({ required }) => required ?? []),
    },
  ]
}

/** Whether a described schema can be the one that ours is about: same type, and the same literal in `type`. */
function isOfKind(ours: Schema, theirs: Schema): boolean {
  const type = theirs.type === 'integer' ? 'number' : theirs.type
  const [literal] = ours.properties?.type?.enum ?? []
  return ours.type === type && (literal === undefined || resolved(theirs.properties?.type ?? {}).enum?.[0] === literal)
}
