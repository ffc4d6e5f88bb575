import fc from 'fast-check'
import { type Operation, type Parameter, resolve } from './documented.ts'
import { generateFromSchema, type Known, preferKnown } from './from-schema.ts'

const rarely = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ arbitrary: fc.constant(null), weight: 20 }, { arbitrary, weight: 1 })

/**
 * A request to the operation: mostly as documented, and broken in every place now and then.
 * @param known of parameters and members of a body
 */
export function requestTo({ path, parameters = [], requestBody }: Operation, known: Known = {}) {
  const anyOf = ({ name, schema }: Parameter) => preferKnown(known, name, generateFromSchema(schema, resolve))
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
  const content = requestBody?.content ?? {}
  const form = content['application/json'] === undefined ? content['multipart/form-data'] : undefined
  const sent = content['application/json'] ?? form
  const body =
    sent === undefined
      ? fc.constant(undefined)
      : fc.oneof({ arbitrary: generateFromSchema(sent.schema, resolve, known), weight: 20 }, fc.constant(undefined))
  const write = form === undefined ? JSON.stringify : writeForm
  const type = fc.oneof(
    { arbitrary: fc.constant(form === undefined ? 'application/json' : formType), weight: 20 },
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
      raw: given.body === undefined ? undefined : write(given.body),
    }
  })
}

const formType = 'multipart/form-data; boundary=of-a-form'

/** The members as parts of a form; one that is named `file` is a file. */
function writeForm(body: unknown): string {
  const members: [string, unknown][] =
    typeof body === 'object' && body !== null ? Object.entries(body) : [['file', body]]
  const parts = members.map(([name, value]) => {
    const file = name === 'file' ? '; filename="file.json"' : ''
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return `--of-a-form\r\ncontent-disposition: form-data; name="${encodeURIComponent(name.toWellFormed())}"${file}\r\n\r\n${text}\r\n`
  })
  return `${parts.join('')}--of-a-form--\r\n`
}

/** Of a path with "", "." or ".." as a segment, a client makes another path before it sends it. */
function toSegment(text: string): string {
  return /^\.{0,2}$/.test(text) ? 'x' : encodeURIComponent(text)
}
