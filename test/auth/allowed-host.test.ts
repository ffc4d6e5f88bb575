import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { matchAllowedHost } from '../../src/auth/allowed-host.ts'

const fillings = { values: { site: 'acme' }, patterns: {} }
const matches = (template: string, url: string) => matchAllowedHost(template, fillings)(new URL(url))

describe('matchAllowedHost()', () => {
  test.each([
    ['api.acme.example', 'https://api.acme.example/x', true],
    ['api.acme.example', 'https://API.ACME.example:443/', true],
    ['api.acme.example', 'https://api.acme.example:444/', false],
    ['api.acme.example', 'https://api.acme.example.evil.example/', false],
    ['api.acme.example', 'https://xapi.acme.example/', false],
    ['{site}.example', 'https://acme.example/', true],
    ['eu.acme.example:8443', 'https://eu.acme.example:8443/', true],
    ['eu.acme.example:8443', 'https://eu.acme.example/', false],
    ['*.acme.example', 'https://a.b.acme.example/', true],
    ['*.acme.example', 'https://acme.example/', false],
    ['*.acme.example', 'https://evilacme.example/', false],
    ['*.acme.example', 'https://a.acme.example:8443/', false],
    ['db.*.acme.example', 'https://db.eu-1.acme.example/', true],
    ['db.*.acme.example', 'https://db.eu.west.acme.example/', false],
    ['db.*.acme.example', 'https://db..acme.example/', false],
  ])('%s and %s: %j', (template, url, isIt) => {
    expect(matches(template, url)).toBe(isIt)
  })

  test('takes nothing that does not end in the declared name (property)', () => {
    const template = fc.constantFrom('acme.example', '*.acme.example', 'db.*.acme.example')

    const host = fc
      .array(fc.constantFrom('acme', 'db', 'eu', 'evil', 'example', 'xacme'), { minLength: 1, maxLength: 5 })
      .map((labels) => labels.join('.'))

    fc.assert(
      fc.property(template, host, (each, hostname) => {
        if (matches(each, `https://${hostname}/`)) expect(`.${hostname}`).toMatch(/\.acme\.example$/)
      }),
    )
  })

  test('refuses a value that would make another host of it', () => {
    const evil = { values: { site: 'evil.example/' }, patterns: {} }

    expect(() => matchAllowedHost('{site}.example', evil)).toThrow(
      expect.objectContaining({ code: 'CREDENTIAL_INVALID' }),
    )
  })
})
