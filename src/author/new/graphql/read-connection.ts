import { readFile } from 'node:fs/promises'
import type { GraphQLField, GraphQLInterfaceType, GraphQLObjectType, GraphQLSchema, IntrospectionQuery } from 'graphql'
import type { GraphqlLibrary } from '../../../descriptions/graphql.ts'
import { createUsageError, describeSystemCode } from '../../../errors/index.ts'
import { chooseIdentity, type Identity, type IdentityCandidate } from '../choose-identity.ts'
import { toKebabCase } from '../name-spelling.ts'

/** A member of a node that a query can ask for without arguments. */
export interface NodeMember {
  readonly name: string
  /** As TypeScript. */
  readonly type: string
  /** The name of its type in the schema: `ID`. */
  readonly scalar: string
  readonly isNullable: boolean
  /** What the schema says of it in words. */
  readonly description: string | undefined
  readonly isBoolean: boolean
  /** A value that fits, `nth` of several. */
  readonly sample: unknown
}

/** A list of the schema that is read by cursors. */
export interface SchemaConnection {
  /** Name of the field of the query type. */
  readonly field: string
  /** Name of the type of a node. */
  readonly node: string
  readonly members: readonly NodeMember[]
  /** What tells one node from another. */
  readonly identity: Identity
  /** Whether the connection has `nodes`; otherwise the query uses `edges { node }`. */
  readonly hasNodes: boolean
  /** The type of the argument `after` in the schema: `String`, or a scalar of the vendor's own. */
  readonly cursorType: string
  /** Names of the other suitable lists. */
  readonly others: readonly string[]
}

/**
 * Reads a schema, as SDL or as the answer to an introspection query, and chooses the list for the first check.
 * @param wanted name of the query's field @default one of people, else the first
 * @throws CheckwrightError `CLI_USAGE` with the file's problem, or its lists
 */
export async function readConnection(file: string, wanted: string | undefined): Promise<SchemaConnection> {
  const graphql = await import('graphql')
  const schema = await loadSchema(graphql, file)
  const fields = Object.values(schema.getQueryType()?.getFields() ?? {})
  const read = fields.flatMap((field) => describeGraphqlConnection(graphql, field) ?? [])
  const found = read.filter((each): each is DescribedConnection => !('why' in each))
  const names = found.map(({ field }) => field)
  const chosen =
    wanted === undefined
      ? (found.find(({ field }) => /^(?:users|members|people|accounts)$/i.test(field)) ??
        found.find(({ field }) => /users|members|people|accounts/i.test(field)) ??
        found[0])
      : found.find(({ field }) => field === wanted)
  if (chosen) return { ...chosen, others: names.filter((name) => name !== chosen.field) }
  const known = names.length === 0 ? 'It has none.' : `It has ${names.slice(0, 20).join(', ')}.`
  const reasons = read.flatMap((each) => ('why' in each ? [each] : []))
  const near = reasons.filter(({ field }) => wanted === undefined || field === wanted).slice(0, reasonsMax)
  const why = near.map((each) => ` "${each.field}" ${each.why}.`).join('')
  throw createUsageError(
    wanted === undefined
      ? `The schema has no list with "first", "after" and "pageInfo { hasNextPage endCursor }" that needs no other argument.${why} Write the query by hand: checkwright new without --graphql.`
      : `"${wanted}" is not a list of the schema's query type that has "first", "after" and "pageInfo { hasNextPage endCursor }" and needs no other argument.${why} ${known}`,
  )
}

const reasonsMax = 5

async function loadSchema(graphql: GraphqlLibrary, file: string): Promise<GraphQLSchema> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    throw createUsageError(
      `The schema ${file} cannot be read${describeSystemCode(error)}. Check the path given to --graphql.`,
    )
  }
  try {
    if (!text.trimStart().startsWith('{')) return graphql.buildSchema(text, { assumeValidSDL: true })
    const json = JSON.parse(text) as { readonly data?: IntrospectionQuery } & IntrospectionQuery
    return graphql.buildClientSchema(json.data ?? json, { assumeValid: true })
  } catch (error) {
    const why = error instanceof Error ? error.message.slice(0, 200) : 'it is not a schema'
    throw createUsageError(`${file} is neither a GraphQL schema nor the answer to an introspection query: ${why}`)
  }
}

type DescribedConnection = Omit<SchemaConnection, 'others'>

/** A list that comes near, and what it lacks. */
interface LeftOutConnection {
  readonly field: string
  readonly why: string
}

function describeGraphqlConnection(
  graphql: GraphqlLibrary,
  { name, args, type }: GraphQLField<unknown, unknown>,
): DescribedConnection | LeftOutConnection | undefined {
  const leaveOut = (why: string): LeftOutConnection => ({ field: name, why })
  const after = args.find((arg) => arg.name === 'after')
  if (!after || !args.some((arg) => arg.name === 'first'))
    return graphql.isListType(graphql.getNullableType(type))
      ? leaveOut('has no pages by "first" and "after"')
      : undefined
  const needed = args.filter((arg) => graphql.isRequiredArgument(arg) && arg.name !== 'first').map((arg) => arg.name)
  if (needed.length > 0) return leaveOut(`needs ${needed.map((each) => `"${each}"`).join(' and ')}`)
  const connection = graphql.getNamedType(type)
  if (!graphql.isObjectType(connection)) return leaveOut('gives no object')
  const { nodes, edges, pageInfo } = connection.getFields()
  const edge = edges && graphql.getNamedType(edges.type)
  const ofEdge = graphql.isObjectType(edge) ? edge.getFields().node : undefined
  const node = nodes ? graphql.getNamedType(nodes.type) : ofEdge && graphql.getNamedType(ofEdge.type)
  const info = pageInfo && graphql.getNamedType(pageInfo.type)
  const { hasNextPage, endCursor } = graphql.isObjectType(info) ? info.getFields() : {}
  if (!hasNextPage || !endCursor) return leaveOut('has no "pageInfo { hasNextPage endCursor }"')
  if (!node) return leaveOut('has neither "nodes" nor "edges { node }"')
  // What a union has in common, only a query by hand can ask.
  if (!graphql.isObjectType(node) && !graphql.isInterfaceType(node))
    return leaveOut(`has ${node.name}, ${graphql.isUnionType(node) ? 'a union of types,' : 'no object,'} as its nodes`)
  const all = listNodeMembers(graphql, node)
  const noun = toKebabCase(node.name)
  const identity = chooseIdentity(all.flatMap(toIdentityCandidate), { noun, path: `/${name}`, param: undefined })
  if (!identity) return leaveOut('has nodes of which nothing tells one from another')
  const asked = new Set([identity.member, ...identity.possible].map((member) => member.name))
  const rank = (member: NodeMember) => (asked.has(member.name) ? 0 : telling.test(member.name) ? 1 : 2)
  const members = all.toSorted((a, b) => rank(a) - rank(b)).slice(0, membersMax)
  const cursorType = String(graphql.getNullableType(after.type))
  return { field: name, node: node.name, members, identity, hasNodes: nodes !== undefined, cursorType }
}

const membersMax = 12
const telling =
  /^(?:name|login|email|displayName)$|admin|owner|role|active|enabled|suspended|mfa|factor|2fa|created|last/i

function toIdentityCandidate({ name, scalar, isNullable, description }: NodeMember): readonly IdentityCandidate[] {
  const type = scalar === 'Int' ? 'integer' : /^(?:ID|String|UUID|URI)$/.test(scalar) ? 'string' : undefined
  return type === undefined
    ? []
    : [{ member: { name, type, isOptional: false, isNullable }, isTime: false, text: description }]
}

function listNodeMembers(graphql: GraphqlLibrary, node: GraphQLObjectType | GraphQLInterfaceType): NodeMember[] {
  return Object.values(node.getFields()).flatMap(
    ({ name, args, type, description, deprecationReason }): NodeMember[] => {
      const isSimple = graphql.isLeafType(graphql.getNullableType(type))
      if (!isSimple || args.some(graphql.isRequiredArgument) || deprecationReason) return []
      const named = graphql.getNamedType(type)
      const isNullable = graphql.isNullableType(type)
      const values = graphql.isEnumType(named) ? named.getValues().map((value) => value.value as string) : undefined
      const plain = values?.map((value) => `'${value}'`).join(' | ') ?? scalars[named.name] ?? 'unknown'
      const isUnknown = plain === 'unknown'
      return [
        {
          name,
          type: isNullable && !isUnknown ? `${plain} | null` : plain,
          scalar: named.name,
          isNullable,
          description: description ?? undefined,
          isBoolean: named.name === 'Boolean' && !isNullable,
          sample: values?.[0] ?? samples[named.name] ?? null,
        },
      ]
    },
  )
}

const scalars: Readonly<Record<string, string>> = {
  ID: 'string',
  String: 'string',
  Int: 'number',
  Float: 'number',
  Boolean: 'boolean',
  DateTime: 'string',
  Date: 'string',
  URI: 'string',
}

const samples: Readonly<Record<string, unknown>> = {
  ID: 'sample-1',
  String: 'sample',
  Int: 1,
  Float: 1.5,
  Boolean: true,
  DateTime: '2026-01-15T12:00:00Z',
  Date: '2026-01-15',
  URI: 'https://sample.example',
}
