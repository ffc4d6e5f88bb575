import { createRequire } from 'node:module'
import type { SelectionSetNode } from 'graphql'

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

/** What a query asks for, by the names that its answer has. */
export type Selection = ReadonlyMap<string, { readonly field: string; readonly inner: Selection }>

/** @returns undefined for a text that is no query, which `findDocumentProblem` reports */
export function readSelection(document: string): Selection | undefined {
  if (findDocumentProblem(document)) return undefined
  const { Kind, parse } = load('graphql') as typeof import('graphql')
  const { definitions } = parse(document)
  const fragments = new Map(
    definitions.flatMap((each) => (each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each] as const] : [])),
  )
  const read = (set: SelectionSetNode | undefined, within: readonly string[]): Selection =>
    new Map(
      (set?.selections ?? []).flatMap((each) => {
        if (each.kind === Kind.FIELD) {
          const field = each.name.value
          return [[each.alias?.value ?? field, { field, inner: read(each.selectionSet, within) }] as const]
        }
        if (each.kind === Kind.INLINE_FRAGMENT) return [...read(each.selectionSet, within)]
        const name = each.name.value
        return within.includes(name) ? [] : [...read(fragments.get(name)?.selectionSet, [...within, name])]
      }),
    )
  const operation = definitions.find((each) => each.kind === Kind.OPERATION_DEFINITION)
  return read(operation?.selectionSet, [])
}
