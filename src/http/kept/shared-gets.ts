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
  /** Of the answer after which it is sent again. */
  readonly status?: number | undefined
}

/** Who wants an answer, and whom to tell what it took. */
export interface Consumer {
  readonly signal: AbortSignal
  /** Id of the check that asks. */
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
  /** An exchange that somebody else has paid for is part of the answer. */
  onShared?(exchange: number): void
}

interface SharedGet {
  /** Whoever waits; the first one pays. */
  readonly consumers: Consumer[]
  /** Its exchanges so far: retries and redirects are part of the answer. */
  readonly exchanges: number[]
  /** Ends it when nobody wants the answer any more. Undefined when it ends with its one consumer's signal. */
  readonly abandoned: AbortController | undefined
  readonly signal: AbortSignal
  readonly answer: Promise<VendorReply>
  isOver: boolean
}

/**
 * GETs that the checks of one run have in common are sent once. Whoever asks while one is under way shares it; another check
 * that asks later gets the same answer, if it was a 2xx. A check that repeats its own GET wants to see what has changed
 * since, so that is sent.
 *
 * What counts as the same is the caller's key. Vendors' `Cache-Control` does not matter: this is one run's view of the
 * vendor, not a cache that outlives it.
 */
export class SharedGets {
  readonly #flights = new BriefMap<SharedGet>()
  readonly #kept: KeptReplies | undefined

  /** @param checks how many checks the run has; with one there is nobody to whom an answer could be given again */
  constructor({ checks }: { readonly checks: number }) {
    this.#kept = checks > 1 ? new KeptReplies() : undefined
  }

  /**
   * The answer to a GET.
   * @param send asks the vendor, for a scope whose signal is aborted when nobody wants the answer any more
   * @throws what `send` throws; the scope's reason when that is aborted first
   */
  get<S extends Consumer>(key: string, scope: S, send: (scope: S) => Promise<VendorReply>): Promise<VendorReply> {
    if (scope.signal.aborted) return Promise.reject(scope.signal.reason)
    return this.#kept ? this.#recalled(this.#kept, key, scope, send) : this.#joined(key, scope, send)
  }

  /** Something was changed at the vendor: what was answered before may be wrong now. */
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
    // Beside one that would end with somebody else's signal.
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
      // Sent once, so it counts for one of them.
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
        // Before anybody learns of the answer: who asks again then gets a new one.
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
