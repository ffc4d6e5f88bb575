import type { Clock } from '../../define/index.ts'
import type { Exchange } from './exchange.ts'
import type { Ledger } from './ledger.ts'

/** An exchange before it has an outcome. */
type AskedExchange = Omit<Exchange, 'startedAtMs' | 'durationMs' | 'outcome'>

/** An exchange on its way into the ledger. */
export class ExchangeRecording {
  readonly #ledger: Ledger
  readonly #clock: Clock
  readonly #asked: AskedExchange
  readonly #startedAtMs: number

  /** @param asked the request without credentials, so that they cannot be left in it */
  constructor(ledger: Ledger, clock: Clock, asked: AskedExchange) {
    this.#ledger = ledger
    this.#clock = clock
    this.#asked = asked
    this.#startedAtMs = clock.nowMs()
    ledger.begin(asked.number)
  }

  /** Returns a promise if the caller should wait, so that answers do not pile up in memory. */
  end(outcome: Exchange['outcome']): Promise<void> | undefined {
    const startedAtMs = this.#startedAtMs
    const durationMs = Math.max(0, this.#clock.nowMs() - startedAtMs)
    return this.#ledger.record({ ...this.#asked, startedAtMs, durationMs, outcome })
  }
}
