import { afterAll, beforeAll, expect, test } from 'vitest'
import { exchangeCode, refreshTokens, requestClientCredentials } from '../../../src/auth/oauth/token-endpoint.ts'
import type { TokenSet } from '../../../src/auth/oauth/token-reply.ts'
import type { OAuth2Config } from '../../../src/define/index.ts'
import { AuthError } from '../../../src/errors/index.ts'
import { canary, createAcme, findLeaks, redirectUri, requestOptions } from './acme.ts'
import { type Loopback, startLoopback } from './loopback.ts'
import { type Quirk, quirks } from './token-quirks.ts'

let server: Loopback

beforeAll(async () => {
  server = await startLoopback((request, response) => {
    const quirk = quirks[Number(request.path.slice(1))]
    if (quirk?.act) return quirk.act(response)
    const { status = 200, headers, body } = quirk ?? { status: 599 }
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body))
  })
})

afterAll(() => server[Symbol.asyncDispose]())

test('the table of token replies holds at least the 52 that were measured, each under its own name', () => {
  expect(quirks.length).toBeGreaterThanOrEqual(52)
  expect(new Set(quirks.map((quirk) => quirk.name)).size).toBe(quirks.length)
})

test.each(quirks.map((quirk, index) => ({ quirk, index, name: quirk.name })))(
  'token reply: $name',
  async ({ quirk, index }) => {
    const before = server.received.length

    const outcome = await settle(quirk, index)

    if ('code' in quirk.expect) expect(outcome).toMatchObject({ refused: true, vendorCode: undefined, ...quirk.expect })
    else expect(outcome).toEqual({ captured: {}, ...quirk.expect })
    // Sent once, whatever came back, and never along a redirect.
    expect(server.received.slice(before).map((request) => request.path)).toEqual([`/${index}`])
  },
)

test('findLeaks() finds a secret in a cause, a member and a base64 form', () => {
  const basic = Buffer.from(canary.clientSecret).toString('base64')

  const leaks = findLeaks(
    Object.assign(new Error('x', { cause: { body: { token: canary.access } } }), { at: canary.code, basic }),
  )

  expect(leaks).toEqual(['clientSecret', 'code', 'access'])
})

test.each(['body', 'header'] as const)(
  'no secret is in any error of the whole table, at any depth, where the client proves itself by %s',
  async (clientAuthMethod) => {
    const outcomes = await Promise.all(
      quirks.map(({ config, ...quirk }, index) => {
        const asked = { ...config, clientAuthMethod } as Partial<OAuth2Config>
        return ask({ ...quirk, config: asked }, index).catch((error: unknown) => error)
      }),
    )

    // Granted values are no leak.
    const errors = outcomes.filter((outcome) => outcome instanceof Error)
    expect(errors).toHaveLength(quirks.filter(({ expect }) => 'code' in expect).length)
    expect(errors.flatMap((error) => findLeaks(error).map((name) => `${error.message}: ${name}`))).toEqual([])
  },
)

function ask({ config, stalls, grant = 'authorization_code' }: Quirk, index: number): Promise<TokenSet> {
  const tokenUrl = `${server.origin}/${index}`
  const quirk = { ...config, tokenUrl }
  const definition = createAcme((grant === 'client_credentials' ? { ...quirk, grant } : quirk) as Quirk['config'])
  const options = { ...requestOptions(definition), deadlineMs: stalls ? 300 : 10_000 }
  switch (grant) {
    case 'authorization_code':
      return exchangeCode({ ...options, code: canary.code, codeVerifier: canary.codeVerifier, redirectUri })
    case 'refresh_token':
      return refreshTokens({ ...options, refreshToken: canary.refreshToken })
    case 'client_credentials':
      return requestClientCredentials(options)
  }
}

async function settle(quirk: Quirk, index: number): Promise<object> {
  try {
    return await ask(quirk, index)
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    const { code, vendorCode, status, retryable } = error
    return { refused: true, code, vendorCode, status, retryable }
  }
}
