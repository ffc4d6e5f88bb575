import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Action,
  chooseLesserRole,
  mayDo,
  permissions,
  platformActions,
  roles,
} from '../../../src/service/rights/permissions.ts'
import { isScope, scopes } from '../../../src/service/rights/scopes.ts'

const role = fc.constantFrom(...roles)
const actions = Object.keys(permissions) as Action[]

test('mayDo() gives each role all that the roles before it may (property)', () => {
  fc.assert(
    fc.property(role, fc.constantFrom(...actions), (one, action) => {
      const later = roles.slice(roles.indexOf(one))

      expect(later.every((each) => mayDo(each, action))).toBe(mayDo(one, action))
    }),
  )
})

test('chooseLesserRole() may what both may, and nothing else (property)', () => {
  fc.assert(
    fc.property(role, role, fc.constantFrom(...actions), (one, other, action) => {
      expect(mayDo(chooseLesserRole(one, other), action)).toBe(mayDo(one, action) && mayDo(other, action))
    }),
  )
})

test('a viewer changes nothing, and only an operator does what concerns every organization', () => {
  const changing = actions.filter((action) => /:(?:write|run)$/.test(action))

  expect(changing.filter((action) => mayDo('viewer', action))).toEqual([])
  expect(platformActions.filter((action) => mayDo('admin', action))).toEqual([])
  expect(platformActions).toContain('platform-apps:write')
})

test('isScope() knows scopes, and no name that every object has', () => {
  expect(Object.keys(scopes).every(isScope)).toBe(true)
  expect(['toString', '__proto__', 'comments', ''].some(isScope)).toBe(false)
})
