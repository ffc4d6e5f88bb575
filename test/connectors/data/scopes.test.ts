import type { CheckOutcome } from 'checkwright'
import { runChecks } from 'checkwright/runtime'
import { fakeVendor, fixedClock } from 'checkwright/testing'
import { describe, expect, test } from 'vitest'
import { loadShippedSubject } from '../../../src/author/drift/load-subjects.ts'
import { createSampleValues } from '../../../src/author/testing/contract/sample-values.ts'
import { drawRows } from '../../setup/short-form.ts'
import { listPartScopes, proveScopes, refuseOperations } from '../scopes/needed-scopes.ts'
import { chosenDataIds, loadDataConnector, nameOperation } from './contracts.ts'
import { readHints } from './hints.ts'
import { createWorld, now } from './world.ts'

const scoped = chosenDataIds.filter(
  (id) => [...listPartScopes(loadDataConnector(id).connector).values()].flat().length > 0,
)

/** Least privilege of every connector as data that declares scopes. */
describe.each(drawRows(scoped, 4))('%s', (id) => {
  test('without one of its scopes a check ends as permission and names it, and all others say the same', async () => {
    const { connector, contract, text } = loadDataConnector(id)
    const { parts } = await loadShippedSubject(id)
    const { credentials, settings, variables } = createSampleValues(connector)
    await using vendor = await fakeVendor(
      createWorld({ connector, contract, hints: readHints(text) }, contract['x-seeds'][0] ?? 1),
    )

    const problems: string[] = []
    let proven = 0
    for (const check of connector.checks) {
      const found = await proveScopes({
        connector,
        parts,
        check: check.id,
        run: async (refused) => {
          const fetch = refuseOperations(vendor.fetch, ([url, { method }]) =>
            refused(nameOperation(contract, method, new URL(url).pathname)),
          )
          const { checks } = await runChecks(connector, {
            credentials,
            settings,
            variables,
            checks: [check.id],
            clock: fixedClock(now),
            fetch,
          } as never)
          return checks[0] as CheckOutcome
        },
      })
      problems.push(...found.problems)
      proven += found.proven
    }

    expect(problems).toEqual([])
    expect(proven).toBeGreaterThan(0)
  })
})
