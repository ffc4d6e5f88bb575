import type { ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { authorizeUrl } from '../../../src/auth/oauth/authorize-url.ts'
import { parseCallback } from '../../../src/auth/oauth/callback.ts'
import { exchangeCode, refreshTokens } from '../../../src/auth/oauth/token-endpoint.ts'
import type { OAuth2Config } from '../../../src/define/index.ts'
import { canary, createAcme, createFillings, redirectUri, requestOptions } from './acme.ts'
import { type Received, startLoopback } from './loopback.ts'

/** How a vendor names what the protocol names otherwise, and what its token endpoint demands. */
interface Vendor {
  readonly config: Partial<OAuth2Config>
  readonly callback: string
  readonly demands: (received: Received) => boolean
}

const form = ({ body }: Received) => Object.fromEntries(new URLSearchParams(body))
function answerJson(response: ServerResponse, status: number, json: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))
}

const app = { clientId: 'acme-app', clientSecret: canary.clientSecret }

// As their documentation has it: developers.tiktok.com (oauth-user-access-token-management), business-api.tiktok.com
// (Authentication), developer-docs.amazon.com/sp-api (Website Authorization Workflow), learn.microsoft.com (azure/devops
// oauth).
const vendors: Record<string, Vendor> = {
  TikTok: {
    config: { clientIdParam: 'client_key', scopeSeparator: ',' },
    callback: 'code=c-1&scopes=user.info.basic',
    demands: (received) => {
      const { client_key, client_secret, code, client_id } = form(received)
      return client_key === app.clientId && client_secret === app.clientSecret && code === 'c-1' && !client_id
    },
  },
  'TikTok for Business': {
    config: {
      clientIdParam: 'app_id',
      clientSecretParam: 'secret',
      callbackCodeParam: 'auth_code',
      tokenCodeParam: 'auth_code',
      tokenBody: 'json',
      tokenPath: 'data.access_token',
    },
    callback: 'auth_code=c-1&code=c-1',
    demands: ({ body }) => {
      const { app_id, secret, auth_code, code, client_secret } = JSON.parse(body)
      return app_id === app.clientId && secret === app.clientSecret && auth_code === 'c-1' && !code && !client_secret
    },
  },
  'Amazon Selling Partner API': {
    config: { callbackCodeParam: 'spapi_oauth_code', authorizationParams: { version: 'beta' } },
    callback: 'spapi_oauth_code=c-1&selling_partner_id=A1',
    demands: (received) => form(received).code === 'c-1',
  },
  'Azure DevOps': {
    config: { responseType: 'Assertion' },
    callback: 'code=c-1',
    demands: (received) => form(received).code === 'c-1',
  },
}

describe("a vendor's own names for what the protocol names otherwise", () => {
  test.each(Object.entries(vendors))('%s: from the sign-in page to the tokens', async (_name, vendor) => {
    await using server = await startLoopback((received, response) => {
      const tokens = { access_token: canary.access, token_type: 'Bearer' }
      const json = vendor.demands(received) ? { ...tokens, data: tokens } : { error: 'invalid_request' }
      answerJson(response, vendor.demands(received) ? 200 : 400, json)
    })
    const definition = createAcme({ tokenUrl: `${server.origin}/token`, ...vendor.config })

    const url = await authorizeUrl({
      definition,
      clientId: app.clientId,
      redirectUri,
      scopes: [],
      state: 's-1',
      fillings: createFillings(definition),
    })
    const { code } = parseCallback(
      `https://app.example/callback?${vendor.callback}&state=${url.searchParams.get('state')}`,
      definition,
    )
    const tokens = await exchangeCode({ ...requestOptions(definition), app, code, redirectUri })

    expect(tokens.accessToken).toBe(canary.access)
    expect(url.searchParams.get(vendor.config.clientIdParam ?? 'client_id')).toBe(app.clientId)
    expect(url.searchParams.get('response_type')).toBe(vendor.config.responseType ?? 'code')
    if (vendor.config.clientIdParam) expect(url.searchParams.has('client_id')).toBe(false)
  })

  test('hold for a refresh too', async () => {
    await using server = await startLoopback((_received, response) =>
      answerJson(response, 200, { access_token: canary.access, token_type: 'Bearer' }),
    )
    const definition = createAcme({
      tokenUrl: `${server.origin}/token`,
      clientIdParam: 'client_key',
      clientSecretParam: 'secret',
    })

    await refreshTokens({ ...requestOptions(definition), app, refreshToken: canary.refreshToken })

    const [received] = server.received
    expect(received && form(received)).toEqual({
      grant_type: 'refresh_token',
      refresh_token: canary.refreshToken,
      client_key: app.clientId,
      secret: app.clientSecret,
    })
  })

  test('a code under another name than the declared one is none', () => {
    const definition = createAcme({ callbackCodeParam: 'spapi_oauth_code' })

    expect(() => parseCallback(`https://app.example/callback?code=c&state=s`, definition)).toThrow(
      /has no spapi_oauth_code/,
    )
  })
})

describe('randomParams', () => {
  test('hold a fresh value in each authorization request', async () => {
    const definition = createAcme({ randomParams: ['nonce'] })
    const request = {
      definition,
      clientId: 'a',
      redirectUri,
      scopes: [],
      state: 's',
      fillings: createFillings(definition),
    }

    const values = await Promise.all(
      [1, 2].map(async () => (await authorizeUrl(request)).searchParams.get('nonce') ?? ''),
    )

    expect(new Set(values).size).toBe(2)
    for (const value of values) expect(value).toMatch(/^[\w-]{43}$/)
  })
})
