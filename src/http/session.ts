import type { Authorization, Authorizer } from '../auth/authorizer.ts'
import { type AnyConnector, type Clock, type Fillings, fillText, version } from '../define/index.ts'
import { type ErrorCode, HttpError } from '../errors/index.ts'
import { isRateLimited, type Reply } from './failure.ts'
import type { Origins } from './origins.ts'
import type { Pacer } from './pacer.ts'
import type { Redactor } from './redact.ts'
import { header, quotaResetMs, retryAfterMs } from './retry-after.ts'
import { defaultBodyBytesMax, type Transport, type TransportReply } from './transport.ts'

/** A request as a check words it. */
export interface VendorRequest {
  readonly method: string
  /** Path, joined to the base URL, or a URL. */
  readonly url: string | URL
  readonly query?: URLSearchParams | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: Uint8Array | string | undefined
  /** Says that a method other than GET, HEAD and OPTIONS only reads. */
  readonly reads?: boolean | undefined
  readonly retry?: boolean | undefined
  readonly timeoutMs?: number | undefined
  /** Refuse hosts that may not receive credentials, instead of asking them without. */
  readonly ownHostsOnly?: boolean | undefined
}

/** Who asks, and whom to tell what happens. */
export interface RequestScope {
  readonly signal: AbortSignal
  /** Whether methods that change something are allowed. */
  readonly writes: boolean
  /**
   * Send no credentials, and ask the connector's own hosts only: these requests are what obtains credentials, so their
   * bodies carry secrets. @default false
   */
  readonly anonymous?: boolean | undefined
  onRequest(request: {
    readonly method: string
    readonly url: string
    readonly status: number | undefined
    readonly attempt: number
    readonly exchange: number
  }): void
  onWait(reason: 'rate_limit' | 'retry', delayMs: number): void
}

export interface SessionOptions {
  readonly connector: AnyConnector
  readonly fillings: Fillings
  readonly origins: Origins
  readonly authorizer: Authorizer
  readonly transport: Transport
  readonly pacer: Pacer
  readonly redactor: Redactor
  readonly clock: Clock
  /** Plain http and private addresses are allowed. */
  readonly allowPrivateNetwork: boolean
  /** Uniform in [0, 1). @default Math.random */
  readonly random?: () => number
}

const hopsMax = 5
const attemptsMax = 4
const timeoutMsDefault = 30_000
const backoffBaseMs = 250
const backoffCapMs = 20_000
// A vendor that asks for more than this is reported as rate limited instead of being waited for.
const waitCapMs = 120_000
const readMethods = new Set(['GET', 'HEAD', 'OPTIONS'])
const retriedStatuses = new Set([408, 429, 502, 503, 504])

interface Hop {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | string | undefined
}

/**
 * One connection's way to its vendor, shared by all its checks: adds credentials on the connector's own hosts and
 * nowhere else, keeps to the limits, follows redirects itself, retries what may be retried, and renews a refused
 * authorization once.
 */
export class Session {
  readonly #options: SessionOptions
  readonly #headers: Readonly<Record<string, string>>
  readonly #query: readonly (readonly [string, string])[]
  #exchanges = 0

  constructor(options: SessionOptions) {
    const { definition } = options.connector
    this.#options = options
    this.#headers = {
      accept: 'application/json',
      'user-agent': `checkwright/${version}`,
      ...lowerCased(fillAll(definition.headers, options.fillings)),
    }
    this.#query = Object.entries(fillAll(definition.query, options.fillings))
  }

  get connector(): AnyConnector {
    return this.#options.connector
  }

  get redactor(): Redactor {
    return this.#options.redactor
  }

  get clock(): Clock {
    return this.#options.clock
  }

  /**
   * Sends a request and gives the final answer, whatever its status.
   * @throws HttpError when the request is refused or no answer could be had
   */
  async exchange(request: VendorRequest, scope: RequestScope): Promise<Reply> {
    const method = request.method.toUpperCase()
    if (!readMethods.has(method) && !scope.writes && !request.reads) {
      throw this.#refusal(
        'HTTP_METHOD_REFUSED',
        method,
        String(request.url),
        `A check may only read, and ${method} may change something. Set "reads: true" where it only reads, or "writes: true" on the check.`,
      )
    }
    let hop: Hop = {
      method,
      url: this.#resolve(request, method, scope.anonymous),
      headers: lowerCased(request.headers),
      body: request.body,
    }
    for (let hops = 0; ; hops++) {
      const reply = await this.#attempts(hop, request, scope)
      const location = reply.status >= 300 && reply.status < 400 ? header(reply.headers, 'location') : undefined
      if (location === undefined) return reply
      if (hops === hopsMax)
        throw this.#refusal(
          'HTTP_REDIRECT_REFUSED',
          method,
          reply.url,
          `The vendor redirects more than ${hopsMax} times.`,
        )
      hop = this.#redirected(hop, reply.status, location)
    }
  }

  #resolve({ url, query, ownHostsOnly }: VendorRequest, method: string, anonymous = false): URL {
    const { origins, allowPrivateNetwork } = this.#options
    const resolved = this.#parse(url, method)
    if (resolved.username !== '' || resolved.password !== '') {
      throw this.#refusal('HTTP_URL_INVALID', method, resolved.origin, 'A URL must not hold a user name or password.')
    }
    const own = origins.allows(resolved)
    if (!own && (ownHostsOnly || anonymous)) {
      throw this.#refusal(
        'HTTP_HOST_REFUSED',
        method,
        resolved.href,
        `"${resolved.host}" is not a host of this connector. Add it to allowedHosts if it may receive credentials.`,
      )
    }
    if (resolved.protocol !== 'https:' && !(resolved.protocol === 'http:' && (allowPrivateNetwork || own))) {
      throw this.#refusal('HTTP_HOST_REFUSED', method, resolved.href, 'Only https is used.')
    }
    resolved.hash = ''
    for (const [name, value] of query ?? []) resolved.searchParams.append(name, value)
    return resolved
  }

  #parse(url: string | URL, method: string): URL {
    const text =
      typeof url !== 'string'
        ? url.href
        : url.startsWith('//')
          ? `https:${url}`
          : /^[a-z][a-z0-9+.-]*:/i.test(url)
            ? url
            : `${this.#options.origins.baseUrl}${url === '' || /^[/?]/.test(url) ? '' : '/'}${url}`
    if (!URL.canParse(text))
      throw this.#refusal('HTTP_URL_INVALID', method, '', 'The path or URL of the request cannot be parsed.')
    return new URL(text)
  }

  /** The next request of a redirect (RFC 9110 §15.4): nothing that came with the first one crosses to another origin. */
  #redirected(hop: Hop, status: number, location: string): Hop {
    const url = URL.canParse(location, hop.url.href) ? new URL(location, hop.url) : undefined
    const refuse = (why: string) => this.#refusal('HTTP_REDIRECT_REFUSED', hop.method, hop.url.href, why)
    if (!url || !/^https?:$/.test(url.protocol))
      throw refuse('The vendor redirects to something that is not an http(s) URL.')
    if (url.username !== '' || url.password !== '')
      throw refuse('The vendor redirects to a URL with a user name or password.')
    if (hop.url.protocol === 'https:' && url.protocol === 'http:')
      throw refuse('The vendor redirects from https to http.')
    url.hash = ''
    const toGet = status === 303 || ((status === 301 || status === 302) && hop.method === 'POST')
    const method = toGet && hop.method !== 'HEAD' ? 'GET' : hop.method
    const crosses = url.origin !== hop.url.origin
    if (crosses && !readMethods.has(method)) throw refuse(`The vendor redirects a ${method} to another host.`)
    const dropsBody = toGet || crosses
    const { 'content-type': _type, 'content-length': _length, ...bodyless } = hop.headers
    return {
      method,
      url,
      headers: crosses ? {} : dropsBody ? bodyless : hop.headers,
      body: dropsBody ? undefined : hop.body,
    }
  }

  /** Tries a hop until it is answered for good: retries by policy, and once more with a renewed authorization. */
  async #attempts(hop: Hop, request: VendorRequest, scope: RequestScope): Promise<Reply> {
    const { clock, pacer, random = Math.random } = this.#options
    const mayRetry = request.retry ?? readMethods.has(hop.method)
    let renewed = false
    for (let attempt = 1; ; attempt++) {
      const last = !mayRetry || attempt >= attemptsMax
      let reply: Reply
      let used: Authorization | undefined
      try {
        ;({ reply, used } = await this.#once(hop, request, scope, attempt))
      } catch (error) {
        if (last || !(error instanceof HttpError) || error.code !== 'HTTP_NETWORK') throw error
        await this.#backOff(random() * Math.min(backoffCapMs, backoffBaseMs * 2 ** attempt), scope)
        continue
      }
      if (reply.status === 401 && used && !renewed && (await this.#options.authorizer.renew(used, scope.signal))) {
        renewed = true
        attempt--
        continue
      }
      const nowMs = clock.nowMs()
      const limited = isRateLimited(reply.status, reply.headers, nowMs)
      const asked = retryAfterMs(reply.headers, nowMs) ?? quotaResetMs(reply.headers, nowMs)
      if (limited || asked !== undefined) pacer.pause(Math.min(asked ?? backoffBaseMs, waitCapMs))
      if (last || !(limited || retriedStatuses.has(reply.status)) || (asked ?? 0) > waitCapMs) return reply
      // Full jitter on top of what the vendor asked for: clients that all come back at once are refused again.
      await this.#backOff((asked ?? 0) + random() * Math.min(backoffCapMs, backoffBaseMs * 2 ** attempt), scope)
    }
  }

  async #backOff(delayMs: number, scope: RequestScope): Promise<void> {
    scope.onWait('retry', delayMs)
    await this.#options.clock.sleep(delayMs, scope.signal)
  }

  async #once(
    hop: Hop,
    request: VendorRequest,
    scope: RequestScope,
    attempt: number,
  ): Promise<{ reply: Reply; used: Authorization | undefined }> {
    const { origins, authorizer, pacer, redactor } = this.#options
    const own = origins.allows(hop.url)
    const used = own && !scope.anonymous ? await authorizer.authorization(scope.signal) : undefined
    const publicUrl = new URL(hop.url)
    if (own) {
      // A next-page link of the vendor's may hold them already.
      for (const [name, value] of this.#query)
        if (!publicUrl.searchParams.has(name)) publicUrl.searchParams.append(name, value)
    }
    const url = redactor.url(publicUrl)
    const outgoing = await this.#outgoing({ ...hop, url: publicUrl }, own, used)
    await pacer.acquire(scope.signal, (delayMs) => scope.onWait('rate_limit', delayMs))
    const exchange = ++this.#exchanges
    let status: number | undefined
    try {
      const answer = await this.#send(outgoing, request.timeoutMs ?? timeoutMsDefault, scope.signal, url)
      status = answer.status
      return { reply: { method: hop.method, url, target: publicUrl, exchange, ...answer }, used }
    } finally {
      pacer.release()
      scope.onRequest({ method: hop.method, url, status, attempt, exchange })
    }
  }

  /** The request as it leaves: the connector's headers and the credentials on its own hosts, nothing secret elsewhere. */
  async #outgoing(hop: Hop, own: boolean, used: Authorization | undefined): Promise<Hop> {
    const headers: Record<string, string> = own
      ? { ...this.#headers, ...hop.headers, ...lowerCased(used?.headers) }
      : { accept: '*/*', 'user-agent': this.#headers['user-agent'] ?? '', ...hop.headers }
    const url = new URL(hop.url)
    // Last of all, so that nobody who was shown the URL has seen the key.
    for (const [name, value] of Object.entries(used?.query ?? {})) url.searchParams.set(name, value)
    if (!own) this.#refuseSecrets(hop, headers)
    for (const [name, value] of Object.entries(headers)) this.#checkHeader(name, value, hop)
    return own && this.#options.connector.hooks.sign ? this.#signed({ ...hop, url, headers }) : { ...hop, url, headers }
  }

  #refuseSecrets(hop: Hop, headers: Readonly<Record<string, string>>): void {
    const { redactor } = this.#options
    const body =
      typeof hop.body === 'string' ? hop.body : hop.body === undefined ? '' : Buffer.from(hop.body).toString('latin1')
    if ([hop.url.href, ...Object.values(headers), body].some((text) => redactor.finds(text))) {
      throw this.#refusal(
        'HTTP_HOST_REFUSED',
        hop.method,
        hop.url.href,
        `The request would carry a credential to "${hop.url.host}". Add the host to allowedHosts if it may receive credentials.`,
      )
    }
  }

  #checkHeader(name: string, value: string, hop: Hop): void {
    if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name) || /[^\t\x20-\x7e\x80-\xff]/.test(value)) {
      throw this.#refusal(
        'HTTP_HEADER_INVALID',
        hop.method,
        hop.url.href,
        `The header "${name.replace(/[^\x20-\x7e]/g, '?')}" has a name or value that HTTP does not allow (line breaks, control or non-Latin characters).`,
      )
    }
  }

  async #signed(hop: Hop): Promise<Hop> {
    const { connector, clock, fillings } = this.#options
    const headers = new Headers(hop.headers)
    const url = new URL(hop.url)
    const body = typeof hop.body === 'string' ? new TextEncoder().encode(hop.body) : hop.body
    await connector.hooks.sign?.(
      { method: hop.method, url, headers, body },
      { credentials: fillings.values, now: new Date(clock.nowMs()) },
    )
    if (url.origin !== hop.url.origin)
      throw this.#refusal(
        'HTTP_HOST_REFUSED',
        hop.method,
        hop.url.href,
        'The sign hook changed the host of the request.',
      )
    return { ...hop, url, headers: Object.fromEntries(headers), body }
  }

  /** One attempt under its own deadline, which covers the body as well. */
  async #send(hop: Hop, timeoutMs: number, signal: AbortSignal, url: string): Promise<TransportReply> {
    const attempt = new AbortController()
    const abort = () => attempt.abort(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    const timer = setTimeout(() => {
      attempt.abort(
        new HttpError(
          `${hop.url.host} did not answer ${hop.method} ${hop.url.pathname} within ${timeoutMs / 1000} s. Run again later, or raise timeoutMs.`,
          {
            code: 'HTTP_TIMEOUT',
            method: hop.method,
            url,
            retryable: true,
          },
        ),
      )
    }, timeoutMs)
    try {
      signal.throwIfAborted()
      return await this.#options.transport.send({ ...hop, signal: attempt.signal, bodyBytesMax: defaultBodyBytesMax })
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
    }
  }

  #refusal(code: ErrorCode, method: string, url: string, message: string): HttpError {
    const shown = URL.canParse(url) ? this.#options.redactor.url(url) : this.#options.redactor.text(url)
    return new HttpError(message, { code, method, url: shown })
  }
}

function fillAll(templates: Readonly<Record<string, string>> | undefined, fillings: Fillings): Record<string, string> {
  return Object.fromEntries(Object.entries(templates ?? {}).map(([name, text]) => [name, fillText(text, fillings)]))
}

function lowerCased(headers: Readonly<Record<string, string>> | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]))
}
