import { createRequire } from 'node:module'
import type { GraphQLOutputType, GraphQLSchema } from 'graphql'

import type { AnyObject } from '../text/is-object.ts'

/** The package as it is when it was loaded. */
export type GraphqlLibrary = typeof import('graphql')
// Few descriptions are of GraphQL, and its package takes as long to load as everything else here.
const load = createRequire(import.meta.url)

/** Whether a value is a schema in GraphQL's own language. */
export function isGraphqlSchema(value: unknown): value is string {
  return typeof value === 'string' && /^\s*(?:extend\s+)?type\s+Query\b/m.test(value)
}

/**
 * A schema of GraphQL as one operation, which answers with all that a query can ask for. Arguments are left out.
 * @throws GraphQLError for a text that is no schema
 */
export function toOpenApiOfGraphql(text: string): AnyObject {
  const graphql = load('graphql') as GraphqlLibrary
  const schema = graphql.buildSchema(text, { assumeValidSDL: true })
  const query = schema.getQueryType()
  const answer = { type: 'object', required: ['data'], properties: { data: query ? refer(query.name) : {} } }
  return {
    openapi: '3.0.3',
    info: { title: 'GraphQL', version: '' },
    paths: {
      '/graphql': {
        post: { responses: { 200: { description: '', content: { 'application/json': { schema: answer } } } } },
      },
    },
    components: { schemas: describeTypes(graphql, schema) },
  }
}

function describeTypes(graphql: GraphqlLibrary, schema: GraphQLSchema): AnyObject {
  const describe = (type: GraphQLOutputType): AnyObject => {
    if (graphql.isNonNullType(type)) return describePresent(type.ofType)
    const present = describePresent(type)
    return '$ref' in present ? { allOf: [present], nullable: true } : { ...present, nullable: true }
  }
  const describePresent = (type: GraphQLOutputType): AnyObject => {
    if (graphql.isListType(type)) return { type: 'array', items: describe(type.ofType) }
    if (graphql.isEnumType(type)) return { type: 'string', enum: type.getValues().map(({ name }) => name) }
    if (graphql.isObjectType(type) || graphql.isInterfaceType(type)) return refer(type.name)
    return graphql.isScalarType(type) ? (scalars[type.name] ?? {}) : {}
  }
  return Object.fromEntries(
    Object.values(schema.getTypeMap())
      .filter((type) => graphql.isObjectType(type) || graphql.isInterfaceType(type))
      .map((type) => {
        const fields = Object.values(type.getFields())
        return [
          type.name,
          {
            type: 'object',
            // What a query asks for is in the answer, if only as null.
            required: fields.map(({ name }) => name),
            properties: Object.fromEntries(fields.map(({ name, type: of }) => [name, describe(of)])),
            additionalProperties: false,
          },
        ]
      }),
  )
}

const scalars: Readonly<Record<string, AnyObject>> = {
  ID: { type: 'string' },
  String: { type: 'string' },
  Int: { type: 'integer' },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
  DateTime: { type: 'string', format: 'date-time' },
  Date: { type: 'string', format: 'date' },
}

function refer(name: string): AnyObject {
  return { $ref: `#/components/schemas/${name}` }
}
