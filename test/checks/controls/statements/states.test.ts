import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ControlOutcome, evaluateControls } from '../../../../src/checks/controls/evaluate-controls.ts'
import type { ExpectedRun } from '../../../../src/checks/controls/expected-run.ts'
import type { Framework } from '../../../../src/checks/controls/frameworks/framework.ts'
import type { StatementDemand, StatementMapping } from '../../../../src/checks/controls/statements/statement-mapping.ts'
import type { BoundStatements, CheckOutcome, ResultStatus } from '../../../../src/define/index.ts'
import { isSoak } from '../../../setup/short-form.ts'
import { createOutcome, createResult, failed, formatDaysAgo, now, run } from '../support.ts'

const units = { idle: { most: 'days' } }

function createFramework(
  statements: { readonly [statement: string]: StatementDemand },
  statesBy: StatementMapping['statesBy'] = 'statements',
): Framework {
  const controls = { C1: { reason: 'Idle accounts', statements } }
  const text = JSON.stringify(controls)
  const head = { framework: 'acme', version: '1', source: 'Read', reader: 'Ada', read: '2026-06-01', sha256: '', text }
  const mapping: StatementMapping = { ...head, statesBy, relation: 'subset-of', controls, units }
  return { id: 'acme', title: 'Acme', controls: [{ id: 'C1', title: 'Idle' }], statements: mapping }
}

interface CheckShape {
  readonly id?: string
  readonly status?: CheckOutcome['status']
  readonly states?: BoundStatements
  readonly variables?: CheckOutcome['variables']
}

function createCheck({ id = 'a', status = 'pass', states, variables }: CheckShape): CheckOutcome {
  return createOutcome({
    id,
    controls: [],
    states,
    variables,
    status,
    error: status === 'error' ? failed : undefined,
    results: status === 'error' ? [] : [createResult(status satisfies ResultStatus)],
  })
}

async function judge(
  framework: Framework,
  checks: readonly CheckOutcome[],
  expected: readonly ExpectedRun[] = [],
  at = formatDaysAgo(1),
): Promise<ControlOutcome | undefined> {
  const report = await evaluateControls([framework], [run(checks, { at })], { now, expected })
  return report.frameworks[0]?.controls[0]
}

describe('the state of a control that asks for statements', () => {
  test('follows the checks that show them, and says how many were observed', async () => {
    const framework = createFramework({ idle: { needed: true }, left: {}, unasked: {} })

    const control = await judge(framework, [
      createCheck({ states: { idle: {} } }),
      createCheck({ id: 'b', status: 'error', states: { left: {} } }),
    ])

    expect(control).toMatchObject({
      state: 'undetermined',
      statements: { observed: 1, of: 3, reason: 'Idle accounts' },
    })
    expect(control?.checks.map(({ id, state }) => [id, state])).toEqual([
      ['a', 'satisfied'],
      ['b', 'undetermined'],
    ])
  })

  test('is satisfied where everything that it needs was observed and passes', async () => {
    const framework = createFramework({ idle: { needed: true }, left: {} })

    expect(await judge(framework, [createCheck({ states: { idle: {} } })])).toMatchObject({
      state: 'satisfied',
      statements: { observed: 1, of: 2 },
    })
  })

  test('is undetermined where something that it needs was not observed', async () => {
    const framework = createFramework({ idle: { needed: true }, left: {} })

    expect(await judge(framework, [createCheck({ states: { left: {} } })])).toMatchObject({
      state: 'undetermined',
      statements: { observed: 1, of: 2 },
    })
  })

  test('is not satisfied where a statement is refuted, which counts as observed', async () => {
    const framework = createFramework({ idle: {}, left: { needed: true } })

    expect(await judge(framework, [createCheck({ status: 'fail', states: { idle: {} } })])).toMatchObject({
      state: 'not_satisfied',
      statements: { observed: 1, of: 2 },
    })
  })

  test('takes nothing from a statement that only intersects, and names it as related', async () => {
    const framework = createFramework({ idle: { relation: 'intersects' } })

    const control = await judge(framework, [createCheck({ states: { idle: {} } })])

    expect(control).toMatchObject({ state: 'uncovered', checks: [] })
    expect(control?.statements).toMatchObject({ observed: 0, of: 0, related: ['idle'] })
  })

  test.each([
    ['within the bound', { most: 'max_idle_days' }, { max_idle_days: 90 }, 'satisfied'],
    ['in another unit', { most: 'max_idle_hours' }, { max_idle_hours: 24 * 90 }, 'satisfied'],
    ['too loose in another unit', { most: 'max_idle_hours' }, { max_idle_hours: 24 * 400 }, 'undetermined'],
    ['a fixed number', { most: 30 }, {}, 'satisfied'],
    ['too loose', { most: 'max_idle_days' }, { max_idle_days: 400 }, 'undetermined'],
    ['not bound', {}, { max_idle_days: 90 }, 'undetermined'],
    ['of no unit', { most: 'idle' }, { idle: 90 }, 'undetermined'],
  ] as const)('a parameter that is %s', async (_how, values, variables, state) => {
    const framework = createFramework({ idle: { needed: true, within: { most: { max: 180 } } } })

    const control = await judge(framework, [createCheck({ states: { idle: values }, variables })])

    expect([control?.state, control?.statements?.observed]).toEqual([state, state === 'satisfied' ? 1 : 0])
  })

  test('is undetermined where a check that would show it was not run', async () => {
    const expected = [
      { connector: { id: 'acme', checks: [{ id: 'b', title: 'B', states: ['left'] }] }, connectionId: 'c1' },
    ]
    const framework = createFramework({ idle: {}, left: {} })

    const control = await judge(framework, [createCheck({ states: { idle: {} } })], expected)

    expect(control?.state).toBe('undetermined')
    expect(control?.checks.map(({ because }) => because)).toContain('was not run')
  })

  test('follows the controls that checks name, where the mapping says so', async () => {
    const framework = createFramework({ idle: { needed: true } }, 'checks')
    const other = createFramework({ idle: {} }, 'checks')

    const named = { ...createCheck({ states: {} }), controls: ['acme:C1'] }
    const stating = createCheck({ states: { idle: {} } })

    expect(await judge(framework, [stating])).toMatchObject({ state: 'uncovered', statements: { observed: 1, of: 1 } })
    expect(await judge(other, [named])).toMatchObject({ state: 'satisfied', statements: { observed: 0, of: 1 } })
  })

  test('takes no evidence that is too old', async () => {
    const framework = createFramework({ idle: {} })

    expect(await judge(framework, [createCheck({ states: { idle: {} } })], [], formatDaysAgo(40))).toMatchObject({
      state: 'undetermined',
      statements: { observed: 0, of: 1 },
    })
  })
})

/** As many as are generated. */
const states = isSoak ? 10_000 : 500

const statementIds = ['a', 'b', 'c', 'd'] as const

const demand = fc.record(
  {
    relation: fc.constantFrom('intersects', 'equal', 'superset-of'),
    needed: fc.constant(true as const),
    within: fc.constant({ most: { max: 180 } }),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<StatementDemand>

const check = fc.record({
  id: fc.constantFrom('k1', 'k2', 'k3', 'k4', 'k5'),
  status: fc.constantFrom<CheckOutcome['status']>('pass', 'pass', 'pass', 'fail', 'manual', 'error', 'not_applicable'),
  states: fc.dictionary(
    fc.constantFrom(...statementIds),
    fc.constantFrom<BoundStatements[string]>({}, { most: 'max_idle_days' }, { most: 90 }),
    { maxKeys: 3 },
  ),
  variables: fc.constantFrom({ max_idle_days: 90 }, { max_idle_days: 900 }, {}),
})

test('no control is satisfied while something that it needs was not observed, or by what only intersects', async () => {
  let satisfied = 0
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.constantFrom(...statementIds), demand, { maxKeys: 4 }),
      fc.uniqueArray(check, { selector: ({ id }) => id, maxLength: 5 }),
      fc.constantFrom(1, 1, 1, 40),
      async (statements, checks, days) => {
        const framework = createFramework(statements)
        const mapping = framework.statements
        const withUnits = { ...framework, statements: mapping && { ...mapping, units: unitsOfAll } }

        const control = await judge(withUnits, checks.map(createCheck), [], formatDaysAgo(days))

        if (control?.state !== 'satisfied') return
        satisfied++
        const passing = (id: string) =>
          checks.some(({ status, states, variables }) => {
            if (status !== 'pass' || states[id] === undefined) return false
            if (statements[id]?.within === undefined) return true
            const value =
              states[id].most === 90 ? 90 : states[id].most && (variables as { max_idle_days?: number }).max_idle_days
            return value === 90
          })
        expect(days).toBe(1)
        for (const [id, { needed, relation }] of Object.entries(statements))
          if (needed && relation !== 'intersects') expect(passing(id)).toBe(true)
        // Something that counts passes.
        expect(Object.entries(statements).some(([id, { relation }]) => relation !== 'intersects' && passing(id))).toBe(
          true,
        )
      },
    ),
    isSoak ? { numRuns: states } : { numRuns: states, seed: 20_261_130 },
  )
  // The property is about something.
  expect(satisfied).toBeGreaterThan(states / 50)
})

const unitsOfAll = Object.fromEntries(statementIds.map((id) => [id, { most: 'days' }]))
