import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseBody } from '../../../src/auth/oauth/reply-body.ts'

test('parseBody() reads members of JSON and of a form alike (property)', () => {
  const member = fc.stringMatching(/^[a-z_]{1,8}$/)
  const value = fc.stringMatching(/^[ -~é]{1,12}$/)

  fc.assert(
    fc.property(fc.dictionary(member, value, { minKeys: 1 }), (members) => {
      expect(parseBody(`\uFEFF ${JSON.stringify(members)}\n`)).toEqual({ ...members })
      expect(parseBody(new URLSearchParams(members).toString())).toEqual({ ...members })
    }),
  )
})

test.each(['', '<html>a=b</html>', '[1]', 'null', '"token"', '{"cut":', 'Error: a = b', 'plain words'])(
  'parseBody() takes %j for no reply',
  (text) => {
    expect(parseBody(text)).toBeUndefined()
  },
)

test('parseBody() takes __proto__ for a name like any other', () => {
  const members = parseBody('{"__proto__":{"access_token":"x"}}')

  expect(Object.hasOwn(members ?? {}, '__proto__')).toBe(true)
  expect(members?.access_token).toBeUndefined()
})
