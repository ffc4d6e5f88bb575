import { describe, expect, test } from 'vitest'
import { CredentialError } from '../../src/errors/index.ts'
import { fillOrigins } from '../../src/http/origins.ts'
import { createConnectorWith } from './support.ts'

const site = { id: 'site', label: 'Site', type: 'text' } as const
const none = { values: {}, patterns: {} }

function origins(definition: { baseUrl: string; allowedHosts?: string[] }, values = {}, allowPrivateNetwork = false) {
  const { definition: checked } = createConnectorWith({ credentialFields: [site], ...definition })
  return fillOrigins(checked, { values, patterns: {} }, allowPrivateNetwork)
}

describe('fillOrigins() allows', () => {
  const acme = {
    baseUrl: 'https://api.acme.example/v1',
    allowedHosts: [
      'uploads.acme.example',
      'eu.acme.example:8443',
      '*.cdn.acme.example',
      'plain.acme.example:443',
      'db.*.acme.example',
    ],
  }

  test.each([
    'https://api.acme.example',
    'https://API.ACME.EXAMPLE:443/x?y',
    'https://uploads.acme.example/a',
    'https://eu.acme.example:8443/',
    'https://a.cdn.acme.example/',
    'https://a.b.cdn.acme.example/',
    'https://plain.acme.example/',
    'https://db.eu-1.acme.example/',
  ])('%s', (url) => {
    expect(origins(acme).allows(new URL(url))).toBe(true)
  })

  test.each([
    'http://api.acme.example',
    'https://api.acme.example:8443',
    'https://api.acme.example.',
    'https://api.acme.example.evil.example',
    'https://xapi.acme.example',
    'https://acme.example',
    'https://uploads.acme.example:444',
    'http://uploads.acme.example',
    'https://eu.acme.example',
    'https://cdn.acme.example',
    'https://evilcdn.acme.example',
    'https://.cdn.acme.example',
    'https://a.cdn.acme.example:8443',
    'http://plain.acme.example:443/',
    'ftp://uploads.acme.example',
    'https://db.acme.example',
    'https://db..acme.example',
    'https://db.eu.1.acme.example',
    'https://db.eu-1.acme.example:8443',
    'https://xdb.eu-1.acme.example',
    'https://db.eu-1.acme.example.evil.example',
  ])('not %s', (url) => {
    expect(origins(acme).allows(new URL(url))).toBe(false)
  })

  test('plain http of declared hosts only where the private network is allowed', () => {
    const open = fillOrigins(createConnectorWith(acme).definition, none, true)

    expect(open.allows(new URL('http://uploads.acme.example'))).toBe(true)
    expect(open.allows(new URL('http://other.example'))).toBe(false)
  })
})

describe('fillOrigins() fills', () => {
  test('placeholders of base URL and hosts, without a trailing slash', () => {
    const { baseUrl, allows } = origins(
      { baseUrl: 'https://{site}.acme.example/api/', allowedHosts: ['*.{site}.acme.example'] },
      { site: 'blue' },
    )

    expect(baseUrl).toBe('https://blue.acme.example/api')
    expect(allows(new URL('https://a.blue.acme.example'))).toBe(true)
    expect(allows(new URL('https://a.red.acme.example'))).toBe(false)
  })

  test.each(['evil.example/', 'evil.example#', 'a@evil', 'a.b', 'a\\b', '-a', 'a:1', ''])('no value %j', (value) => {
    expect(() => origins({ baseUrl: 'https://{site}.acme.example' }, { site: value })).toThrow(CredentialError)
    expect(() =>
      origins({ baseUrl: 'https://api.acme.example', allowedHosts: ['{site}.acme.example'] }, { site: value }),
    ).toThrow(CredentialError)
  })

  test('no plain http without the private network', () => {
    const definition = { baseUrl: 'http://127.0.0.1:8080' }

    expect(() => origins(definition)).toThrow(expect.objectContaining({ code: 'HTTP_HOST_REFUSED' }))
    expect(origins(definition, {}, true).baseUrl).toBe('http://127.0.0.1:8080')
  })
})
