import type { AnyConnector } from 'checkwright'
import { connectors } from 'checkwright/connectors'
import { describe, expect, test } from 'vitest'
import { collectScenariosWithLists } from '../scenarios.ts'
import {
  describeCheck,
  describeOutcome,
  listDifferences,
  listMovedConnectors,
  loadChanges,
  loadMovedChecks,
  recordMoved,
  requireAdded,
  runMoved,
} from './moved-checks.ts'

const catalogue: Readonly<Record<string, () => Promise<AnyConnector>>> = connectors

async function loadConnector(id: string): Promise<AnyConnector> {
  const connector = await catalogue[id]?.()
  if (!connector) throw new Error(`There is no connector "${id}".`)
  return connector
}

/** `okta=stale-users,super-admins;slack=few-owners` writes what these checks come to now. */
const recording = (process.env.CHECKWRIGHT_RECORD_MOVED ?? '').split(';').filter((each) => each !== '')

test.runIf(recording.length > 0).each(recording)(
  'recording %s',
  async (given) => {
    const [id = '', checks = ''] = given.split('=')
    await recordMoved(await loadConnector(id), checks.split(','), await collectScenariosWithLists(id))
  },
  600_000,
)

describe.runIf(recording.length === 0).each(listMovedConnectors())('%s', async (id) => {
  const connector = await loadConnector(id)
  const moved = loadMovedChecks(id)
  const changes = await loadChanges(id)

  describe.each(Object.keys(moved.checks))('%s', (check) => {
    const own = moved.scenarios.filter((scenario) => scenario.check === check)
    const listed = (changes.verdicts ?? []).filter((each) => each.check === check)
    const added = changes.addedVariables?.[check] ?? {}

    test('keeps its severity, controls, bounds and variables', () => {
      const before = moved.checks[check]
      const after = describeCheck(connector, check)

      expect(after?.variables.map((variable) => variable.id).sort()).toEqual(
        [...Object.keys(added), ...(before?.variables ?? []).map((variable) => String(variable.id))].sort(),
      )
      expect(after?.variables).toEqual(expect.arrayContaining([...(before?.variables ?? [])]))
      expect(after && { ...after, variables: [] }).toEqual(before && { ...requireAdded(before, added), variables: [] })
    })

    test.each(own.map((scenario, at) => [at, scenario.test, scenario] as const))(
      'comes to the same in scenario %i: %s',
      async (_at, name, scenario) => {
        const found = new Set<string>()
        for (const [variables, at] of scenario.runs) {
          const before = moved.outcomes[at]
          if (!before) throw new Error(`There is no outcome ${at}.`)
          const after = describeOutcome(await runMoved(connector, moved, scenario, variables))
          for (const each of listDifferences(before, after, changes.reworded?.includes(check) ?? false)) found.add(each)
        }

        const expected = listed.filter(({ tests }) => tests.includes(name)).flatMap(({ differences }) => differences)
        expect([...found].sort()).toEqual([...expected].sort())
      },
    )

    test('lists no change that no scenario shows, and says why of each', () => {
      const names = own.map((scenario) => scenario.test)

      expect(own).not.toEqual([])
      for (const { tests, because } of listed) {
        expect(names).toEqual(expect.arrayContaining([...tests]))
        expect(because).toMatch(/^[A-Z].{20,}\.$/)
      }
    })
  })
})
