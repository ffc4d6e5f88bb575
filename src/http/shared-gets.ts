import { unlessAborted } from '../auth/single-flight.ts'
import type { Reply } from './failure.ts'
import { KeptReplies } from './kept-replies.ts'

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
  }): void
  onWait(reason: 'rate_limit' | 'retry', delayMs: number): void
  /** An exchange that somebody else has paid for is part of the answer. */
  onShared?(exchange: number): void
}

interface Flight {
  readonly consumers: Set<{ readonly scope: Consumer }>
  /** Its exchanges so far: retries and redirects are part of the answer. */
  readonly exchanges: number[]
  /** Ends it when nobody wants the answer any more. Undefined when it ends with its one consumer's signal. */
  readonly abandoned: AbortController | undefined
  readonly signal: AbortSignal
  readonly answer: Promise<Reply>
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
  readonly #flights = new Map<string, Flight>()
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
  async get<S extends Consumer>(key: string, scope: S, send: (scope: S) => Promise<Reply>): Promise<Reply> {
    scope.signal.throwIfAborted()
    const isRepeated = this.#kept?.ask(key, scope.checkId) ?? true
    const kept = isRepeated || this.#flights.has(key) ? undefined : await this.#kept?.find(key)
    if (kept) {
      for (const exchange of kept.exchanges) scope.onShared?.(exchange)
      return kept.reply
    }
    const flight = this.#flights.get(key) ?? this.#begin(key, scope, send)
    // Beside one that would end with somebody else's signal.
    if (!flight.abandoned && flight.signal !== scope.signal) return send(scope)
    return this.#join(flight, key, scope)
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

  #begin<S extends Consumer>(key: string, scope: S, send: (scope: S) => Promise<Reply>): Flight {
    const abandoned = this.#kept && new AbortController()
    const signal = abandoned?.signal ?? scope.signal
    const consumers: Flight['consumers'] = new Set()
    const exchanges: number[] = []
    const shared: S = {
      ...scope,
      signal,
      // Sent once, so it counts for one of them.
      onRequest: (request) => {
        exchanges.push(request.exchange)
        const [payer, ...others] = consumers
        payer?.scope.onRequest(request)
        for (const other of others) other.scope.onShared?.(request.exchange)
      },
      onWait: (reason, delayMs) => {
        for (const each of consumers) each.scope.onWait(reason, delayMs)
      },
    }
    const sent = async (): Promise<Reply> => {
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
    const flight: Flight = { consumers, exchanges, abandoned, signal, answer: sent(), isOver: false }
    this.#flights.set(key, flight)
    return flight
  }

  async #join(flight: Flight, key: string, scope: Consumer): Promise<Reply> {
    const consumer = { scope }
    flight.consumers.add(consumer)
    for (const exchange of flight.exchanges) scope.onShared?.(exchange)
    if (!flight.abandoned) return flight.answer
    try {
      return await unlessAborted(flight.answer, scope.signal)
    } finally {
      flight.consumers.delete(consumer)
      if (flight.consumers.size === 0 && !flight.isOver) {
        this.#end(key, flight)
        flight.abandoned.abort(scope.signal.reason)
      }
    }
  }

  #end(key: string, flight: Flight): void {
    if (this.#flights.get(key) === flight) this.#flights.delete(key)
  }
}
