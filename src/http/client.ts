import {
  fillPath,
  type GraphqlOptions,
  memberAt,
  type PaginateOptions,
  type Parse,
  type QueryInput,
  type RequestOptions,
  type VendorClient,
} from '../define/index.ts'
import { CheckError, HttpError } from '../errors/index.ts'
import { textOf } from './excerpt.ts'
import { graphqlError, type Reply, vendorError } from './failure.ts'
import { fetchRequest } from './fetch-request.ts'
import { isReadOnly } from './graphql.ts'
import { OpenPages } from './open-pages.ts'
import { paginate } from './paginate.ts'
import type { Session } from './session.ts'
import { validated } from './validate.ts'
import type { RequestScope, VendorRequest } from './vendor-request.ts'
import { isResponseStatus, responseOf } from './vendor-response.ts'

/** The scope of a client: whose requests these are, and who learns that a list was cut off. */
export interface ClientScope extends RequestScope {
  incomplete(reason: string): void
  /** An answer is about to be handed over; told in the async context of whoever asked. Not of pages. */
  onAnswer?(exchange: number): void
}

/** A client as the engine holds it. */
export interface EngineClient extends VendorClient {
  paginate<T = unknown>(path: string | URL, options: PaginateOptions<T>): Pages<T>
  /** What an answer of `fetch` would have been thrown as, when its status says that the vendor refuses. */
  refusalOf(response: Response): HttpError | undefined
  /** Why a list of which pages were asked for one by one was not read to its end; undefined where none is. */
  readonly openPage: string | undefined
}

/** Items of a list, and where they come from. */
export interface Pages<T> extends AsyncIterableIterator<T> {
  /** Exchange of the page that holds the last item that was handed out. */
  readonly exchange: number | undefined
}

/** What checks and hooks ask the vendor with. */
export function vendorClient(session: Session, scope: ClientScope): EngineClient {
  const refusals = new WeakMap<Response, Reply>()
  const pages = new OpenPages()
  const answer = async (request: VendorRequest, of: RequestScope = scope): Promise<Reply> => {
    const reply = await session.exchange(request, of)
    scope.onAnswer?.(reply.exchange)
    return reply
  }
  const ask = async <T>(request: VendorRequest, options: RequestOptions<T>): Promise<T> => {
    const { schema, parse } = options
    const reply = await answer(request)
    const value = bodyOf(reply, session, parse)
    if (request.reads || request.method === 'GET') pages.read(request, reply, value, options)
    return schema ? validated(schema, value, `${reply.method} ${reply.url}`) : (value as T)
  }
  const by =
    (method: string) =>
    <T>(path: string | URL, options: RequestOptions<T> = {}): Promise<T> =>
      ask(jsonRequest(method, path, options), options)
  return {
    fetch: async (input, init) => {
      const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined)
      const ended = endedBy(scope, signal)
      const reply = await answer(await fetchRequest(input, init, ended.signal), ended)
      const response = responseOf(isResponseStatus(reply.status) ? reply : ok(reply, session))
      if (reply.status >= 400) refusals.set(response, reply)
      return response
    },
    refusalOf: (response) => {
      const reply = refusals.get(response)
      return reply && errorOf(reply, session)
    },
    get: by('GET'),
    post: by('POST'),
    put: by('PUT'),
    patch: by('PATCH'),
    delete: by('DELETE'),
    graphql: async <T>(
      query: string,
      variables: Readonly<Record<string, unknown>> = {},
      options: GraphqlOptions = {},
    ) => {
      const path = fillPath(session.connector.definition.graphqlPath ?? '/graphql', session.fillings)
      // A mutation changes something and stays subject to the check's `writes`.
      const reads = isReadOnly(query)
      const request = jsonRequest('POST', path, { body: { query, variables }, reads, retry: reads })
      const reply = await answer(request)
      const data = graphqlData<T>(bodyOf(reply, session), reply, session)
      // Whoever asks for neither cannot learn it from the answer.
      if (reads && /\bhasNextPage\b|\btotalCount\b/.test(query)) pages.readData(request, reply, data, options)
      return data
    },
    paginate: <T>(path: string | URL, options: PaginateOptions<T>) => {
      let exchange: number | undefined
      const ended = endedByList(scope)
      const isConnection = typeof options.next === 'object' && 'connection' in options.next
      const items = paginate(path, options, {
        fetchPage: async (page, signal) => {
          const { query, body } = page
          const asked = { query, headers: options.headers }
          const request =
            body === undefined
              ? jsonRequest('GET', page.path, asked)
              : jsonRequest('POST', page.path, { ...asked, body, ...readsAs(body, isConnection) })
          const reply = await session.exchange({ ...request, ownHostsOnly: page.fromVendor }, ended(signal))
          return ok(reply, session)
        },
        read: (reply) => {
          const body = bodyOf(reply, session, options.parse)
          if (isConnection) graphqlData(body, reply, session)
          return body
        },
        incomplete: scope.incomplete,
        onPage: (number) => {
          exchange = number
        },
      })
      const list: Pages<T> = {
        next: () => items.next(),
        return: () => items.return(),
        [Symbol.asyncIterator]: () => list,
        get exchange() {
          return exchange
        },
      }
      return list
    },
    get openPage() {
      return pages.first
    },
    signal: scope.signal,
  }
}

/** What the vendor says, parsed. @throws HttpError when it refuses, by its status or by its body */
function bodyOf(reply: Reply, session: Session, parse?: Parse): unknown {
  const body = parsed(ok(reply, session), parse)
  const { successPath } = session.connector.definition
  if (successPath !== undefined && memberAt(body, successPath) === false) throw errorOf(reply, session)
  return body
}

function ok(reply: Reply, session: Session): Reply {
  if (reply.status >= 200 && reply.status < 300) return reply
  throw errorOf(reply, session)
}

function errorOf(reply: Reply, { connector, redactor, clock }: Session): HttpError {
  return vendorError(reply, connector, redactor, clock.nowMs())
}

function parsed(reply: Reply, parse: Parse | undefined): unknown {
  if (reply.status === 204 || reply.body.byteLength === 0) return undefined
  const text = textOf(reply.body)
  try {
    return parse ? parse(text) : JSON.parse(text)
  } catch {
    const wrong = parse ? 'is not what "parse" reads' : 'should be JSON and is not'
    // The parser's message quotes the body, so it is not passed on.
    throw new HttpError(
      `The answer to ${reply.method} ${reply.url} ${wrong} (${reply.body.byteLength} bytes). Check base URL and path; a login page looks like this.`,
      { code: 'HTTP_NOT_JSON', method: reply.method, url: reply.url, status: reply.status },
    )
  }
}

/** A list is asked for by a POST that reads; a GraphQL document may hold a mutation all the same. */
function readsAs(body: NonNullable<PaginateOptions['body']>, isConnection: boolean) {
  const query = isConnection && !(body instanceof URLSearchParams) ? body.query : undefined
  const reads = typeof query !== 'string' || isReadOnly(query)
  return { reads, retry: reads }
}

function graphqlData<T>(body: unknown, reply: Reply, session: Session): T {
  const { data, errors } = (body ?? {}) as {
    readonly data?: T
    readonly errors?: readonly { readonly message?: unknown }[]
  }
  if (Array.isArray(errors) && errors.length > 0)
    throw graphqlError(reply, errors[0]?.message, session.connector, session.redactor)
  if (data === undefined)
    throw new CheckError(`The GraphQL answer of ${reply.url} has neither data nor errors.`, { code: 'SCHEMA_DRIFT' })
  return data
}

function jsonRequest(
  method: string,
  url: string | URL,
  options: RequestOptions<never> | RequestOptions,
): VendorRequest {
  const { body, type } = encoded(options.body)
  return {
    method,
    url,
    query: searchParams(options.query),
    headers: type === undefined ? options.headers : { 'content-type': type, ...options.headers },
    body,
    reads: options.reads,
    retry: options.retry,
    cache: options.cache,
    timeoutMs: options.timeoutMs,
    redirects: options.redirects,
  }
}

function encoded(body: unknown): { body: Uint8Array | string | undefined; type: string | undefined } {
  if (body === undefined) return { body: undefined, type: undefined }
  if (typeof body === 'string') return { body, type: 'text/plain;charset=UTF-8' }
  if (body instanceof Uint8Array) return { body, type: 'application/octet-stream' }
  if (body instanceof URLSearchParams) return { body: body.toString(), type: 'application/x-www-form-urlencoded' }
  return { body: JSON.stringify(body), type: 'application/json' }
}

function searchParams(query: QueryInput | undefined): URLSearchParams | undefined {
  if (!query) return undefined
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue
    for (const each of Array.isArray(value) ? value : [value]) params.append(name, String(each))
  }
  return params
}

/** The check's own scope, ended earlier by another signal. */
function endedBy(scope: RequestScope, signal: AbortSignal | null | undefined): RequestScope {
  return signal ? { ...scope, signal: AbortSignal.any([scope.signal, signal]) } : scope
}

/** The same for all pages of a list: a signal for each would hang on the check's until the check ends. */
function endedByList(scope: RequestScope): (signal: AbortSignal) => RequestScope {
  let last: { readonly signal: AbortSignal; readonly ended: RequestScope } | undefined
  return (signal) => {
    if (last?.signal !== signal) last = { signal, ended: endedBy(scope, signal) }
    return last.ended
  }
}
