import type { BaseContext, Expected, PaginateOptions, RequestOptions, VendorClient } from '../define/index.ts'
import type { EngineClient } from '../http/client.ts'
import { processEach } from '../http/process-each.ts'
import { demandAnswers, OpenFailures, type Question } from './findings/open-failures.ts'
import { ItemPlaces, runApart, runOnItem } from './provenance.ts'

/**
 * Knows what a check asked the vendor and has not made use of: calls that it did not await, refusals that it passed over,
 * lists that it left. Without that, each of them would look like a vendor without a single problem.
 */
export class Calls {
  readonly #failures = new OpenFailures()
  /** Lists that were begun and have not ended. */
  readonly #unread = new Map<object, string | URL>()
  #leftList: string | undefined
  #client: EngineClient | undefined
  #running = 0
  #abandoned: number | undefined

  /** Calls that were still running when the check was over. */
  get abandoned(): number {
    return this.#abandoned ?? 0
  }

  /** The first refusal that the check passed over, as it was thrown or would have been. */
  get passedOver(): { readonly thrown: unknown } | undefined {
    return this.#failures.first
  }

  /** Path of the first list that the check left before its end without having said that a part is enough. */
  get leftList(): string | undefined {
    const [unread] = this.#unread.values()
    return this.#leftList ?? (unread === undefined ? undefined : stripQuery(unread))
  }

  /** Why a list that the check reads page by page is not whole; undefined where it is. */
  get openPage(): string | undefined {
    return this.#client?.openPage
  }

  /** The check is over: it has ended, its time is up, or the run was cancelled. */
  end(): void {
    this.#abandoned ??= this.#running
  }

  /**
   * The promise, which stays pending once the check is over: whoever awaits it awaits in vain, and where nobody does, a
   * rejection would end the whole process.
   * @param watch is told first, and not any more once the check is over
   */
  track<T>(call: Promise<T>, watch: Watch<T> = {}): Promise<T> {
    this.#running++
    return new Promise((resolve, reject) => {
      const unlessEnded = (settle: () => void) => {
        this.#running--
        if (this.#abandoned === undefined) settle()
      }
      call.then(
        (value) =>
          unlessEnded(() => {
            watch.given?.(value)
            resolve(value)
          }),
        (error: unknown) =>
          unlessEnded(() => {
            watch.failed?.(error)
            reject(error)
          }),
      )
    })
  }

  /** Work on items, each a place of its own. */
  readonly each: BaseContext['each'] = (items, work, options) =>
    this.track(runApart(() => processEach(items, (item, index) => runOnItem(() => work(item, index)), options)))

  /** The same client, each of whose calls is known. */
  client(client: EngineClient): VendorClient {
    this.#client = client
    const by =
      (method: 'get' | 'post' | 'put' | 'patch' | 'delete') =>
      <T>(path: string | URL, options?: RequestOptions<T>): Promise<T> => {
        const question = () => toQuestionKey(method, path, options)
        return this.#ask(() => client[method]<T>(path, options), options, question)
      }
    return {
      fetch: (input, init) => {
        const credentials = init?.credentials ?? (input instanceof Request ? input.credentials : undefined)
        const asked = { ...init, anonymous: init?.anonymous || credentials === 'omit' }
        const question = () =>
          input instanceof Request ? undefined : toQuestionKey(init?.method ?? 'get', input, asked)
        const refusedOr = (response: Response) => client.refusalOf(response)
        return this.#ask(() => client.fetch(input, init), asked, question, refusedOr)
      },
      get: by('get'),
      post: by('post'),
      put: by('put'),
      patch: by('patch'),
      delete: by('delete'),
      graphql: (query, variables, options) =>
        this.#ask(
          () => client.graphql(query, variables, options),
          {},
          () => undefined,
        ),
      paginate: (path, options) => this.#list(client, path, options),
      signal: client.signal,
    }
  }

  /** A call whose refusals count. @param refusalIn a refusal that is handed over instead of thrown */
  #ask<T>(
    call: () => Promise<T>,
    { expect, anonymous }: Expectation = {},
    question: () => Question,
    refusalIn?: (answer: T) => unknown,
  ): Promise<T> {
    demandAnswers(expect, anonymous)
    return this.track(call(), {
      given: (answer) => {
        const refusal = refusalIn?.(answer)
        if (refusal === undefined) this.#failures.answered(question)
        else this.#failures.failed(question(), refusal, expect, anonymous)
      },
      failed: (error) => this.#failures.failed(question(), error, expect, anonymous),
    })
  }

  /** Only a page that somebody asks for counts; those that are fetched ahead are ours. */
  #list<T>(client: EngineClient, path: string | URL, options: PaginateOptions<T>): AsyncIterableIterator<T> {
    demandAnswers(options.expect, options.anonymous)
    const source = client.paginate<T>(path, options)
    return this.list({
      name: path,
      next: () => source.next(),
      leave: async () => void (await source.return?.()),
      exchanges: () => (source.exchange === undefined ? [] : [source.exchange]),
      question: () => toQuestionKey('list', path, options),
      options,
    })
  }

  /** A list that a check reads item by item: each is a place of its own, and to leave it early is known. */
  list<T>({ name, next, leave, exchanges, question, options = {} }: WatchedList<T>): AsyncIterableIterator<T> {
    const places = new ItemPlaces()
    const unread = this.#unread
    const iterator: AsyncIterableIterator<T> = {
      // Not async: the place of an item has to be entered by whoever asks for it.
      next: () => {
        const comesFrom = places.next()
        unread.set(iterator, name)
        return this.track(next(), {
          given: ({ done }) => {
            comesFrom(done ? undefined : exchanges())
            if (!done) return
            unread.delete(iterator)
            this.#failures.answered(question)
          },
          failed: (error) => {
            comesFrom(undefined)
            unread.delete(iterator)
            this.#failures.failed(question(), error, options.expect, options.anonymous)
          },
        })
      },
      return: async () => {
        places.leave()
        if (unread.delete(iterator) && !options.partial) this.#leftList ??= stripQuery(name)
        await leave?.()
        return { done: true, value: undefined }
      },
      [Symbol.asyncIterator]: () => iterator,
    }
    return iterator
  }
}

/** A list whose items somebody else has. */
export interface WatchedList<T> {
  /** What it is called where it was left early. */
  readonly name: string | URL
  next(): Promise<IteratorResult<T>>
  leave?(): Promise<void>
  /** Exchanges of the item that was handed out last. */
  exchanges(): readonly number[]
  readonly question: () => Question
  readonly options?: Pick<PaginateOptions, 'partial' | 'expect' | 'anonymous'>
}

interface Watch<T> {
  readonly given?: (value: T) => void
  readonly failed?: (error: unknown) => void
}

/** What a request says about refusals of it. */
interface Expectation {
  readonly expect?: Expected | undefined
  readonly anonymous?: boolean | undefined
}

interface QuestionOptions {
  readonly anonymous?: boolean | undefined
  readonly query?: unknown
  readonly headers?: RequestInit['headers'] | undefined
  readonly body?: unknown
}

/** Requests with a body are never taken for the same: what is asked stands in it. */
function toQuestionKey(
  method: string,
  path: string | URL,
  { query, headers, body, anonymous }: QuestionOptions = {},
): Question {
  if (body !== undefined && body !== null) return undefined
  return JSON.stringify([method.toLowerCase(), String(path), query, headers && [...new Headers(headers)], anonymous])
}

function stripQuery(path: string | URL): string {
  return String(path).replace(/[?#].*$/s, '')
}
