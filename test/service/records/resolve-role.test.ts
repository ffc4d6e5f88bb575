import { expect, test } from 'vitest'
import { resolveRole } from '../../../src/service/records/resolve-role.ts'

const person = { organizationId: 'acme', userId: 'u1', role: 'admin', name: 'Ada' } as never
const stores = (role: string | undefined, isOperator = false, period = {}) =>
  ({
    memberships: { find: async () => (role === undefined ? undefined : { role, ...period }) },
    operators: { has: async () => isOperator },
  }) as never

test('resolveRole() takes rights away that the person lost since signing in', async () => {
  expect(await resolveRole(stores('viewer'), person)).toMatchObject({ role: 'viewer' })
})

test('resolveRole() gives no rights that the sign-in did not', async () => {
  expect(await resolveRole(stores('admin'), { ...(person as object), role: 'viewer' } as never)).toMatchObject({
    role: 'viewer',
  })
})

test('resolveRole() makes an operator only of an administrator who is listed now', async () => {
  const asOperator = { ...(person as object), role: 'operator' } as never

  expect(await resolveRole(stores('admin', true), person)).toMatchObject({ role: 'operator' })
  expect(await resolveRole(stores('admin', false), asOperator)).toMatchObject({ role: 'admin' })
  expect(await resolveRole(stores('viewer', true), asOperator)).toMatchObject({ role: 'viewer' })
})

test('resolveRole() limits a viewer to the period of the membership', async () => {
  const period = { periodFrom: '2026-01-01', periodTo: '2026-03-31' }

  expect(await resolveRole(stores('viewer', false, period), person)).toMatchObject(period)
})
