import type { Authorization, Authorizer } from '../auth/authorizer.ts'
import { type AnyConnector, type Clock, type Fillings, fillText, version } from '../define/index.ts'
import { CheckError, CheckwrightError, type ErrorCode, HttpError } from '../errors/index.ts'
import type { Exchange } from './exchange.ts'
import { pathOf, pauseError, type Reply, thrownByHook } from './failure.ts'
import { joinUrl } from './join-url.ts'
import type { Ledger } from './ledger.ts'
import type { Origins } from './origins.ts'
import { addQuery, type Hop, lowerCased, refuseSecrets, sendableHeaders, setQuery } from './outgoing.ts'
import { LongPauseError, type Pacer, pauseMsMax } from './pacer.ts'
import { isRateLimited, quotaResetMs } from './rate-limit.ts'
import type { Redactor } from './redact.ts'
import { hopsMax, readMethods, redirected, redirectStatuses } from './redirects.ts'
import { refusal } from './refusal.ts'
import { header, retryAfterMs } from './retry-after.ts'
import type { SharedGets } from './shared-gets.ts'
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
  /** `no-store` never shares an answer with anybody else. @default 'default' */
  readonly cache?: 'default' | 'no-store' | undefined
  /** Deadline of each attempt. @default 30_000 */
  readonly timeoutMs?: number | undefined
  /** As in WHATWG fetch; `manual` gives the redirect itself. @default 'follow' */
  readonly redirect?: RequestInit['redirect']
  /** Refuse hosts that may not receive credentials, along redirects too, instead of asking them without. */
  readonly ownHostsOnly?: boolean | undefined
}

/** Who asks, and whom to tell what happens. */
export interface RequestScope {
  readonly signal: AbortSignal
  /** Id of the check that asks. @default the engine itself does */
  readonly checkId?: string | undefined
  /** Whether methods that change something are allowed. */
  readonly writes: boolean
  /**
   * Send no credentials, and ask the connector's own hosts only: these requests are what obtains credentials, so their
   * bodies carry secrets. @default false
   */
  readonly anonymous?: boolean | undefined
  /** GETs that the run's checks have in common. @default none */
  readonly sharing?: SharedGets | undefined
  onRequest(request: {
    readonly method: string
    readonly url: string
    readonly status: number | undefined
    readonly attempt: number
    readonly exchange: number
  }): void
  onWait(reason: 'rate_limit' | 'retry', delayMs: number): void
  /** An answer is made of an exchange that was sent for somebody else. */
  onShared?(exchange: number): void
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
  /** Where exchanges are kept. @default nowhere */
  readonly ledger?: Ledger | undefined
}

const attemptsMax = 4
const timeoutMsDefault = 30_000
// Longer ones would make a timer fire at once.
const timeoutMsMax = 2 ** 31 - 1
const backoffBaseMs = 250
const backoffCapMs = 20_000
const retriedStatuses = new Set([408, 429, 502, 503, 504])

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
  /** How often the authorization was renewed. */
  #generation = 0

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
    const ownHostsOnly = (request.ownHostsOnly ?? false) || (scope.anonymous ?? false)
    const url = this.#resolve(request, method)
    if (!readMethods.has(method) && !scope.writes && !request.reads) {
      const why = `A check may only read, and ${method} may change something. Set "reads: true" where it only reads, or "writes: true" on the check.`
      throw this.#refusal('HTTP_METHOD_REFUSED', { method, url }, why)
    }
    if (ownHostsOnly) this.#demandOwn(method, url)
    const hop: Hop = { method, url, headers: lowerCased(request.headers), body: request.body }
    const { sharing } = scope
    if (!sharing) return this.#follow(hop, request, scope)
    if (method === 'GET' && hop.body === undefined && request.cache !== 'no-store')
      return sharing.get(this.#shareKey(hop, request), scope, (shared) => this.#follow(hop, request, shared))
    const changes = !readMethods.has(method) && !request.reads
    try {
      return await this.#follow(hop, request, scope)
    } finally {
      if (changes) sharing.forget()
    }
  }

  /** Everything that the answer may depend on. Credentials are named by their generation: they are the run's. */
  #shareKey({ url, headers }: Hop, { redirect, retry, timeoutMs, ownHostsOnly }: VendorRequest): string {
    const own = Object.entries(headers).sort(([a], [b]) => (a < b ? -1 : 1))
    return JSON.stringify([url.href, own, this.#generation, redirect, retry, timeoutMs, ownHostsOnly])
  }

  /** Sends, and follows redirects as far as they may be followed. */
  async #follow(first: Hop, request: VendorRequest, scope: RequestScope): Promise<Reply> {
    const ownHostsOnly = (request.ownHostsOnly ?? false) || (scope.anonymous ?? false)
    let hop = first
    for (let hops = 0; ; hops++) {
      const reply = await this.#attempts(hop, request, scope)
      const location = redirectStatuses.has(reply.status) ? header(reply.headers, 'location') : undefined
      if (location === undefined || request.redirect === 'manual') return reply
      const refuse = (why: string) => this.#refusal('HTTP_REDIRECT_REFUSED', reply, why)
      if (request.redirect === 'error') throw refuse('The vendor redirects, and the request forbids that.')
      if (hops === hopsMax) throw refuse(`The vendor redirects more than ${hopsMax} times.`)
      hop = redirected(hop, reply.status, location, refuse)
      if (ownHostsOnly) this.#demandOwn(hop.method, hop.url)
    }
  }

  #resolve({ url, query }: VendorRequest, method: string): URL {
    const { origins, allowPrivateNetwork } = this.#options
    const resolved = this.#parse(url, method)
    const refuse = (code: ErrorCode, why: string) => this.#refusal(code, { method, url: resolved }, why)
    if (resolved.username !== '' || resolved.password !== '')
      throw refuse('HTTP_URL_INVALID', 'A URL must not hold a user name or password.')
    if (
      resolved.protocol !== 'https:' &&
      !(resolved.protocol === 'http:' && (allowPrivateNetwork || origins.allows(resolved)))
    )
      throw refuse('HTTP_HOST_REFUSED', `Only https is used, not "${resolved.protocol}". A path begins with "/".`)
    resolved.hash = ''
    addQuery(resolved, query ?? new URLSearchParams())
    return resolved
  }

  #parse(url: string | URL, method: string): URL {
    const joined = joinUrl(url, this.#options.origins.baseUrl)
    if (joined instanceof URL) return joined
    throw this.#refusal('HTTP_URL_INVALID', { method, url: '' }, joined.why)
  }

  #demandOwn(method: string, url: URL): void {
    if (this.#options.origins.allows(url)) return
    const why = `"${url.origin}" is not a host of this connector. Add it to allowedHosts if it may receive credentials.`
    throw this.#refusal('HTTP_HOST_REFUSED', { method, url }, why)
  }

  /** Tries a hop until it is answered for good: retries by policy, and once more with a renewed authorization. */
  async #attempts(hop: Hop, request: VendorRequest, scope: RequestScope): Promise<Reply> {
    const { clock, random = Math.random } = this.#options
    const mayRetry = request.retry ?? readMethods.has(hop.method)
    let renewed = false
    let refusals = 0
    let waitedMs = 0
    for (let attempt = 1; ; attempt++) {
      // Being told to wait is no failure: only what failed otherwise uses up attempts.
      const last = !mayRetry || attempt - refusals >= attemptsMax
      // Full jitter: clients that all come back at once are refused again.
      const jitterMs = () => random() * Math.min(backoffCapMs, backoffBaseMs * 2 ** attempt)
      let reply: Reply
      let used: Authorization | undefined
      try {
        ;({ reply, used } = await this.#once(hop, request, scope, attempt))
      } catch (error) {
        if (last || !(error instanceof HttpError) || error.code !== 'HTTP_NETWORK' || !error.retryable) throw error
        await this.#backOff(jitterMs(), scope)
        continue
      }
      if (reply.status === 401 && used && !renewed && (await this.#options.authorizer.renew(used, scope.signal))) {
        renewed = true
        this.#generation++
        attempt--
        continue
      }
      const nowMs = clock.nowMs()
      const limited = isRateLimited(reply.status, reply.headers, nowMs)
      const askedMs = retryAfterMs(reply.headers, nowMs) ?? (limited ? quotaResetMs(reply.headers, nowMs) : 0) ?? 0
      if (last || !(limited || retriedStatuses.has(reply.status)) || askedMs > pauseMsMax) return reply
      const delayMs = askedMs + jitterMs()
      if (limited) {
        refusals++
        waitedMs += delayMs
        if (waitedMs > pauseMsMax) return reply
      }
      await this.#backOff(delayMs, scope)
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
    const target = new URL(hop.url)
    if (own) {
      // A next-page link of the vendor's may hold them already.
      const missing = this.#query.filter(([name]) => !target.searchParams.has(name))
      addQuery(target, new URLSearchParams(Object.fromEntries(missing)))
    }
    const url = redactor.url(target)
    const outgoing = this.#outgoing({ ...hop, url: target }, own, used)
    let turn: number | Promise<number>
    try {
      turn = pacer.acquire(scope.signal, (delayMs) => scope.onWait('rate_limit', delayMs), target.pathname)
      if (typeof turn !== 'number') turn = await turn
    } catch (error) {
      throw error instanceof LongPauseError ? pauseError(this.connector, { method: hop.method, url }, error) : error
    }
    try {
      // Only now: a signature holds the time, and the wait before may have been long.
      const signed = used ? await this.#signed(outgoing) : outgoing
      const exchange = ++this.#exchanges
      let status: number | undefined
      try {
        const answer = await this.#kept({ number: exchange, url, attempt }, { ...hop, url: target }, own, scope, () =>
          this.#send(signed, url, scope.signal, request.timeoutMs),
        )
        status = answer.status
        // Only what the vendor says about the connection: a host that gets no credentials knows nothing of it.
        if (used) pacer.hear(turn, target.pathname, answer)
        return { reply: { method: hop.method, url, target, exchange, ...answer }, used }
      } finally {
        scope.onRequest({ method: hop.method, url, status, attempt, exchange })
      }
    } finally {
      pacer.release()
    }
  }

  /** The request as it leaves: the connector's headers and the credentials on its own hosts, nothing secret elsewhere. */
  #outgoing(hop: Hop, own: boolean, used: Authorization | undefined): Hop {
    const secret = lowerCased(used?.headers)
    const headers = own
      ? { ...this.#headers, ...hop.headers, ...secret }
      : { accept: '*/*', 'user-agent': this.#headers['user-agent'] ?? '', ...hop.headers }
    const refuse = (code: ErrorCode, why: string) => this.#refusal(code, hop, why)
    const url = new URL(hop.url)
    // Last of all, so that nobody who was shown the URL has seen the key.
    setQuery(url, used?.query ?? {})
    const outgoing = { ...hop, url, headers: sendableHeaders(headers, url, new Set(Object.keys(secret)), refuse) }
    if (!own) refuseSecrets(outgoing, this.#options.redactor, refuse)
    return outgoing
  }

  /** Sends, and keeps what was asked and answered. Waits until it is kept, so that answers never pile up in memory. */
  async #kept(
    known: Pick<Exchange, 'number' | 'url' | 'attempt'>,
    hop: Hop,
    own: boolean,
    scope: RequestScope,
    send: () => Promise<TransportReply>,
  ): Promise<TransportReply> {
    const { ledger, clock } = this.#options
    if (!ledger) return send()
    // Built anew without credentials, so that none can be left in it.
    const { headers, body } = this.#outgoing(hop, own, undefined)
    ledger.begin(known.number)
    const startedAtMs = clock.nowMs()
    const record = (outcome: Exchange['outcome']) =>
      ledger.record({
        ...known,
        checkId: scope.checkId,
        method: hop.method,
        startedAtMs,
        durationMs: Math.max(0, clock.nowMs() - startedAtMs),
        request: { headers, body },
        outcome,
        confidential: scope.anonymous ?? false,
      })
    let answer: TransportReply
    try {
      answer = await send()
    } catch (error) {
      const isOurs = error instanceof HttpError && !scope.signal.aborted
      await record({ errorCode: isOurs ? error.code : undefined })
      throw error
    }
    await record(answer)
    return answer
  }

  /** @throws CheckError for a hook that throws; its message is kept, redacted */
  async #signed(hop: Hop): Promise<Hop> {
    const { connector, clock, fillings, redactor } = this.#options
    const { sign } = connector.hooks
    if (!sign) return hop
    const headers = new Headers(hop.headers)
    const url = new URL(hop.url)
    const body = typeof hop.body === 'string' ? new TextEncoder().encode(hop.body) : hop.body
    try {
      await sign(
        { method: hop.method, url, headers, body },
        { credentials: fillings.values, now: new Date(clock.nowMs()) },
      )
    } catch (error) {
      if (error instanceof CheckwrightError) throw error
      const why = `The sign hook of "${connector.id}" threw ${thrownByHook(error, redactor)}. This is a mistake in the connector.`
      throw new CheckError(why, { code: 'CHECK_THREW' })
    }
    const refuse = (code: ErrorCode, why: string) => this.#refusal(code, hop, why)
    if (url.origin !== hop.url.origin)
      throw refuse('HTTP_HOST_REFUSED', 'The sign hook changed the host of the request.')
    const names = new Set(headers.keys())
    return { ...hop, url, headers: sendableHeaders(Object.fromEntries(headers), url, names, refuse), body }
  }

  /** One attempt under its own deadline, which covers the body as well. */
  async #send(hop: Hop, shownUrl: string, signal: AbortSignal, timeoutMs = timeoutMsDefault): Promise<TransportReply> {
    if (!(timeoutMs > 0)) throw new TypeError('timeoutMs must be a number greater than 0')
    const attempt = new AbortController()
    const abort = () => attempt.abort(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    const timer = setTimeout(
      () => {
        const why = `${hop.url.host} did not answer ${hop.method} ${pathOf(shownUrl)} within ${timeoutMs / 1000} s. Run again later, or raise timeoutMs.`
        attempt.abort(new HttpError(why, { code: 'HTTP_TIMEOUT', method: hop.method, url: shownUrl, retryable: true }))
      },
      Math.min(timeoutMs, timeoutMsMax),
    )
    try {
      signal.throwIfAborted()
      return await this.#options.transport.send({
        ...hop,
        shownUrl,
        signal: attempt.signal,
        bodyBytesMax: defaultBodyBytesMax,
      })
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
    }
  }

  #refusal(code: ErrorCode, request: { readonly method: string; readonly url: URL | string }, why: string): HttpError {
    return refusal(code, request, why, this.#options.redactor)
  }
}

function fillAll(templates: Readonly<Record<string, string>> | undefined, fillings: Fillings): Record<string, string> {
  return Object.fromEntries(Object.entries(templates ?? {}).map(([name, text]) => [name, fillText(text, fillings)]))
}
