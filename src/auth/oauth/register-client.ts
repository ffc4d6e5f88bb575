import type { ConnectorDefinition, Fillings, OAuth2Config } from '../../define/index.ts'
import { omitUndefined } from '../../text/omit-undefined.ts'
import { readMember } from '../../text/read-member.ts'
import type { ClientIdentity } from './client-authentication.ts'
import { requireOauth2Config } from './connector-config.ts'
import { deadlineMsDefault, runWithinDeadline } from './endpoint-deadline.ts'
import {
  askEndpoint,
  createTransientError,
  decodeReplyText,
  type EndpointFetch,
  type EndpointQuestion,
  type EndpointReply,
} from './endpoint-fetch.ts'
import { fillEndpointUrl } from './endpoint-url.ts'
import { createJsonResponse, sendRegistration } from './openid-adapter.ts'
import { parseBody } from './reply-body.ts'
import { createTokenFailure } from './token-failure.ts'
import { parseErrorCode } from './untrusted-text.ts'

export interface ClientRegistration {
  readonly definition: ConnectorDefinition
  /** The app's name on the vendor's consent page. */
  readonly clientName: string
  readonly redirectUris: readonly string[]
  readonly fillings: Fillings
  readonly fetch: EndpointFetch
  readonly signal?: AbortSignal | undefined
  /** @default 15000 */
  readonly deadlineMs?: number | undefined
}

export interface RegisteredClient extends ClientIdentity {
  /** Epoch ms; undefined if the secret does not expire. */
  readonly clientSecretExpiresAtMs?: number | undefined
}

/**
 * Registers an OAuth app at the vendor (RFC 7591), as the connector's options need it. Sent once. If the answer is
 * lost, an unknown app stays at the vendor, so a person decides about the next attempt.
 * @throws AuthError `AUTH_APP_MISCONFIGURED` when the vendor refuses, `AUTH_TRANSIENT` or `AUTH_REPLY_INVALID`
 * @throws TypeError when the connector declares no `registrationUrl`
 * @throws the reason of `signal` when that is aborted
 */
export async function registerClient(registration: ClientRegistration): Promise<RegisteredClient> {
  const { definition, fillings, fetch, signal, deadlineMs = deadlineMsDefault } = registration
  const config = requireOauth2Config(definition)
  if (config.registrationUrl === undefined) {
    throw new TypeError(`registerClient: "${definition.id}" declares no registrationUrl`)
  }
  const endpoint = fillEndpointUrl(config.registrationUrl, fillings)
  const who = `The registration endpoint of ${definition.name} (${endpoint.host})`
  const { status, client } = await runWithinDeadline(
    (ended) =>
      register(endpoint, buildClientMetadata(config, registration), { who, repeatable: true, fetch, signal: ended }),
    { deadlineMs, signal },
    () => createTransientError(`${who} did not answer in time.`, true),
  )
  if (client.outcome !== 'registered') {
    throw createTokenFailure(client, { asked: 'registration', vendor: definition.name, who, status, secrets: [] })
  }
  const { outcome: _outcome, ...registered } = client
  if (registered.clientSecret !== undefined || config.publicClient) return registered
  const reply = { outcome: 'unreadable', what: 'an app without client secret' } as const
  throw createTokenFailure(reply, { asked: 'registration', vendor: definition.name, who, status, secrets: [] })
}

/** RFC 7591 §2. */
function buildClientMetadata(config: OAuth2Config, { clientName, redirectUris }: ClientRegistration) {
  const { publicClient, clientAuthMethod, supportsRefreshToken = true, scopes, scopeSeparator = ' ' } = config
  const byPerson = config.grant !== 'client_credentials'
  const secretMethod = clientAuthMethod === 'header' ? 'client_secret_basic' : 'client_secret_post'
  const codeGrants = ['authorization_code', ...(supportsRefreshToken ? ['refresh_token'] : [])]
  return omitUndefined({
    client_name: clientName,
    redirect_uris: byPerson ? redirectUris : [],
    grant_types: byPerson ? codeGrants : ['client_credentials'],
    response_types: byPerson ? ['code'] : [],
    token_endpoint_auth_method: publicClient ? 'none' : secretMethod,
    scope: scopes.length > 0 ? scopes.join(scopeSeparator) : undefined,
  })
}

type RegistrationAnswer =
  | ({ readonly outcome: 'registered' } & RegisteredClient)
  | { readonly outcome: 'refused'; readonly errorCode: string | undefined }
  | { readonly outcome: 'unreadable'; readonly what: string }

async function register(endpoint: URL, metadata: Parameters<typeof sendRegistration>[1], asking: EndpointQuestion) {
  const { answer } = await sendRegistration(endpoint, metadata, async ({ headers, body }) => {
    const reply = await askEndpoint({ url: endpoint, method: 'POST', headers, body: String(body) }, asking)
    const client = parseRegistration(reply)
    return { answer: { status: reply.status, client }, conforming: createConformingAnswer(client) }
  })
  return answer
}

/** RFC 7591 §3.2. Vendors answer 200 as well as 201, and leave the expiry out. */
function parseRegistration(reply: EndpointReply): RegistrationAnswer {
  const members = parseBody(decodeReplyText(reply) ?? '') ?? {}
  const at = (name: string) => readMember(members, name)
  if (reply.status >= 400) return { outcome: 'refused', errorCode: parseErrorCode(at('error')) }
  const [clientId, clientSecret, expiresAt] = [at('client_id'), at('client_secret'), at('client_secret_expires_at')]
  if (reply.status < 200 || reply.status >= 300 || typeof clientId !== 'string' || clientId === '') {
    return { outcome: 'unreadable', what: 'something that is not a client registration' }
  }
  return {
    outcome: 'registered',
    clientId,
    clientSecret: typeof clientSecret === 'string' && clientSecret !== '' ? clientSecret : undefined,
    clientSecretExpiresAtMs: typeof expiresAt === 'number' && expiresAt > 0 ? expiresAt * 1000 : undefined,
  }
}

function createConformingAnswer(client: RegistrationAnswer): Response {
  if (client.outcome !== 'registered') return createJsonResponse({ error: 'refused' }, 400)
  const { clientId, clientSecret } = client
  return createJsonResponse({ client_id: clientId, client_secret: clientSecret, client_secret_expires_at: 0 }, 201)
}
