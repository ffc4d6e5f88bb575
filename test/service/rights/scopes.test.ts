import { expect, test } from 'vitest'
import { isScope, scopes } from '../../../src/service/rights/scopes.ts'

test('isScope() knows its scopes, and no name of what every object has', () => {
  expect(Object.keys(scopes).filter((scope) => !isScope(scope))).toEqual([])
  for (const text of ['', 'constructor', '__proto__', 'toString', 'comments', 'comments:READ'])
    expect(isScope(text)).toBe(false)
})

test('every scope says what it allows, and has the form thing:action', () => {
  for (const [scope, description] of Object.entries(scopes)) {
    expect(scope).toMatch(/^[a-z-]+:(?:read|write|run)$/)
    expect(description.length).toBeGreaterThan(10)
  }
})
