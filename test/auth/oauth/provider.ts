import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import Provider, { type Adapter, type AdapterPayload, type ClientMetadata, type Configuration } from 'oidc-provider'

export interface AuthorizationServer extends AsyncDisposable {
  readonly issuer: string
  /** Whether the server would still take the access token. */
  isAlive(accessToken: string): Promise<boolean>
}

/**
 * The real oidc-provider on 127.0.0.1: PKCE required, refresh rotation with reuse detection, revocation, registration.
 * Every visitor is signed in and consents. Everything that it would print a notice about is configured.
 */
export async function startAuthorizationServer(clients: readonly ClientMetadata[]): Promise<AuthorizationServer> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('a TCP server has a port')
  const issuer = `http://127.0.0.1:${address.port}`
  const provider = new Provider(issuer, configuration(clients))
  const answer = provider.callback()
  server.on('request', async (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return answer(request, response)
    const { params } = await provider.interactionDetails(request, response)
    const grant = new provider.Grant({ accountId: 'ada', clientId: String(params.client_id) })
    grant.addOIDCScope(String(params.scope))
    const result = { login: { accountId: 'ada' }, consent: { grantId: await grant.save() } }
    await provider.interactionFinished(request, response, result)
  })
  return {
    issuer,
    isAlive: async (accessToken) => (await provider.AccessToken.find(accessToken)) !== undefined,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Goes through an authorization as a browser would: follows redirects and keeps cookies, up to the redirect URI. */
export async function walkThrough(authorization: URL, redirectUri: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let url = authorization
  for (let hops = 0; hops < 10; hops++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
    await response.body?.cancel()
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';', 1)[0]?.split(/=(.*)/) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null) throw new Error(`${url.pathname} answered ${response.status} and leads nowhere`)
    url = new URL(location, url)
    if (url.href.startsWith(redirectUri)) return url
  }
  throw new Error('the authorization goes on and on')
}

function configuration(clients: readonly ClientMetadata[]): Configuration {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const models = new Map<string, Map<string, AdapterPayload>>()
  return {
    adapter: (model) => adapterOver(models.get(model) ?? models.set(model, new Map()).get(model) ?? new Map()),
    clients: [...clients],
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    scopes: ['openid', 'offline_access', 'users:read', 'groups:read'],
    findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kty: 'EC', use: 'sig', alg: 'ES256' }] },
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: () => false,
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    clientBasedCORS: () => false,
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      ClientCredentials: 600,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      RefreshToken: 600,
      Session: 600,
    },
    renderError: (ctx, out) => {
      ctx.body = out.error
    },
    routes: { authorization: '/authorize', token: '/token', revocation: '/revoke', registration: '/register' },
    features: {
      devInteractions: { enabled: false },
      resourceIndicators: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      clientCredentials: { enabled: true },
      registration: { enabled: true },
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
    },
  }
}

function adapterOver(entries: Map<string, AdapterPayload>): Adapter {
  return {
    upsert: async (id, payload) => void entries.set(id, payload),
    find: async (id) => entries.get(id),
    findByUid: async (uid) => [...entries.values()].find((payload) => payload.uid === uid),
    findByUserCode: async () => undefined,
    async consume(id) {
      const payload = entries.get(id)
      if (payload) payload.consumed = Math.floor(Date.now() / 1000)
    },
    destroy: async (id) => void entries.delete(id),
    async revokeByGrantId(grantId) {
      for (const [id, payload] of entries) if (payload.grantId === grantId) entries.delete(id)
    },
  }
}
