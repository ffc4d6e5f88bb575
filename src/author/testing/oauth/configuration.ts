import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { ClientMetadata, Configuration, JWK, ResponseType } from 'oidc-provider'
import type { MemoryAdapters } from './memory-adapters.ts'
import type { OAuthClient, SettledOptions } from './oauth-options.ts'
import { renderErrorPage } from './sign-in-page.ts'

const authMethods = { body: 'client_secret_post', header: 'client_secret_basic', none: 'none' } as const

/** The path of the sign-in page; the rest of it is the id of the interaction. */
export const interactionPath = '/sign-in/'

/**
 * Configures oidc-provider completely, because it prints a notice for each default that only suits a first try (keys,
 * adapter, accounts, lifetimes, pages).
 */
export function configureProvider(settled: SettledOptions, adapters: MemoryAdapters): Configuration {
  const { account } = settled
  return {
    adapter: adapters.of,
    clients: settled.clients.map(toClientMetadata),
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    scopes: ['openid', 'offline_access', ...settled.scopes],
    claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
    findAccount: (_ctx, id) =>
      id === account.id
        ? {
            accountId: id,
            claims: () => ({
              sub: id,
              name: account.name,
              email: account.email,
              email_verified: account.emailVerified,
            }),
          }
        : undefined,
    jwks: { keys: [generateSigningJwk()] },
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    pkce: { required: () => settled.pkceRequired },
    rotateRefreshToken: settled.rotateRefreshTokens,
    issueRefreshToken: (_ctx, client, source) =>
      client.grantTypeAllowed('refresh_token') &&
      (settled.refreshTokens === 'always' || source.scopes.has('offline_access')),
    // Tests that wait for a token to expire need the exact second, without a tolerance.
    clockTolerance: 0,
    ttl: {
      AccessToken: settled.accessTokenTtlSeconds,
      ClientCredentials: settled.accessTokenTtlSeconds,
      AuthorizationCode: 60,
      IdToken: 3600,
      Interaction: 3600,
      Session: 14 * 86_400,
      Grant: 14 * 86_400,
      RefreshToken: 14 * 86_400,
    },
    interactions: { url: (_ctx, interaction) => `${interactionPath}${interaction.uid}` },
    clientBasedCORS: () => false,
    async renderError(ctx, out) {
      ctx.type = 'html'
      ctx.body = await renderErrorPage(settled.vendorName, out.error, out.error_description)
    },
    routes: {
      authorization: '/oauth/authorize',
      token: '/oauth/token',
      revocation: '/oauth/revoke',
      userinfo: '/oauth/userinfo',
    },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      resourceIndicators: { enabled: false },
      clientCredentials: { enabled: true },
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
    },
  }
}

function toClientMetadata(client: OAuthClient): ClientMetadata {
  const byPerson = client.redirectUris.length > 0
  const grants = [
    ...(byPerson ? ['authorization_code', 'refresh_token'] : []),
    ...(client.authMethod === 'none' ? [] : ['client_credentials']),
  ]
  const responses: ResponseType[] = byPerson ? ['code'] : []
  return {
    client_id: client.clientId,
    client_name: client.name ?? client.clientId,
    client_secret: client.clientSecret,
    redirect_uris: [...client.redirectUris],
    grant_types: grants,
    response_types: responses,
    token_endpoint_auth_method: authMethods[client.authMethod],
    application_type: client.redirectUris.some(isPortlessLoopback) ? 'native' : 'web',
  }
}

function isPortlessLoopback(uri: string): boolean {
  const { protocol, hostname, port } = new URL(uri)
  return protocol === 'http:' && port === '' && ['127.0.0.1', '[::1]', 'localhost'].includes(hostname)
}

/** A key for this start only. P-256, because an RSA key takes a hundred times as long. */
function generateSigningJwk(): JWK {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { ...privateKey.export({ format: 'jwk' }), kty: 'EC', use: 'sig', alg: 'ES256' }
}
