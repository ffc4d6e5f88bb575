import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Redactor } from '../../../src/http/redact/redact.ts'
import { readVendorScopes } from '../../../src/http/refusals/vendor-scopes.ts'

const redactor = new Redactor()
redactor.add('hunter2-hunter2')
const said = (headers: Parameters<typeof readVendorScopes>[0]) => readVendorScopes(headers, redactor)

describe('readVendorScopes() takes', () => {
  test.each<[string | string[], readonly string[]]>([
    ['Bearer realm="x", error="insufficient_scope", scope="users:read users:admin"', ['users:read', 'users:admin']],
    ['Bearer scope="a", error="insufficient_scope"', ['a']],
    ['BEARER error=insufficient_scope,scope=a', ['a']],
    [
      'Bearer error="insufficient_scope", scope="https://www.example.com/auth/a.b"',
      ['https://www.example.com/auth/a.b'],
    ],
    [['Basic realm="y"', 'Bearer error="insufficient_scope", scope="a"'], ['a']],
    ['Bearer error="insufficient_scope"', []],
    ['Bearer error="insufficient_scope", scope="a a  a"', ['a']],
  ])('what is needed from WWW-Authenticate: %j', (challenge, needed) => {
    expect(said({ 'www-authenticate': challenge }).needed).toEqual(needed)
  })

  test.each(['Bearer error="invalid_token", scope="a"', 'Bearer scope="a"', '', undefined])(
    'nothing as needed from %j',
    (challenge) => {
      expect(said({ 'www-authenticate': challenge }).needed).toBeUndefined()
    },
  )

  test('what GitHub says: scopes that would do, and scopes of the token', () => {
    expect(said({ 'x-accepted-oauth-scopes': 'admin:org, read:org', 'x-oauth-scopes': 'repo' })).toEqual({
      needed: undefined,
      accepted: ['admin:org', 'read:org'],
      granted: ['repo'],
    })
    expect(said({ 'x-oauth-scopes': '' })).toEqual({ needed: undefined, accepted: [], granted: [] })
    expect(said({})).toEqual({ needed: undefined, accepted: [], granted: undefined })
  })
})

describe('readVendorScopes() does not trust them', () => {
  test('no secret, no control character and no flood gets through', () => {
    const many = Array.from({ length: 500 }, (_each, index) => `s${index}`).join(' ')

    const { accepted } = said({ 'x-accepted-oauth-scopes': `hunter2-hunter2 b\\c \u202ed ${'x'.repeat(201)} e` })

    expect(accepted).toEqual(['[redacted]', 'e'])
    expect(said({ 'www-authenticate': `Bearer error="insufficient_scope", scope="${many}"` }).needed).toHaveLength(20)
  })

  test('is quick and never throws, whatever it is given (property)', () => {
    const piece = fc.constantFrom('error=', '"', 'insufficient_scope', 'scope=', ',', ' ', 'a', '\\', '\u0000')
    const text = fc.oneof(
      fc.string(),
      fc.array(piece, { maxLength: 2000 }).map((pieces) => pieces.join('')),
    )

    fc.assert(
      fc.property(text, (value) => {
        const startedAt = performance.now()
        const { needed, accepted } = said({ 'www-authenticate': value, 'x-accepted-oauth-scopes': value })

        for (const scope of [...(needed ?? []), ...accepted]) expect(scope).toMatch(/^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/)
        expect(performance.now() - startedAt).toBeLessThan(2_000)
      }),
    )
  })
})
