import { openDescription } from '../../../descriptions/description.ts'
import type { DescriptionNode } from '../../../descriptions/description-node.ts'
import { hasLinkHeader } from '../../../descriptions/has-link-header.ts'
import { type Operation, readExample } from '../../../descriptions/operations.ts'
import { namedParam, ownParam, readAskedWord } from '../../../descriptions/paging.ts'
import { declareParameters } from '../../../descriptions/parameters.ts'
import { makeSample } from '../../../descriptions/sample.ts'
import { mergeSchema, readType } from '../../../descriptions/schema.ts'
import { readSecurity, type SecurityRequirement } from '../../../descriptions/security.ts'
import { parseJson } from '../../../text/parse-json.ts'
import type { Answer, HeaderRecord } from './answer.ts'
import { cutPage } from './cut-page.ts'
import { createOperationFinder } from './find-operation.ts'
import { findRequestProblems } from './request-problems.ts'
import { isAuthorized } from './sent-credentials.ts'

/** How a described vendor answers. */
export interface DescribedOptions {
  /** Items of every list with pages. @default 3 */
  readonly listLength?: number
  /** Most items of a page, whatever the request has. @default 2 */
  readonly pageSize?: number
  /** Credentials by security scheme; Basic is `username:password`. @default any, in the declared place */
  readonly credentials?: Readonly<Record<string, string>> | undefined
  /** Required parameters that the credentials replace, such as Slack's `token`. @default none */
  readonly satisfiedByAuth?: readonly string[]
}

/** A request that the description does not allow. */
export interface Violation {
  readonly method: string
  /** Path with query, as it was sent. */
  readonly path: string
  /** `GET /users/{id}`; undefined if no operation fits. */
  readonly operation?: string | undefined
  readonly message: string
}

export interface VendorDescribedRequest {
  readonly method: string
  readonly url: URL
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: HeaderRecord
  readonly body: Uint8Array
}

/** The vendor that a description describes. */
export interface DescribedVendor {
  /**
   * Answers from the description: its examples, otherwise values that fit its schemas, with lists in pages.
   * @param checksAuth whether the declared security is required
   */
  answer(request: VendorDescribedRequest, checksAuth: boolean): Answer
  readonly violations: readonly Violation[]
  /** Names of the used operations, each once: `GET /users`. */
  readonly operations: readonly string[]
  serves(method: string, path: string): boolean
  reset(): void
}

/** @throws TypeError when the value is no description of OpenAPI 3 or Swagger 2.0, or its references lead nowhere */
export function createDescribedVendor(input: unknown, options: DescribedOptions): DescribedVendor {
  const description = openDescription(input)
  if (!description)
    throw new TypeError(
      'fakeVendor(): openapi must be a description of OpenAPI 3 or Swagger 2.0, the object and not its text.',
    )
  const { root, lost } = description
  if (!root.at('paths').isObject)
    throw new TypeError('fakeVendor(): openapi has no paths, so the vendor cannot serve any.')
  const find = createOperationFinder(root)
  const refuseLost = () => {
    for (const reference of lost.values())
      throw new TypeError(`fakeVendor(): the description's reference "${reference}" has no target.`)
  }
  refuseLost()
  const violations: Violation[] = []
  const asked = new Set<string>()
  return {
    violations,
    get operations() {
      return [...asked]
    },
    serves: (method, path) => find(method, path) !== undefined,
    reset() {
      violations.length = 0
      asked.clear()
    },
    answer(request, checksAuth) {
      const found = find(request.method, request.path)
      const refuse = (status: number, message: string): Answer => {
        violations.push({
          method: request.method,
          path: `${request.path}${request.url.search}`,
          operation: found?.operation.name,
          message,
        })
        return { status, json: { error: 'not_described', message } }
      }
      if (!found) return refuse(404, `The description has no operation ${request.method} ${request.path}.`)
      const { operation } = found
      asked.add(operation.name)
      const security = readSecurity(root, operation.node)
      if (checksAuth && !isAuthorized(security, request, options.credentials ?? {}))
        return { status: 401, json: { error: 'unauthorized', message: `${operation.name} needs credentials.` } }
      const exempt = [...(options.satisfiedByAuth ?? []), ...listAuthParams(security), ownParam, namedParam]
      const problems = findRequestProblems(found, request, exempt)
      if (problems.length > 0) return refuse(400, `${operation.name}: ${problems.join('; ')}.`)
      const answer = answerWith(operation, request, options)
      refuseLost()
      return answer
    },
  }
}

function answerWith(
  { name, parameters, success: { status, media, response } }: Operation,
  request: VendorDescribedRequest,
  { listLength = 3, pageSize = 2 }: DescribedOptions,
): Answer {
  if (!media) return { status }
  const schema = media.at('schema')
  const example = findExample(media, schema)
  const queries = parameters.filter((each) => each.in === 'query')
  const { body, headers } = cutPage(example ?? makeSample(schema), request, {
    declared: declareParameters(queries),
    asked: readAskedWord(name),
    isMember: (path) => hasMember(schema, path),
    bodyOf: example === undefined ? (index) => makeSample(schema, index) : undefined,
    hasLinkHeader: hasLinkHeader(response),
    length: listLength,
    size: pageSize,
  })
  return { status, headers, json: body ?? null }
}

/** The first example; an example that is JSON in a string is parsed. */
function findExample(media: DescriptionNode, schema: DescriptionNode): unknown {
  const { value } = readExample(media)
  if (typeof value !== 'string' || mergeSchema(schema).type === 'string') return value
  // Instead of prose, or JSON that was cut, a value from the schema is better.
  return parseJson(value)
}

/** Whether a value may be there that is no object and no list. */
function hasMember(schema: DescriptionNode, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return !/^(?:object|array)$/.test(readType(schema.read(mergeSchema(schema))) ?? '')
  const { properties = {} } = mergeSchema(schema)
  return Object.hasOwn(properties, name) && hasMember(schema.read(properties[name]), rest)
}

/** Parameters that carry credentials are declared as schemes and, by some descriptions, as parameters or not. */
function listAuthParams(security: readonly SecurityRequirement[]): readonly string[] {
  return security.flatMap(({ schemes }) => schemes).flatMap(({ scheme }) => scheme.at('name').text ?? [])
}
