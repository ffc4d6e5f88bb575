import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nameCheck } from '../../../src/received/runs/name-check.ts'

test('nameCheck() keeps what tools usually have', () => {
  expect(['iam_root_mfa_enabled', 'MS.AAD.1.1v1', 'CVE-2026-0001'].map(nameCheck)).toEqual([
    'iam_root_mfa_enabled',
    'MS.AAD.1.1v1',
    'CVE-2026-0001',
  ])
})

test('nameCheck() has no signs of patterns and addresses, and keeps two ids apart', () => {
  const ids = fc.uniqueArray(fc.string({ minLength: 1 }), { selector: (id) => id.trim(), minLength: 2 })
  fc.assert(
    fc.property(ids, (all) => {
      const names = all.map(nameCheck)

      expect(names.every((name) => /^[A-Za-z0-9._-]{1,100}$/.test(name))).toBe(true)
      expect(new Set(names).size).toBe(all.length)
    }),
  )
})
