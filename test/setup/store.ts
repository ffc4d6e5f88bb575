import { onTestFinished } from 'vitest'
import { emptyTables, testPostgres } from './postgres.ts'
import { dropAfterFailure } from './shared-database.ts'

/**
 * The store of a test that should hold on any: a PostgreSQL database in the vitest project `postgres`, which runs some
 * stories again, and in every project with CHECKWRIGHT_TEST_STORE=postgres. Emptied, it is the next test's, unless this one fails:
 * what ran into its time limit may still write, or hold locks.
 * @param otherwise `memory:`, or a file where the test opens it twice
 */
export async function testStore(otherwise: string): Promise<string> {
  if (process.env.CHECKWRIGHT_TEST_STORE !== 'postgres') return otherwise
  const left = free.pop()
  if (left !== undefined) await emptyTables(left)
  const url = left ?? (await testPostgres())
  dropAfterFailure(url)
  onTestFinished(({ task }) => {
    if (task.result?.state !== 'fail') free.push(url)
  })
  return url
}

const free: string[] = []
