import { readProblem } from './api-problem.ts'
import type { CallOptions, Client } from './calls.ts'
import { operations } from './operations.ts'

/** Where the service is, and who asks. */
export interface ClientOptions {
  /** Its public address, as `https://checkwright.acme.example`. */
  readonly url: string
  /** An API key of the organization. */
  readonly key?: string | undefined
  /** In place of a key: a token of the identity provider that the service trusts. */
  readonly token?: string | undefined
  /** Whether a key may go over plain HTTP to another machine, for a network that is yours. Default: false. */
  readonly allowHttp?: boolean | undefined
  /** Sends requests. Default: the `fetch` of the platform. */
  readonly fetch?: typeof fetch | undefined
}

type SentInput = CallOptions & Readonly<Record<string, unknown>>

/**
 * A client of one service for one organization.
 * @throws TypeError when the address, or the combination of options, is not one
 * @example
 * const client = createClient({ url: 'https://checkwright.acme.example', key })
 * const { data } = await client.findings.list({ severity: 'critical' })
 */
export function createClient(options: ClientOptions): Client {
  const send = createSender(options)
  const groups: Record<string, Record<string, unknown>> = {}
  for (const [id, operation] of Object.entries(operations)) {
    const [group = '', name = ''] = id.split('.')
    const raw = (input: SentInput = {}) => send(id, operation, input)
    const call = async (input: SentInput = {}) => readValue(await raw(input))
    const calls = groups[group] ?? {}
    calls[name] = Object.assign(call, { raw })
    groups[group] = calls
  }
  // The types and the table are made from one document.
  return groups as unknown as Client
}

async function readValue(response: Response): Promise<unknown> {
  if (response.headers.get('content-type')?.startsWith('application/json')) return response.json()
  await response.body?.cancel()
  return undefined
}

function createSender({ url, key, token, allowHttp = false, fetch: sendRequest = fetch }: ClientOptions) {
  const base = readBase(url, allowHttp)
  if ((key === undefined) === (token === undefined)) throw new TypeError('Give either "key" or "token".')
  const credentials: Record<string, string> =
    key === undefined ? { authorization: `Bearer ${token}` } : { 'x-api-key': key }
  return async (id: string, operation: string, input: SentInput): Promise<Response> => {
    const { signal, idempotencyKey, body, ...parameters } = input
    const [method = '', template = ''] = operation.split(' ')
    const headers: Record<string, string> = { ...credentials }
    if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey
    const isForm = body instanceof FormData
    if (body !== undefined && !isForm) headers['content-type'] = 'application/json'
    const response = await sendRequest(base + fillPath(id, template, parameters), {
      method,
      headers,
      body: isForm ? body : body === undefined ? null : JSON.stringify(body),
      // A key goes to the address that was entered, and to no other.
      redirect: 'manual',
      signal: signal ?? null,
    })
    if (!response.ok) throw await readProblem(id, response)
    return response
  }
}

function readBase(url: string, allowHttp: boolean): string {
  if (!URL.canParse(url)) throw new TypeError(`"url" is no address: ${JSON.stringify(url)}.`)
  const { protocol, hostname, origin, pathname, username } = new URL(url)
  const isHere = hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname)
  if (protocol !== 'https:' && !(protocol === 'http:' && (isHere || allowHttp)))
    throw new TypeError(`"url" has to begin with https://. Set "allowHttp" for a network that is yours.`)
  if (username !== '') throw new TypeError('"url" holds a name or a password. Give "key" or "token".')
  return origin + pathname.replace(/\/+$/, '')
}

/** Parameters of the path stand in it; all others are the query. */
function fillPath(id: string, template: string, parameters: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams()
  const inPath = new Set<string>()
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    inPath.add(name)
    const value = String(parameters[name] ?? '')
    // A step of dots would be another path.
    if (value === '' || value === '.' || value === '..')
      throw new TypeError(`${id}: "${name}" is ${JSON.stringify(value)}, which is no id.`)
    return encodeURIComponent(value)
  })
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined && !inPath.has(name)) query.append(name, String(value))
  return query.size > 0 ? `${path}?${query}` : path
}
