import type { DescriptionNode } from './description-node.ts'
import { type DeclaredParameter, readFirstNumber } from './paging.ts'
import { type SchemaView, viewSchema } from './schema-view.ts'

/** A parameter of an operation. */
export interface OperationParameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header' | 'cookie'
  readonly required: boolean
  readonly schema: SchemaView
  readonly node: DescriptionNode
  /** The default in the description. */
  readonly preset: string | number | boolean | undefined
  /** Its first number. */
  readonly first: number | undefined
  /** Its greatest number, by its schema or its text. */
  readonly most: number | undefined
}

/** Parameters of an operation and of its path; an operation's own replace the path's. */
export function readParameters(item: DescriptionNode, operation: DescriptionNode): readonly OperationParameter[] {
  const parameters = [...item.at('parameters').items(), ...operation.at('parameters').items()].flatMap(readParameter)
  return [...new Map(parameters.map((parameter) => [`${parameter.in} ${parameter.name}`, parameter])).values()]
}

/** The facts about query parameters that say how a list continues, by name. */
export function declareParameters(queries: readonly OperationParameter[]): ReadonlyMap<string, DeclaredParameter> {
  return new Map(
    queries.map(({ name, first, schema: { type } }) => [
      name,
      { first, isText: type === 'string', isNumber: type === 'integer' || type === 'number' },
    ]),
  )
}

const places: readonly unknown[] = ['path', 'query', 'header', 'cookie'] satisfies OperationParameter['in'][]

function readParameter(node: DescriptionNode): readonly OperationParameter[] {
  const name = node.at('name').text
  const place = node.at('in').value as OperationParameter['in']
  if (name === undefined || name === '__proto__' || !places.includes(place)) return []
  const schema = node.at('schema')
  const readNumber = (member: string) => {
    const { value } = schema.at(member)
    return typeof value === 'number' ? value : undefined
  }
  const stated = /\bmax(?:imum)?\b\D{0,20}(\d{1,4})\b/i.exec(node.at('description').line ?? '')?.[1]
  const view = viewSchema(schema)
  return [
    {
      name,
      in: place,
      required: place === 'path' || node.at('required').value === true,
      schema: view,
      node,
      preset: readPreset(schema, view),
      first:
        readFirstNumber({ default: readNumber('default'), minimum: readNumber('minimum') }) ??
        readStatedFirst(node.at('description').line ?? schema.at('description').line ?? ''),
      most: readNumber('maximum') ?? (stated === undefined ? undefined : Number(stated)),
    },
  ]
}

/** The first number that a text names: "Pages are numbered from zero", "The page number, starting at 1". */
function readStatedFirst(text: string): number | undefined {
  const stated =
    /\b(?:start(?:s|ing)?|begin(?:s|ning)?|numbered|count(?:s|ed|ing)?|index(?:ed)?)[- ](?:at|from|with) (?:page )?(0|1|zero|one)\b/i.exec(
      text,
    ) ??
    /\b(0|1|zero|one)[- ](?:based|indexed)\b/i.exec(text) ??
    /\bdefault(?:s to|s? is|:| =)? ?(0|1)\b/i.exec(text)
  const word = stated?.[1]?.toLowerCase()
  return word === undefined ? undefined : word === '0' || word === 'zero' ? 0 : 1
}

function readPreset(schema: DescriptionNode, { choices }: SchemaView): OperationParameter['preset'] {
  const only = choices.length === 1 ? choices[0] : undefined
  const value = schema.at('default').value ?? schema.at('const').value ?? only
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined
}
