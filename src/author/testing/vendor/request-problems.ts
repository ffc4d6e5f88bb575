import type { OperationParameter } from '../../../descriptions/parameters.ts'
import { mergeSchema } from '../../../descriptions/schema.ts'
import type { FoundOperation } from './find-operation.ts'
import { readCookie } from './sent-credentials.ts'

/** The parts of a request that a description covers. */
export interface DescribedRequest {
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/**
 * Unknown members of a request, and missing required ones; empty if it fits.
 * @param exempt parameters that may be missing, or be given without a declaration
 */
export function findRequestProblems(
  { operation, params }: FoundOperation,
  request: DescribedRequest,
  exempt: readonly string[],
): readonly string[] {
  const declared = operation.parameters.filter(({ name }) => !exempt.includes(name))
  const queries = declared.filter((parameter) => parameter.in === 'query')
  const known = operation.parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name)
  const strange = [...new Set(request.query.keys())].filter(
    (name) => !exempt.includes(name) && !known.some((each) => isDeclared(name, each)),
  )
  return [
    ...strange.map((name) => `the query parameter "${name}" is not declared`),
    ...declared
      .filter(({ required, name, in: place }) => required && readSentValues(name, place, params, request).length === 0)
      .map(({ name, in: place }) => `the ${place} parameter "${name}" is missing`),
    ...[...queries, ...declared.filter((parameter) => parameter.in === 'path')].flatMap((parameter) =>
      readSentValues(parameter.name, parameter.in, params, request).flatMap((value) =>
        findValueProblems(parameter, value),
      ),
    ),
    ...findBodyProblems(operation.node.at('requestBody', 'required').value === true, request),
  ]
}

/** `filter` also allows `filter[name]` (style `deepObject`), and `ids` allows `ids[]`. */
function isDeclared(sent: string, declared: string): boolean {
  return sent === declared || sent.startsWith(`${declared}[`) || declared === `${sent}[]`
}

function readSentValues(
  name: string,
  place: string,
  params: Readonly<Record<string, string>>,
  { query, headers }: DescribedRequest,
): readonly string[] {
  switch (place) {
    case 'query':
      return [...query].flatMap(([sent, value]) => (isDeclared(sent, name) ? [value] : []))
    case 'path':
      return name in params ? [params[name] ?? ''] : []
    case 'header': {
      const value = headers[name.toLowerCase()]
      return value === undefined ? [] : [value]
    }
    default:
      return [readCookie(headers, name)].flatMap((value) => value ?? [])
  }
}

function findValueProblems({ name, in: place, node }: OperationParameter, value: string): readonly string[] {
  const schema = node.at('schema')
  const { enum: allowed, type, items } = mergeSchema(schema)
  const say = (what: string) => [`the ${place} parameter "${name}" ${what}`]
  if (type === 'array') {
    const parts = value.split(',')
    const each = mergeSchema(schema.read(items))
    return each.enum && !parts.every((part) => each.enum?.map(String).includes(part))
      ? say(`has a value that is not one of ${each.enum.join(', ')}`)
      : []
  }
  if (allowed && !allowed.map(String).includes(value)) return say(`is not one of ${allowed.join(', ')}`)
  if (type === 'integer' && !/^-?\d+$/.test(value)) return say('is not a whole number')
  if (type === 'number' && !Number.isFinite(Number(value))) return say('is not a number')
  if (type === 'boolean' && !/^(true|false|0|1)$/.test(value)) return say('is not true or false')
  return []
}

function findBodyProblems(required: boolean, { body }: DescribedRequest): readonly string[] {
  return required && body.byteLength === 0 ? ['the body is missing'] : []
}
