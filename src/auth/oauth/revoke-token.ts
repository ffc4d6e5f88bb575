import type { Clock, ConnectorDefinition, Fillings } from '../../define/index.ts'
import { AuthError } from '../../errors/index.ts'
import { readClientCertificate } from '../client-certificate.ts'
import { type ClientIdentity, chooseClientAuthentication } from './client-authentication.ts'
import { requireOauth2Config } from './connector-config.ts'
import { deadlineMsDefault, runWithinDeadline } from './endpoint-deadline.ts'
import { askEndpoint, createTransientError, decodeReplyText, type EndpointFetch } from './endpoint-fetch.ts'
import { fillEndpointUrl } from './endpoint-url.ts'
import { createJsonResponse, sendRevocation } from './openid-adapter.ts'
import { createTokenFailure } from './token-failure.ts'
import { parseTokenReply } from './token-reply.ts'

export interface Revocation {
  readonly definition: ConnectorDefinition
  readonly app: ClientIdentity
  readonly fillings: Fillings
  /** Credential values; the endpoint may demand the certificate among them. @default none */
  readonly credentials?: Readonly<Record<string, unknown>> | undefined
  readonly token: string
  readonly tokenTypeHint: 'access_token' | 'refresh_token'
  readonly fetch: EndpointFetch
  /** For the waits between attempts. */
  readonly clock: Pick<Clock, 'sleep'>
  readonly signal?: AbortSignal | undefined
  /** For the whole call, including retries. @default 15000 */
  readonly deadlineMs?: number | undefined
}

// Revoking twice has the effect of once (RFC 7009 §2.2), so temporary errors are tried again.
const retries = 2
const retryAfterMs = 250

/**
 * Informs the vendor that a token is no longer needed (RFC 7009). Revoke the refresh token first: servers then also end
 * the tokens that came from it. A token that the vendor does not know counts as revoked.
 * @throws AuthError `AUTH_TRANSIENT`, `AUTH_APP_MISCONFIGURED` or `AUTH_REPLY_INVALID`
 * @throws TypeError when the connector declares no `revokeUrl`
 * @throws the reason of `signal` when that is aborted
 */
export async function revokeToken(revocation: Revocation): Promise<void> {
  const { definition, app, fillings, credentials = {}, fetch, clock, signal } = revocation
  const { deadlineMs = deadlineMsDefault } = revocation
  const config = requireOauth2Config(definition)
  if (config.revokeUrl === undefined) throw new TypeError(`revokeToken: "${definition.id}" declares no revokeUrl`)
  const endpoint = fillEndpointUrl(config.revokeUrl, fillings)
  const authenticate = chooseClientAuthentication(config, app, definition.name)
  const client = { endpoint, clientId: app.clientId, authenticate }
  const who = `The revocation endpoint of ${definition.name} (${endpoint.host})`
  const asking = { who, repeatable: true, fetch, certificate: readClientCertificate(definition, credentials) }
  const { default: pRetry } = await import('p-retry')

  await runWithinDeadline(
    (ended) =>
      pRetry(() => revokeOnce(revocation, client, { ...asking, signal: ended }), {
        retries,
        // The waits use the clock, so that tests need not wait.
        minTimeout: 0,
        signal: ended,
        onFailedAttempt: ({ error, attemptNumber, retriesLeft }) =>
          retriesLeft > 0 && isRetryable(error) ? clock.sleep(attemptNumber * retryAfterMs, ended) : undefined,
        shouldRetry: ({ error }) => isRetryable(error),
      }),
    { deadlineMs, signal },
    () => createTransientError(`${who} did not answer in time.`, true),
  )
}

function isRetryable(error: unknown): boolean {
  return error instanceof AuthError && error.retryable
}

async function revokeOnce(
  { definition, app, token, tokenTypeHint }: Revocation,
  client: Parameters<typeof sendRevocation>[0],
  asking: Parameters<typeof askEndpoint>[1],
): Promise<void> {
  const { answer } = await sendRevocation(client, token, { token_type_hint: tokenTypeHint }, async (worded) => {
    const answer = await askEndpoint(
      { url: client.endpoint, method: 'POST', headers: worded.headers, body: String(worded.body) },
      asking,
    )
    return { answer, conforming: createJsonResponse({}, answer.status === 200 ? 200 : 400) }
  })
  const reply = parseTokenReply(answer.status, decodeReplyText(answer), requireOauth2Config(definition))
  const isDone = answer.status >= 200 && answer.status < 300 && reply.outcome !== 'refused'
  // Google answers 400 invalid_token, although RFC 7009 §2.2 requires 200.
  const isUnknown = reply.outcome === 'refused' && reply.errorCode === 'invalid_token'
  if (isDone || isUnknown || reply.outcome === 'token') return
  const secrets = [token, app.clientSecret ?? ''].filter((secret) => secret !== '')
  throw createTokenFailure(reply, {
    asked: 'revocation',
    vendor: definition.name,
    who: asking.who,
    status: answer.status,
    secrets,
  })
}
