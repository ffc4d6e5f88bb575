import { waitUnlessAborted } from '../../auth/single-flight.ts'
import type { VendorReply } from '../refusals/vendor-reply.ts'
import { ReplyCache } from './reply-cache.ts'

/** A request waits before it is sent. */
export interface RequestWait {
  readonly reason: 'rate_limit' | 'retry'
  readonly delayMs: number
  readonly method: string
  /** Redacted. */
  readonly url: string
  /** The answer that led to another attempt. */
  readonly status?: number | undefined
}

/** A caller that waits for an answer, with the listeners for its progress. */
export interface Consumer {
  readonly signal: AbortSignal
  /** Id of the check that sends the request. */
  readonly checkId?: string | undefined
  onRequest(request: {
    readonly method: string
    readonly url: string
    readonly status: number | undefined
    readonly attempt: number
    readonly exchange: number
    /** It carried no credentials. */
    readonly anonymous?: true | undefined
    readonly durationMs: number
  }): void
  onWait(wait: RequestWait): void
  /** An exchange that another check sent is part of the answer. */
  onShared?(exchange: number): void
  /** The request is over; called before anybody gets the answer. @param reply undefined if there is none */
  onEnd?(reply: VendorReply | undefined): void
}

/**
 * One GET under way. It is the consumer of its request, and tells those who wait.
 *
 * It lets go of what it holds when it is over. When a `Map` was filled and emptied for a while, V8 links its table to the one that
 * replaces it. Old tables would then keep answers alive over many young collections, until memory has doubled. A plain object has no such
 * tables, but it has to make each new key one of the engine's own texts, which takes longer than all the rest.
 */
class Flight implements Consumer {
  readonly key: string
  readonly signal: AbortSignal
  readonly checkId: string | undefined
  /** Aborts the request when no caller waits any more. Undefined if it ends with its only caller's signal. */
  readonly abandoned: AbortController | undefined
  /** The callers that wait. The first one pays. */
  consumers: Consumer[]
  /** Its exchanges so far, because retries and redirects are part of the answer. */
  exchanges: readonly number[] = noNumbers
  readonly #land: (flight: Flight, reply: VendorReply | undefined) => void
  answer: Promise<VendorReply> | undefined
  /** Callers find it by its key. */
  isFound = true
  isOver = false

  constructor(
    key: string,
    first: Consumer,
    abandoned: AbortController | undefined,
    land: (flight: Flight, reply: VendorReply | undefined) => void,
  ) {
    this.key = key
    this.signal = abandoned?.signal ?? first.signal
    this.checkId = first.checkId
    this.consumers = [first]
    this.abandoned = abandoned
    this.#land = land
  }

  // Sent once, so it counts for one check.
  onRequest(request: Parameters<Consumer['onRequest']>[0]): void {
    const { consumers } = this
    // Most have one, and a list that grows makes room for sixteen.
    this.exchanges = this.exchanges === noNumbers ? [request.exchange] : [...this.exchanges, request.exchange]
    consumers[0]?.onRequest(request)
    for (let at = 1; at < consumers.length; at++) consumers[at]?.onShared?.(request.exchange)
  }

  onWait(wait: RequestWait): void {
    for (const each of this.consumers) each.onWait(wait)
  }

  onEnd(reply: VendorReply | undefined): void {
    this.isOver = true
    this.#land(this, reply)
    this.answer = undefined
    this.consumers = []
  }
}

const noNumbers: readonly number[] = []

/**
 * GETs that several checks of one run need are sent once. A caller that arrives while one is under way shares it.
 * Another check that comes later gets the same answer if it was a 2xx. A check that repeats its own GET expects a fresh
 * answer, so that request is sent.
 *
 * The caller's key decides which requests are the same. `Cache-Control` of vendors is ignored: this is one run's view
 * of the vendor, not a cache that outlives it.
 */
export class SharedGets {
  readonly #flights = new Map<string, Flight>()
  readonly #cache: ReplyCache | undefined
  readonly #isAlone: (key: string) => boolean
  // One for all flights: a closure for each would be younger than what it holds.
  readonly #land = (flight: Flight, reply: VendorReply | undefined): void => {
    if (!flight.isFound) return
    if (reply) this.#cache?.put(flight.key, { reply, exchanges: flight.exchanges })
    // Before any caller gets the answer, so that a repeated request is sent again.
    this.#hide(flight)
  }

  /**
   * @param checks number of checks of the run; with one check there is nothing to share
   * @param isAlone whether a request shares no answer, although another has its key. @default none
   */
  constructor({
    checks,
    isAlone = () => false,
  }: { readonly checks: number; readonly isAlone?: (key: string) => boolean }) {
    this.#cache = checks > 1 ? new ReplyCache() : undefined
    this.#isAlone = isAlone
  }

  /**
   * The answer to a GET.
   * @param send sends the request for a consumer with a signal that aborts when no caller waits any more. It calls `onEnd`
   * @throws what `send` throws; the consumer's reason when that is aborted first
   */
  get(key: string, consumer: Consumer, send: Send): Promise<VendorReply> {
    if (consumer.signal.aborted) return Promise.reject(consumer.signal.reason)
    if (this.#isAlone(key)) return send(consumer)
    return this.#cache ? this.#recall(this.#cache, key, consumer, send) : this.#join(key, consumer, send)
  }

  /** Something was changed at the vendor, so earlier answers may be wrong now. */
  forget(): void {
    for (const flight of this.#flights.values()) this.#hide(flight)
    this.#cache?.clear()
  }

  /** A promise only if answers were kept. */
  close(): Promise<void> | undefined {
    this.forget()
    return this.#cache?.close()
  }

  async #recall(cache: ReplyCache, key: string, consumer: Consumer, send: Send): Promise<VendorReply> {
    const isRepeated = cache.ask(key, consumer.checkId)
    const found = isRepeated || this.#flights.has(key) ? undefined : await cache.find(key)
    if (!found) return this.#join(key, consumer, send)
    for (const exchange of found.exchanges) consumer.onShared?.(exchange)
    return found.reply
  }

  #join(key: string, consumer: Consumer, send: Send): Promise<VendorReply> {
    const present = this.#flights.get(key)
    // A second request beside one that would end with another caller's signal.
    if (present && !present.abandoned && present.signal !== consumer.signal) return send(consumer)
    const flight = present ?? new Flight(key, consumer, this.#cache && new AbortController(), this.#land)
    if (present) present.consumers.push(consumer)
    else this.#flights.set(key, flight)
    for (const exchange of flight.exchanges) consumer.onShared?.(exchange)
    flight.answer ??= send(flight)
    return flight.abandoned
      ? this.#waitUnlessAbandoned(flight, flight.answer, flight.abandoned, consumer)
      : flight.answer
  }

  #hide(flight: Flight): void {
    flight.isFound = false
    this.#flights.delete(flight.key)
  }

  async #waitUnlessAbandoned(
    flight: Flight,
    answer: Promise<VendorReply>,
    abandoned: AbortController,
    consumer: Consumer,
  ): Promise<VendorReply> {
    const { consumers } = flight
    try {
      return await waitUnlessAborted(answer, consumer.signal)
    } finally {
      consumers.splice(consumers.indexOf(consumer), 1)
      if (consumers.length === 0 && !flight.isOver) {
        if (flight.isFound) this.#hide(flight)
        abandoned.abort(consumer.signal.reason)
      }
    }
  }
}

type Send = (consumer: Consumer) => Promise<VendorReply>
