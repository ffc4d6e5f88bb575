import { setImmediate } from 'node:timers/promises'
import type { Authorization, Authorizer } from '../../auth/authorizer.ts'
import type { Clock } from '../../define/index.ts'
import { errorCodes } from '../../errors/codes.ts'
import { AuthError, CheckError, type ErrorCode, HttpError } from '../../errors/index.ts'
import type { KeptExchange } from '../../http/kept/exchange.ts'
import type { ReplyHeaders } from '../../http/pace/retry-after.ts'
import {
  formatRequestUrl,
  type Transport,
  type TransportReply,
  type TransportRequest,
} from '../../http/transport/transport.ts'
import { VendorError } from '../../http/vendor-error.ts'
import { type ExchangeIndex, type IndexedExchange, type RequestKeys, readBodyBytes } from './exchange-index.ts'

/** The time of a replay: that of the exchange which was answered last, so that nothing is waited for. */
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
  /** Numbers of the exchanges of the check that is replayed. */
  readonly exchanges: readonly number[]
  /** What the check ended in when it ran. */
  readonly error: { readonly code: string; readonly retryable: boolean } | undefined
  /** Ends the check, as its time or its run ended it then. */
  readonly end: (reason: CheckError) => void
  readonly clock: ReplayClock
  /** Whether a refusal was answered by renewing the authorization, where the vendor was asked again. */
  readonly renews: boolean
}

const turnsToLeave = 20

/** Answers the requests of one check from its exchanges: the nth time that something is asked, by its nth answer. */
export class ReplayTransport implements Transport {
  readonly #options: ReplayTransportOptions
  readonly #waiting = new Map<string, IndexedExchange[]>()
  /** Answers on their way, which who asks the same meanwhile may share: it did so in the run. */
  readonly #underWay = new Map<string, Promise<TransportReply>>()
  /** Answers that are being read. */
  #coming = 0
  readonly #renewable = new Set<string>()
  readonly #missing: string[] = []
  #authorizations = 0

  constructor(options: ReplayTransportOptions) {
    this.#options = options
    // In the order in which they were asked; one that was shared may be named twice.
    for (const number of [...new Set(options.exchanges)].sort((a, b) => a - b)) {
      const asked = options.index.asked(number)
      if (!asked) this.#missing.push(`exchange ${number}, which run.json names`)
      else {
        const queue = this.#waiting.get(asked.key)
        if (queue) queue.push(asked)
        else this.#waiting.set(asked.key, [asked])
      }
    }
  }

  /** What was asked for and is not in the bundle. */
  get missing(): readonly string[] {
    return this.#missing
  }

  /** Exchanges that nobody asked for. */
  get left(): readonly number[] {
    return [...this.#waiting.values()].flat().map(({ number }) => number)
  }

  /** Carries no credentials: only a number by which a 401 finds the request that it answered. */
  readonly authorizer: Authorizer = {
    authorization: async () => ({ headers: { [ticket]: String(++this.#authorizations) }, query: {} }),
    renew: async ({ headers }: Authorization) => this.#renewable.has(headers[ticket] ?? ''),
  }

  async send(request: TransportRequest): Promise<TransportReply> {
    const { method, headers, body, anonymous } = request
    const url = formatRequestUrl(request)
    const key = this.#options.keys.of({ method, url, body, type: headers['content-type'], anonymous })
    const queue = this.#waiting.get(key) ?? []
    const asked = queue.shift()
    if (!asked) {
      const shared = method === 'GET' ? this.#underWay.get(key) : undefined
      if (shared) return shared
      if (this.#options.index.wasCancelled(key)) return this.#unanswered(request)
      await this.#unlessLeft(request)
      if (this.#cutBy) return this.#unanswered(request)
      throw this.#lacking(method, url)
    }
    const reply = this.#answer(asked, queue[0], request)
    this.#underWay.set(key, reply)
    try {
      return await reply
    } finally {
      if (this.#underWay.get(key) === reply) this.#underWay.delete(key)
    }
  }

  /**
   * A page that is fetched ahead may never have been sent: at the vendor it waited for its turn until the check had left
   * the list. Here nothing waits, so the check gets a few turns to leave, after all that was answered has come, before the
   * page counts as missing.
   * @throws the signal's reason when it does
   */
  async #unlessLeft({ signal }: TransportRequest): Promise<void> {
    for (let turn = 0; turn < turnsToLeave; turn++) {
      await setImmediate()
      if (signal.aborted) throw signal.reason
      if (this.#coming > 0) turn = 0
    }
  }

  /** What ended the check from outside, in the middle of whatever it did: a list without end has no last answer. */
  get #cutBy(): 'CHECK_TIMEOUT' | 'CANCELLED' | undefined {
    const code = this.#options.error?.code
    return code === 'CHECK_TIMEOUT' || code === 'CANCELLED' ? code : undefined
  }

  /** Nobody waited for an answer to this, because the check had left it or was ended. It ends by the same now. */
  async #unanswered(request: TransportRequest): Promise<never> {
    if (this.#cutBy) {
      await this.#unlessLeft(request)
      this.#options.end(new CheckError('The check was ended here in its run.', { code: this.#cutBy }))
    }
    return waitForAbort(request.signal)
  }

  async close(): Promise<void> {}

  async #answer(
    asked: IndexedExchange,
    next: IndexedExchange | undefined,
    request: TransportRequest,
  ): Promise<TransportReply> {
    const { clock, renews } = this.#options
    const exchange = await this.#load(asked)
    if (request.signal.aborted) throw request.signal.reason
    if (exchange.errorCode === 'CANCELLED') return this.#unanswered(request)
    clock.advanceTo(Date.parse(exchange.startedAt) + exchange.durationMs)
    if (exchange.status === undefined) throw this.#noAnswer(exchange, next, request)
    if (exchange.truncated !== undefined)
      throw new CheckError(`The answer was not kept: exchange ${exchange.number} ${exchange.truncated}.`, {
        code: 'REPLAY_EXCHANGE_MISSING',
      })
    // An attempt that is counted once more is one after a renewal.
    if (renews && next?.attempt === exchange.attempt) this.#renewable.add(request.headers[ticket] ?? '')
    return {
      status: exchange.status,
      headers: toReplyHeaders(exchange),
      body: readBodyBytes(exchange.response?.body) ?? new Uint8Array(),
    }
  }

  async #load({ number }: IndexedExchange): Promise<KeptExchange> {
    this.#coming++
    try {
      const exchange = await this.#options.index.load(number)
      // As from a network: never before whoever asked goes on.
      await setImmediate()
      return exchange
    } finally {
      this.#coming--
    }
  }

  #noAnswer(
    { errorCode, attempt }: KeptExchange,
    next: IndexedExchange | undefined,
    request: TransportRequest,
  ): HttpError {
    const code = toKnownErrorCode(errorCode)
    const { error } = this.#options
    // Whether it was tried again shows by the next exchange; of the last one, by what the check ended in.
    const retryable = next?.attempt === attempt + 1 || (error?.code === code && error.retryable)
    const message = `There was no answer to ${request.method} ${formatRequestUrl(request)} (${code}).`
    return new HttpError(message, { code, method: request.method, url: formatRequestUrl(request), retryable })
  }

  #lacking(method: string, url: string): Error {
    const code = this.#options.error?.code
    // Never sent in the run either: the vendor had asked all checks to pause, the request would have leaked a secret, or
    // the login before it failed.
    if (code === 'HTTP_RATE_LIMITED')
      return new VendorError(
        `${method} ${url} was not sent.`,
        { code, method, url, retryable: true },
        { kind: 'rate_limited' },
      )
    if (code === 'HTTP_HOST_REFUSED') return new HttpError(`${method} ${url} was not sent.`, { code, method, url })
    if (code === 'AUTH_LOGIN_FAILED') return new AuthError(`${method} ${url} was not sent.`, { code })
    this.#missing.push(`${method} ${url}`)
    return new CheckError(`No answer was kept to ${method} ${url}.`, { code: 'REPLAY_EXCHANGE_MISSING' })
  }
}

const ticket = 'x-checkwright-replay'

function toKnownErrorCode(text: string | undefined): ErrorCode {
  return Object.keys(errorCodes).find((code): code is ErrorCode => code === text) ?? 'HTTP_NETWORK'
}

/** Who asked did not want the answer any more, and will not now. */
function waitForAbort(signal: TransportRequest['signal']): Promise<never> {
  if (signal.aborted) return Promise.reject(signal.reason)
  return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
}

function toReplyHeaders({ response }: KeptExchange): ReplyHeaders {
  const headers: Record<string, string | string[]> = {}
  for (const [name, value] of response?.headers ?? []) {
    const before = headers[name.toLowerCase()]
    headers[name.toLowerCase()] = before === undefined ? value : [before, value].flat()
  }
  return headers
}
