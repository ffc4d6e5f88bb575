import type { EndpointFetch } from '../../auth/oauth/endpoint-fetch.ts'
import { type CustomFetch, loadOpenidClient } from '../../auth/oauth/openid-adapter.ts'
import type { SignInIssuerRecord } from '../../service/records/sign-in-issuers.ts'
import type { RuntimeParts } from '../parts/runtime-parts.ts'
import { BrokenRule } from './broken-rule.ts'
import { placeSecret } from './issuer-places.ts'

const timeoutSeconds = 10

/** How far the clocks of a provider and of this machine may be apart. */
export const clockSkewSeconds = 30

export type ProviderParts = Pick<RuntimeParts, 'vault' | 'fetch' | 'options'>

/**
 * Reads the metadata of a provider, and is ready to ask it as the client that was registered.
 * @throws BrokenRule, and errors of the OpenID library, which may repeat what the provider sent
 */
export async function openProvider(parts: ProviderParts, issuer: SignInIssuerRecord) {
  const openid = await loadOpenidClient()
  const { id, organizationId, sealedSecret, clientId } = issuer
  const secret =
    sealedSecret === null ? undefined : await parts.vault.open(placeSecret(organizationId, id), sealedSecret)
  const config = await openid.discovery(
    new URL(issuer.issuer),
    clientId,
    { [openid.clockTolerance]: clockSkewSeconds },
    secret === undefined ? openid.None() : chooseAuthentication(openid, secret),
    {
      [openid.customFetch]: adaptFetch(parts.fetch),
      timeout: timeoutSeconds,
      // Without this, the signature of an ID token that came by TLS is not checked.
      execute: [
        openid.enableNonRepudiationChecks,
        // Leave for single connections is none for signing in.
        ...(parts.options.allowPrivateNetwork === true ? [openid.allowInsecureRequests] : []),
      ],
    },
  )
  if (config.serverMetadata().issuer !== issuer.issuer)
    throw new BrokenRule('metadata.issuer', 'its metadata names another issuer. Register exactly the one that it names')
  return config
}

/**
 * The way in which the provider takes the secret: the first one of ours that its metadata lists, and Basic where it lists none (OpenID
 * Connect Discovery §3).
 */
function chooseAuthentication(openid: OpenidModule, secret: string): ClientAuth {
  const ways: Readonly<Record<string, ClientAuth>> = {
    client_secret_basic: openid.ClientSecretBasic(secret),
    client_secret_post: openid.ClientSecretPost(secret),
    client_secret_jwt: openid.ClientSecretJwt(secret),
  }
  return (server, ...request) => {
    const offered = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const way = Object.keys(ways).find((name) => offered.includes(name))
    if (way === undefined)
      throw new BrokenRule(
        'metadata.token_endpoint_auth_methods_supported',
        'it takes no client secret. Choose client_secret_basic or client_secret_post there',
      )
    return ways[way]?.(server, ...request)
  }
}

type OpenidModule = Awaited<ReturnType<typeof loadOpenidClient>>
type ClientAuth = ReturnType<OpenidModule['ClientSecretBasic']>

/** The runtime's own transport, which reaches public addresses only unless more is allowed. */
function adaptFetch(fetch: EndpointFetch): CustomFetch {
  return (url, { method, headers, body, signal }) =>
    fetch(url, {
      method,
      headers,
      body: body === undefined || body === null ? null : String(body),
      signal: signal ?? AbortSignal.timeout(timeoutSeconds * 1000),
      redirect: 'manual',
    })
}
