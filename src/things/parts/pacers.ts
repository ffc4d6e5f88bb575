import type { ConnectionRecord } from '../../auth/connection-store.ts'
import type { Clock, Limits } from '../../define/index.ts'
import { countBurst, Pacer } from '../../http/pace/pacer.ts'
import { type RateStore, SharedRate } from '../../http/pace/shared-rate.ts'

const pacersMax = 1_000

/**
 * One pacer per connection, or per app if the vendor counts by app, for all runs and tests, because a vendor's limit
 * does not begin anew with each run.
 */
export class Pacers {
  readonly #clock: Clock
  readonly #rates: RateStore
  /** Least recently used first. */
  readonly #byName = new Map<string, Pacer>()

  constructor(clock: Clock, rates: RateStore) {
    this.#clock = clock
    this.#rates = rates
  }

  /**
   * @param appId of the OAuth app that the connection uses, if any
   * @param hosts the hosts that it sends requests to. Connections of an app share its rate for all hosts. They share
   * the effects of answers (Retry-After, 429) only with connections to the same hosts, because a customer with a host
   * of their own must not make all others wait.
   */
  getPacer(connection: PacedConnection, limits: Limits = {}, appId?: string, hosts = ''): Pacer {
    const app = limits.per === 'app' ? formatAppName(connection, appId) : undefined
    const name = app === undefined ? connection.id : `${app} ${hosts}`
    const pacer = this.#byName.get(name) ?? new Pacer(limits, this.#clock, this.#shared(app ?? name, limits))
    this.#byName.delete(name)
    this.#byName.set(name, pacer)
    if (this.#byName.size > pacersMax) this.#dropIdle()
    return pacer
  }

  /** Runs of one connection do not overlap, so no other process uses up its limit. */
  #shared(name: string, limits: Limits): SharedRate | undefined {
    const { per, requestsPerSecond } = limits
    if (per !== 'app' || requestsPerSecond === undefined) return undefined
    return new SharedRate(this.#rates, name, { requestsPerSecond, burst: countBurst(limits) }, this.#clock)
  }

  /** Only an unused one, because a second pacer of the same connection would not know the requests of the first. */
  #dropIdle(): void {
    for (const [name, pacer] of this.#byName) {
      if (!pacer.isIdle) continue
      this.#byName.delete(name)
      return
    }
  }
}

type PacedConnection = Pick<ConnectionRecord, 'id' | 'connectorId' | 'organizationId'>

/**
 * By the entry of the app, not by its client id. The id is public, and anybody could enter another organization's to
 * slow it down.
 */
function formatAppName({ connectorId, organizationId }: PacedConnection, appId: string | undefined): string {
  return appId === undefined ? `organization:${organizationId}:${connectorId}` : `app:${appId}`
}
