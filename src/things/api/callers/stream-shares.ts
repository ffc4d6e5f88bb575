import type { Quotas } from '../../parts/quotas.ts'
import { type Caller, toLimitSubject } from './caller.ts'
import { Shares } from './shares.ts'

export type StreamReader = Pick<Caller, 'organizationId' | 'countsFor'>

/** The open event streams of each caller and of each organization. */
export class StreamShares {
  readonly #ofCaller: Shares
  readonly #ofOrganization: Shares

  constructor({ streams, streamsPerCaller }: Pick<Quotas, 'streams' | 'streamsPerCaller'>) {
    this.#ofCaller = new Shares('open event streams of the caller', streamsPerCaller)
    this.#ofOrganization = new Shares('open event streams of the organization', streams)
  }

  /** @returns a function that gives the place back; more calls do nothing. @throws ApiError 429 */
  open(reader: StreamReader): () => void {
    const [caller, organization] = [toLimitSubject(reader), reader.organizationId]
    this.#ofCaller.take(caller)
    try {
      this.#ofOrganization.take(organization)
    } catch (error) {
      this.#ofCaller.give(caller)
      throw error
    }
    let isOpen = true
    return () => {
      if (!isOpen) return
      isOpen = false
      this.#ofCaller.give(caller)
      this.#ofOrganization.give(organization)
    }
  }
}
