import { hasClientSecret, type OAuth2Config } from '../../define/index.ts'
import { AuthError } from '../../errors/index.ts'

/** The OAuth app, as the vendor knows it. */
export interface ClientIdentity {
  readonly clientId: string
  readonly clientSecret?: string | undefined
}

/** Adds the client's proof to a request before it is sent. Its shape is openid-client's. */
export type ClientAuthentication = (server: unknown, client: unknown, body: URLSearchParams, headers: Headers) => void

/**
 * How the app proves itself at the token endpoint (RFC 6749 §2.3.1). Not in the URL.
 * @throws AuthError `AUTH_APP_MISCONFIGURED` when a secret is needed and there is none
 */
export function chooseClientAuthentication(
  config: OAuth2Config,
  { clientId, clientSecret }: ClientIdentity,
  vendor: string,
): ClientAuthentication {
  const { clientIdParam = 'client_id', clientSecretParam = 'client_secret' } = config
  if (!hasClientSecret(config)) return (_server, _client, body) => body.set(clientIdParam, clientId)
  if (!clientSecret) {
    throw new AuthError(`The OAuth app of ${vendor} has no client secret. Enter it in the app's settings.`, {
      code: 'AUTH_APP_MISCONFIGURED',
    })
  }
  if (config.clientAuthMethod !== 'header') {
    return (_server, _client, body) => {
      body.set(clientIdParam, clientId)
      body.set(clientSecretParam, clientSecret)
    }
  }
  // RFC 7617 §2: without encoding, the server would end the id at its first colon and treat the rest as the secret.
  if (config.clientAuthEncoding === 'raw' && clientId.includes(':')) {
    throw new AuthError(
      `The client id of ${vendor} contains a colon, which HTTP Basic cannot send. Use an app whose client id has no colon.`,
      { code: 'AUTH_APP_MISCONFIGURED' },
    )
  }
  // openid-client's own encoding even escapes "-", "_" and ".", which breaks every UUID at servers that do not decode.
  const encode = config.clientAuthEncoding === 'raw' ? (text: string) => text : encodeFormValue
  const pair = Buffer.from(`${encode(clientId)}:${encode(clientSecret)}`).toString('base64')
  return (_server, _client, _body, headers) => headers.set('authorization', `Basic ${pair}`)
}

/** As application/x-www-form-urlencoded writes a value (RFC 6749 appendix B). */
function encodeFormValue(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1)
}
