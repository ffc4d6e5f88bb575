import { describe, expect, test } from 'vitest'
import { capExpiry, isExpired } from '../../../src/checks/waivers/limits.ts'
import { openRunWaivers } from '../../../src/checks/waivers/run-waivers.ts'
import type { RunStatus, Waiver } from '../../../src/define/index.ts'
import { acme, checkWith } from '../support.ts'

const now = new Date('2026-06-15T12:00:00Z')
const people = checkWith({ id: 'people', tags: ['mfa', 'access'] })
const policy = checkWith({ id: 'policy' })
const connector = { ...acme, checks: [people, policy] }
const ada = { type: 'user', id: 'corp/ada@acme.example' }

/** A waiver of everything that `people` finds, unless told otherwise. */
function waiver(changes: Partial<Waiver> = {}): Waiver {
  return {
    connector: 'acme',
    check: 'people',
    justification: 'Old',
    approver: 'Eve',
    expires: '2026-12-31',
    ...changes,
  }
}

function open(...waivers: readonly Waiver[]) {
  return openRunWaivers(waivers, connector, now)
}

describe('openRunWaivers().waiverFor()', () => {
  test.each<[string, Partial<Waiver>, boolean]>([
    ['the check alone', {}, true],
    ['another check', { check: 'policy' }, false],
    ['another connector', { connector: 'github' }, false],
    ['a pattern of connectors', { connector: 'ac*' }, true],
    ['one of several checks', { check: ['policy', 'people'] }, true],
    ['none of several checks', { check: ['policy', 'peopl'] }, false],
    ['a pattern across slashes and at signs', { resource: 'corp/*.example' }, true],
    ['one of several resources', { resource: ['x', 'corp/ada@acme.example'] }, true],
    ['a part of the resource', { resource: 'ada' }, false],
    ['the type', { resourceType: 'user' }, true],
    ['another type', { resourceType: 'repository' }, false],
    ['the right resource of another type', { resource: '*ada*', resourceType: 'repository' }, false],
    ['a tag of the check', { tag: 'mfa' }, true],
    ['one of several tags', { tag: ['x', 'acc*'] }, true],
    ['a tag that it does not have', { tag: 'backup' }, false],
    ['a day that is over', { expires: '2026-06-14' }, false],
    ['its last day', { expires: '2026-06-15' }, true],
  ])('a waiver of %s', (_name, changes, expected) => {
    const waived = open(waiver(changes)).waiverFor(people, ada)

    expect(waived !== undefined).toBe(expected)
  })

  test('gives justification, approver and expiry of the first that matches, and that alone counts', () => {
    const waivers = open(waiver({ resource: 'nobody' }), waiver({ justification: 'First' }), waiver())

    const waived = waivers.waiverFor(people, ada)

    expect(waived).toEqual({ justification: 'First', approver: 'Eve', expires: '2026-12-31' })
    expect(waivers.uses([{ id: 'people', status: 'fail' }]).map(({ state, results }) => [state, results])).toEqual([
      ['unused', 0],
      ['applied', 1],
      ['unused', 0],
    ])
  })

  test('an expired waiver does not stand in the way of a later one that holds', () => {
    const waivers = open(waiver({ expires: '2026-01-01' }), waiver({ justification: 'Renewed' }))

    const waived = waivers.waiverFor(people, ada)

    expect(waived?.justification).toBe('Renewed')
    expect(waivers.uses([{ id: 'people', status: 'fail' }]).map(({ state, results }) => [state, results])).toEqual([
      ['expired', 0],
      ['applied', 1],
    ])
  })

  test('does not apply to a check without tags when it asks for one', () => {
    expect(open(waiver({ check: 'policy', tag: '*' })).waiverFor(policy, ada)).toBeUndefined()
  })
})

describe('openRunWaivers().uses()', () => {
  const uses = (given: Waiver, ...outcomes: readonly { readonly id: string; readonly status: RunStatus }[]) =>
    open(given)
      .uses(outcomes)
      .map(({ state, note }) => [state, note])

  test('says of an expired waiver how many results count again', () => {
    const waivers = open(waiver({ expires: '2026-06-14' }))
    waivers.waiverFor(people, ada)
    waivers.waiverFor(people, { ...ada, id: 'eve' })

    const [use] = waivers.uses([{ id: 'people', status: 'fail' }])

    expect(use).toMatchObject({ state: 'expired', results: 2, expires: '2026-06-14' })
  })

  test('a waiver is not called unused when a check that it is for could not tell', () => {
    expect(uses(waiver(), { id: 'people', status: 'error' })).toEqual([['undetermined', undefined]])
    expect(uses(waiver(), { id: 'people', status: 'pass' })).toEqual([['unused', undefined]])
  })

  test('says nothing of waivers for other connectors, and for checks that were not run', () => {
    expect(uses(waiver({ connector: 'github' }), { id: 'people', status: 'pass' })).toEqual([])
    expect(uses(waiver(), { id: 'policy', status: 'pass' })).toEqual([])
    expect(uses(waiver({ tag: 'backup' }), { id: 'people', status: 'pass' })).toEqual([])
  })

  test('names the check that was probably meant', () => {
    const note = 'acme has no check "poeple"; did you mean "people"?'

    expect(uses(waiver({ check: 'poeple' }), { id: 'policy', status: 'pass' })).toEqual([['unused', note]])
    expect(uses(waiver({ connector: '*', check: 'poeple' }), { id: 'policy', status: 'pass' })).toEqual([])
  })
})

test('isExpired() lets a waiver hold to the last millisecond of its day in UTC', () => {
  const at = (time: string) => isExpired({ expires: '2026-06-15' }, new Date(time))

  expect(at('2026-06-15T23:59:59.999Z')).toBe(false)
  expect(at('2026-06-16T00:00:00.000Z')).toBe(true)
})

test('isExpired() takes what is no day for over, so that an altered record waives nothing', () => {
  const days = ['', 'never', '2026-13-01', 'undefined', '9999999-01-01']

  expect(days.map((expires) => isExpired({ expires }, now))).toEqual(days.map(() => true))
})

test('capExpiry() lets a kept waiver hold for a year from when it was made, and leaves what is no day alone', () => {
  const madeAt = new Date('2024-02-29T12:00:00Z')
  const days = ['2024-12-31', '2025-03-01', '2025-03-02', '9999-12-31', 'never']

  expect(days.map((expires) => capExpiry({ expires }, madeAt).expires)).toEqual([
    '2024-12-31',
    '2025-03-01',
    '2025-03-01',
    '2025-03-01',
    'never',
  ])
})

test.each<[string, Partial<Waiver>]>([
  ['patterns that together fit every check', { check: ['pe*', 'po*'] }],
  ['a pattern of what every id is like, as an older store may hold it', { check: '?*' }],
  ['the same, with a pattern of every resource', { check: '*o*', resource: '?*' }],
])('openRunWaivers() does not apply %s, and says so', (_, changes) => {
  const waivers = open(waiver(changes))

  expect([people, policy].map((check) => waivers.waiverFor(check, ada))).toEqual([undefined, undefined])
  expect(waivers.uses([{ id: 'people', status: 'fail' }])).toMatchObject([
    { state: 'unused', results: 0, note: expect.stringContaining('would waive every check of acme') },
  ])
})

test('openRunWaivers() applies what names every check in full, and what names a resource', () => {
  const applied = [waiver({ check: ['people', 'policy'] }), waiver({ check: '*', resource: 'corp/*' })]

  expect(applied.map((each) => open(each).waiverFor(people, ada))).toMatchObject([
    { justification: 'Old', approver: 'Eve' },
    { justification: 'Old', approver: 'Eve' },
  ])
})
