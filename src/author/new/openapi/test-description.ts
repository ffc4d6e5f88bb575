import type { DescriptionNode } from '../../../descriptions/description-node.ts'
import { readFirstNumber } from '../../../descriptions/paging.ts'
import type { OperationParameter } from '../../../descriptions/parameters.ts'
import type { SchemaMember, SchemaView } from '../../../descriptions/schema-view.ts'
import { isPersonHolder } from '../choose-identity.ts'
import { isHolder } from '../item-members.ts'
import type { ImportedAccounts } from './find-accounts.ts'
import type { ImportedCheck, ListRequest } from './imported-check.ts'
import type { ImportedSignIn } from './imported-sign-in.ts'

export interface ExcerptOptions {
  readonly title: string
  /** Template of the connector. */
  readonly baseUrl: string
  readonly signIn: ImportedSignIn
  /** Parameters that the credentials replace, so the test's vendor need not see them. */
  readonly isCredential: (parameter: OperationParameter) => boolean
  /** The inventory, whose vendor writes members as the mapping reads them. */
  readonly accounts: ImportedAccounts | undefined
  /** The path of the request that proves credentials, which returns no list. */
  readonly testPath: string | undefined
}

/**
 * A description of the checks' requests only, for the vendor of their test. It is generated anew, without references,
 * prose or size of the provider's file.
 */
export function createTestDescription(checks: readonly ImportedCheck[], options: ExcerptOptions): object {
  const { title, baseUrl, signIn, isCredential, accounts, testPath } = options
  const readSchemas = (request: ListRequest) =>
    request.endpoint === accounts?.request.endpoint ? accounts.mapping.schemas : noSchemas
  const requests = checks.flatMap(({ request, parents }) => [...parents, request])
  const security = Object.keys(signIn.schemes).map((name): [string, string[]] => [name, []])
  const paths = requests.map((request): [string, object] => [
    request.endpoint.template,
    { get: createOperationExcerpt(request, isCredential, readSchemas(request)) },
  ])
  const proof: [string, object][] =
    testPath === undefined ? [] : [[testPath, { get: { responses: createResponses({ type: 'object' }) } }]]
  return {
    openapi: '3.0.3',
    info: { title, version: '0.0.0' },
    servers: [{ url: baseUrl }],
    security: security.length > 0 ? [Object.fromEntries(security)] : undefined,
    components: { securitySchemes: signIn.schemes },
    paths: Object.fromEntries([...proof, ...paths]),
  }
}

function createOperationExcerpt(
  { endpoint, server }: ListRequest,
  isCredential: ExcerptOptions['isCredential'],
  schemas: ReadonlyMap<string, object>,
): object {
  const { operation, parameters, at, paging } = endpoint
  const summary = operation.at('summary').line
  return {
    summary,
    servers: server === undefined ? undefined : [{ url: server }],
    parameters: parameters
      .filter((parameter) => !isCredential(parameter) && (parameter.in !== 'header' || parameter.required))
      .map((parameter) => ({
        name: parameter.name,
        in: parameter.in,
        required: parameter.required || undefined,
        schema: createParameterSchema(parameter, paging?.param === parameter.name),
      })),
    responses: createResponses(listSchema(endpoint.answer, at, schemas), endpoint.hasLinkHeader),
  }
}

/** @param isPlace whether it is the place in a list. Its first number may stand in prose alone, which the excerpt does not have. */
function createParameterSchema({ node, schema, first }: OperationParameter, isPlace: boolean): object {
  const own = createScalarSchema(node.at('schema'), schema)
  return isPlace && first !== undefined && readFirstNumber(own) === undefined ? { ...own, minimum: first } : own
}

function createResponses(schema: object, hasLinkHeader = false): object {
  const headers = hasLinkHeader && { headers: { Link: { schema: { type: 'string' } } } }
  return { 200: { description: 'fine', ...headers, content: { 'application/json': { schema } } } }
}

/** The answer: the path to its list in full, the rest if it is small. */
function listSchema(
  view: SchemaView,
  [name, ...rest]: readonly string[],
  schemas: ReadonlyMap<string, object>,
): object {
  if (name === undefined) return { type: 'array', items: createObjectSchema(view.items?.() ?? view, 0, schemas) }
  const others = [...view.members].filter(([each]) => each !== name).slice(0, membersMax)
  const list = view.members.get(name)
  const members = others.flatMap(([each, member]) => {
    const schema = createMemberSchema(member, envelopeDepth)
    return schema === undefined ? [] : [[each, schema] as const]
  })
  return {
    type: 'object',
    required: [name],
    properties: Object.fromEntries([
      ...members,
      [name, list ? listSchema(list.view(), rest, schemas) : { type: 'array' }],
    ]),
  }
}

// Enough for the members that checks of lists read; a provider's own nesting has no limit.
const memberDepthMax = 3
const membersMax = 80
/** Beside a list, `meta.page.next` is the deepest useful member. */
const envelopeDepth = 1

const noSchemas: ReadonlyMap<string, object> = new Map()

/** @param schemas of members that replace the provider's, by name */
function createObjectSchema(view: SchemaView, depth: number, schemas = noSchemas): object {
  const members = [...view.members].slice(0, depth === 0 ? 4 * membersMax : membersMax).flatMap(([name, member]) => {
    const holds = (isHolder(name) || isPersonHolder(name)) && member.view().type === 'object'
    const schema =
      holds && schemas.size > 0
        ? createObjectSchema(member.view(), depth + 1, schemas)
        : (schemas.get(name) ?? createMemberSchema(member, depth + 1))
    return schema === undefined ? [] : [[name, schema, member.required] as const]
  })
  const required = members.filter(([, , isRequired]) => isRequired).map(([name]) => name)
  return {
    type: 'object',
    nullable: view.nullable || undefined,
    required: required.length > 0 ? required : undefined,
    properties: Object.fromEntries(members.map(([name, schema]) => [name, schema])),
  }
}

function createMemberSchema(member: SchemaMember, depth: number): object | undefined {
  const view = member.view()
  switch (view.type) {
    case undefined:
      return undefined
    case 'object':
      return depth >= memberDepthMax ? undefined : createObjectSchema(view, depth)
    case 'array': {
      const items = view.items?.()
      if (depth >= memberDepthMax || items?.type === undefined) return undefined
      return { type: 'array', items: items.type === 'object' ? createObjectSchema(items, depth) : { type: items.type } }
    }
    default:
      return createScalarSchema(member.node, view)
  }
}

/** The schema of a single value, with the details that make its sample realistic. */
function createScalarSchema(node: DescriptionNode, { type, nullable, choices }: SchemaView): object {
  const keywords = ['format', 'pattern', 'default', 'example', 'minimum', 'maximum', 'minLength', 'maxLength'].flatMap(
    (name) => {
      const { value } = node.at(name)
      return isSmall(name, value) ? [[name, value] as const] : []
    },
  )
  return {
    type,
    nullable: nullable || undefined,
    enum: choices.length > 0 ? choices : undefined,
    ...Object.fromEntries(keywords),
  }
}

/** The file must not make its test's vendor slow, so long texts and expressions with endless repetition are dropped. */
function isSmall(name: string, value: unknown): boolean {
  if (typeof value === 'number') return !/Length$/.test(name) || value <= 1_000
  if (typeof value === 'boolean') return true
  if (typeof value !== 'string' || value.length > 200) return false
  // An example that is empty identifies nothing.
  return name === 'example' ? value !== '' : name !== 'pattern' || !/\d{3,}/.test(value)
}
