import {
  type Clock,
  type ConnectorDefinition,
  type Fillings,
  fillTexts,
  hasClientSecret,
  type OAuth2Config,
  type TokenHookRequest,
} from '../../define/index.ts'
import { AuthError } from '../../errors/index.ts'
import { readMember } from '../../text/read-member.ts'
import { readClientCertificate } from '../client-certificate.ts'
import { coverCredentials } from '../cover-credentials.ts'
import { parseWaitAskedFor } from '../wait-asked-for.ts'
import { captureFrom } from './captures.ts'
import { type ClientIdentity, chooseClientAuthentication } from './client-authentication.ts'
import { requireOauth2Config } from './connector-config.ts'
import { deadlineMsDefault, runWithinDeadline } from './endpoint-deadline.ts'
import {
  askEndpoint,
  createTransientError,
  decodeReplyText,
  type EndpointFetch,
  type EndpointQuestion,
} from './endpoint-fetch.ts'
import { fillEndpointUrl } from './endpoint-url.ts'
import { createJsonResponse, sendTokenRequest, type WordedRequest } from './openid-adapter.ts'
import { type AnswerContext, createTokenFailure, type Grant } from './token-failure.ts'
import { askHook, type ConfiguredTokenHook } from './token-hook.ts'
import { parseTokenReply, type TokenReply, type TokenSet } from './token-reply.ts'

/** The parts of every request for tokens. */
export interface TokenRequestOptions {
  readonly definition: ConnectorDefinition
  readonly app: ClientIdentity
  /** The connector's `token` hook; it replaces the built-in request. */
  readonly hook?: ConfiguredTokenHook | undefined
  /** Credential values so far, including captured ones; for the hook. */
  readonly credentials: Readonly<Record<string, unknown>>
  /** The app's custom settings by id; for the hook. */
  readonly settings: Readonly<Record<string, string>>
  /** The same values, for placeholders. */
  readonly fillings: Fillings
  readonly fetch: EndpointFetch
  readonly clock: Pick<Clock, 'nowMs'>
  readonly signal?: AbortSignal | undefined
  /** For the whole call; shorter than any lease. @default 15000 */
  readonly deadlineMs?: number | undefined
}

/** The parts of a token request that depend on the grant. */
export interface GrantRequest {
  readonly grant: Grant
  /** Template. */
  readonly url: string
  /** Templates of the connector. */
  readonly extra: OAuth2Config['tokenParams']
  /** Parameters of the protocol, without the client's own. */
  readonly protocol: Readonly<Record<string, string>>
  /** The same in the hook's form. */
  readonly members: Pick<TokenHookRequest, 'code' | 'codeVerifier' | 'refreshToken'>
}

/** Requests tokens once, by the hook or the built-in request. */
export async function requestTokens(request: GrantRequest, options: TokenRequestOptions): Promise<TokenSet> {
  const { definition, app, hook, credentials, settings, fillings, fetch, clock, signal } = options
  const { grant, members } = request
  const config = requireOauth2Config(definition)
  const authenticate = chooseClientAuthentication(config, app, definition.name)
  const endpoint = fillEndpointUrl(request.url, fillings)
  // The protocol's own come last, so that no template can replace them.
  const protocol = renameCode(request.protocol, config)
  const parameters = { ...fillTexts(request.extra, fillings), grant_type: grant, ...protocol }
  const params = { ...parameters, ...buildIdentityParams(config, app) }
  const who = `The token endpoint of ${definition.name} (${endpoint.host})`
  const context = {
    asked: grant,
    vendor: definition.name,
    who,
    secrets: listSentSecrets(params, config),
    status: undefined,
    refusals: config.refusals,
  }
  const certificate = readClientCertificate(definition, credentials)
  const repeatable = grant !== 'authorization_code'
  const sentAtMs = clock.nowMs()

  const ask = async (asking: EndpointQuestion): Promise<HookOrReplyAnswer> => {
    if (hook) {
      const hookRequest = { grant, params, ...members, credentials: coverCredentials(credentials), settings }
      const reply = await askHook({ hook, definition, fillings, request: hookRequest, asking, context }, config)
      return { status: undefined, reply }
    }
    const client = { endpoint, clientId: app.clientId, authenticate }
    const { answer, accepted } = await sendTokenRequest(client, grant, parameters, async (worded) => {
      const answer = await carryTokenRequest(endpoint, worded, config, asking)
      return { answer, conforming: createConformingReply(answer.reply) }
    })
    if (accepted || answer.reply.outcome !== 'token') return answer
    return { ...answer, reply: { outcome: 'unreadable', what: 'tokens that are not well-formed' } }
  }
  const { reply, status, retryAfter } = await runWithinDeadline(
    (ended) => ask({ who, repeatable, fetch, certificate, signal: ended }),
    { deadlineMs: options.deadlineMs ?? deadlineMsDefault, signal },
    () => createTransientError(`${who} did not answer in time.`, repeatable),
  )
  if (reply.outcome !== 'token') {
    const retryAfterMs = parseWaitAskedFor(retryAfter, clock.nowMs())
    throw createTokenFailure(reply, { ...context, status, retryAfterMs })
  }
  return createTokenSet(reply, sentAtMs, definition, { ...context, status })
}

interface HookOrReplyAnswer {
  /** undefined for the hook's result. */
  readonly status: number | undefined
  readonly reply: TokenReply
  readonly retryAfter?: string | null
}

/** The client's own parameters; `clientAuthMethod` decides whether the built-in request sends them here or as a header. */
function buildIdentityParams(config: OAuth2Config, { clientId, clientSecret }: ClientIdentity): Record<string, string> {
  const { clientIdParam = 'client_id', clientSecretParam = 'client_secret' } = config
  return !hasClientSecret(config) || clientSecret === undefined
    ? { [clientIdParam]: clientId }
    : { [clientIdParam]: clientId, [clientSecretParam]: clientSecret }
}

/** The parameters of the protocol, with the vendor's own name for the code. */
function renameCode(
  protocol: Readonly<Record<string, string>>,
  { tokenCodeParam = 'code' }: OAuth2Config,
): Readonly<Record<string, string>> {
  const { code, ...rest } = protocol
  return code === undefined ? protocol : { ...rest, [tokenCodeParam]: code }
}

const openParameters = ['grant_type', 'client_id', 'redirect_uri', 'scope']

/**
 * Values of the request that must not appear in an error. Connectors' own parameters count, because they may contain a
 * setting.
 */
function listSentSecrets(params: Readonly<Record<string, string>>, { clientIdParam }: OAuth2Config): string[] {
  const open = new Set([...openParameters, clientIdParam])
  return Object.entries(params).flatMap(([name, value]) => (open.has(name) || value === '' ? [] : [value]))
}

/** Sends to the verified endpoint, whatever URL the library passes. */
async function carryTokenRequest(
  url: URL,
  { headers, body }: WordedRequest,
  config: OAuth2Config,
  asking: EndpointQuestion,
): Promise<HookOrReplyAnswer> {
  const wire =
    config.tokenBody === 'json'
      ? {
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(Object.fromEntries(new URLSearchParams(body))),
        }
      : { headers, body: String(body) }
  const reply = await askEndpoint({ url, method: 'POST', ...wire }, asking)
  return {
    status: reply.status,
    reply: parseTokenReply(reply.status, decodeReplyText(reply), config),
    retryAfter: reply.headers.get('retry-after'),
  }
}

/**
 * The form of RFC 6749 §5. Without id_token: we do not use it, and checking it needs an issuer that few connectors
 * declare.
 */
function createConformingReply(reply: TokenReply): Response {
  if (reply.outcome !== 'token') return createJsonResponse({ error: 'refused' }, 400)
  return createJsonResponse({
    access_token: reply.accessToken,
    token_type: 'bearer',
    expires_in: reply.lifetimeSeconds,
    refresh_token: reply.refreshToken,
    scope: reply.scopes?.join(' '),
  })
}

function createTokenSet(
  reply: Extract<TokenReply, { outcome: 'token' }>,
  sentAtMs: number,
  definition: ConnectorDefinition,
  { asked, who, status }: AnswerContext,
): TokenSet {
  const { supportsRefreshToken = true } = requireOauth2Config(definition)
  const { accessToken, refreshToken, lifetimeSeconds, scopes } = reply
  const { captured, problems } = captureFrom('token', definition, (path) => readMember(reply.members, path))
  const [problem] = problems
  // Values that a refresh leaves out stay the same. An error at this point would lose tokens whose predecessors are
  // used up.
  if (problem && asked !== 'refresh_token') {
    throw new AuthError(
      `${who} granted access, but "${problem.id}" in its reply ${problem.message}. Check the connector's capture.`,
      { code: 'AUTH_REPLY_INVALID', status },
    )
  }
  return {
    accessToken,
    refreshToken: supportsRefreshToken && refreshToken !== undefined ? refreshToken : undefined,
    expiresAtMs: lifetimeSeconds === undefined ? undefined : sentAtMs + lifetimeSeconds * 1000,
    scopes,
    captured,
  }
}
