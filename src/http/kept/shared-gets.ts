import { waitUnlessAborted } from '../../auth/single-flight.ts'
import type { VendorReply } from '../vendor-error.ts'
import { KeptReplies } from './kept-replies.ts'
import { BriefMap } from './short-lived-map.ts'

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
    readonly anonymous?: true
    readonly durationMs: number
  }): void
  onWait(wait: RequestWait): void
  /** An exchange that another check sent is part of the answer. */
  onShared?(exchange: number): void
}

interface SharedGet {
  /** The callers that wait. The first one pays. */
  readonly consumers: Consumer[]
  /** Its exchanges so far, because retries and redirects are part of the answer. */
  readonly exchanges: number[]
  /** Aborts the request when no caller waits any more. Undefined if it ends with its only caller's signal. */
  readonly abandoned: AbortController | undefined
  readonly signal: AbortSignal
  readonly answer: Promise<VendorReply>
  isOver: boolean
}

/**
 * GETs that several checks of one run need are sent once. A caller that arrives while one is under way shares it.
 * Another check that comes later gets the same answer if it was a 2xx. A check that repeats its own GET expects a fresh
 * answer, so that request is sent.
 *
 * The caller's key decides which requests are the same. `Cache-Control` of vendors is ignored: this is one run's view
 * of the vendor, not a cache that outlives it.
 */
export class SharedGets {
  readonly #flights = new BriefMap<SharedGet>()
  readonly #kept: KeptReplies | undefined

  /** @param checks number of checks of the run; with one check there is nothing to share */
  constructor({ checks }: { readonly checks: number }) {
    this.#kept = checks > 1 ? new KeptReplies() : undefined
  }

  /**
   * The answer to a GET.
   * @param send sends the request, in a scope with a signal that aborts when no caller waits any more
   * @throws what `send` throws; the scope's reason when that is aborted first
   */
  get<S extends Consumer>(key: string, scope: S, send: (scope: S) => Promise<VendorReply>): Promise<VendorReply> {
    if (scope.signal.aborted) return Promise.reject(scope.signal.reason)
    return this.#kept ? this.#recalled(this.#kept, key, scope, send) : this.#joined(key, scope, send)
  }

  /** Something was changed at the vendor, so earlier answers may be wrong now. */
  forget(): void {
    this.#flights.clear()
    this.#kept?.clear()
  }

  async close(): Promise<void> {
    this.forget()
    await this.#kept?.close()
  }

  async #recalled<S extends Consumer>(
    kept: KeptReplies,
    key: string,
    scope: S,
    send: (scope: S) => Promise<VendorReply>,
  ): Promise<VendorReply> {
    const isRepeated = kept.ask(key, scope.checkId)
    const found = isRepeated || this.#flights.has(key) ? undefined : await kept.find(key)
    if (!found) return this.#joined(key, scope, send)
    for (const exchange of found.exchanges) scope.onShared?.(exchange)
    return found.reply
  }

  #joined<S extends Consumer>(key: string, scope: S, send: (scope: S) => Promise<VendorReply>): Promise<VendorReply> {
    const flight = this.#flights.get(key) ?? this.#begin(key, scope, send)
    // A second request beside one that would end with another caller's signal.
    if (!flight.abandoned && flight.signal !== scope.signal) return send(scope)
    flight.consumers.push(scope)
    for (const exchange of flight.exchanges) scope.onShared?.(exchange)
    return flight.abandoned ? this.#unlessAbandoned(flight, flight.abandoned, key, scope) : flight.answer
  }

  #begin<S extends Consumer>(key: string, scope: S, send: (scope: S) => Promise<VendorReply>): SharedGet {
    const abandoned = this.#kept && new AbortController()
    const signal = abandoned?.signal ?? scope.signal
    const consumers: Consumer[] = []
    const exchanges: number[] = []
    const shared: S = {
      ...scope,
      signal,
      // Sent once, so it counts for one check.
      onRequest: (request) => {
        exchanges.push(request.exchange)
        const [payer, ...others] = consumers
        payer?.onRequest(request)
        for (const other of others) other.onShared?.(request.exchange)
      },
      onWait: (wait) => {
        for (const each of consumers) each.onWait(wait)
      },
    }
    const sent = async (): Promise<VendorReply> => {
      try {
        const reply = await send(shared)
        if (this.#flights.get(key) === flight) this.#kept?.put(key, { reply, exchanges })
        return reply
      } finally {
        flight.isOver = true
        // Before any caller gets the answer, so that a repeated request is sent again.
        this.#end(key, flight)
      }
    }
    const flight: SharedGet = { consumers, exchanges, abandoned, signal, answer: sent(), isOver: false }
    this.#flights.set(key, flight)
    return flight
  }

  async #unlessAbandoned(
    flight: SharedGet,
    abandoned: AbortController,
    key: string,
    scope: Consumer,
  ): Promise<VendorReply> {
    try {
      return await waitUnlessAborted(flight.answer, scope.signal)
    } finally {
      flight.consumers.splice(flight.consumers.indexOf(scope), 1)
      if (flight.consumers.length === 0 && !flight.isOver) {
        this.#end(key, flight)
        abandoned.abort(scope.signal.reason)
      }
    }
  }

  #end(key: string, flight: SharedGet): void {
    if (this.#flights.get(key) === flight) this.#flights.delete(key)
  }
}
