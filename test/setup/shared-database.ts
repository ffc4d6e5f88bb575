import { onTestFinished, type RunnerTestCase, TestRunner } from 'vitest'
import { dropDatabase, emptyTables, testPostgres } from './postgres.ts'

/**
 * A database for tests that run one after the other: emptied, it is the next test's, which takes 5 ms in place of 100. A test that
 * fails takes its database with it: one that ran into its time limit may still write, or hold locks for which all later tests would
 * wait.
 * @example
 * const shared = new SharedDatabase()
 * test('…', async () => {
 *   const store = await openStore(await shared.empty())
 */
export class SharedDatabase {
  #url: string | undefined

  /** The database of the running test. @throws Error before the test has called `empty` */
  get url(): string {
    if (this.#url === undefined) throw new Error('The test has not asked for its database yet.')
    return this.#url
  }

  /** Without rows, for the running test. */
  async empty(): Promise<string> {
    if (this.#url === undefined) this.#url = await testPostgres()
    else await emptyTables(this.#url)
    const url = this.#url
    dropAfterFailure(url, () => {
      if (this.#url === url) this.#url = undefined
    })
    return url
  }
}

/**
 * Drops the database of the running test if that fails. At its time limit that happens at once, because what closes its stores would wait
 * for the transaction that hangs.
 * @param forget called before, so that nobody gets it any more
 */
export function dropAfterFailure(url: string, forget: () => void = () => undefined): void {
  const { signal } = TestRunner.getCurrentTest<RunnerTestCase>().context
  let dropping: Promise<void> | undefined
  const drop = () => {
    forget()
    dropping ??= dropDatabase(url)
    return dropping
  }
  if (signal.aborted) void drop()
  else signal.addEventListener('abort', () => void drop())
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await drop()
  })
}
