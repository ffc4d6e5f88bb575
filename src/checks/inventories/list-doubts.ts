import type { Expected, PaginateOptions, VendorClient } from '../../define/index.ts'
import { demandAnswers } from '../context/open-failures.ts'

/** What a request of a list says about what is enough for it. */
interface Contentment {
  readonly partial?: boolean | undefined
  readonly expect?: Expected | undefined
  readonly anonymous?: boolean | undefined
}

/**
 * Notices where a list is content with less than all. A check may judge by a part, or by a refusal that it expects; a list that
 * has not shown everything is not complete.
 */
export class ListDoubts {
  #partial: string | undefined
  #ended: string | undefined
  /** A refusal was expected, and no record has come since. */
  #last: string | undefined

  /** Why the list is not complete; undefined where there is no doubt. */
  get first(): string | undefined {
    return this.#partial ?? this.#ended ?? this.#last
  }

  /** A record came, so that the refusal before it has not ended the list. */
  recordCame(): void {
    this.#last = undefined
  }

  /** The same client, whose options are known. */
  client<Client extends VendorClient>(client: Client): Client {
    const watched =
      <Options extends Contentment, Answer>(call: (path: never, options?: Options) => Answer) =>
      (path: string | URL, options?: Options): Answer =>
        call(path as never, options && this.#watch(path, options, (because) => (this.#last = because)))
    return {
      ...client,
      fetch: (input, init) => {
        const path = input instanceof Request ? input.url : input
        return client.fetch(input, init && this.#watch(path, init, (because) => (this.#last = because)))
      },
      get: watched(client.get),
      post: watched(client.post),
      put: watched(client.put),
      patch: watched(client.patch),
      delete: watched(client.delete),
      graphql: (query, variables, options) => {
        if (options?.partial) this.#notePartial('a GraphQL query')
        return client.graphql(query, variables, options)
      },
      paginate: <T>(path: string | URL, options: PaginateOptions<T>) =>
        client.paginate<T>(
          path,
          this.#watch(path, options, (because) => (this.#ended ??= because)),
        ),
    }
  }

  #watch<Options extends Contentment>(path: string | URL, options: Options, note: (because: string) => void): Options {
    const { partial, expect, anonymous } = options
    const name = String(path).replace(/[?#].*$/s, '')
    if (partial) this.#notePartial(name)
    if (expect === undefined) return options
    // Here, because a function is not looked at any more.
    demandAnswers(expect, anonymous)
    const isExpected =
      typeof expect === 'function'
        ? expect
        : ({ status = 0 }: { status?: number | undefined }) => expect.includes(status)
    const watched: Expected = (refusal) => {
      const is = isExpected(refusal)
      if (is)
        note(`The vendor refused ${name} (${refusal.status}). The connector expects that, and the list ended there.`)
      return is
    }
    return { ...options, expect: watched }
  }

  #notePartial(name: string): void {
    this.#partial ??= `The list reads only a part of ${name} (partial: true), so some records may be missing.`
  }
}
