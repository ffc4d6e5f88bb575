import type { Answer, HeaderRecord } from '../vendor/answer.ts'
import { demandDescription, jsonOf, type MediaType, type OpenApiDescription, resolved } from './description.ts'
import { type FoundOperation, type Operation, operationsOf } from './operations.ts'
import { pageOf } from './pages.ts'
import { askedWord, firstNumber, ownParam } from './paging.ts'
import { requestProblems } from './request-problems.ts'
import { mergedSchema, sampleOf } from './sample.ts'
import { isAuthorized } from './security.ts'
import { isSwagger, openApiOfSwagger } from './swagger.ts'

/** How a described vendor answers. */
export interface DescribedOptions {
  /** Items of every list that has pages. @default 3 */
  readonly listLength?: number
  /** Most items of a page, whatever the client asks for. @default 2 */
  readonly pageSize?: number
  /** Credentials by security scheme; Basic is `username:password`. @default any, in the declared place */
  readonly credentials?: Readonly<Record<string, string>>
  /** Parameters that the description demands and the credentials stand for, as Slack's `token`. @default none */
  readonly satisfiedByAuth?: readonly string[]
}

/** A request that the description does not allow. */
export interface Violation {
  readonly method: string
  /** Path with query, as it was sent. */
  readonly path: string
  /** `GET /users/{id}`; undefined when no operation was meant. */
  readonly operation?: string
  readonly message: string
}

export interface DescribedRequest {
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
   * Answers from the description: its examples, else values made to fit its schemas, lists in pages.
   * @param checksAuth whether the declared security is demanded
   */
  answer(request: DescribedRequest, checksAuth: boolean): Answer
  readonly violations: readonly Violation[]
  /** Names of the operations that were asked, each once: `GET /users`. */
  readonly operations: readonly string[]
  serves(method: string, path: string): boolean
  reset(): void
}

/** @throws TypeError when the value is no description of OpenAPI 3 or Swagger 2.0 */
export function describedVendor(given: unknown, options: DescribedOptions): DescribedVendor {
  const description = isSwagger(given) ? openApiOfSwagger(given) : given
  demandDescription(description)
  const operations = operationsOf(description)
  const violations: Violation[] = []
  const asked = new Set<string>()
  return {
    violations,
    get operations() {
      return [...asked]
    },
    serves: (method, path) => operations.find(method, path) !== undefined,
    reset() {
      violations.length = 0
      asked.clear()
    },
    answer(request, checksAuth) {
      const found = operations.find(request.method, request.path)
      const refuse = (status: number, message: string): Answer => {
        violations.push({
          method: request.method,
          path: `${request.path}${request.url.search}`,
          ...(found && { operation: found.operation.name }),
          message,
        })
        return { status, json: { error: 'not_described', message } }
      }
      if (!found) return refuse(404, `The description has no operation ${request.method} ${request.path}.`)
      const { operation } = found
      asked.add(operation.name)
      if (checksAuth && !isAuthorized(operation.security, request, description, options.credentials ?? {}))
        return { status: 401, json: { error: 'unauthorized', message: `${operation.name} needs credentials.` } }
      const exempt = [...(options.satisfiedByAuth ?? []), ...authParams(operation, description), ownParam]
      const problems = requestProblems(found, request, description, exempt)
      if (problems.length > 0) return refuse(400, `${operation.name}: ${problems.join('; ')}.`)
      return success(found, request, description, options)
    },
  }
}

function success(
  { operation }: FoundOperation,
  request: DescribedRequest,
  description: OpenApiDescription,
  { listLength = 3, pageSize = 2 }: DescribedOptions,
): Answer {
  const { status } = operation
  const media = jsonOf(operation.response)
  if (!media) return { status }
  const example = exampleOf(media, description)
  const { body, headers } = pageOf(example ?? sampleOf(media.schema, description), request, {
    declared: declaredOf(operation, description),
    asked: askedWord(operation.name),
    isMember: (path) => hasMember(media.schema, path, description),
    bodyOf: example === undefined ? (index) => sampleOf(media.schema, description, index) : undefined,
    length: listLength,
    size: pageSize,
  })
  return { status, headers, json: body ?? null }
}

function declaredOf(
  { parameters }: Operation,
  description: OpenApiDescription,
): ReadonlyMap<string, number | undefined> {
  return new Map(
    parameters
      .filter((each) => each.in === 'query')
      .map(({ name, schema }) => [name, firstNumber(mergedSchema(schema, description))]),
  )
}

/** The first example; of those that are JSON written as text, what it says. */
function exampleOf({ example, examples, schema }: MediaType, description: OpenApiDescription): unknown {
  const [first] = Object.values(examples ?? {})
  const value =
    example ?? (first === undefined ? undefined : resolved<{ readonly value?: unknown }>(first, description).value)
  if (typeof value !== 'string' || mergedSchema(schema, description).type === 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    // Prose, or JSON that was cut: a value made from the schema serves better.
    return undefined
  }
}

function hasMember(schema: unknown, [name, ...rest]: readonly string[], description: OpenApiDescription): boolean {
  if (name === undefined) return true
  const member = mergedSchema(schema, description).properties?.[name]
  return member !== undefined && hasMember(member, rest, description)
}

/** Query parameters that carry credentials are declared as schemes and, by some descriptions, not as parameters. */
function authParams({ security }: Operation, description: OpenApiDescription): readonly string[] {
  return security.flatMap((requirement) =>
    Object.keys(requirement).flatMap((name) => {
      const raw = description.components?.securitySchemes?.[name]
      const scheme =
        raw === undefined ? {} : resolved<{ readonly in?: string; readonly name?: string }>(raw, description)
      return scheme.in === 'query' && scheme.name !== undefined ? [scheme.name] : []
    }),
  )
}
