import type { KoaContextWithOIDC, Provider } from 'oidc-provider'

/**
 * Refuses a client that sends its secret in another way than it registered. oidc-provider accepts form fields and HTTP
 * Basic from both, but many vendors accept one way only, and a wrong connector should fail in its tests.
 * @param current the request that is being answered
 */
export function demandDeclaredAuthMethod(provider: Provider, current: () => KoaContextWithOIDC | undefined): void {
  const { prototype } = provider.Client
  const compare = prototype.compareClientSecret
  prototype.compareClientSecret = function (secret) {
    const byHeader = current()?.headers.authorization !== undefined
    return byHeader === (this.clientAuthMethod === 'client_secret_basic') && compare.call(this, secret)
  }
}

/**
 * The request's path with `prompt=consent` if it has `offline_access` without any prompt. Without it, oidc-provider
 * drops the scope (OpenID Connect Core §11), but Okta, Microsoft and Atlassian still issue a refresh token.
 */
export function addOfflineConsent(path: string, authorizeUrl: string): string {
  const { origin } = new URL(authorizeUrl)
  if (!path.startsWith(`${authorizeUrl.slice(origin.length)}?`)) return path
  const url = new URL(`${origin}${path}`)
  const scopes = url.searchParams.get('scope')?.split(' ') ?? []
  if (!scopes.includes('offline_access') || url.searchParams.has('prompt')) return path
  url.searchParams.set('prompt', 'consent')
  return `${url.pathname}${url.search}`
}
