import fc from 'fast-check'
import { type Operation, type Parameter, resolve } from './documented.ts'
import { generateFromSchema } from './from-schema.ts'

const rarely = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ arbitrary: fc.constant(null), weight: 20 }, { arbitrary, weight: 1 })

/**
 * A request to the operation: mostly as documented, and broken in every place now and then.
 * @param ids of what there is, by the name of their parameter: so that routes get further than to find nothing
 */
export function requestTo(
  { path, parameters = [], requestBody }: Operation,
  ids: Readonly<Record<string, readonly string[]>> = {},
) {
  const anyOf = ({ name, schema }: Parameter) => {
    const known = ids[name]
    const arbitrary = generateFromSchema(schema, resolve)
    return known === undefined ? arbitrary : fc.oneof({ arbitrary: fc.constantFrom(...known), weight: 9 }, arbitrary)
  }
  const inPath = parameters.filter((parameter) => parameter.in === 'path')
  const valuesOf = (of: readonly Parameter[]) =>
    fc.record(Object.fromEntries(of.map((parameter) => [parameter.name, anyOf(parameter)])), {
      requiredKeys: inPath.map(({ name }) => name),
    })
  const isList = parameters.some((parameter) => parameter.in === 'query')
  // Of many choices at once all hardly ever fit.
  const values = isList
    ? fc.oneof({ arbitrary: valuesOf(parameters), weight: 4 }, valuesOf(inPath))
    : valuesOf(parameters)
  const json = requestBody?.content['application/json']
  const body =
    json === undefined
      ? fc.constant(undefined)
      : fc.oneof({ arbitrary: generateFromSchema(json.schema, resolve), weight: 20 }, fc.constant(undefined))
  const type = fc.oneof(
    { arbitrary: fc.constant('application/json'), weight: 20 },
    fc.constantFrom('text/plain', 'multipart/form-data; boundary=x', ''),
  )
  return fc.record({ values, body, type, extra: rarely(fc.string()) }).map((given) => {
    const of = (place: string) =>
      parameters.filter((parameter) => parameter.in === place && Object.hasOwn(given.values, parameter.name))
    const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed()
    const query = new URLSearchParams(
      Object.fromEntries(of('query').map(({ name }) => [name, text(given.values[name])])),
    )
    if (given.extra !== null) query.set(given.extra, 'x')
    const filled = of('path').reduce(
      (at, { name }) => at.replace(`{${name}}`, toSegment(text(given.values[name]))),
      path,
    )
    const headers = of('header').flatMap(({ name }) => {
      const value = text(given.values[name])
      return /^[\x20-\x7e]*$/.test(value) ? [[name, value]] : []
    })
    return {
      path: `${filled}${query.size > 0 ? `?${query}` : ''}`,
      headers: Object.fromEntries(given.body === undefined ? headers : [...headers, ['content-type', given.type]]),
      raw: given.body === undefined ? undefined : JSON.stringify(given.body),
    }
  })
}

/** Of a path with "", "." or ".." as a segment, a client makes another path before it sends it. */
function toSegment(text: string): string {
  return /^\.{0,2}$/.test(text) ? 'x' : encodeURIComponent(text)
}
