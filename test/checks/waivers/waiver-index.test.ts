import { expect, test } from 'vitest'
import { dependsOnChecks, digestChecks, indexWaivers, listScopes } from '../../../src/checks/waivers/waiver-index.ts'
import type { Waiver } from '../../../src/define/index.ts'

const waiver = (facts: Partial<Waiver>): Waiver => ({
  connector: 'acme',
  check: 'admin-mfa',
  justification: 'Replaced in June.',
  approver: 'ada@acme.example',
  expires: '2026-12-31',
  ...facts,
})
const result = { connectorId: 'acme', connectionId: 'c1', checkId: 'admin-mfa', resource: { type: 'user', id: 'u1' } }
const covers = (facts: Partial<Waiver>, now = new Date('2026-05-01T12:00:00Z'), changed = {}) =>
  indexWaivers([waiver(facts)], [], now).waiverFor({ ...result, ...changed }) !== undefined

test.each([
  ['one of the connection', { connection: 'c1' }, true],
  ['one of another connection', { connection: 'c2' }, false],
  ['one of every connection', { allConnections: true as const }, true],
  ['one of another resource', { connection: 'c1', resource: 'u2' }, false],
  ['one of another connector', { connection: 'c1', connector: 'blue' }, false],
])('openStandingWaivers() with %s', (_which, facts, isCovered) => {
  expect(covers(facts)).toBe(isCovered)
})

test('openStandingWaivers() judges by now, whatever held when a result was recorded', () => {
  expect(covers({ connection: 'c1' }, new Date('2026-12-31T23:59:59Z'))).toBe(true)
  expect(covers({ connection: 'c1' }, new Date('2027-01-01T00:00:00Z'))).toBe(false)
})

test('openStandingWaivers() gives no waiver of a stored connection to a run without one', () => {
  expect(covers({ connection: 'c1' }, undefined, { connectionId: undefined })).toBe(false)
})

test.each([
  [{ connection: ['c1', 'c2'] }, [{ connectorIds: ['acme'], checkIds: ['admin-mfa'], connectionIds: ['c1', 'c2'] }]],
  [{ check: 'mfa-*', allConnections: true as const }, [{ connectorIds: ['acme'] }]],
  [
    { connector: '*', connection: 'x2' },
    [
      { checkIds: ['admin-mfa'], connectionIds: ['x2'] },
      // What cross-checks found on it.
      { connectorIds: ['cross-check'], checkIds: ['admin-mfa'] },
    ],
  ],
])('listScopes() of %j names everything that it may cover', (facts, scopes) => {
  expect(listScopes(waiver(facts))).toEqual(scopes)
})

test('dependsOnChecks() is for waivers that do not name checks alone, and digestChecks() tells when checks have changed', () => {
  expect(
    [{}, { check: ['a', 'b'] }, { check: 'a*' }, { tag: 'x' }].map((facts) => dependsOnChecks(waiver(facts))),
  ).toEqual([...[false, false, true, true]])
  const check = (id: string, ...tags: string[]) => ({ id, title: id, tags })
  const digest = (...checks: ReturnType<typeof check>[]) =>
    digestChecks([
      { id: 'b', checks: [] },
      { id: 'a', checks },
    ])
  const before = digest(check('mfa', 'x'))
  expect(
    digestChecks([
      { id: 'a', checks: [{ ...check('mfa', 'x'), title: 'Other' }] },
      { id: 'b', checks: [] },
    ]),
  ).toBe(before)
  expect(new Set([before, digest(check('mfa')), digest(check('mfa', 'x'), check('y')), digest()]).size).toBe(4)
})
