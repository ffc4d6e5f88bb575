import type { VendorClient } from '../define/index.ts'

/**
 * Knows which calls to the vendor a check has not awaited. Without that a forgotten `await` would look like a list without
 * a single problem.
 */
export class Calls {
  #running = 0
  #abandoned: number | undefined

  /** Calls that were still running when the check was over. */
  get abandoned(): number {
    return this.#abandoned ?? 0
  }

  /** The check is over: it has ended, its time is up, or the run was cancelled. */
  end(): void {
    this.#abandoned ??= this.#running
  }

  /**
   * The promise, which stays pending once the check is over: whoever awaits it awaits in vain, and where nobody does, a
   * rejection would end the whole process.
   */
  track<T>(call: Promise<T>): Promise<T> {
    this.#running++
    return new Promise((resolve, reject) => {
      const unlessEnded = (settle: () => void) => {
        this.#running--
        if (this.#abandoned === undefined) settle()
      }
      call.then(
        (value) => unlessEnded(() => resolve(value)),
        (error: unknown) => unlessEnded(() => reject(error)),
      )
    })
  }

  /** The same client, each of whose calls is tracked. */
  client(client: VendorClient): VendorClient {
    const tracked =
      <A extends readonly unknown[], R>(call: (...args: A) => Promise<R>) =>
      (...args: A): Promise<R> =>
        this.track(call(...args))
    return {
      fetch: tracked(client.fetch),
      get: tracked(client.get),
      post: tracked(client.post),
      put: tracked(client.put),
      patch: tracked(client.patch),
      delete: tracked(client.delete),
      graphql: (query, variables) => this.track(client.graphql(query, variables)),
      paginate: (path, options) => this.#iterator(client.paginate(path, options)),
      signal: client.signal,
    }
  }

  /** Only a page that somebody asks for counts; the one that is fetched ahead is ours. */
  #iterator<T>(source: AsyncIterableIterator<T>): AsyncIterableIterator<T> {
    const iterator: AsyncIterableIterator<T> = {
      next: () => this.track(source.next()),
      return: async () => (await source.return?.()) ?? { done: true, value: undefined },
      [Symbol.asyncIterator]: () => iterator,
    }
    return iterator
  }
}
