import type { BaseContext, CheckFailure, EachOptions, ItemReason } from '../../define/index.ts'
import { isOfOneAnswer } from '../../errors/index.ts'
import type { Reporter } from '../results/reporter.ts'
import { findOwnError } from './check-failure.ts'
import type { Calls } from './unanswered-calls.ts'

/** What decides whether a failure concerns one item, and takes it then. */
export interface ItemScope {
  readonly calls: Calls
  readonly reporter: Reporter
  readonly explain: (thrown: unknown) => CheckFailure
}

/** `ctx.each` of a check: an item whose work fails is undecided by itself, where `resource` names it. */
export function createEach({ calls, reporter, explain }: ItemScope): BaseContext['each'] {
  return async <T>(
    items: Iterable<T> | AsyncIterable<T>,
    work: (item: T, index: number) => Promise<void>,
    { resource, failed, ...options }: EachOptions<T> = {},
  ): Promise<void> => {
    if (!resource && !failed) return calls.each(items, work, options)
    const failures = new ItemFailures({ calls, reporter, explain })
    const reportFailure = (item: T): ReportItem | undefined => {
      if (failed) return (reason) => failed(item, reason)
      const named = callOrUndefined(() => resource?.(item))
      return named && ((reason) => reporter.undecided({ ...reason, resource: named }))
    }
    const workApart = async (item: T, index: number) => {
      try {
        await work(item, index)
      } catch (thrown) {
        failures.take(thrown, reportFailure(item))
        return
      }
      failures.recordSuccess()
    }
    return calls.each(items, workApart, options).then(
      () => failures.end(),
      (thrown: unknown) => {
        failures.report()
        throw thrown
      },
    )
  }
}

type ReportItem = (reason: ItemReason) => void

interface ItemFailure {
  readonly thrown: unknown
  readonly failure: CheckFailure
  readonly report: ReportItem
}

/** So many items that fail before any succeeds are no exception. */
const noneSucceedsMax = 100

/** Failures of single items, until it is known that they are exceptions. */
class ItemFailures {
  readonly #scope: ItemScope
  #successes = 0
  #waiting: ItemFailure[] = []
  /** Of the first item that nobody can name. */
  #nameless: { readonly thrown: unknown } | undefined

  constructor(scope: ItemScope) {
    this.#scope = scope
  }

  /** @throws what was thrown, if it concerns more than this item */
  take(thrown: unknown, report: ReportItem | undefined): void {
    if (!isOfOneAnswer(findOwnError(thrown))) throw thrown
    if (!report) {
      this.#nameless ??= { thrown }
      return
    }
    this.#waiting.push({ thrown, failure: this.#scope.explain(thrown), report })
    if (this.#successes > 0) this.report()
    else if (this.#waiting.length >= noneSucceedsMax) throw this.#waiting[0]?.thrown
  }

  recordSuccess(): void {
    this.#successes++
    this.report()
  }

  /** The failures that wait are exceptions. */
  report(): void {
    const { reporter, calls } = this.#scope
    for (const { thrown, failure, report } of this.#waiting) {
      const { kind, message, missingScopes } = failure
      report({ because: message, kind, missingScopes })
      reporter.settle(findOwnError(thrown))
      calls.settle(thrown)
    }
    this.#waiting = []
  }

  /** All items are done. @throws the cause that all of them failed by, or that of an item without a name */
  end(): void {
    const [first] = this.#waiting
    if (this.#successes === 0 && first && this.#waiting.every(({ failure }) => isSameCause(failure, first.failure)))
      throw first.thrown
    this.report()
    if (this.#nameless) throw this.#nameless.thrown
  }
}

function isSameCause(failure: CheckFailure, other: CheckFailure): boolean {
  return failure.kind === other.kind && failure.code === other.code
}

function callOrUndefined<T>(call: () => T): T | undefined {
  try {
    return call()
  } catch {
    return undefined
  }
}
