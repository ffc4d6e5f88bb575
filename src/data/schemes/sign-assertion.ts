import type { JWTPayload } from 'jose'
import { omitUndefined } from '../../text/omit-undefined.ts'
import { fail } from './ask-for-token.ts'

interface Assertion {
  readonly algorithm: string
  readonly keyId: string | undefined
  readonly claims: JWTPayload
  /** PEM (PKCS #8), or the secret of HS256. */
  readonly key: string
  readonly now: Date
}

const lifetimeSeconds = 300

/**
 * A JWT as an assertion (RFC 7523 §3), good for five minutes.
 * @throws AuthError for a key that is none; it does not quote the key
 */
export async function signAssertion({ algorithm, keyId, claims, key, now }: Assertion): Promise<string> {
  const { importPKCS8, SignJWT } = await import('jose')
  const issuedAt = Math.floor(now.getTime() / 1000)
  try {
    const imported = algorithm === 'HS256' ? new TextEncoder().encode(key) : await importPKCS8(key, algorithm)
    return await new SignJWT(claims)
      .setProtectedHeader(omitUndefined({ alg: algorithm, typ: 'JWT', kid: keyId }))
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + lifetimeSeconds)
      .sign(imported)
  } catch {
    throw fail(`The key cannot sign by ${algorithm}. Enter a private key in PEM, "-----BEGIN PRIVATE KEY-----".`)
  }
}

/** The body of the request that hands it over (RFC 7523 §2.1). */
export function writeAssertionBody(assertion: string, scopes: readonly string[] = []): URLSearchParams {
  return new URLSearchParams(
    omitUndefined({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion,
      scope: scopes.length > 0 ? scopes.join(' ') : undefined,
    }),
  )
}
