import { describe, expect, onTestFinished, test } from 'vitest'
import type { VendorAuth } from '../../../../src/author/testing/vendor/auth.ts'
import { fakeVendor } from '../../../../src/author/testing/vendor/fake-vendor.ts'

async function vendorDemanding(auth: VendorAuth) {
  const vendor = await fakeVendor({
    auth,
    publicRoutes: ['POST /login'],
    routes: { '/me': { json: 'me' }, 'POST /login': {} },
  })
  onTestFinished(() => vendor.close())
  return vendor
}

async function statusWith(auth: VendorAuth, headers: Record<string, string>, query = ''): Promise<number> {
  const vendor = await vendorDemanding(auth)
  return (await fetch(`${vendor.url}/me${query}`, { headers })).status
}

const basic = (text: string) => ({ Authorization: `Basic ${Buffer.from(text).toString('base64')}` })

describe('auth of type bearer', () => {
  const auth = { type: 'bearer', token: 'sesame' } as const

  test.each([
    ['the token', { Authorization: 'Bearer sesame' }, 200],
    ['the scheme in small letters', { Authorization: 'bearer sesame' }, 200],
    ['another token', { Authorization: 'Bearer sesame2' }, 401],
    ['another scheme', { Authorization: 'Basic sesame' }, 401],
    ['the token alone', { Authorization: 'sesame' }, 401],
    ['nothing', {}, 401],
  ])('answers %s with its status', async (_name, headers, status) => {
    expect(await statusWith(auth, headers)).toBe(status)
  })

  test('asks verify, which may take its time and gives anything truthy', async () => {
    const asked: string[] = []
    const verifying: VendorAuth = {
      type: 'bearer',
      verify: async (token) => {
        asked.push(token)
        return token === 'good' ? { scopes: [] } : undefined
      },
    }

    expect(await statusWith(verifying, { Authorization: 'Bearer good' })).toBe(200)
    expect(await statusWith(verifying, { Authorization: 'Bearer bad' })).toBe(401)
    expect(await statusWith(verifying, {})).toBe(401)
    expect(asked).toEqual(['good', 'bad'])
  })

  test('tells a client with a wrong token so by RFC 6750, without repeating it', async () => {
    const vendor = await vendorDemanding(auth)

    const response = await fetch(`${vendor.url}/me`, { headers: { Authorization: 'Bearer my-secret' } })

    expect(response.headers.get('www-authenticate')).toBe('Bearer realm="fake vendor", error="invalid_token"')
    expect(await response.text()).not.toContain('my-secret')
  })
})

describe('auth of type basic', () => {
  const auth = { type: 'basic', username: 'zoë', password: 'p:ä/+ ' } as const

  test.each([
    ['both halves in UTF-8', basic('zoë:p:ä/+ '), 200],
    ['a wrong password', basic('zoë:p'), 401],
    ['a wrong username', basic('zoe:p:ä/+ '), 401],
    ['no encoding', { Authorization: 'Basic zoe:p' }, 401],
    ['nothing', {}, 401],
  ])('answers %s with its status', async (_name, headers, status) => {
    expect(await statusWith(auth, headers)).toBe(status)
  })

  test('takes an empty half', async () => {
    expect(await statusWith({ type: 'basic', username: 'key', password: '' }, basic('key:'))).toBe(200)
  })
})

describe('auth of type api_key', () => {
  const inHeader = { type: 'api_key', in: 'header', name: 'X-Api-Key', value: 'Token k1' } as const
  const inQuery = { type: 'api_key', in: 'query', name: 'key', value: 'k+1' } as const

  test.each([
    ['the header', inHeader, { 'x-api-key': 'Token k1' }, '', 200],
    ['the header without its prefix', inHeader, { 'x-api-key': 'k1' }, '', 401],
    ['no header', inHeader, {}, '?X-Api-Key=Token%20k1', 401],
    ['the parameter', inQuery, {}, '?key=k%2B1', 200],
    ['a parameter that was not encoded', inQuery, {}, '?key=k+1', 401],
    ['no parameter', inQuery, { key: 'k+1' }, '', 401],
  ])('answers %s with its status', async (_name, auth, headers, query, status) => {
    expect(await statusWith(auth, headers, query)).toBe(status)
  })
})

describe('auth of fakeVendor()', () => {
  test('comes before routes: an unknown path without credentials is 401, and no handler is asked', async () => {
    const vendor = await vendorDemanding({ type: 'bearer', token: 'sesame' })

    expect((await fetch(`${vendor.url}/nowhere`)).status).toBe(401)
    expect(vendor.requests).toHaveLength(1)
  })

  test('leaves publicRoutes open', async () => {
    const vendor = await vendorDemanding({ type: 'bearer', token: 'sesame' })

    expect((await fetch(`${vendor.url}/login`, { method: 'POST' })).status).toBe(200)
  })

  test.each([
    ['an unknown type', { type: 'ntlm' }, 'type must be one of "bearer", "basic", "digest", "api_key"'],
    ['a misspelt option', { type: 'bearer', tokn: 'a' }, '"tokn" is not an option'],
    ['neither token nor verify', { type: 'bearer' }, 'needs either token or verify'],
    ['token and verify', { type: 'bearer', token: 'a', verify: () => true }, 'needs either token or verify'],
    ['an empty token', { type: 'bearer', token: '' }, 'token must be a text that is not empty'],
    ['a missing password', { type: 'basic', username: 'a' }, 'password must be a text'],
    [
      'an unknown place',
      { type: 'api_key', in: 'cookie', name: 'a', value: 'b' },
      'in must be one of "header", "query"',
    ],
  ])('refuses %s', async (_name, auth, message) => {
    await expect(fakeVendor({ auth: auth as VendorAuth, routes: {} })).rejects.toThrow(message)
  })
})
