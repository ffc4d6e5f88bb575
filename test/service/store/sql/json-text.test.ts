import { expect, test } from 'vitest'
import { parseJsonText, toJsonText } from '../../../../src/service/store/sql/json-text.ts'
import { catchError } from '../../../http/support.ts'

test('toJsonText() and parseJsonText() keep the order of keys, and the form of numbers', () => {
  const value = { z: 1e21, a: [0.1, -0], ü: '\u2028"' }

  const text = toJsonText(value)

  expect(JSON.stringify(parseJsonText(text, 'x'))).toBe(JSON.stringify(value))
})

test.each(['', '{', 'undefined', '{"secret":"canary"'])(
  'parseJsonText() names the column of %j and quotes nothing',
  async (text) => {
    const error = await catchError(new Promise(() => parseJsonText(text, 'users.facts')))

    expect(error).toMatchObject({ code: 'STORE_CORRUPT' })
    expect(error).not.toHaveProperty('cause.message')
    expect(String(error)).toContain('users.facts')
    expect(String(error)).not.toContain('canary')
  },
)
