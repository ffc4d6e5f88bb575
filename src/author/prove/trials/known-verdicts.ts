import type { AnyConnector, Check } from '../../../define/index.ts'
import type { RecordedExchange, Recording } from '../../../evidence/recording/recording.ts'
import { tryCheck } from './try-checks.ts'
import type { TrialVerdict } from './verdict.ts'

interface KnownVerdict {
  readonly inputs: Recording['inputs']
  readonly count: number
  /** The answers that were read, by their places. */
  readonly read: readonly (readonly [place: number, exchange: RecordedExchange])[]
  readonly verdict: TrialVerdict
}

/** What one check says of worlds. Where all answers that it reads are those of another world, it says the same. */
export class KnownVerdicts {
  readonly #connector: AnyConnector
  readonly #check: Check
  readonly #known: KnownVerdict[] = []

  constructor(connector: AnyConnector, check: Check) {
    this.#connector = connector
    this.#check = check
  }

  async find(world: Recording, signal?: AbortSignal): Promise<TrialVerdict> {
    const { inputs, exchanges } = world
    const same = this.#known.find(
      ({ inputs: own, count, read }) =>
        own === inputs && count === exchanges.length && read.every(([place, each]) => exchanges[place] === each),
    )
    if (same) return same.verdict
    const places = new Set<number>()
    const onRead = (place: number) => places.add(place)
    const verdict = await tryCheck(this.#connector, world, this.#check, { signal, onRead })
    const read = [...places].flatMap((place) => {
      const exchange = exchanges[place]
      return exchange ? [[place, exchange] as const] : []
    })
    // One that was ended says nothing of the next time.
    if (!signal?.aborted) this.#known.push({ inputs, count: exchanges.length, read, verdict })
    return verdict
  }
}
