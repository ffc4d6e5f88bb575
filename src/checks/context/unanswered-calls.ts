import type { Expected, PaginateOptions, ReadingContext, RequestOptions, VendorClient } from '../../define/index.ts'
import type { EngineClient } from '../../http/lists/engine-client.ts'
import { processEach } from '../../http/process-each.ts'
import { beginStep, namePart, runInSteps } from '../../http/requests/work-step.ts'
import { ItemPlaces, runApart, runOnItem } from '../results/provenance.ts'
import { demandAnswers, noQuestion, OpenFailures, type Question, type QuestionKey } from './open-failures.ts'

/**
 * Finds calls of a check that it made and did not use: calls that it did not await, refusals that it ignored, lists
 * that it left. Without that, each of them would look like a vendor without problems.
 */
export class Calls {
  readonly #failures = new OpenFailures()
  /** Lists that were begun and not finished. */
  readonly #unread = new Map<object, string | URL>()
  #leftList: string | undefined
  #client: EngineClient | undefined
  #running = 0
  #abandoned: number | undefined

  /** Calls that were still running when the check ended. */
  get abandoned(): number {
    return this.#abandoned ?? 0
  }

  /** The first refusal that the check ignored, as an error. */
  get passedOver(): { readonly thrown: unknown } | undefined {
    return this.#failures.first
  }

  /** Path of the first list that the check left early without the option for a part. */
  get leftList(): string | undefined {
    const [unread] = this.#unread.values()
    return this.#leftList ?? (unread === undefined ? undefined : stripQuery(unread))
  }

  /** Why a list that the check reads page by page is not whole; undefined if it is. */
  get openPage(): string | undefined {
    return this.#client?.findOpenPage()
  }

  /** The check is over: it has ended, its time is up, or the run was cancelled. */
  end(): void {
    this.#abandoned ??= this.#running
  }

  /**
   * The promise, which stays pending after the check. Otherwise a rejection without a handler would end the whole
   * process.
   * @param watch gets the outcome first, until the check ends
   */
  track<T>(call: Promise<T>, watch: CallWatch<T> = {}): Promise<T> {
    this.#running++
    return call.then(
      (value) => {
        this.#running--
        if (this.#abandoned !== undefined) return createPending()
        watch.onAnswer?.(value)
        return value
      },
      (error: unknown) => {
        this.#running--
        if (this.#abandoned !== undefined) return createPending()
        watch.onFailure?.(error)
        throw error
      },
    )
  }

  /** An error of which something was said, so that it is no longer ignored. */
  settle(thrown: unknown): void {
    this.#failures.settle(thrown)
  }

  /** Work on items, each with its own place. The first error stops it. */
  readonly each: ReadingContext['each'] = (items, work, options) => {
    const step = beginStep()
    const workOn = (item: Parameters<typeof work>[0], index: number) =>
      runInSteps(namePart(step, index), () => runOnItem(() => work(item, index)))
    return this.track(runApart(() => processEach(items, workOn, options)))
  }

  /** The same client, with every call tracked. */
  client(client: EngineClient): VendorClient {
    this.#client = client
    const by =
      (method: 'get' | 'post' | 'put' | 'patch' | 'delete') =>
      <T>(path: string | URL, options?: RequestOptions<T>): Promise<T> => {
        demandAnswers(options?.expect, options?.anonymous)
        const question = new AskedQuestion(method, path, options)
        return this.track(client[method]<T>(path, options), new AnswerWatch<T>(this.#failures, question, options))
      }
    return {
      fetch: (input, init) => {
        const credentials = init?.credentials ?? (input instanceof Request ? input.credentials : undefined)
        const asked = { ...init, anonymous: init?.anonymous || credentials === 'omit' }
        demandAnswers(asked.expect, asked.anonymous)
        const question = input instanceof Request ? noQuestion : new AskedQuestion(init?.method ?? 'get', input, asked)
        const refusalIn = (response: Response) => client.refusalOf(response)
        return this.track(client.fetch(input, init), new AnswerWatch(this.#failures, question, asked, refusalIn))
      },
      get: by('get'),
      post: by('post'),
      put: by('put'),
      patch: by('patch'),
      delete: by('delete'),
      graphql: (query, variables, options) =>
        this.track(client.graphql(query, variables, options), new AnswerWatch(this.#failures, noQuestion)),
      paginate: (path, options) => this.#list(client, path, options),
      signal: client.signal,
    }
  }

  /** Only a page that the check reads counts; those fetched ahead are ours. */
  #list<T>(client: EngineClient, path: string | URL, options: PaginateOptions<T>): AsyncIterableIterator<T> {
    demandAnswers(options.expect, options.anonymous)
    const source = client.paginate<T>(path, options)
    return this.list({
      name: path,
      next: () => source.next(),
      takeReady: () => source.takeReady(),
      leave: async () => void (await source.return()),
      exchanges: () => {
        const exchange = source.getExchange()
        return exchange === undefined ? [] : [exchange]
      },
      question: new AskedQuestion('list', path, options),
      options,
    })
  }

  /** A list that a check reads item by item: each is a place of its own, and to leave it early is known. */
  list<T>({
    name,
    next,
    takeReady = () => undefined,
    leave,
    exchanges,
    question,
    options = {},
  }: WatchedList<T>): AsyncIterableIterator<T> {
    const places = new ItemPlaces()
    const unread = this.#unread
    const iterator: AsyncIterableIterator<T> = {
      // Not async, because the caller itself has to enter the place of an item.
      next: () => {
        const ready = this.#abandoned === undefined ? takeReady() : undefined
        if (ready) {
          places.nextFrom(exchanges())
          return Promise.resolve(ready)
        }
        const comesFrom = places.next()
        unread.set(iterator, name)
        return this.track(next(), {
          onAnswer: ({ done }) => {
            comesFrom(done ? undefined : exchanges())
            if (!done) return
            unread.delete(iterator)
            this.#failures.recordAnswer(question)
          },
          onFailure: (error) => {
            comesFrom(undefined)
            unread.delete(iterator)
            this.#failures.recordFailure(question.key, error, options.expect, options.anonymous)
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
  /** The next item if it is there. @default none is before somebody asks */
  takeReady?(): IteratorYieldResult<T> | undefined
  leave?(): Promise<void>
  /** Exchanges of the item that was handed out last. */
  exchanges(): readonly number[]
  readonly question: Question
  readonly options?: Pick<PaginateOptions, 'partial' | 'expect' | 'anonymous'>
}

interface CallWatch<T> {
  readonly onAnswer?: (value: T) => void
  readonly onFailure?: (error: unknown) => void
}

/** The options of a request about refusals. */
interface RefusalOptions {
  readonly expect?: Expected | undefined
  readonly anonymous?: boolean | undefined
}

interface ComparedOptions {
  readonly anonymous?: boolean | undefined
  readonly query?: unknown
  readonly headers?: RequestInit['headers'] | undefined
  readonly body?: unknown
}

class AskedQuestion implements Question {
  readonly #method: string
  readonly #path: string | URL
  readonly #options: ComparedOptions | undefined

  constructor(method: string, path: string | URL, options: ComparedOptions | undefined) {
    this.#method = method
    this.#path = path
    this.#options = options
  }

  /** Requests with a body are always different, because the body decides what they mean. */
  get key(): QuestionKey {
    const { query, headers, body, anonymous } = this.#options ?? {}
    if (body !== undefined && body !== null) return undefined
    const pairs = headers && [...new Headers(headers)]
    return JSON.stringify([this.#method.toLowerCase(), String(this.#path), query, pairs, anonymous])
  }
}

/** Notes whether a request was answered. An object, because functions would be made anew for each request. */
class AnswerWatch<T> implements CallWatch<T> {
  readonly #failures: OpenFailures
  readonly #question: Question
  readonly #expectation: RefusalOptions | undefined
  readonly #refusalIn: ((answer: T) => unknown) | undefined

  /** @param refusalIn finds a refusal in a returned value */
  constructor(
    failures: OpenFailures,
    question: Question,
    expectation?: RefusalOptions,
    refusalIn?: (answer: T) => unknown,
  ) {
    this.#failures = failures
    this.#question = question
    this.#expectation = expectation
    this.#refusalIn = refusalIn
  }

  onAnswer(answer: T): void {
    const refusal = this.#refusalIn?.(answer)
    if (refusal === undefined) this.#failures.recordAnswer(this.#question)
    else this.onFailure(refusal)
  }

  onFailure(error: unknown): void {
    const { expect, anonymous } = this.#expectation ?? {}
    this.#failures.recordFailure(this.#question.key, error, expect, anonymous)
  }
}

/** A new one each time: one that all wait for would keep them all. */
function createPending(): Promise<never> {
  return new Promise(() => {})
}

function stripQuery(path: string | URL): string {
  return String(path).replace(/[?#].*$/s, '')
}
