import { type KeyObject, sign } from 'node:crypto'
import { AuthError, type AuthenticateContext, type AuthenticateReply, readPrivateKey } from 'checkwright'
import { ServiceAccountKey, TokenReply } from './responses.ts'

// Fixed, whatever the "token_uri" of the key is: somebody who provides a key must not choose where its proofs go.
const tokenUrl = 'https://oauth2.googleapis.com/token'

// Some of the APIs have no read-only scope; the account's roles decide what it may do.
const scope = 'https://www.googleapis.com/auth/cloud-platform'

const lifetimeSeconds = 3600

/**
 * A token for an hour, in exchange for an assertion signed with the key of a service account (RFC 7523 §2.1).
 * https://developers.google.com/identity/protocols/oauth2/service-account#httprest
 * @throws AuthError for a key that is none, or that Google refuses
 */
export async function logIn({
  credentials,
  fetch,
  now,
  signal,
  secret,
}: AuthenticateContext<{ readonly service_account_key: string }>): Promise<AuthenticateReply> {
  const { clientEmail, keyId, privateKey } = parseKey(credentials.service_account_key, secret)
  const issuedAt = Math.floor(now.getTime() / 1000)
  const claims = { iss: clientEmail, scope, aud: tokenUrl, iat: issuedAt, exp: issuedAt + lifetimeSeconds }
  const assertion = secret(signJwt({ alg: 'RS256', typ: 'JWT', kid: keyId }, claims, privateKey))
  const response = await fetch(tokenUrl, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }),
    signal,
    retry: true,
  })
  if (response.status === 429 || response.status >= 500)
    throw new AuthError(`Google answered ${response.status} and could not hand out a token now. Run again later.`, {
      code: 'AUTH_TRANSIENT',
      retryable: true,
    })
  if (!response.ok)
    throw createLoginError(
      `Google answered ${response.status} and did not accept the key of ${clientEmail}. It may have been deleted or disabled, or its account; make a new key and reconnect.`,
    )
  const reply = TokenReply.safeParse(await response.json().catch(() => undefined))
  if (!reply.success) throw createLoginError('Google answered with something that is not a token. Run again.')
  const { accessToken, expiresInSeconds } = reply.data
  return {
    headers: { authorization: `Bearer ${accessToken}` },
    expiresAtMs: now.getTime() + expiresInSeconds * 1000,
  }
}

interface Key {
  readonly clientEmail: string
  readonly keyId: string
  readonly privateKey: KeyObject
}

function parseKey(text: string, secret: (value: string) => string): Key {
  const key = ServiceAccountKey.safeParse(attempt(() => JSON.parse(text)))
  if (!key.success)
    throw createLoginError(
      'The service account key is not the JSON file that Google hands out. Paste the whole file, with "type": "service_account".',
    )
  const { clientEmail, keyId, privateKey } = key.data
  return { clientEmail, keyId, privateKey: parseRsaKey(secret(privateKey)) }
}

function parseRsaKey(pem: string): KeyObject {
  const reading = readPrivateKey(pem)
  const key = 'key' in reading ? reading.key : undefined
  if (key?.asymmetricKeyType !== 'rsa')
    throw createLoginError(
      'The "private_key" of the service account key cannot be read. Paste the file as Google handed it out.',
    )
  return key
}

/** The result of `read`; undefined if it throws, because its error may quote a secret. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** A JWT (RFC 7519) in the compact form (RFC 7515 §7.1). */
function signJwt(header: object, claims: object, key: KeyObject): string {
  const input = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  return `${input}.${sign('RSA-SHA256', Buffer.from(input), key).toString('base64url')}`
}

function createLoginError(message: string): AuthError {
  return new AuthError(message, { code: 'AUTH_LOGIN_FAILED' })
}
