import { setImmediate as turnOfEventLoop } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { mayBeStored } from '../../../errors/index.ts'
import { noteCommit, runUnwatched } from './commit-watch.ts'
import type { Schema } from './tables.ts'
import { runInTransaction } from './transaction.ts'

type TransactionWork<T> = (tx: Kysely<Schema>) => Promise<T>

interface WaitingWork {
  readonly run: TransactionWork<void>
  readonly isOneStatement: boolean
  readonly settle: (failure?: unknown) => void
}

/** Others of the process need connections too. */
const lanes = 2
/** None waits long for the others. */
const worksMax = 16

/**
 * Runs works that come while others run in one transaction: they share its commit, which the disk has to confirm. A work has
 * ended when the transaction has. If that fails, each of its works gets one of its own, unless they may be stored. As with `runInTransaction`, a work may run
 * again from its start.
 */
export class SharedTransactions {
  readonly #db: Kysely<Schema>
  readonly #waiting: WaitingWork[] = []
  #running = 0

  constructor(db: Kysely<Schema>) {
    this.#db = db
  }

  /** @param isOneStatement it needs no transaction if it has none to share */
  async run<T>(work: TransactionWork<T>, { isOneStatement = false } = {}): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    let done: { readonly value: T } | undefined
    this.#waiting.push({
      isOneStatement,
      run: async (tx) => {
        done = { value: await work(tx) }
      },
      settle: (failure) => {
        if (failure === undefined && done) resolve(done.value)
        else reject(failure)
      },
    })
    // Works of others come with it, and each is the change of its own caller alone.
    if (this.#running < lanes) runUnwatched(() => void this.#empty())
    const value = await promise
    noteCommit()
    return value
  }

  async #empty(): Promise<void> {
    this.#running++
    for (let works = await this.#gather(); works.length > 0; works = await this.#gather()) {
      try {
        await this.#runTogether(works)
        for (const { settle } of works) settle()
      } catch (error) {
        // Works that may be stored must not be done a second time.
        if (works.length === 1 || mayBeStored(error)) for (const { settle } of works) settle(error)
        else await this.#runApart(works)
      }
    }
    this.#running--
  }

  async #runTogether(works: readonly WaitingWork[]): Promise<void> {
    const [first, ...others] = works
    if (others.length === 0 && first?.isOneStatement) return first.run(this.#db)
    await runInTransaction(this.#db, async (tx) => {
      for (const { run } of works) await run(tx)
    })
  }

  async #runApart(works: readonly WaitingWork[]): Promise<void> {
    for (const { run, settle } of works) await runInTransaction(this.#db, run).then(() => settle(), settle)
  }

  /**
   * A turn later, so that works of requests that are already here are among them. SQLite lets nothing else run while the disk
   * confirms a commit, so without it most would come alone.
   */
  async #gather(): Promise<readonly WaitingWork[]> {
    await turnOfEventLoop()
    return this.#waiting.splice(0, worksMax)
  }
}
