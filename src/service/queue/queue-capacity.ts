import { EngineError } from '../../errors/index.ts'
import type { RunQueue } from './queue.ts'

const cacheMs = 1_000

export interface RoomLimits {
  readonly queueMax: number
  readonly queueMaxPerOrganization?: number | undefined
}

/**
 * The load of the queue. Counted at most once a second, and before a run is refused. The runs of one organization do
 * not block others: an organization with less than its share, which is `queueMax` divided by the organizations in the
 * queue, is accepted even if the queue is full.
 */
export class QueueRoom {
  readonly #queue: Pick<RunQueue, 'countByOrganization'>
  readonly #limits: RoomLimits
  #counts = new Map<string, number>()
  #countedAtMs = Number.NEGATIVE_INFINITY
  #counting: Promise<void> | undefined

  constructor(queue: Pick<RunQueue, 'countByOrganization'>, limits: RoomLimits) {
    this.#queue = queue
    this.#limits = limits
  }

  async has(organizationId: string): Promise<boolean> {
    if (performance.now() - this.#countedAtMs > cacheMs || this.#findObstacle(organizationId) !== undefined) {
      // One count for all simultaneous callers, so that they continue in their order.
      this.#counting ??= this.#recount().finally(() => {
        this.#counting = undefined
      })
    }
    await this.#counting
    return this.#findObstacle(organizationId) === undefined
  }

  /** @throws EngineError `QUEUE_FULL`, retryable */
  async take(organizationId: string): Promise<void> {
    if (!(await this.has(organizationId))) {
      const obstacle = this.#findObstacle(organizationId) ?? 'The queue is full.'
      throw new EngineError(`${obstacle} Start the run later, or add workers.`, { code: 'QUEUE_FULL', retryable: true })
    }
    this.#counts.set(organizationId, (this.#counts.get(organizationId) ?? 0) + 1)
  }

  #findObstacle(organizationId: string): string | undefined {
    const { queueMax, queueMaxPerOrganization = Number.POSITIVE_INFINITY } = this.#limits
    const own = this.#counts.get(organizationId) ?? 0
    if (own >= queueMaxPerOrganization)
      return `${own} runs of the organization already wait, which is its limit (quotas.queuedRuns).`
    let all = 0
    for (const count of this.#counts.values()) all += count
    const share = queueMax / (this.#counts.size + (own === 0 ? 1 : 0))
    if (all < queueMax || own < share) return undefined
    return `${all} runs already wait, ${own} of them for the organization. The limit of the queue is ${queueMax} (queueMax).`
  }

  async #recount(): Promise<void> {
    this.#counts = new Map(await this.#queue.countByOrganization())
    this.#countedAtMs = performance.now()
  }
}
