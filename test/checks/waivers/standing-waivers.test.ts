import { expect, test } from 'vitest'
import { openStandingWaivers } from '../../../src/checks/waivers/standing-waivers.ts'
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
  openStandingWaivers([waiver(facts)], [], now).waiverFor({ ...result, ...changed }) !== undefined

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
