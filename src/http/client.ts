import { createNotTextError } from '../auth/decoded-response.ts'
import {
  fillPath,
  type GraphqlOptions,
  type PaginateOptions,
  type Parse,
  perDefinition,
  type QueryInput,
  type RequestOptions,
  toOwnPageWords,
} from '../define/index.ts'
import { CheckError, HttpError } from '../errors/index.ts'
import { decodeText } from '../text/decode-text.ts'
import { parseExactJson } from '../text/parse-exact-json.ts'
import { parseLargeJson } from '../text/parse-large-json.ts'
import { readMember } from '../text/read-member.ts'
import { finishInTurns, pieceLength } from '../text/work-in-pieces.ts'
import type { EngineClient, PagedItems } from './lists/engine-client.ts'
import { isReadOnly } from './lists/graphql.ts'
import type { NoteUndecided } from './lists/item-reader.ts'
import { isAcknowledgement, readStatus, tellOfMissing } from './lists/missing-parts.ts'
import { demandNextForm } from './lists/next-form.ts'
import { OpenPages } from './lists/open-pages.ts'
import { paginate } from './lists/paginate.ts'
import { validateBySchema } from './lists/validate-by-schema.ts'
import { listHeader } from './pace/retry-after.ts'
import { createGraphqlError, createVendorError } from './refusals/vendor-error.ts'
import { readContentType, type VendorReply } from './refusals/vendor-reply.ts'
import { fetchRequest } from './requests/fetch-request.ts'
import type { RequestScope, WireRequest } from './requests/vendor-request.ts'
import { isResponseStatus, toVendorResponse } from './requests/vendor-response.ts'
import { beginStep } from './requests/work-step.ts'
import type { VendorSession } from './session.ts'
import { findUnreadEncoding } from './transport/decode.ts'

/** The scope of a client: the owner of its requests, and the listener for lists that were cut off. */
export interface ClientScope extends RequestScope {
  incomplete(reason: string): void
  /** Takes items of lists that could not be told. @default such items make their list incomplete */
  readonly undecided?: NoteUndecided | undefined
  /** Called just before an answer is returned, in the caller's async context. Not called for pages. */
  onAnswer?(exchange: number): void
}

/** The client through which checks and hooks send requests to the vendor. */
export function createVendorClient(session: VendorSession, scope: ClientScope): EngineClient {
  /** Made with the first, because most checks have none. */
  let refusals: WeakMap<Response, VendorReply> | undefined
  const { words } = readOwnWords(session.connector.definition)
  const pages = new OpenPages(words)
  const answer = async (request: WireRequest, of: RequestScope = scope): Promise<VendorReply> => {
    const reply = await session.exchange(request, of)
    scope.onAnswer?.(reply.exchange)
    return reply
  }
  // Without a function that waits: it costs a small request as much as reading its answer.
  const ask = <T>(request: WireRequest, options: RequestOptions<T>): Promise<T> =>
    session.exchange(request, scope).then<T>((reply) => {
      scope.onAnswer?.(reply.exchange)
      const { schema, parse } = options
      const reads = request.reads || request.method === 'GET'
      if (reads) demandReady(reply, options)
      return readReplyBody(reply, session, { parse }, (value) => {
        if (reads) pages.read(request, reply, value, options)
        return schema ? validateBySchema(schema, value, `${reply.method} ${reply.url}`) : (value as T)
      })
    })
  const by =
    (method: string) =>
    <T>(path: string | URL, options: RequestOptions<T> = {}): Promise<T> =>
      ask(createJsonRequest(method, path, options), options)
  return {
    fetch: async (input, init) => {
      const step = beginStep()
      const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined)
      const ended = endScopeWith(scope, signal)
      const reply = await answer({ ...(await fetchRequest(input, init, ended.signal)), step }, ended)
      const response = toVendorResponse(isResponseStatus(reply.status) ? reply : requireOk(reply, session))
      if (reply.status >= 400) {
        refusals ??= new WeakMap()
        refusals.set(response, reply)
      }
      return response
    },
    refusalOf: (response) => {
      const reply = refusals?.get(response)
      return reply && createStatusError(reply, session)
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
      const request = createJsonRequest('POST', path, { body: { query, variables }, reads, retry: reads })
      const reply = await answer({ ...request, graphql: true })
      if (reads) demandReady(reply, options)
      return readReplyBody(reply, session, {}, (body) => {
        const data = readGraphqlData<T>(body, reply, session)
        // A request for neither cannot learn it from the answer.
        if (reads && /\bhasNextPage\b|\btotalCount\b/.test(query)) pages.readData(request, reply, data, options)
        return data
      })
    },
    paginate: <T>(path: string | URL, options: PaginateOptions<T>) => {
      demandNextForm(options?.next)
      let exchange: number | undefined
      let total: number | undefined
      const ended = endScopeWithList(scope)
      const isConnection = typeof options.next === 'object' && 'connection' in options.next
      const items = paginate(path, options, {
        fetchPage: async (page, signal) => {
          const { query, body } = page
          const asked = { query, headers: options.headers, anonymous: options.anonymous }
          const request =
            body === undefined
              ? createJsonRequest('GET', page.path, asked)
              : createJsonRequest('POST', page.path, { ...asked, body, ...toReadOptions(body, isConnection) })
          const wire = { ...request, ownHostsOnly: page.fromVendor, graphql: isConnection }
          const reply = await session.exchange(wire, ended(signal))
          return requireOk(reply, session)
        },
        read: (reply) => {
          demandReady(reply, options)
          return readReplyBody(reply, session, options, (body) => {
            if (isConnection) readGraphqlData(body, reply, session)
            return body
          })
        },
        incomplete: scope.incomplete,
        undecided: scope.undecided,
        words,
        onPage: (number) => {
          exchange = number
        },
        onEnd: (count) => {
          total = count
        },
      })
      const list: PagedItems<T> = {
        ...items,
        [Symbol.asyncIterator]: () => list,
        getExchange: () => exchange,
        getTotal: () => total,
      }
      return list
    },
    findOpenPage: () => pages.first,
    signal: scope.signal,
  }
}

const readOwnWords = perDefinition(({ pageWords }) => ({ words: toOwnPageWords(pageWords) }))

/**
 * Uses the vendor's answer, parsed: a short one at once, because a promise costs as much as reading it, and a long one in pieces.
 * @throws HttpError when it refuses, by its status or by its body
 */
function readReplyBody<T>(
  reply: VendorReply,
  session: VendorSession,
  { parse }: { readonly parse?: Parse | undefined },
  use: (body: unknown) => T | Promise<T>,
): T | Promise<T> {
  if (reply.refusal?.isByBody) throw createStatusError(reply, session)
  const take = (body: unknown): T | Promise<T> => {
    const { successPath } = session.connector.definition
    if (successPath !== undefined && readMember(body, successPath) === false) throw createStatusError(reply, session)
    return use(body)
  }
  const text = decodeReply(requireOk(reply, session))
  if (text === undefined) return take(undefined)
  const refuse = () => {
    // The parser's message quotes the body, so it is not passed on.
    throw createFormatError(reply, parse)
  }
  if (parse === undefined && text.length > pieceLength)
    return finishInTurns(parseLargeJson(text)).catch(refuse).then(take)
  let body: unknown
  try {
    body = parse ? parse(text) : parseExactJson(text)
  } catch {
    refuse()
  }
  return take(body)
}

/** @throws CheckError for a success that answers later */
function demandReady(reply: VendorReply, { notMore }: Pick<PaginateOptions, 'notMore'>): void {
  if (reply.status === 200 || isAcknowledgement(reply)) return
  const missing = readStatus(reply.status, undefined)
  if (missing?.because !== 'unready' || notMore?.includes(missing.name)) return
  throw new CheckError(tellOfMissing(reply.url, missing), { code: 'CHECK_INCOMPLETE' })
}

function requireOk(reply: VendorReply, session: VendorSession): VendorReply {
  if (reply.status >= 200 && reply.status < 300) return reply
  throw createStatusError(reply, session)
}

function createStatusError(reply: VendorReply, { connector, redactor, clock }: VendorSession): HttpError {
  return createVendorError(reply, connector, redactor, clock.nowMs())
}

/** @returns undefined for an answer without a body. @throws HttpError for one that is no text */
function decodeReply(reply: VendorReply): string | undefined {
  if (reply.status === 204 || reply.body.byteLength === 0) return undefined
  const encoding = findUnreadEncoding(listHeader(reply.headers, 'content-encoding'))
  const decoded =
    encoding === undefined
      ? decodeText(reply.body, readContentType(reply))
      : { problem: `is encoded by "${encoding}", which Checkwright does not offer` }
  if ('problem' in decoded) throw createNotTextError(decoded.problem, reply.status, reply)
  return decoded.text
}

function createFormatError(reply: VendorReply, parse: Parse | undefined): HttpError {
  const format = parse ? parse.format : 'JSON'
  const wrong = format === undefined ? 'cannot be read by "parse"' : `should be ${format} but is not`
  return new HttpError(
    `The answer to ${reply.method} ${reply.url} ${wrong} (${reply.body.byteLength} bytes). Check base URL and path; a login page looks like this.`,
    { code: 'HTTP_NOT_JSON', method: reply.method, url: reply.url, status: reply.status },
  )
}

/** A list is read by a POST that only reads, but a GraphQL document may still hold a mutation. */
function toReadOptions(body: NonNullable<PaginateOptions['body']>, isConnection: boolean) {
  const query = isConnection && !(body instanceof URLSearchParams) ? body.query : undefined
  const reads = typeof query !== 'string' || isReadOnly(query)
  return { reads, retry: reads }
}

function readGraphqlData<T>(body: unknown, reply: VendorReply, session: VendorSession): T {
  const { data, errors } = (body ?? {}) as {
    readonly data?: T
    readonly errors?: unknown
  }
  const [error] = Array.isArray(errors) ? errors : [errors]
  if (hasError(error)) {
    const message = typeof error === 'string' ? error : readMember(error, 'message')
    throw createGraphqlError(reply, message, session.connector, session.redactor, session.clock.nowMs())
  }
  if (data === undefined)
    throw new CheckError(`The GraphQL answer of ${reply.url} has neither data nor errors.`, { code: 'SCHEMA_DRIFT' })
  return data
}

/** GraphQL §7.1.2 demands a list. Some servers send one error alone, or an empty object for none. */
function hasError(error: unknown): boolean {
  return typeof error === 'object' && error !== null ? Object.keys(error).length > 0 : Boolean(error)
}

/** Call it before anything is awaited, because it begins a step of the caller's work. */
function createJsonRequest(
  method: string,
  url: string | URL,
  options: RequestOptions<never> | RequestOptions,
): WireRequest {
  const { body, type } = encodeRequestBody(options.body)
  return {
    method,
    url,
    query: toSearchParams(options.query),
    headers: type === undefined ? options.headers : { 'content-type': type, ...options.headers },
    body,
    reads: options.reads,
    retry: options.retry,
    cache: options.cache,
    timeoutMs: options.timeoutMs,
    redirects: options.redirects,
    anonymous: options.anonymous,
    step: beginStep(),
  }
}

function encodeRequestBody(body: unknown): { body: Uint8Array | string | undefined; type: string | undefined } {
  if (body === undefined) return { body: undefined, type: undefined }
  if (typeof body === 'string') return { body, type: 'text/plain;charset=UTF-8' }
  if (body instanceof Uint8Array) return { body, type: 'application/octet-stream' }
  if (body instanceof URLSearchParams) return { body: body.toString(), type: 'application/x-www-form-urlencoded' }
  return { body: JSON.stringify(body), type: 'application/json' }
}

function toSearchParams(query: QueryInput | undefined): URLSearchParams | undefined {
  if (!query) return undefined
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue
    for (const each of Array.isArray(value) ? value : [value]) params.append(name, String(each))
  }
  return params
}

/** The check's own scope, which another signal can end earlier. */
function endScopeWith(scope: RequestScope, signal: AbortSignal | null | undefined): RequestScope {
  return signal ? { ...scope, signal: AbortSignal.any([scope.signal, signal]) } : scope
}

/**
 * One signal for all pages of a list. A signal for each page would stay attached to the check's signal until the check
 * ends.
 */
function endScopeWithList(scope: RequestScope): (signal: AbortSignal) => RequestScope {
  let last: { readonly signal: AbortSignal; readonly ended: RequestScope } | undefined
  return (signal) => {
    if (last?.signal !== signal) last = { signal, ended: endScopeWith(scope, signal) }
    return last.ended
  }
}
