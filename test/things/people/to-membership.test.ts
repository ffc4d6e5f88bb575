import { expect, test } from 'vitest'
import { toMembership } from '../../../src/things/people/to-membership.ts'

const given = { organizationId: 'acme', userId: 'u1' }

test('toMembership() has neither a period nor the grant where none was given', () => {
  expect(toMembership({ ...given, role: 'admin' })).toEqual({
    ...given,
    role: 'admin',
    periodFrom: null,
    periodTo: null,
    readsPeople: 0,
  })
})

test.each([
  ['an operator, who is named on the machine', { role: 'operator' }],
  ['a role that does not exist', { role: 'owner' }],
  ['a member with a period', { role: 'member', periodFrom: '2026-01-01' }],
  ['a member who reads what names people', { role: 'member', readsPeople: true }],
  ['a day that does not exist', { role: 'viewer', periodTo: '2026-02-30' }],
  ['a time', { role: 'viewer', periodTo: '2026-02-01T00:00' }],
  ['an empty day', { role: 'viewer', periodFrom: '' }],
  ['a period that ends before it begins', { role: 'viewer', periodFrom: '2026-02-02', periodTo: '2026-02-01' }],
])('toMembership() refuses %s', (_what, rights) => {
  expect(() => toMembership({ ...given, ...rights } as never)).toThrow(
    expect.objectContaining({ code: 'PERSON_INVALID' }),
  )
})
