import type { Problem } from '../../errors/index.ts'
import type { OAuth2Config } from '../connector/auth-config.ts'
import type { ConnectorDefinition } from '../connector/connector-definition.ts'
import { findCertificateField, hasClientSecret } from '../connector/definition-fields.ts'
import { formatPath } from '../schema/problems.ts'

/** Rules between the options of the oauth2 strategy. */
export function findOauth2Problems(definition: ConnectorDefinition): Problem[] {
  const { auth } = definition
  if (auth.type !== 'oauth2') return []
  const { config } = auth
  // The code exchange takes its scopes from the authorization request, and some providers want them repeated. Client
  // credentials have a scope of their own.
  const forToken = config.grant === 'client_credentials' ? [...reservedForToken, 'scope'] : reservedForToken
  return [
    ...findReservedParamProblems(config.authorizationParams, 'authorizationParams', reservedForAuthorization),
    ...findReservedParamProblems(config.tokenParams, 'tokenParams', forToken),
    ...findReservedParamProblems(config.refreshParams, 'refreshParams', forToken),
    ...findPresetProblems(config),
    ...findScopeParamProblems(config),
    ...findOwnNameProblems(config),
    ...findResponseTypeProblems(config),
    ...findTokenTypeProblems(config),
    ...findContradictions(definition, config),
  ]
}

// RFC 6749 §3.1: a parameter must not be included more than once, and the protocol sets these itself. The secret is
// never part of a URL (§2.3.1).
export const reservedForAuthorization: readonly string[] = [
  'client_id',
  'client_secret',
  'response_type',
  // The callback reads the query of a GET. With another mode the answer would arrive elsewhere or not at all.
  'response_mode',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
]
const reservedForToken = [
  'grant_type',
  'code',
  'redirect_uri',
  'code_verifier',
  'refresh_token',
  'client_id',
  'client_secret',
]

/** Only another name for `scope`. */
function findScopeParamProblems({ scopeParam, authorizationParams = {} }: OAuth2Config): Problem[] {
  if (scopeParam === undefined) return []
  const path = formatPath(['auth', 'config', 'scopeParam'])
  if (reservedForAuthorization.includes(scopeParam) && scopeParam !== 'scope')
    return [
      {
        path,
        message: `cannot carry scopes, because "${scopeParam}" is a parameter of the OAuth protocol; choose the one that the vendor documents`,
      },
    ]
  return Object.hasOwn(authorizationParams, scopeParam)
    ? [{ path, message: 'is set by authorizationParams as well; list its scopes under "scopes"' }]
    : []
}

const ownNames = ['clientIdParam', 'clientSecretParam', 'tokenCodeParam', 'callbackCodeParam'] as const
const namesOfProtocol = { clientIdParam: 'client_id', clientSecretParam: 'client_secret', tokenCodeParam: 'code' }

/** A vendor's own names for parameters of the protocol. Two parameters cannot share a name. */
function findOwnNameProblems(config: OAuth2Config): Problem[] {
  const { authorizationParams = {}, tokenParams = {}, scopeParam = 'scope', randomParams = [] } = config
  const problems: Problem[] = []
  const add = (member: string, name: string, why: string) =>
    problems.push({ path: formatPath(['auth', 'config', member]), message: `"${name}" ${why}` })
  const taken = 'is already the name of another parameter; choose the one that the vendor documents'
  const seen = new Set([scopeParam])
  for (const member of ownNames) {
    const name = config[member]
    if (name === undefined) continue
    if (member === 'callbackCodeParam') {
      if (['state', 'error', 'error_description', 'iss'].includes(name)) add(member, name, taken)
      continue
    }
    const isOwn = name === namesOfProtocol[member]
    const isTaken = reservedForAuthorization.includes(name) || reservedForToken.includes(name) || seen.has(name)
    if ((isTaken && !isOwn) || Object.hasOwn(tokenParams, name)) add(member, name, taken)
    else if (member === 'clientIdParam' && Object.hasOwn(authorizationParams, name)) add(member, name, taken)
    seen.add(name)
  }
  for (const [index, name] of randomParams.entries()) {
    const path = `randomParams[${index}]`
    const isTaken = [...reservedForAuthorization, scopeParam, config.clientIdParam].includes(name)
    if (isTaken || Object.hasOwn(authorizationParams, name) || randomParams.indexOf(name) < index)
      problems.push({ path: `auth.config.${path}`, message: `"${name}" ${taken}` })
  }
  return problems
}

/** Tokens in a URL end in logs and histories (RFC 9700 §2.1.2). */
function findResponseTypeProblems({ responseType }: OAuth2Config): Problem[] {
  if (responseType === undefined || !/token/i.test(responseType)) return []
  const message = `"${responseType}" puts tokens into the address of the callback; request a code instead, as "code" does`
  return [{ path: 'auth.config.responseType', message }]
}

function findReservedParamProblems(
  params: Readonly<Record<string, string>> | undefined,
  member: string,
  names: readonly string[],
): Problem[] {
  return Object.keys(params ?? {})
    .filter((name) => names.includes(name))
    .map((name) => ({
      path: formatPath(['auth', 'config', member, name]),
      message: 'is set by the protocol itself; remove it',
    }))
}

function findPresetProblems(config: OAuth2Config): Problem[] {
  const query = /\?([^#]*)/.exec(config.authorizeUrl ?? '')?.[1] ?? ''
  const preset = new Set(new URLSearchParams(query).keys())
  const doubled = Object.keys(config.authorizationParams ?? {}).filter(
    (name) => preset.has(name) && !reservedForAuthorization.includes(name),
  )
  return [
    ...reservedForAuthorization
      .filter((name) => preset.has(name))
      .map((name) => ({
        path: 'auth.config.authorizeUrl',
        message: `presets "${name}", which the protocol sets itself; remove it from the URL`,
      })),
    ...doubled.map((name) => ({
      path: formatPath(['auth', 'config', 'authorizationParams', name]),
      message: 'is in authorizeUrl as well; keep one of them',
    })),
  ]
}

// Tokens of these types are bound to a key. The vendor refuses them as bearer tokens, or, which is worse, accepts them
// (RFC 6749 §7.1).
const boundTypes = ['dpop', 'mac', 'pop']

function findTokenTypeProblems(config: OAuth2Config): Problem[] {
  return (config.tokenTypes ?? []).flatMap((type, index) =>
    boundTypes.includes(type.toLowerCase())
      ? [
          {
            path: `auth.config.tokenTypes[${index}]`,
            message: `"${type}" tokens are bound to a key, so they cannot be sent as bearer tokens; remove it`,
          },
        ]
      : [],
  )
}

const codeFlowMembers = ['callbackCodeParam', 'tokenCodeParam', 'responseType', 'randomParams'] as const

function findContradictions(definition: ConnectorDefinition, config: OAuth2Config): Problem[] {
  const problems: Problem[] = []
  const add = (member: string, message: string) => problems.push({ path: `auth.config.${member}`, message })
  if (config.publicClient && config.clientAuthMethod === 'header') {
    add('clientAuthMethod', 'a public client has no secret to send in a header; remove it')
  }
  if (config.clientAuthMethod === 'certificate') {
    if (config.publicClient) add('publicClient', 'a client with a certificate is not public (RFC 8705 §2); remove it')
    // RFC 8705 §2.1.2: registering demands the subject of a certificate, which nobody has entered then.
    if (config.registrationUrl !== undefined)
      add('registrationUrl', 'an app with a certificate cannot register itself; remove it')
    if (!findCertificateField(definition)?.required)
      add('clientAuthMethod', 'needs a field of type "certificate" that is required; declare one in credentialFields')
  }
  if (
    config.supportsRefreshToken === false &&
    (config.refreshUrl !== undefined || config.refreshParams !== undefined)
  ) {
    add('supportsRefreshToken', 'is false, so refreshUrl and refreshParams are never used; remove them')
  }
  if (config.clientSecretParam !== undefined && (!hasClientSecret(config) || config.clientAuthMethod === 'header'))
    add('clientSecretParam', 'names a secret that is not in the body of the token request; remove it')
  if (config.grant === 'client_credentials') {
    for (const member of codeFlowMembers)
      if (config[member] !== undefined)
        add(member, 'is for the step in which a person signs in, and this grant has no such step; remove it')
    if (config.publicClient)
      add('publicClient', 'the client credentials grant needs a secret (RFC 6749 §4.4); remove it')
    config.capture?.forEach(({ from }, index) => {
      if (from === 'callback')
        add(
          `capture[${index}].from`,
          'this grant has no step in which a person signs in, so it has no callback; capture from "token"',
        )
    })
  }
  return problems
}
