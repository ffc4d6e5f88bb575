import { expect, test } from 'vitest'
import { chooseClientAuthentication } from '../../../src/auth/oauth/client-authentication.ts'
import type { OAuth2Config } from '../../../src/define/index.ts'

const app = { clientId: '0a1b-2c:3d', clientSecret: 'se/cr et' }

function prove(config: Partial<OAuth2Config>, identity: { clientId: string; clientSecret?: string } = app) {
  const [body, headers] = [new URLSearchParams(), new Headers()]
  chooseClientAuthentication(config as OAuth2Config, identity, 'Acme')({}, {}, body, headers)
  return { body: Object.fromEntries(body), authorization: headers.get('authorization') }
}
const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`

test('chooseClientAuthentication() puts id and secret into the body, under the names of the vendor', () => {
  expect(prove({})).toEqual({ body: { client_id: '0a1b-2c:3d', client_secret: 'se/cr et' }, authorization: null })
  expect(prove({ clientIdParam: 'client_key', clientSecretParam: 'secret' } as never).body).toEqual({
    client_key: '0a1b-2c:3d',
    secret: 'se/cr et',
  })
})

test('chooseClientAuthentication() writes a form-encoded pair into the header (RFC 6749 §2.3.1), or a raw one', () => {
  const encoded = prove({ clientAuthMethod: 'header' })
  const raw = prove({ clientAuthMethod: 'header', clientAuthEncoding: 'raw' } as never, {
    clientId: 'a-b',
    clientSecret: 's:/',
  })

  expect(encoded).toEqual({ body: {}, authorization: basic('0a1b-2c%3A3d:se%2Fcr+et') })
  expect(raw.authorization).toBe(basic('a-b:s:/'))
})

test('chooseClientAuthentication() sends no secret of a public client', () => {
  expect(prove({ publicClient: true } as never)).toEqual({ body: { client_id: '0a1b-2c:3d' }, authorization: null })
})

test.each([
  ['no secret', {}, { clientId: 'a' }, /has no client secret/],
  ['a colon in a raw id', { clientAuthMethod: 'header', clientAuthEncoding: 'raw' }, app, /contains a colon/],
] as const)('chooseClientAuthentication() refuses %s', (_what, config, identity, why) => {
  const choose = () => chooseClientAuthentication(config as unknown as OAuth2Config, identity, 'Acme')

  expect(choose).toThrow(
    expect.objectContaining({ code: 'AUTH_APP_MISCONFIGURED', message: expect.stringMatching(why) }),
  )
  expect(choose).not.toThrow(/se\/cr et/)
})
