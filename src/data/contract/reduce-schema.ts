import type { DescriptionNode } from '../../descriptions/description-node.ts'
import { isPromised, listMemberSchemas, readSchemaFacts } from './schema-facts.ts'
import { createReads, type Reads } from './watch-shape.ts'

/** A schema with the members that a file reads, and nothing else. */
export interface ReducedSchema {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly nullable?: true
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, ReducedSchema>>
  readonly additionalProperties?: true | ReducedSchema
  readonly items?: ReducedSchema
}

/** Longer lists of words are those of countries, currencies and regions. */
const wordsMax = 60

/** Cuts a schema down to what is read of it, without references, so that it stands alone. */
export function reduceSchema(node: DescriptionNode, reads: Reads): ReducedSchema {
  return reduceSchemas([node], reads)
}

/** @param nodes of which the value may be any */
function reduceSchemas(nodes: readonly DescriptionNode[], reads: Reads): ReducedSchema {
  const { shapes, types, words, isOpenWord, isNullable, format } = readSchemaFacts(nodes)
  const reduceMember = (name: string, inner: Reads) =>
    reduceSchemas(
      listMemberSchemas(shapes, name).map(({ schema }) => schema),
      inner,
    )
  const properties = [...reads.members]
    .filter(([name]) => name !== '[]' && name !== '{}')
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, inner]): [string, ReducedSchema] => [name, reduceMember(name, inner)])
  const required = properties.map(([name]) => name).filter((name) => isPromised(shapes, name))
  const ofMap = reads.members.get('{}')
  return {
    // What has members is an object, whether or not the description says so.
    type: types.length > 1 ? types : (types[0] ?? (properties.length > 0 || ofMap ? 'object' : undefined)),
    format,
    enum: words.length > 0 && words.length <= wordsMax && !isOpenWord ? words : undefined,
    nullable: isNullable || undefined,
    required: required.length > 0 ? required : undefined,
    properties: properties.length > 0 ? Object.fromEntries(properties) : undefined,
    additionalProperties: ofMap
      ? reduceMember('{}', ofMap)
      : (properties.length === 0 && types.includes('object')) || undefined,
    items: types.includes('array') ? reduceMember('[]', reads.members.get('[]') ?? createReads()) : undefined,
  } as ReducedSchema
}
