import { createServer, type IncomingHttpHeaders, type OutgoingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { fixedClock } from '../../src/author/testing/vendor/fixed-clock.ts'
import { type AnyConnector, type Clock, type ConnectorDefinition, defineConnector } from '../../src/define/index.ts'
import { type ClientScope, createVendorClient } from '../../src/http/client.ts'
import { openSession, type SessionParts } from '../../src/http/open-session.ts'
import { Redactor } from '../../src/http/redact/redact.ts'
import { createTransport } from '../../src/http/transport/create-transport.ts'
import type { TransportOptions } from '../../src/http/transport/transport-options.ts'
import { omitUndefined } from '../../src/text/omit-undefined.ts'

/** A request as it reached a server. */
export interface Seen {
  readonly method: string
  /** Path with query. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface Answer {
  readonly status?: number
  readonly headers?: OutgoingHttpHeaders
  readonly json?: unknown
  readonly body?: string | Uint8Array | undefined
}

/** Answers a request; gives nothing when it wrote to the response itself, or wants to leave the client waiting. */
export type Answerer = (request: Seen, response: ServerResponse, nth: number) => Answer | undefined | Promise<Answer>

export interface Server {
  readonly origin: string
  readonly port: number
  /** Every request, in order of arrival. */
  readonly seen: readonly Seen[]
}

/** A real server on a port of its own, and so an origin of its own; closed when the test ends. */
export async function serve(answer: Answerer = () => ({ json: { ok: true } })): Promise<Server> {
  const seen: Seen[] = []
  const server = createServer(async (request, response) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of request) chunks.push(chunk)
    const asked: Seen = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    }
    seen.push(asked)
    const reply = await answer(asked, response, seen.length)
    if (!reply) return
    const { status = 200, headers = {}, json, body = json === undefined ? '' : JSON.stringify(json) } = reply
    const type = json === undefined ? undefined : 'application/json'
    response.writeHead(status, omitUndefined({ 'content-type': type, ...headers }))
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, port, seen }
}

/** `JSON` of everything that could reach a person's eyes. */
export function joinJson(...values: readonly unknown[]): string {
  return values.map((value) => shown(value)).join('\n')
}

function shown(value: unknown): string {
  if (!(value instanceof Error)) return JSON.stringify(value) ?? String(value)
  return [value.message, value.stack, JSON.stringify({ ...value }), value.cause && shown(value.cause)].join('\n')
}

export const secretKey = 'sesame-4711-open'

type Definition = Partial<ConnectorDefinition> & { readonly baseUrl: string }

/** A connector with an API key in a header, unless the definition says otherwise. */
export function createConnectorWith(definition: Definition, hooks: AnyConnector['hooks'] = {}): AnyConnector {
  const whole = {
    id: 'acme',
    name: 'Acme',
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Api-Key' } },
    ...definition,
  } as const
  return defineConnector(whole as never, hooks as never)
}

export interface OpenOptions
  extends TransportOptions,
    Partial<Omit<SessionParts, 'connector' | 'transport' | 'allowPrivateNetwork'>> {
  readonly hooks?: AnyConnector['hooks']
  readonly writes?: boolean
  readonly signal?: AbortSignal
  /** The environment that names proxies. @default that of the process */
  readonly env?: Readonly<Record<string, string>>
}

/** The output and exit of a client. */
export interface Told {
  readonly requests: Parameters<ClientScope['onRequest']>[0][]
  readonly waits: { readonly reason: string; readonly delayMs: number }[]
  readonly incomplete: string[]
}

/** The client that a check would get, on a transport that is closed when the test ends. Time stands still. */
export async function openClient(definition: Definition, options: OpenOptions = {}) {
  const { hooks, writes = false, signal = new AbortController().signal, fetch, dispatcher, env, ...given } = options
  const connector = createConnectorWith(definition, hooks)
  const clock: Clock = given.clock ?? fixedClock('2026-05-01T12:00:00Z')
  const redactor = given.redactor ?? new Redactor(connector.definition.sensitive)
  const allowPrivateNetwork = given.allowPrivateNetwork ?? true
  const transport = createTransport({ fetch, dispatcher, allowPrivateNetwork }, env)
  onTestFinished(() => transport.close())
  const { credentials = { api_key: secretKey }, settings = {} } = given
  const session = openSession({
    ...given,
    connector,
    credentials,
    settings,
    transport,
    redactor,
    clock,
    allowPrivateNetwork,
    random: given.random ?? (() => 0.5),
  })
  const told: Told = { requests: [], waits: [], incomplete: [] }
  const scope: ClientScope = {
    signal,
    writes,
    onRequest: (request) => told.requests.push(request),
    onWait: ({ reason, delayMs }) => told.waits.push({ reason, delayMs }),
    incomplete: (reason) => told.incomplete.push(reason),
  }
  const client = createVendorClient(session, scope)
  return { client, session, scope, redactor, clock, told }
}

/** Everything that an iteration gives. */
export async function collectItems<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const item of items) list.push(item)
  return list
}

/** The error that a promise rejects with. */
export async function catchError(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise
  } catch (error) {
    return error
  }
  throw new Error('It should have failed.')
}
