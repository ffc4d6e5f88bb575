import { isModels, toModelPointer, toOpenApiOfModels } from './botocore.ts'
import { DescriptionNode, type LostReferences } from './description-node.ts'
import { isGraphqlSchema, toOpenApiOfGraphql } from './graphql.ts'
import { isSwagger, toOpenApi, toSwaggerPointer } from './swagger.ts'

/** A provider's description, converted to the shape of OpenAPI 3. */
export interface Description {
  readonly root: DescriptionNode
  /** References that could not be followed until now. */
  readonly lost: LostReferences
  /** The place of something in the original file. */
  readonly pointer: (pointer: string) => string
  /** From the file: `OpenAPI 3.1.0`, `Swagger 2.0`, `botocore`, `GraphQL`. */
  readonly format: string
}

/**
 * @param value a document, or the text of a GraphQL schema
 * @returns undefined for a value that is not a description of OpenAPI 3 or Swagger 2.0, and no models of AWS's services
 * @throws GraphQLError for a text that is no schema of GraphQL
 */
export function openDescription(value: unknown): Description | undefined {
  const lost: LostReferences = new Map()
  if (isSwagger(value))
    return {
      root: DescriptionNode.root(toOpenApi(value), lost),
      lost,
      pointer: toSwaggerPointer,
      format: 'Swagger 2.0',
    }
  if (isModels(value))
    return {
      root: DescriptionNode.root(toOpenApiOfModels(value), lost),
      lost,
      pointer: toModelPointer,
      format: 'botocore',
    }
  if (isGraphqlSchema(value))
    return {
      root: DescriptionNode.root(toOpenApiOfGraphql(value), lost),
      lost,
      pointer: (pointer) => pointer,
      format: 'GraphQL',
    }
  const root = DescriptionNode.root(value, lost)
  const version = root.at('openapi')
  if (!/^3\.\d+(\.|$)/.test(version.text ?? '')) return undefined
  return { root, lost, pointer: (pointer) => pointer, format: `OpenAPI ${version.line}` }
}
