import { expect, test } from 'vitest'
import { keepsRights, type Rights } from '../../../../src/things/api/callers/keeps-rights.ts'

const acme = { organizationId: 'acme' }
const january = { periodFrom: '2026-01-01', periodTo: '2026-01-31' }

const granted: Rights = { organizationId: 'acme', role: 'viewer', readsPeople: true }

test.each<[string, Rights, Rights, boolean]>([
  ['the same role', { ...acme, role: 'member' }, { ...acme, role: 'member' }, true],
  ['more rights', { ...acme, role: 'member' }, { ...acme, role: 'admin' }, true],
  ['fewer rights', { ...acme, role: 'admin' }, { ...acme, role: 'member' }, false],
  ['an operator who is none any more', { ...acme, role: 'operator' }, { ...acme, role: 'admin' }, false],
  ['a role for scopes alone', acme, { ...acme, role: 'admin' }, false],
  ['no role any more', { ...acme, role: 'admin' }, acme, false],
  ['scopes alone, as before', acme, acme, true],
  ['a period', { ...acme, role: 'viewer' }, { ...acme, role: 'viewer', ...january }, false],
  ['the same period', { ...acme, role: 'viewer', ...january }, { ...acme, role: 'viewer', ...january }, true],
  ['another end', { ...acme, ...january }, { ...acme, ...january, periodTo: '2026-02-01' }, false],
  ['no period any more', { ...acme, role: 'viewer', ...january }, { ...acme, role: 'viewer', periodTo: null }, true],
  ['another organization', { ...acme, role: 'admin' }, { organizationId: 'other', role: 'admin' }, false],
  ['a viewer whose grant was withdrawn', { ...granted }, { ...granted, readsPeople: false }, false],
  ['a viewer with a grant who is a member now', { ...granted }, { ...granted, role: 'member' }, false],
  ['a viewer with a grant who is an administrator now', { ...granted }, { ...granted, role: 'admin' }, true],
])('keepsRights() of %s', (_name, before, now, keeps) => {
  expect(keepsRights(before, now)).toBe(keeps)
})
