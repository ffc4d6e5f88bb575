import { createRequire } from 'node:module'

// Few files ask by GraphQL, and its package takes as long to load as everything else that reads a file.
const load = createRequire(import.meta.url)

/** What keeps a document of GraphQL from being one query that only reads. */
export function findDocumentProblem(document: string): { readonly message: string; readonly at?: number } | undefined {
  const { GraphQLError, Kind, parse } = load('graphql') as typeof import('graphql')
  try {
    const { definitions } = parse(document, { maxTokens: 5_000, noLocation: false })
    const operations = definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION)
    const other = definitions.find(
      (each) =>
        !(
          each.kind === Kind.FRAGMENT_DEFINITION ||
          (each.kind === Kind.OPERATION_DEFINITION && each.operation === 'query')
        ),
    )
    if (other)
      return {
        message: 'holds something other than a query, and connectors as data only read',
        at: other.loc?.start ?? 0,
      }
    return operations.length === 1 ? undefined : { message: `holds ${operations.length} queries; write one` }
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error
    return { message: `is no GraphQL: ${error.message.replace(/^Syntax Error: /, '')}`, at: error.positions?.[0] ?? 0 }
  }
}
