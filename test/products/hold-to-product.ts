import type { RunResult } from 'checkwright'
import { runChecks } from 'checkwright/runtime'
import { fixedClock } from 'checkwright/testing'
import { loadDataConnector } from '../connectors/data/contracts.ts'
import type { Product } from './product.ts'

/** Runs all checks of a connector on the product itself. */
export async function runOn(
  product: Product,
  id: string,
  {
    credentials = product.credentials,
    variables = {},
    at = new Date(),
  }: { credentials?: Product['credentials']; variables?: Readonly<Record<string, readonly string[]>>; at?: Date } = {},
): Promise<RunResult> {
  const { connector } = loadDataConnector(id)
  const clock = fixedClock(at.toISOString())
  return await runChecks(connector, { credentials, variables, clock, fetch: product.fetch } as never)
}

/** What each check said: the statuses of its results, or the kind of its error. */
export function listVerdicts({ checks }: RunResult): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    checks.map(({ id, status, error, results }) => [
      id,
      error ? [error.kind] : results.length === 0 ? [status] : [...new Set(results.map((each) => each.status))].sort(),
    ]),
  )
}
