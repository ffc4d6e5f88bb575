import { setImmediate } from 'node:timers/promises'
import type { Authorization, Authorizer } from '../../auth/authorizer.ts'
import type { Clock } from '../../define/index.ts'
import { errorCodes } from '../../errors/codes.ts'
import { AuthError, CheckError, type ErrorCode, HttpError } from '../../errors/index.ts'
import type { ExchangeRecord } from '../../http/exchanges/exchange.ts'
import type { ReplyHeaders } from '../../http/pace/retry-after.ts'
import { hasMark } from '../../http/redact/has-mark.ts'
import { VendorError } from '../../http/refusals/vendor-error.ts'
import {
  formatRequestUrl,
  type Transport,
  type TransportReply,
  type TransportRequest,
} from '../../http/transport/transport.ts'
import { type ExchangeIndex, type IndexedExchange, type RequestKeys, readBodyBytes } from './exchange-index.ts'

/** The time of a replay: that of the exchange that was answered last, so that there are no waits. */
export class ReplayClock implements Clock {
  #nowMs: number

  constructor(nowMs: number) {
    this.#nowMs = nowMs
  }

  nowMs(): number {
    return this.#nowMs
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    await setImmediate()
    signal?.throwIfAborted()
    this.#nowMs += ms
  }

  advanceTo(nowMs: number): void {
    this.#nowMs = Math.max(this.#nowMs, nowMs)
  }
}

export interface ReplayTransportOptions {
  readonly index: ExchangeIndex
  readonly keys: RequestKeys
  /** Numbers of the exchanges of the replayed check. */
  readonly exchanges: readonly number[]
  /** The original error of the check. */
  readonly error: { readonly code: string; readonly retryable: boolean } | undefined
  /** Ends the check, as its deadline or its run did then. */
  readonly end: (reason: CheckError) => void
  readonly clock: ReplayClock
  /** How often at most a refusal led to a renewed authorization, if the request was sent again. */
  readonly renewalsMax: number
  /** Whether a GET that has got all its answers gets the last one again. */
  readonly repeats: boolean
}

const turnsToLeave = 20

/**
 * Answers the requests of one check from its exchanges. Equal requests get their answers by the step in which each was asked, and
 * the rest in order: the nth gets the nth answer.
 */
export class ReplayTransport implements Transport {
  readonly #options: ReplayTransportOptions
  readonly #waiting = new Map<string, IndexedExchange[]>()
  /** The last answers to requests that may be repeated. */
  readonly #given = new Map<string, IndexedExchange>()
  /** Answers under way, which equal requests may share, as in the run. */
  readonly #underWay = new Map<string, Promise<TransportReply>>()
  /** Answers that are being read. */
  #coming = 0
  readonly #renewable = new Set<string>()
  readonly #missing: string[] = []
  #authorizations = 0

  constructor(options: ReplayTransportOptions) {
    this.#options = options
    // In the order of the requests; a shared one may occur twice.
    for (const number of [...new Set(options.exchanges)].sort((a, b) => a - b)) {
      const asked = options.index.findAsked(number)
      if (!asked) this.#missing.push(`exchange ${number}, which run.json names`)
      else {
        const queue = this.#waiting.get(asked.key)
        if (queue) queue.push(asked)
        else this.#waiting.set(asked.key, [asked])
      }
    }
  }

  /** Requests without an exchange in the bundle. */
  get missing(): readonly string[] {
    return this.#missing
  }

  /** Exchanges without a request. */
  get left(): readonly number[] {
    return [...this.#waiting.values()].flat().map(({ number }) => number)
  }

  /** Carries no credentials, only a number by which a 401 finds its request. */
  get authorizer(): Authorizer {
    return {
      renewalsMax: this.#options.renewalsMax,
      authorization: async () => ({ headers: { [ticket]: String(++this.#authorizations) }, query: {} }),
      renew: async ({ headers }: Authorization) => this.#renewable.has(headers[ticket] ?? ''),
    }
  }

  async send(request: TransportRequest): Promise<TransportReply> {
    const { method, headers, body, anonymous, step } = request
    const url = formatRequestUrl(request)
    const key = this.#options.keys.toKey({ method, url, body, type: headers['content-type'], anonymous })
    const shared = method === 'GET' ? this.#underWay.get(key) : undefined
    const taken = this.#take(key, step, shared !== undefined)
    if (!taken && shared) return shared
    const asked = taken ?? this.#given.get(key)
    if (asked && this.#options.repeats && method === 'GET') this.#given.set(key, asked)
    if (!asked) {
      if (this.#options.index.wasCancelled(key)) return this.#unanswered(request)
      await this.#unlessLeft(request)
      if (this.#cutBy) return this.#unanswered(request)
      throw this.#lacking(method, url, hasMark(url) || hasMark(body))
    }
    // Of the same request, if it was sent more than once.
    const next = this.#waiting.get(key)?.find((each) => each.step === asked.step)
    const reply = this.#answer(asked, next, request)
    this.#underWay.set(key, reply)
    try {
      return await reply
    } finally {
      if (this.#underWay.get(key) === reply) this.#underWay.delete(key)
    }
  }

  /** The answer to a request, which no other request gets then. @param isShared whether an equal one is under way */
  #take(key: string, step: string | undefined, isShared: boolean): IndexedExchange | undefined {
    const queue = this.#waiting.get(key) ?? []
    const own = queue.findIndex((each) => each.step === step)
    // In the run it was not sent, because an equal one was under way: each that was sent has its step.
    const wasShared = own < 0 && isShared && queue[0]?.step !== undefined
    return wasShared ? undefined : queue.splice(Math.max(own, 0), 1)[0]
  }

  /**
   * A page that is fetched ahead may not have been sent in the run: at the vendor it waited for its turn until the
   * check had left the list. A replay has no waits. The check therefore gets a few turns to leave, after all answers
   * have come, before the page counts as missing.
   * @throws the signal's reason when it does
   */
  async #unlessLeft({ signal }: TransportRequest): Promise<void> {
    for (let turn = 0; turn < turnsToLeave; turn++) {
      await setImmediate()
      if (signal.aborted) throw signal.reason
      if (this.#coming > 0) turn = 0
    }
  }

  /** The event that ended the check from outside, whatever it was doing: an endless list has no last answer. */
  get #cutBy(): 'CHECK_TIMEOUT' | 'CANCELLED' | undefined {
    const code = this.#options.error?.code
    return code === 'CHECK_TIMEOUT' || code === 'CANCELLED' ? code : undefined
  }

  /** Nobody waited for an answer to this, because the check had left it or was ended. It ends in the same way now. */
  async #unanswered(request: TransportRequest): Promise<never> {
    if (this.#cutBy) {
      await this.#unlessLeft(request)
      this.#options.end(new CheckError('The run ended the check here.', { code: this.#cutBy }))
    }
    return waitForAbort(request.signal)
  }

  async close(): Promise<void> {}

  async #answer(
    asked: IndexedExchange,
    next: IndexedExchange | undefined,
    request: TransportRequest,
  ): Promise<TransportReply> {
    const { clock, renewalsMax } = this.#options
    const exchange = await this.#load(asked)
    if (request.signal.aborted) throw request.signal.reason
    if (exchange.errorCode === 'CANCELLED') return this.#unanswered(request)
    clock.advanceTo(Date.parse(exchange.startedAt) + exchange.durationMs)
    if (exchange.status === undefined) throw this.#noAnswer(exchange, next, request)
    if (exchange.truncated !== undefined)
      throw new CheckError(`The answer was not kept: exchange ${exchange.number} ${exchange.truncated}.`, {
        code: 'REPLAY_EXCHANGE_MISSING',
      })
    // The next attempt number shows a renewal.
    if (renewalsMax > 0 && next?.attempt === exchange.attempt) this.#renewable.add(request.headers[ticket] ?? '')
    return {
      status: exchange.status,
      headers: toReplyHeaders(exchange),
      body: readBodyBytes(exchange.response?.body) ?? new Uint8Array(),
    }
  }

  async #load({ number }: IndexedExchange): Promise<ExchangeRecord> {
    this.#coming++
    try {
      const exchange = await this.#options.index.load(number)
      // As from a network: not before the caller continues.
      await setImmediate()
      return exchange
    } finally {
      this.#coming--
    }
  }

  #noAnswer(
    { errorCode, attempt }: ExchangeRecord,
    next: IndexedExchange | undefined,
    request: TransportRequest,
  ): HttpError {
    const code = toKnownErrorCode(errorCode)
    const { error } = this.#options
    // The next exchange shows whether it was tried again; for the last one, the check's error does.
    const retryable = next?.attempt === attempt + 1 || (error?.code === code && error.retryable)
    const message = `There was no answer to ${request.method} ${formatRequestUrl(request)} (${code}).`
    return new HttpError(message, { code, method: request.method, url: formatRequestUrl(request), retryable })
  }

  /** @param isHidden whether a secret was taken out of the request */
  #lacking(method: string, url: string, isHidden: boolean): Error {
    const code = this.#options.error?.code
    // It was not sent in the run either: the vendor had required a pause of all checks, the request would have leaked a
    // secret, or the login before it failed.
    if (code === 'HTTP_RATE_LIMITED')
      return new VendorError(
        `${method} ${url} was not sent.`,
        { code, method, url, retryable: true },
        { kind: 'rate_limited' },
      )
    if (code === 'HTTP_HOST_REFUSED') return new HttpError(`${method} ${url} was not sent.`, { code, method, url })
    if (code === 'AUTH_LOGIN_FAILED') return new AuthError(`${method} ${url} was not sent.`, { code })
    // The page that would have come again was not sent. Its cursor is hidden, so the list cannot tell that now.
    if (code === 'PAGINATION_LOOP' && isHidden) return new CheckError(`${method} ${url} was not sent.`, { code })
    this.#missing.push(`${method} ${url}`)
    return new CheckError(`No answer was kept to ${method} ${url}.`, { code: 'REPLAY_EXCHANGE_MISSING' })
  }
}

const ticket = 'x-checkwright-replay'

function toKnownErrorCode(text: string | undefined): ErrorCode {
  return Object.keys(errorCodes).find((code): code is ErrorCode => code === text) ?? 'HTTP_NETWORK'
}

/** The caller no longer wanted the answer, and will not want it now. */
function waitForAbort(signal: TransportRequest['signal']): Promise<never> {
  if (signal.aborted) return Promise.reject(signal.reason)
  return new Promise((_resolve, reject) =>
    signal.addEventListener('abort', { handleEvent: () => reject(signal.reason) }),
  )
}

function toReplyHeaders({ response }: ExchangeRecord): ReplyHeaders {
  const headers: Record<string, string | string[]> = {}
  for (const [name, value] of response?.headers ?? []) {
    const before = headers[name.toLowerCase()]
    headers[name.toLowerCase()] = before === undefined ? value : [before, value].flat()
  }
  return headers
}
