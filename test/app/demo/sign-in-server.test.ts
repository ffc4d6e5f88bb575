import { createHash } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { startSignInServer } from '../../../src/app/demo/sign-in-server.ts'
import { authorizeHeadlessly } from '../../../src/author/testing/index.ts'

const redirectUri = 'http://127.0.0.1:9/callback'
const verifier = 'v'.repeat(43)
const challenge = createHash('sha256').update(verifier).digest('base64url')
const app = { clientId: 'app', clientSecret: 'secret-canary-4', name: 'App' }

async function openServer() {
  const server = await startSignInServer({
    app,
    redirectUris: [redirectUri],
    scopes: ['users:read', 'devices:read'],
    vendorName: 'Acme',
    account: { id: 'u-1', name: 'Ada', email: 'ada@acme.example' },
  })
  onTestFinished(server.close)
  const buildUrl = (changes: Readonly<Record<string, string>> = {}) => {
    const asked = { client_id: 'app', redirect_uri: redirectUri, response_type: 'code', state: 's&1' }
    const pkce = { code_challenge: challenge, code_challenge_method: 'S256', scope: 'users:read audit:read' }
    return `${server.authorizeUrl}?${new URLSearchParams({ ...asked, ...pkce, ...changes })}`
  }
  const signIn = async () => new URL(await authorizeHeadlessly(buildUrl())).searchParams
  const exchange = async (code: string, changes: Readonly<Record<string, string>> = {}) => {
    const own = { client_id: 'app', client_secret: app.clientSecret, redirect_uri: redirectUri }
    const fields = { grant_type: 'authorization_code', code, code_verifier: verifier, ...own, ...changes }
    const answer = await fetch(server.tokenUrl, { method: 'POST', body: new URLSearchParams(fields) })
    const body = (await answer.json()) as { readonly access_token?: string; readonly error?: string }
    return { status: answer.status, ...body }
  }
  return { server, buildUrl, signIn, exchange }
}

test('a code becomes a token once, with the scopes that the person can grant', async () => {
  const { server, signIn, exchange } = await openServer()

  const answer = await signIn()
  const first = await exchange(answer.get('code') ?? '')
  const second = await exchange(answer.get('code') ?? '')

  expect(answer.get('state')).toBe('s&1')
  expect(first).toMatchObject({ status: 200, token_type: 'Bearer', scope: 'users:read' })
  expect(server.findScopes(first.access_token ?? '')).toEqual(['users:read'])
  expect(second).toEqual({ status: 400, error: 'invalid_grant' })
  expect(server.findScopes('another')).toBeUndefined()
})

test.for([
  ['another verifier', { code_verifier: 'w'.repeat(43) }, 'invalid_grant'],
  ['another address', { redirect_uri: 'http://127.0.0.1:9/other' }, 'invalid_grant'],
  ['another secret', { client_secret: 'x' }, 'invalid_client'],
  ['another grant', { grant_type: 'password' }, 'unsupported_grant_type'],
] as const)('a code with %s gives no token', async ([, changes, error]) => {
  const { signIn, exchange } = await openServer()

  const code = (await signIn()).get('code') ?? ''

  expect(await exchange(code, changes)).toMatchObject({ error })
})

test('an unknown app or address is shown an error and sent nowhere; other mistakes go back to the app', async () => {
  const { buildUrl } = await openServer()
  const ask = async (changes: Readonly<Record<string, string>>) => {
    const { status, headers } = await fetch(buildUrl(changes), { redirect: 'manual' })
    return [status, new URL(headers.get('location') ?? 'x:').searchParams.get('error')]
  }

  expect(await ask({ client_id: 'other' })).toEqual([400, null])
  expect(await ask({ redirect_uri: 'http://evil.example/' })).toEqual([400, null])
  expect(await ask({ response_type: 'token' })).toEqual([303, 'unsupported_response_type'])
  expect(await ask({ code_challenge_method: 'plain' })).toEqual([303, 'invalid_request'])
})

test('a person who cancels is sent back without a code', async () => {
  const { buildUrl } = await openServer()

  const answer = await fetch(buildUrl(), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ decision: 'deny' }),
  })

  expect(answer.headers.get('location')).toBe(`${redirectUri}?error=access_denied&state=s%261`)
})
