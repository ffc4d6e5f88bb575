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

test('the scopes of a thousand waivers are few, and name everything that one of them may cover', () => {
  const many = Array.from({ length: 1_000 }, (_, index) =>
    waiver({ check: `check-${index % 7}`, connection: `c${index}` }),
  )
  const standing = openStandingWaivers(
    [
      ...many,
      waiver({ check: 'mfa-*', connector: 'cross-check', connection: ['c1', 'x1'] }),
      waiver({ connector: '*', connection: 'x2' }),
      waiver({ check: 'keys', allConnections: true }),
      waiver({ check: 'over', allConnections: true, expires: '2026-01-01' }),
    ],
    [],
    new Date('2026-05-01T12:00:00Z'),
  )

  const checkIds = Array.from({ length: 7 }, (_, index) => `check-${index}`)
  const connectionIds = Array.from({ length: 1_000 }, (_, index) => `c${index}`)
  expect(standing.scopes).toHaveLength(5)
  expect(standing.scopes).toEqual(
    expect.arrayContaining([
      { connectorIds: ['acme'], checkIds, connectionIds },
      { connectorIds: ['cross-check'], connectionIds: ['c1', 'x1'] },
      { connectorIds: ['cross-check'] },
      { checkIds: ['admin-mfa'], connectionIds: ['x2'] },
      { connectorIds: ['cross-check', 'acme'], checkIds: ['admin-mfa', 'keys'] },
    ]),
  )
})
