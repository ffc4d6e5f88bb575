import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type ControlState,
  type ControlsOptions,
  evaluateControls,
} from '../../../src/checks/controls/evaluate-controls.ts'
import type { Framework, Mapping } from '../../../src/checks/controls/frameworks/framework.ts'
import { toRecordedRun } from '../../../src/checks/runs/recorded-run.ts'
import type { CheckOutcome, RunResult } from '../../../src/define/index.ts'
import { createOutcome, createResult, failed, formatDaysAgo, now, run } from './support.ts'

const soc2: Framework = { id: 'soc2', title: 'SOC 2', controls: [{ id: 'CC6.1', title: 'Access is protected' }] }

/** How the one control stands, with the reasons of its checks. */
async function stand(
  runs: readonly RunResult[],
  options: Partial<ControlsOptions> & { readonly mappings?: readonly Mapping[] } = {},
): Promise<{ readonly state: ControlState | undefined; readonly because: readonly string[] }> {
  const { mappings, ...rest } = options
  const report = await evaluateControls([{ ...soc2, mappings }], runs, { now, ...rest })
  const control = report.frameworks[0]?.controls[0]
  return { state: control?.state, because: (control?.checks ?? []).map((check) => `${check.id} ${check.because}`) }
}

const fails: Partial<CheckOutcome> = { status: 'fail', results: [createResult('fail'), createResult('pass')] }
const errs: Partial<CheckOutcome> = { status: 'error', error: failed, complete: false, results: [] }

describe('evaluateControls() finds a control', () => {
  test.each<[string, ControlState, Partial<CheckOutcome>, string]>([
    ['whose check passes', 'satisfied', {}, 'passes'],
    ['whose check passes because nothing is a pass', 'satisfied', { results: [] }, 'passes'],
    [
      'whose check passes beside what does not apply',
      'satisfied',
      { results: [createResult('pass'), createResult('not_applicable')] },
      'passes',
    ],
    [
      'whose findings are all waived',
      'satisfied',
      { status: 'fail', results: [createResult('fail', '2026-06-15'), createResult('pass')] },
      'passes except for 1 waived result',
    ],
    ['with a finding', 'not_satisfied', fails, '1 failing result'],
    [
      'with one finding that is not waived',
      'not_satisfied',
      { status: 'fail', results: [createResult('fail', '2026-12-31'), createResult('fail')] },
      '1 failing result',
    ],
    [
      'with a waiver that is over by now',
      'not_satisfied',
      { status: 'fail', results: [createResult('fail', '2026-06-14'), createResult('fail')] },
      '2 failing results, 1 of them with an expired waiver',
    ],
    [
      'with a finding of a check that then could not tell',
      'not_satisfied',
      { ...errs, results: [createResult('fail')] },
      '1 failing result',
    ],
    [
      'whose check fails because there is nothing',
      'not_satisfied',
      { status: 'fail', results: [] },
      'fails because it found none of the resources that it looks for',
    ],
    ['whose check could not tell', 'undetermined', errs, 'ended in error (permission)'],
    ['whose check saw a part', 'undetermined', { complete: false }, 'did not see everything'],
    [
      'that needs review',
      'undetermined',
      { status: 'manual', results: [createResult('pass'), createResult('manual')] },
      '1 result needs review',
    ],
    [
      'that needs review beside a waived finding',
      'undetermined',
      { status: 'fail', results: [createResult('fail', '2026-12-31'), createResult('manual')] },
      '1 result needs review',
    ],
    [
      'whose check had nothing to judge',
      'undetermined',
      { status: 'not_applicable', results: [createResult('not_applicable')] },
      'had nothing to judge',
    ],
    ['of a run that says what nobody knows', 'undetermined', { status: 'fine' as 'pass' }, 'has an unknown status'],
  ])('%s: %s', async (_name, state, changes, because) => {
    const control = await stand([run([createOutcome(changes)])])

    expect(control).toEqual({ state, because: [`people ${because}`] })
  })

  test.each<[string, ControlState, readonly Partial<CheckOutcome>[]]>([
    ['a failing and a passing check', 'not_satisfied', [fails, {}]],
    ['a failing check and one that could not tell', 'not_satisfied', [errs, fails]],
    ['a passing check and one that could not tell', 'undetermined', [{}, errs]],
    ['a passing check and one that does not apply', 'satisfied', [{}, { status: 'not_applicable', results: [] }]],
    ['a check for another control', 'uncovered', [{ controls: ['soc2:CC6.2'] }]],
    ['a check for the same number elsewhere', 'uncovered', [{ controls: ['iso27001:CC6.1'] }]],
  ])('with %s: %s', async (_name, state, checks) => {
    const control = await stand([run(checks.map((each, index) => createOutcome({ id: `c${index}`, ...each })))])

    expect(control.state).toBe(state)
  })
})

describe('evaluateControls() and time', () => {
  test.each<[string, string, ControlState, string]>([
    ['as old as evidence may be', formatDaysAgo(30), 'satisfied', 'passes'],
    ['older', formatDaysAgo(30.001), 'undetermined', 'its evidence is 30 days old'],
    ['from the future', formatDaysAgo(-1), 'undetermined', 'its evidence is dated in the future'],
    ['ahead as clocks are', formatDaysAgo(-0.003), 'satisfied', 'passes'],
    ['without a date', 'soon', 'undetermined', 'its evidence has no date'],
  ])('evidence %s', async (_name, at, state, because) => {
    const control = await stand([run([createOutcome()], { at })])

    expect(control).toEqual({ state, because: [`people ${because}`] })
  })

  test('a finding that is too old proves no more than a pass that is', async () => {
    expect((await stand([run([createOutcome(fails)], { at: formatDaysAgo(31) })])).state).toBe('undetermined')
  })

  test('of a connection the newest evidence of each check counts, in whatever order the runs are given', async () => {
    const connectionId = 'c1'
    const old = run([createOutcome(fails), createOutcome({ id: 'other' })], {
      id: 'a',
      connectionId,
      at: formatDaysAgo(3),
    })
    const mended = run([createOutcome()], { id: 'b', connectionId, at: formatDaysAgo(1) })

    const [forth, back] = await Promise.all([stand([old, mended]), stand([mended, old])])

    expect(forth).toEqual(back)
    expect(forth.state).toBe('satisfied')
  })

  test('two connections, and two runs without one, stand beside each other', async () => {
    const good = (id: string, connectionId?: string) =>
      run([createOutcome()], { id, at: formatDaysAgo(1), connectionId: connectionId || undefined })
    const bad = (id: string, connectionId?: string) =>
      run([createOutcome(fails)], { id, at: formatDaysAgo(2), connectionId: connectionId || undefined })

    expect((await stand([good('a', 'c1'), bad('b', 'c2')])).state).toBe('not_satisfied')
    expect((await stand([good('a'), bad('b')])).state).toBe('not_satisfied')
    expect((await stand([bad('b'), bad('b')])).because).toEqual(['people 1 failing result'])
  })
})

describe('evaluateControls() and bounds', () => {
  const bounded = (variables: CheckOutcome['variables'], changes: Partial<CheckOutcome> = {}) =>
    run([
      createOutcome({
        controlBounds: { 'soc2:CC6.1': { most: { max: 4 } } },
        variables,
        ...changes,
      }),
    ])

  test.each<[string, CheckOutcome['variables'], ControlState, string]>([
    ['within', { most: 4 }, 'satisfied', 'passes'],
    ['beyond', { most: 5 }, 'undetermined', 'variable too loose: most is 5, and must be at most 4'],
    ['a text', { most: '4' }, 'undetermined', 'variable too loose: most is 4, and must be at most 4'],
    ['unknown', undefined, 'undetermined', 'variable too loose: most is not known, and must be at most 4'],
    ['null', { most: null }, 'undetermined', 'variable too loose: most is not known, and must be at most 4'],
  ])('a value that is %s', async (_name, variables, state, because) => {
    expect(await stand([bounded(variables)])).toEqual({ state, because: [`people ${because}`] })
  })

  test('a finding counts with a loose parameter as well', async () => {
    expect((await stand([bounded({ most: 99 }, fails)])).state).toBe('not_satisfied')
  })

  test('bounds of one control do not bind another', async () => {
    const loose = bounded({ most: 99 }, { controls: ['soc2:CC6.1', 'soc2:CC6.2'] })
    const wider = { ...soc2, controls: [...soc2.controls, { id: 'CC6.2', title: 'Users are registered' }] }

    const report = await evaluateControls([wider], [loose], { now })

    expect(report.frameworks[0]?.controls.map(({ state }) => state)).toEqual(['undetermined', 'satisfied'])
  })

  test.each<[string, Mapping['requires'], CheckOutcome['variables'], boolean]>([
    ['at least', { days: { min: 90 } }, { days: 30 }, false],
    ['at least, met', { days: { min: 90 } }, { days: 90 }, true],
    ['a choice', { level: { oneOf: ['high', 'all'] } }, { level: 'low' }, false],
    ['a choice, met', { level: { oneOf: ['high', 'all'] } }, { level: 'all' }, true],
    ['yes', { strict: { oneOf: [true] } }, { strict: false }, false],
    ['among several', { roles: { includes: ['owner'] } }, { roles: ['admin'] }, false],
    ['among several, met', { roles: { includes: ['owner'] } }, { roles: ['admin', 'owner'] }, true],
    ['only these', { roles: { oneOf: ['owner'] } }, { roles: ['owner', 'guest'] }, false],
    ['only these, met', { roles: { oneOf: ['owner'] } }, { roles: ['owner'] }, true],
    ['a name of every object', { constructor: { min: 0 } }, {}, false],
  ])('a mapping may demand: %s', async (_name, requires, variables, isMet) => {
    const mappings = [{ control: 'soc2:CC6.1', check: 'acme/people', requires }]

    const { state } = await stand([run([createOutcome({ variables: variables ?? {} })])], { mappings })

    expect(state).toBe(isMet ? 'satisfied' : 'undetermined')
  })

  test('the bounds of run, connector and mapping hold together', async () => {
    const { because } = await stand([bounded({ most: 9, days: 1 })], {
      mappings: [{ control: 'soc2:CC6.1', check: 'acme/people', requires: { most: { max: 3 } } }],
      expected: [
        {
          connector: {
            id: 'acme',
            checks: [{ id: 'people', title: 'P', controls: [{ id: 'soc2:CC6.1', requires: { days: { min: 2 } } }] }],
          },
          runId: 'run-1',
        },
      ],
    })

    expect(because).toEqual([
      'people variable too loose: most is 9, and must be at most 4; most is 9, and must be at most 3; days is 1, and must be at least 2',
    ])
  })
})

describe('evaluateControls() and what was not run', () => {
  const connector = {
    id: 'acme',
    checks: [
      { id: 'people', title: 'People', controls: ['soc2:CC6.1'] },
      { id: 'admins', title: 'Admins', controls: ['soc2:CC6.1'] },
      { id: 'policy', title: 'Policy' },
    ],
  }

  test('a check that is expected and missing leaves the control undetermined', async () => {
    const control = await stand([run([createOutcome()])], { expected: [{ connector, runId: 'run-1' }] })

    expect(control).toEqual({ state: 'undetermined', because: ['people passes', 'admins was not run'] })
  })

  test('so does a connection without any run', async () => {
    const runs = [run([createOutcome(), createOutcome({ id: 'admins' })], { connectionId: 'c1' })]

    const one = await stand(runs, { expected: [{ connector, connectionId: 'c1' }] })
    const two = await stand(runs, { expected: ['c1', 'c2'].map((connectionId) => ({ connector, connectionId })) })

    expect(one.state).toBe('satisfied')
    expect(two.because).toEqual(['people passes', 'admins passes', 'people was not run', 'admins was not run'])
  })

  test('and a check that a mapping names, of a connector that was run', async () => {
    const mappings = ['acme/admins', 'elsewhere/admins'].map((check) => ({ control: 'soc2:CC6.1', check }))

    const control = await stand([run([createOutcome()])], { mappings })

    expect(control).toEqual({ state: 'undetermined', because: ['people passes', 'admins was not run'] })
  })
})

test('evaluateControls() gives the numbers of each state, and where the evidence is from', async () => {
  const at = formatDaysAgo(2)
  const report = await evaluateControls(
    [
      {
        ...soc2,
        version: '2017',
        controls: [...soc2.controls, { id: 'A1.1', title: 'Capacity', group: 'Availability' }],
      },
    ],
    [
      run([createOutcome({ ...fails, results: [createResult('fail'), createResult('fail', '2026-12-31')] })], {
        connectionId: 'c1',
        at,
      }),
    ],
    { now },
  )

  expect(report).toEqual({
    schema: 'checkwright.controls/v1',
    now: now.toISOString(),
    staleAfterMs: 2_592_000_000,
    frameworks: [
      {
        id: 'soc2',
        title: 'SOC 2',
        version: '2017',
        controls: [
          {
            id: 'CC6.1',
            title: 'Access is protected',
            state: 'not_satisfied',
            checks: [
              {
                connector: 'acme',
                connectionId: 'c1',
                runId: 'run-1',
                id: 'people',
                title: 'People sign in with a second factor',
                state: 'not_satisfied',
                because: '1 failing result',
                at,
                results: { pass: 0, fail: 2, manual: 0, not_applicable: 0, waived: 1 },
              },
            ],
          },
          { id: 'A1.1', title: 'Capacity', group: 'Availability', state: 'uncovered', checks: [] },
        ],
        summary: { satisfied: 0, not_satisfied: 1, undetermined: 0, uncovered: 1 },
      },
    ],
  })
})

describe('whatever the runs', () => {
  const results = fc.array(
    fc.record({
      status: fc.constantFrom('pass' as const, 'fail' as const, 'manual' as const, 'not_applicable' as const),
      until: fc.option(fc.constantFrom('2026-06-01', '2026-12-31'), { nil: undefined }),
    }),
    { maxLength: 3 },
  )
  const id = fc.constantFrom('a', 'b')
  const good = id.map((each) => createOutcome({ id: each }))
  const any = fc.record({
    id,
    status: fc.constantFrom(
      'pass' as const,
      'fail' as const,
      'manual' as const,
      'not_applicable' as const,
      'error' as const,
    ),
    complete: fc.boolean(),
    results: results.map((list) =>
      list.map(({ status, until }) => createResult(status, status === 'fail' ? until : undefined)),
    ),
    variables: fc.constantFrom({ most: 1 }, { most: 9 }),
    controlBounds: fc.constantFrom({}, { 'soc2:CC6.1': { most: { max: 4 } } }),
  })
  // Half of the checks pass, or hardly any control would ever be satisfied.
  const check = fc.oneof(good, any.map(createOutcome))
  const runs = fc.array(
    fc
      .record({
        id: fc.constantFrom('r1', 'r2', 'r3'),
        connectionId: fc.constantFrom('c1', 'c2'),
        at: fc.constantFrom(formatDaysAgo(1), formatDaysAgo(2), formatDaysAgo(40)),
        checks: fc.uniqueArray(check, { selector: (each) => each.id, minLength: 1, maxLength: 2 }),
      })
      .map(({ checks, ...shape }) => run(checks, shape)),
    { minLength: 1, maxLength: 3 },
  )

  test('an error more never satisfies a control', async () => {
    await fc.assert(
      fc.asyncProperty(runs, fc.nat(), fc.nat(), async (given, which, where) => {
        const broken = given.map((each, index) =>
          index === which % given.length
            ? {
                ...each,
                checks: each.checks.map((one, at) => (at === where % each.checks.length ? { ...one, ...errs } : one)),
              }
            : each,
        )

        const [before, after] = await Promise.all([stand(given), stand(broken)])

        if (before.state !== 'satisfied') expect(after.state).not.toBe('satisfied')
      }),
    )
  })

  test('neither does a check that was not run, a shorter time, or a bound more', async () => {
    const mappings = [{ control: 'soc2:CC6.1', check: 'acme/a', requires: { most: { max: 0 } } }]
    const connector = { id: 'acme', checks: [{ id: 'c', title: 'C', controls: ['soc2:CC6.1'] }] }
    await fc.assert(
      fc.asyncProperty(runs, async (given) => {
        const before = await stand(given)

        const stricter = await Promise.all([
          stand(given, { mappings }),
          stand(given, { staleAfterMs: 1_000 }),
          stand(given, { expected: [{ connector, connectionId: 'c1' }] }),
        ])

        if (before.state !== 'satisfied') for (const { state } of stricter) expect(state).not.toBe('satisfied')
      }),
    )
  })

  test('results that are read one at a time give the same', async () => {
    await fc.assert(
      fc.asyncProperty(runs, async (given) => {
        const whole = await evaluateControls([soc2], given, { now })

        const kept = await evaluateControls([soc2], given.map(toRecordedRun), { now })

        expect(kept).toEqual(whole)
      }),
    )
  })
})

test('evaluateControls() counts nothing that another tool reported, whatever a framework maps to its check', async () => {
  const received = run([createOutcome({ controls: ['soc2:CC6.1'] })], { connector: 'import', connectionId: 'source' })
  const mappings = [{ control: 'soc2:CC6.1', check: 'import/people' }]

  expect(await stand([received], { mappings })).toMatchObject({ state: 'uncovered', because: [] })
})

test('what is said of a control of a framework is said of it in each of its levels, once', async () => {
  const controls = [{ id: 'AC.L1-b.1.i', title: 'Access is limited' }]
  const base: Framework = { id: 'cmmc-2', title: 'CMMC', controls }
  const level: Framework = { id: 'cmmc-2.level-1', title: 'CMMC: level 1', controls }
  const named = run([createOutcome({ controls: ['cmmc-2:AC.L1-b.1.i', 'cmmc-2.level-1:AC.L1-b.1.i'] })])
  const task = {
    id: 't',
    title: 'Doors are locked',
    controls: ['cmmc-2:AC.L1-b.1.i'],
    state: 'not_satisfied',
    because: 'is overdue',
  } as const

  const { frameworks } = await evaluateControls([base, level], [named], { now, tasks: [task] })

  const of = frameworks.map(({ controls: [control] }) => ({
    state: control?.state,
    by: control?.checks.map(({ id }) => id),
  }))
  expect(of[0]).toMatchObject({ state: 'not_satisfied' })
  expect(of[0]?.by).toContain('t')
  expect(of[1]).toEqual(of[0])
})
