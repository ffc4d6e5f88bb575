import { timerMsMax } from '../define/index.ts'
import { HttpError } from '../errors/index.ts'
import { shortenPath } from './refusals/vendor-error.ts'
import type { ShownUrl } from './shown-url.ts'
import type { AbortListener, Cancellation } from './transport/transport.ts'

/** One request in flight. It ends early when its scope ends or its time is over. */
export class RequestInFlight implements Cancellation {
  readonly #method: string
  readonly #url: ShownUrl
  readonly #timeoutMs: number
  readonly endsAtMs: number
  /** Position among those in flight. */
  at: number
  #ended: { readonly reason: unknown } | undefined
  #listener: AbortListener | undefined

  constructor(at: number, timeoutMs: number, method: string, url: ShownUrl) {
    this.at = at
    this.endsAtMs = performance.now() + timeoutMs
    this.#timeoutMs = timeoutMs
    this.#method = method
    this.#url = url
  }

  get aborted(): boolean {
    return this.#ended !== undefined
  }

  get reason(): unknown {
    return this.#ended?.reason
  }

  /** One value is enough: a transport's. */
  addEventListener(_type: 'abort', listener: AbortListener): void {
    this.#listener = listener
  }

  removeEventListener(): void {
    this.#listener = undefined
  }

  end(reason: unknown): void {
    if (this.#ended) return
    this.#ended = { reason }
    this.#listener?.handleEvent()
  }

  endLate(): void {
    this.end(createLateError(this.#method, this.#url, this.#timeoutMs))
  }
}

const byScope = new WeakMap<AbortSignal, RequestsInFlight>()

/**
 * The requests in flight under one signal. They share its listener and one timer: a listener, a timer and an
 * AbortController for each would cost as much as the rest of a request's bookkeeping.
 */
export class RequestsInFlight {
  readonly #attempts: RequestInFlight[] = []
  #timer: NodeJS.Timeout | undefined
  #wakesAtMs = Number.POSITIVE_INFINITY

  /** Those of a signal that is not aborted. */
  static of(signal: AbortSignal): RequestsInFlight {
    const known = byScope.get(signal)
    if (known) return known
    const inFlight = new RequestsInFlight()
    byScope.set(signal, inFlight)
    signal.addEventListener('abort', () => inFlight.#endAll(signal.reason), { once: true })
    return inFlight
  }

  /** `finish` must follow. */
  begin(timeoutMs: number, method: string, url: ShownUrl): RequestInFlight {
    const attempt = new RequestInFlight(this.#attempts.length, timeoutMs, method, url)
    this.#attempts.push(attempt)
    if (attempt.endsAtMs < this.#wakesAtMs) this.#wakeAt(attempt.endsAtMs, timeoutMs)
    else if (this.#attempts.length === 1) this.#timer?.ref()
    return attempt
  }

  finish(attempt: RequestInFlight): void {
    const last = this.#attempts.pop()
    if (last && last !== attempt) {
      this.#attempts[attempt.at] = last
      last.at = attempt.at
    }
    // The timer stays armed for the next request, but does not keep the process alive.
    if (this.#attempts.length === 0) this.#timer?.unref()
  }

  #wakeAt(atMs: number, delayMs: number): void {
    clearTimeout(this.#timer)
    this.#wakesAtMs = atMs
    this.#timer = setTimeout(() => this.#endLate(), Math.min(delayMs, timerMsMax))
  }

  #endLate(): void {
    this.#timer = undefined
    this.#wakesAtMs = Number.POSITIVE_INFINITY
    const nowMs = performance.now()
    let soonestMs = Number.POSITIVE_INFINITY
    for (const attempt of [...this.#attempts]) {
      // A timer may fire a moment early.
      if (attempt.endsAtMs <= nowMs + 1) attempt.endLate()
      else soonestMs = Math.min(soonestMs, attempt.endsAtMs)
    }
    if (soonestMs < this.#wakesAtMs) this.#wakeAt(soonestMs, soonestMs - nowMs)
  }

  #endAll(reason: unknown): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const attempt of [...this.#attempts]) attempt.end(reason)
  }
}

function createLateError(method: string, { target, text: url }: ShownUrl, timeoutMs: number): HttpError {
  const why = `${target.host} did not answer ${method} ${shortenPath(url)} within ${timeoutMs / 1000} s. Run again later, or raise timeoutMs.`
  return new HttpError(why, { code: 'HTTP_TIMEOUT', method, url, retryable: true })
}
