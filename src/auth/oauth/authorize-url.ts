import { type ConnectorDefinition, type Fillings, fillText } from '../../define/index.ts'
import { createSecret } from '../secret.ts'
import { requireCodeFlowConfig } from './connector-config.ts'
import { fillEndpointUrl } from './endpoint-url.ts'
import { computeCodeChallenge, usesPkce } from './pkce.ts'

export interface AuthorizationRequest {
  readonly definition: ConnectorDefinition
  readonly clientId: string
  /** The redirect URI, exactly as the app is registered. */
  readonly redirectUri: string
  /** A subset of the declared scopes. */
  readonly scopes: readonly string[]
  readonly state: string
  /** Required if the connector uses PKCE, otherwise not allowed. */
  readonly codeVerifier?: string | undefined
  /** Typed credentials, and settings by id and by token name. */
  readonly fillings: Fillings
}

/**
 * The URL for the person's browser (RFC 6749 §4.1.1). Every parameter occurs exactly once (§3.1), whatever the template
 * presets, and those of the protocol win.
 * @throws TypeError for undeclared scopes, an invalid redirect URI, or PKCE that does not fit
 * @throws CredentialError when a placeholder has no value, or one that would lead elsewhere
 */
export async function authorizeUrl(request: AuthorizationRequest): Promise<URL> {
  const { definition, fillings } = request
  const config = requireCodeFlowConfig(definition)
  const url = fillEndpointUrl(config.authorizeUrl, fillings)
  const scopes = demandDeclared(request.scopes, definition.id, config.scopes)
  demandRedirectUri(request.redirectUri)
  if (request.state === '') throw new TypeError('authorizeUrl: state is empty')

  const parameters = new Map(url.searchParams)
  for (const [name, template] of Object.entries(config.authorizationParams ?? {})) {
    parameters.set(name, fillText(template, fillings))
  }
  for (const name of config.randomParams ?? []) parameters.set(name, createSecret())
  parameters.set('response_type', config.responseType ?? 'code')
  parameters.set(config.clientIdParam ?? 'client_id', request.clientId)
  parameters.set('redirect_uri', request.redirectUri)
  if (scopes.length > 0) parameters.set(config.scopeParam ?? 'scope', scopes.join(config.scopeSeparator ?? ' '))
  parameters.set('state', request.state)
  if (usesPkce(config)) {
    if (!request.codeVerifier)
      throw new TypeError(`authorizeUrl: "${definition.id}" uses PKCE, so you must pass codeVerifier`)
    parameters.set('code_challenge', await computeCodeChallenge(request.codeVerifier))
    parameters.set('code_challenge_method', 'S256')
  } else if (request.codeVerifier !== undefined) {
    // If there was no challenge before, a verifier at the exchange makes servers refuse the code.
    throw new TypeError(`authorizeUrl: "${definition.id}" does not use PKCE; set pkce, or remove codeVerifier`)
  }
  url.search = new URLSearchParams([...parameters]).toString()
  return url
}

function demandDeclared(scopes: readonly string[], connectorId: string, declared: readonly string[]): string[] {
  const unknown = scopes.find((scope) => !declared.includes(scope))
  if (unknown === undefined) return [...new Set(scopes)]
  const known = declared.length === 0 ? 'none' : declared.join(', ')
  throw new TypeError(`authorizeUrl: "${unknown}" is not among the scopes that "${connectorId}" declares (${known})`)
}

/** RFC 6749 §3.1.2: absolute, without a fragment. */
function demandRedirectUri(redirectUri: string): void {
  if (URL.canParse(redirectUri) && !redirectUri.includes('#')) return
  throw new TypeError('authorizeUrl: redirectUri must be an absolute URL without fragment')
}
