import type { EngineClient, PagedItems } from '../http/lists/engine-client.ts'

// What was read from more is of a list that was collected first: it concerns everything, and the list of numbers would be larger than
// the record or result.
export const sourceExchangesMax = 100

/** Knows from which exchanges the next record of a list was read: what was answered since the last one. */
export class RecordSources {
  readonly #lists = new Set<PagedItems<unknown>>()
  #fresh = new Set<number>()
  #last: readonly number[] | undefined
  #item: unknown
  /** Of the lists that were read to their end; two are enough to know that there is not one. */
  readonly #totals: (number | undefined)[] = []

  /** An answer was handed to the list. */
  readonly note = (exchange: number): void => {
    this.#fresh.add(exchange)
  }

  /** Exchanges of the record that the list has just yielded, in order; undefined where they are too many. */
  take(): readonly number[] | undefined {
    // Several records may be made of one answer.
    if (this.#fresh.size === 0) return this.#last
    const read = this.#fresh
    for (const list of this.#lists) {
      const exchange = list.getExchange()
      if (exchange !== undefined) read.add(exchange)
    }
    this.#fresh = new Set()
    this.#last = read.size > sourceExchangesMax ? undefined : [...read].sort((a, b) => a - b)
    return this.#last
  }

  /** How many items the vendor counts in the one list that was read; undefined where it does not, or anything else was asked for. */
  get total(): number | undefined {
    const [total, ...others] = this.#totals
    return others.length === 0 ? total : undefined
  }

  /** The item that a list of the vendor has handed over last; undefined if there is none. */
  get lastItem(): unknown {
    return this.#item
  }

  /** The same client, whose lists are known. */
  client(client: EngineClient): EngineClient {
    return {
      ...client,
      fetch: this.#notCounted(client.fetch),
      get: this.#notCounted(client.get),
      post: this.#notCounted(client.post),
      put: this.#notCounted(client.put),
      patch: this.#notCounted(client.patch),
      delete: this.#notCounted(client.delete),
      graphql: this.#notCounted(client.graphql),
      paginate: (path, options) => this.#list(client.paginate(path, options)),
    }
  }

  #list<T>(items: PagedItems<T>): PagedItems<T> {
    const list: PagedItems<T> = {
      takeReady: () => {
        const ready = items.takeReady()
        if (ready) this.#noteItem(items, ready.value)
        return ready
      },
      next: async () => {
        const next = await items.next()
        if (next.done) this.#endList(items)
        else this.#noteItem(items, next.value)
        return next
      },
      return: () => {
        this.#lists.delete(items)
        return items.return()
      },
      [Symbol.asyncIterator]: () => list,
      getExchange: () => items.getExchange(),
      getTotal: () => items.getTotal(),
    }
    return list
  }

  #endList(items: PagedItems<unknown>): void {
    this.#lists.delete(items)
    this.#noteTotal(items.getTotal())
  }

  /** A request of another kind may bring records that no total counts. */
  #notCounted<Call extends (...args: never[]) => unknown>(call: Call): Call {
    const watched = (...args: unknown[]): unknown => {
      this.#noteTotal(undefined)
      return Reflect.apply(call, undefined, args)
    }
    // Its type parameters are lost on the way.
    return watched as unknown as Call
  }

  #noteTotal(total: number | undefined): void {
    if (this.#totals.length < 2) this.#totals.push(total)
  }

  #noteItem(items: PagedItems<unknown>, item: unknown): void {
    this.#item = item
    this.#lists.add(items)
    const exchange = items.getExchange()
    if (exchange !== undefined) this.note(exchange)
  }
}
