import { format, inspect } from 'node:util'
import { expect, test } from 'vitest'
import { coverCredentials } from '../../src/auth/cover-credentials.ts'

test('coverCredentials() gives the same values, and shows none of them where it is printed', () => {
  const values = { api_key: 'canary-0123456789', port: 443 }
  const covered = coverCredentials(values)

  expect({ ...covered }).toEqual(values)
  expect(JSON.parse(JSON.stringify(covered))).toEqual(values)
  for (const text of [inspect(covered), inspect({ ctx: { credentials: covered } }), format('%o %O', covered, covered)])
    expect(text).not.toContain('canary')
  expect(inspect(covered)).toBe("{ api_key: '[hidden]', port: '[hidden]' }")
})
