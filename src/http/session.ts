import type { Authorization, AuthorizationRefusal, Authorizer } from '../auth/authorizer.ts'
import type { ClientCertificate } from '../auth/client-certificate.ts'
import { waitUnlessAborted } from '../auth/single-flight.ts'
import type { AnyConnector, Clock, Fillings } from '../define/index.ts'
import { CheckError, type ErrorCode, HttpError } from '../errors/index.ts'
import { mayRefuseByBody, refusesByBody } from './body-refusal.ts'
import { type CarriedConnector, Carrier, type Sender } from './carrier.ts'
import { Course } from './course.ts'
import { CredentialTrial, chooseAloneMsMax } from './credential-trial.ts'
import { ExchangeRecording } from './exchanges/exchange-recording.ts'
import type { Ledger } from './exchanges/ledger.ts'
import { addQuery, type Hop, listSpellings, lowerCased, noHeaders, refuseIdentity } from './hop.ts'
import type { Origins } from './origins.ts'
import { ClockComparison } from './pace/clocks.ts'
import { LongPauseError, type Pacer } from './pace/pacer.ts'
import type { QuotaShare } from './pace/quota-share.ts'
import { listHeader, readHeader } from './pace/retry-after.ts'
import type { Redactor } from './redact/redact.ts'
import { followRedirect, hopsMax, readMethods, redirectStatuses } from './redirects.ts'
import { mayTellEndedToken, tellsEndedToken } from './refusals/ended-token.ts'
import { readGraphqlAnswer } from './refusals/graphql-refusal.ts'
import { createRefusal } from './refusals/refusal.ts'
import { createRepeatedRefusal, pauseError, readErrorKind, refusesCredentials } from './refusals/vendor-error.ts'
import type { VendorReply } from './refusals/vendor-reply.ts'
import { isTooLong, joinUrl, tooLong } from './requests/join-url.ts'
import type { Consumer, RequestWait } from './requests/shared-gets.ts'
import { notWaitedFor, type RequestScope, type WireRequest } from './requests/vendor-request.ts'
import { RequestsInFlight } from './requests-in-flight.ts'
import { ShownUrl } from './shown-url.ts'
import { signHop } from './sign-hop.ts'
import { defaultBodyBytesMax, type Transport, type TransportReply } from './transport/transport.ts'

export interface SessionOptions {
  readonly connector: AnyConnector
  readonly fillings: Fillings
  readonly origins: Origins
  readonly authorizer: Authorizer
  readonly transport: Transport
  readonly pacer: Pacer
  /** The part of the vendor's quotas that it may use. @default all */
  readonly quotaShare?: QuotaShare | undefined
  readonly redactor: Redactor
  readonly clock: Clock
  /** Plain http and private addresses are allowed. */
  readonly allowPrivateNetwork: boolean
  /** Uniform in [0, 1). @default Math.random */
  readonly random?: (() => number) | undefined
  /** The place that keeps exchanges. @default nowhere */
  readonly ledger?: Ledger | undefined
  /** The client certificate for connections to the connector's own hosts. @default nothing */
  readonly certificate?: ClientCertificate | undefined
}

/** A request as it was asked for. */
interface SessionRequest {
  readonly request: WireRequest
  readonly consumer: Consumer
  /** It obtains credentials: it carries none itself, and goes to the connector's own hosts only. */
  readonly confidential: boolean
}

const timeoutMsDefault = 30_000

/** What is known of a reply beside the answer itself. */
interface AskedFor extends Pick<VendorReply, 'method' | 'exchange' | 'anonymous' | 'refusal'> {
  readonly url: ShownUrl
}

class Reply implements VendorReply {
  readonly method: string
  readonly status: number
  readonly headers: VendorReply['headers']
  readonly body: Uint8Array
  readonly target: URL
  readonly exchange: number
  readonly anonymous: boolean | undefined
  readonly refusal: VendorReply['refusal']
  readonly #url: ShownUrl

  constructor({ status, headers, body }: TransportReply, { method, url, exchange, anonymous, refusal }: AskedFor) {
    this.method = method
    this.status = status
    this.headers = headers
    this.body = body
    this.target = url.target
    this.exchange = exchange
    this.anonymous = anonymous
    this.refusal = refusal
    this.#url = url
  }

  get url(): string {
    return this.#url.text
  }
}

type AttemptStart = Parameters<Consumer['onRequest']>[0]

class EndedAttempt implements AttemptStart {
  readonly method: string
  readonly status: number | undefined
  readonly attempt: number
  readonly exchange: number
  readonly durationMs: number
  readonly anonymous: true | undefined
  readonly #url: ShownUrl

  constructor(start: Omit<AttemptStart, 'url' | 'anonymous'> & { readonly url: ShownUrl; readonly isBare: boolean }) {
    this.method = start.method
    this.status = start.status
    this.attempt = start.attempt
    this.exchange = start.exchange
    this.durationMs = start.durationMs
    this.anonymous = start.isBare ? true : undefined
    this.#url = start.url
  }

  get url(): string {
    return this.#url.text
  }
}

/**
 * One connection's way to its vendor, shared by all its checks. It adds credentials on the connector's own hosts only,
 * keeps to the limits, follows redirects itself, retries, and renews a refused authorization.
 */
export class VendorSession {
  readonly #options: SessionOptions
  readonly #carrier: Carrier
  readonly #trial: CredentialTrial
  readonly #clocks = new ClockComparison()
  readonly #mayRefuseByBody: boolean
  readonly #isRenewable: boolean
  /** What was carried by the first request that a success answered with the word of an ended token. */
  #quietlyEnded: Authorization | undefined
  #exchanges = 0
  /** How often the authorization was renewed. */
  #generation = 0

  constructor(options: SessionOptions) {
    this.#options = options
    const { definition, hooks } = options.connector
    this.#carrier = new Carrier(options.connector as CarriedConnector, options.fillings, options.redactor)
    this.#trial = new CredentialTrial(chooseAloneMsMax(definition, hooks.authenticate !== undefined))
    this.#mayRefuseByBody = mayRefuseByBody(options.connector)
    this.#isRenewable = definition.auth.type === 'oauth2' || hooks.authenticate !== undefined
  }

  get connector(): AnyConnector {
    return this.#options.connector
  }

  /** The values of `{placeholders}` in the definition. */
  get fillings(): Fillings {
    return this.#options.fillings
  }

  get redactor(): Redactor {
    return this.#options.redactor
  }

  get clock(): Clock {
    return this.#options.clock
  }

  /** How far the vendor's clock is ahead of ours, in ms, where that is more than two minutes. */
  get clockAheadMs(): number | undefined {
    return this.#clocks.aheadMs
  }

  /**
   * Ends the vendor's session if the connector has a hook for it. Does not throw: the run has its answers, and a failed
   * logout changes none of them. Returns a promise if there is a hook.
   */
  end(): Promise<void> | undefined {
    return this.#options.authorizer.end?.().catch(() => undefined)
  }

  /**
   * Sends a request and gives the final answer, whatever its status.
   * @throws HttpError when the request is refused or no answer could be had
   */
  exchange(asked: WireRequest, scope: RequestScope): Promise<VendorReply> {
    // A login belongs to no customer yet, and its body holds the credentials.
    const request = scope.obtainsCredentials ? { ...asked, anonymous: false } : asked
    let hop: Hop
    try {
      hop = this.#admitted(request, scope)
    } catch (error) {
      return Promise.reject(error)
    }
    const { sharing } = scope
    const confidential = scope.obtainsCredentials ?? false
    const send = (consumer: Consumer) => this.#deliver(hop, { request, consumer, confidential })
    if (!sharing) return send(scope)
    if (hop.method === 'GET' && hop.body === undefined && request.cache !== 'no-store')
      return sharing.get(this.#shareKey(hop, request), scope, send)
    const answer = send(scope)
    const changes = !readMethods.has(hop.method) && !request.reads
    return changes ? answer.finally(() => sharing.forget()) : answer
  }

  /** The request as its first hop. @throws HttpError for one that must not be sent */
  #admitted(request: WireRequest, scope: RequestScope): Hop {
    const method = request.method.toUpperCase()
    const url = this.#resolve(request, method)
    if (!readMethods.has(method) && !scope.writes && !request.reads) {
      const why = `A check may only read, and ${method} may change something. Set "reads: true" where it only reads, or "writes: true" on the check.`
      throw this.#refusal('HTTP_METHOD_REFUSED', { method, url }, why)
    }
    if (request.ownHostsOnly || scope.obtainsCredentials) this.#demandOwn(method, url)
    const { headers, body } = request
    const hop: Hop = { method, url, headers: lowerCased(headers), body, names: listSpellings(headers) }
    if (request.anonymous) this.#refuseIdentity(hop)
    return hop
  }

  #refuseIdentity(hop: Hop): void {
    refuseIdentity(hop, this.redactor, (code, why) => this.#refusal(code, hop, why))
  }

  /** Everything that the answer may depend on. Credentials appear by their generation, because they are the run's. */
  #shareKey(
    { url, headers }: Hop,
    { redirect, redirects, retry, timeoutMs, ownHostsOnly, anonymous }: WireRequest,
  ): string {
    const isPlain =
      !anonymous &&
      headers === noHeaders &&
      !redirect &&
      !redirects &&
      retry === undefined &&
      timeoutMs === undefined &&
      !ownHostsOnly
    // The text as it is, if it cannot be mistaken for another key: a composed text has to be hashed each time.
    if (isPlain && this.#generation === 0) return url.href
    const own = Object.entries(headers).sort(([a], [b]) => (a < b ? -1 : 1))
    const options = [redirect, redirects, retry, timeoutMs, ownHostsOnly, anonymous]
    return JSON.stringify([url.href, own, this.#generation, ...options])
  }

  /**
   * Sends a request until it has a final answer: retries by policy, once more with a renewed authorization, and along allowed
   * redirects. All in one loop, because each further function that waits costs a small request as much as reading its answer.
   */
  async #deliver(first: Hop, order: SessionRequest): Promise<VendorReply> {
    const { origins, random = Math.random } = this.#options
    const course = new Course(first, origins, order.request.retry, random)
    const mayCarry = course.isOwn && !order.request.anonymous && !order.confidential
    let reply: VendorReply | undefined
    let trial = mayCarry && this.#trial.begin()
    try {
      while (trial instanceof Promise) {
        await waitUnlessAborted(trial, order.consumer.signal)
        trial = this.#trial.begin()
      }
      for (;;) {
        try {
          reply = await this.#attempt(course, order)
        } catch (error) {
          await this.#recover(error, course, order)
          continue
        }
        const isPlain = reply.status < 300 && reply.refusal === undefined && !this.#mayHaveEnded(reply, course)
        if (isPlain || (await this.#isFinal(reply, course, order))) {
          if (course.used) this.#trial.note(reply, !isPlain && this.#refusesCredentials(reply))
          return reply
        }
        reply = undefined
      }
    } catch (error) {
      if (trial === true && course.isSigningIn && !order.consumer.signal.aborted) this.#trial.fail(error)
      throw error
    } finally {
      if (trial === true) this.#trial.end()
      order.consumer.onEnd?.(reply)
    }
  }

  /** Waits for another attempt if there may be one. @throws the error otherwise */
  async #recover(error: unknown, course: Course, { consumer }: SessionRequest): Promise<void> {
    const delayMs = course.retries.waitAfterError(error)
    if (delayMs === undefined) throw error
    await this.#backOff(delayMs, { method: course.hop.method, url: readErrorUrl(error) }, consumer)
    course.attempt++
  }

  /** Whether an answer is the last one. Otherwise the course says what is sent next, and the wait before it is over. */
  async #isFinal(reply: VendorReply, course: Course, order: SessionRequest): Promise<boolean> {
    const { connector, authorizer, redactor, clock } = this.#options
    const { hop, used } = course
    const { consumer } = order
    // Not every vendor has a status for its meaning.
    const refuses = reply.status >= 400 || reply.refusal !== undefined
    const kind = refuses ? readErrorKind(reply, connector, redactor) : undefined
    const isEnded = (refuses || this.#mayHaveEnded(reply, course)) && tellsEndedToken(reply)
    if (isEnded && !refuses) this.#quietlyEnded = used
    const refused = reply.status === 401 || kind === 'auth' || isEnded
    const mayRenew = refused && used !== undefined && course.renewals < (authorizer.renewalsMax ?? 1)
    course.isSigningIn = mayRenew
    const isRenewed = mayRenew && (await authorizer.renew(used, consumer.signal, toRefusal(reply)))
    course.isSigningIn = false
    if (isRenewed) {
      course.renewals++
      this.#generation++
      return false
    }
    const delayMs = course.retries.waitAfterReply(reply, clock.nowMs(), kind === 'rate_limited')
    if (delayMs === undefined) return !this.#redirects(reply, course, order)
    await this.#backOff(delayMs, { method: hop.method, url: reply.url, status: reply.status }, consumer)
    course.attempt++
    return false
  }

  /**
   * Some vendors answer 200 with a word that only a renewal helps against. One renewal of a run is worth it: the answer may also be a thing
   * that has such a word.
   */
  #mayHaveEnded(reply: VendorReply, { used }: Course): boolean {
    const isFirst = this.#quietlyEnded === undefined || this.#quietlyEnded === used
    return this.#isRenewable && used !== undefined && isFirst && mayTellEndedToken(reply)
  }

  #refusesCredentials(reply: VendorReply): boolean {
    const { connector, redactor, clock } = this.#options
    return refusesCredentials(reply, connector, redactor, clock.nowMs())
  }

  /** Whether the answer leads on. @throws HttpError for a redirect that must not be followed */
  #redirects(reply: VendorReply, course: Course, { request, confidential }: SessionRequest): boolean {
    const location = redirectStatuses.has(reply.status) ? readHeader(reply.headers, 'location') : undefined
    if (location === undefined || request.redirect === 'manual') return false
    const refuse = (why: string) => this.#refusal('HTTP_REDIRECT_REFUSED', reply, why)
    if (request.redirect === 'error') throw refuse('The vendor redirects, and the request forbids that.')
    const { hop } = course
    course.hasCookie ||= reply.headers['set-cookie'] !== undefined
    const next = course.hops === hopsMax ? undefined : followRedirect(hop, reply.status, location, refuse)
    const isCircle = next !== undefined && next.url.href === hop.url.href && next.method === hop.method
    if (course.hasCookie && (!next || isCircle)) throw refuse(waitsForCookie)
    if (!next) throw refuse(`The vendor redirects more than ${hopsMax} times.`)
    if (request.ownHostsOnly || confidential) this.#demandOwn(next.method, next.url)
    else if (
      request.redirects !== 'anywhere' &&
      next.url.origin !== hop.url.origin &&
      !this.#options.origins.allows(next.url)
    )
      throw refuse(toStranger(next.url))
    course.redirect(next)
    return true
  }

  #resolve({ url, query }: WireRequest, method: string): URL {
    const { origins, allowPrivateNetwork } = this.#options
    const resolved = this.#parse(url, method)
    const asked = { method, url: resolved }
    if (resolved.username !== '' || resolved.password !== '')
      throw this.#refusal('HTTP_URL_INVALID', asked, 'A URL must not contain a user name or password.')
    if (
      resolved.protocol !== 'https:' &&
      !(resolved.protocol === 'http:' && (allowPrivateNetwork || origins.allows(resolved)))
    )
      throw this.#refusal(
        'HTTP_HOST_REFUSED',
        asked,
        `Only https is used, not "${resolved.protocol}". A path begins with "/".`,
      )
    // A setter parses the URL anew.
    if (resolved.href.includes('#')) resolved.hash = ''
    if (query) {
      addQuery(resolved, query)
      if (isTooLong(resolved.href)) throw this.#refusal('HTTP_URL_INVALID', { method, url: '' }, tooLong)
    }
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

  async #backOff(
    delayMs: number,
    request: Pick<RequestWait, 'method' | 'url' | 'status'>,
    consumer: Consumer,
  ): Promise<void> {
    consumer.onWait({ reason: 'retry', delayMs, ...request })
    await this.#options.clock.sleep(delayMs, consumer.signal)
  }

  /** One attempt, in its turn, with its own deadline, which covers the body as well. */
  async #attempt(course: Course, { request, consumer, confidential }: SessionRequest): Promise<VendorReply> {
    const { authorizer, redactor, pacer, quotaShare, clock, transport, ledger, certificate } = this.#options
    const { hop, attempt } = course
    const { method } = hop
    const { signal } = consumer
    const { anonymous = false, timeoutMs = timeoutMsDefault, step } = request
    const as: Sender = !course.isOwn ? 'elsewhere' : anonymous ? 'stranger' : 'connection'
    // Values that are already there are not awaited, because each wait slows down a small request.
    course.isSigningIn = as === 'connection' && !confidential
    const authorization = course.isSigningIn ? authorizer.authorization(signal) : undefined
    const used = authorization instanceof Promise ? await authorization : authorization
    course.isSigningIn = false
    course.used = used
    if (used && this.#trial.refusal)
      throw createRepeatedRefusal(this.connector, redactor, { method, url: hop.url }, this.#trial.refusal)
    const target = this.#carrier.target(hop.url, as)
    const url = new ShownUrl(target, redactor)
    const asked: Hop = target === hop.url ? hop : { ...hop, url: target }
    const outgoing = this.#carrier.outgoing(asked, as, used)
    const { pathname } = target
    const turn = pacer.acquireNow(signal, pathname, quotaShare) ?? (await this.#waitForTurn(method, url, consumer))
    try {
      // Only now, because a signature holds the time, and the wait before may have been long.
      const signing = used ? signHop(outgoing, used, this.#options) : outgoing
      const sent = signing instanceof Promise ? await signing : signing
      this.#demandRequest()
      const exchange = ++this.#exchanges
      let status: number | undefined
      const sentAtMs = clock.nowMs()
      try {
        if (!(timeoutMs > 0)) throw new TypeError('timeoutMs must be a number greater than 0')
        signal.throwIfAborted()
        const recording =
          ledger &&
          new ExchangeRecording(ledger, clock, {
            number: exchange,
            checkId: consumer.checkId,
            method,
            url: target,
            attempt,
            // Without credentials, so that they cannot be left in it.
            request: this.#carrier.outgoing(asked, as, undefined),
            confidential,
            anonymous,
            step,
          })
        const underWay = RequestsInFlight.of(signal)
        const deadline = underWay.begin(timeoutMs, method, url)
        let answer: TransportReply
        // Not in a function of its own: one more that waits costs a small request as much as reading its answer.
        try {
          answer = await transport.send({
            method: sent.method,
            url: sent.url,
            headers: sent.headers,
            headerNames: sent.names,
            body: sent.body,
            shownUrl: url,
            anonymous,
            step,
            signal: deadline,
            // A certificate identifies the caller, as credentials do. Anonymous requests and other hosts do not get it.
            certificate: as === 'connection' ? certificate : undefined,
            bodyBytesMax: defaultBodyBytesMax,
          })
        } catch (error) {
          const errorCode = error instanceof HttpError && !signal.aborted ? error.code : undefined
          await recording?.end({ errorCode, unseen: signal.reason === notWaitedFor })
          throw error
        } finally {
          underWay.finish(deadline)
        }
        const entry = recording?.end(answer)
        if (entry) await entry
        status = answer.status
        if (as !== 'elsewhere') this.#clocks.note(answer.headers, clock.nowMs())
        // Only rate limits of the vendor itself count, of a login too: a host without credentials does not know the connection.
        const word = request.graphql ? readGraphqlAnswer(answer, clock.nowMs()) : this.#readBodyRefusal(answer, asked)
        if (used || confidential) pacer.learn(turn, pathname, word ? { ...answer, ...word } : answer)
        return new Reply(answer, { method, url, exchange, anonymous, refusal: word?.refusal })
      } finally {
        const durationMs = Math.max(0, clock.nowMs() - sentAtMs)
        const isBare = as !== 'connection'
        consumer.onRequest(new EndedAttempt({ method, url, status, attempt, exchange, durationMs, isBare }))
      }
    } finally {
      pacer.release()
    }
  }

  /** What a success by its status refuses by its body, as the connector says it. */
  #readBodyRefusal(answer: TransportReply, { method, url }: Hop): Pick<VendorReply, 'refusal'> | undefined {
    const { connector, redactor } = this.#options
    const found = this.#mayRefuseByBody ? refusesByBody(answer, connector) : undefined
    if (!found) return undefined
    const shown = { ...answer, method, url: redactor.url(url), target: url, exchange: 0 }
    const kind = readErrorKind(shown, connector, redactor)
    return kind || found.isSure ? { refusal: { kind: kind ?? 'upstream', isByBody: true } } : undefined
  }

  /** A file can ask for the items of the items of a list, which may be more than anybody meant. */
  #demandRequest(): void {
    const { requestsMax = Number.POSITIVE_INFINITY } = this.connector
    if (this.#exchanges < requestsMax) return
    throw new CheckError(
      `The run has sent ${requestsMax} requests, as many as a connector as data may send. Ask for less, or write the connector in TypeScript.`,
      { code: 'CHECK_INCOMPLETE' },
    )
  }

  async #waitForTurn(method: string, url: ShownUrl, consumer: Consumer): Promise<number> {
    const onWait = (delayMs: number) => consumer.onWait({ reason: 'rate_limit', delayMs, method, url: url.text })
    const { pacer, quotaShare } = this.#options
    try {
      return await pacer.acquire(consumer.signal, onWait, url.target.pathname, quotaShare)
    } catch (error) {
      throw error instanceof LongPauseError ? pauseError(this.connector, { method, url: url.text }, error) : error
    }
  }

  #refusal(code: ErrorCode, request: { readonly method: string; readonly url: URL | string }, why: string): HttpError {
    return createRefusal(code, request, why, this.#options.redactor)
  }
}

function toRefusal({ target, headers }: VendorReply): AuthorizationRefusal {
  return { url: target, challenges: listHeader(headers, 'www-authenticate') ?? '' }
}

/** As it was sent, redacted. */
function readErrorUrl(error: unknown): string {
  return error instanceof HttpError ? (error.url ?? '') : ''
}

/** Checkwright sends no cookies, because they would carry a sign-in from one check to another. */
const waitsForCookie =
  'It sets a cookie and redirects until that comes back, as gateways and sign-in pages do, and Checkwright sends no cookies. Have this server let through by its address, or use an address behind the gateway.'

/** Anybody could answer there, and would decide the outcome of the check. */
function toStranger({ origin }: URL): string {
  return `The vendor redirects to "${origin}", which is not a host of this connector. Add it to allowedHosts if it may receive credentials; for a download from elsewhere say so at the request: redirects: 'anywhere'.`
}
