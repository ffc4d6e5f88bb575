import { firstNumber } from '../../../testing/openapi/paging.ts'
import type { Place } from './place.ts'
import { type SchemaView, schemaView } from './schema-view.ts'

/** A parameter of an operation. */
export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly schema: SchemaView
  readonly place: Place
  /** What the description would send if nobody says otherwise. */
  readonly preset: string | number | boolean | undefined
  /** The number that it begins with. */
  readonly first: number | undefined
  /** The greatest number that it takes, by its schema or by what is said of it. */
  readonly most: number | undefined
}

/** Parameters of an operation and of its path, of which an operation's own replaces the other. */
export function parametersOf(item: Place, operation: Place): readonly Parameter[] {
  const parameters = [...item.at('parameters').items(), ...operation.at('parameters').items()].flatMap(parameterOf)
  return [...new Map(parameters.map((parameter) => [`${parameter.in} ${parameter.name}`, parameter])).values()]
}

function parameterOf(place: Place): readonly Parameter[] {
  const name = place.at('name').text
  const where = place.at('in').value
  if (name === undefined || name === '__proto__' || (where !== 'path' && where !== 'query' && where !== 'header'))
    return []
  const schema = place.at('schema')
  const view = schemaView(schema)
  const number = (member: string) => {
    const { value } = schema.at(member)
    return typeof value === 'number' ? value : undefined
  }
  const said = /\bmax(?:imum)?\b\D{0,20}(\d{1,4})\b/i.exec(place.at('description').line ?? '')?.[1]
  return [
    {
      name,
      in: where,
      required: where === 'path' || place.at('required').value === true,
      schema: view,
      place,
      preset: presetOf(schema, view),
      first: firstNumber({ default: number('default'), minimum: number('minimum') }),
      most: number('maximum') ?? (said === undefined ? undefined : Number(said)),
    },
  ]
}

function presetOf(schema: Place, { choices }: SchemaView): Parameter['preset'] {
  const only = choices.length === 1 ? choices[0] : undefined
  const value = schema.at('default').value ?? schema.at('const').value ?? only
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined
}
