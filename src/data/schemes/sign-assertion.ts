import type { KeyObject } from 'node:crypto'
import type { JWTPayload } from 'jose'
import { omitUndefined } from '../../text/omit-undefined.ts'
import { readPrivateKey } from '../../text/read-private-key.ts'
import { fail } from './ask-for-token.ts'

interface Assertion {
  readonly algorithm: string
  readonly keyId: string | undefined
  readonly claims: JWTPayload
  /** A private key, or the secret of HS256. */
  readonly key: string
  readonly now: Date
}

const lifetimeSeconds = 300

/** What each algorithm signs with (RFC 7518 §3.1, RFC 8037 §3.1). */
const keyTypes: Readonly<Record<string, string>> = { RS256: 'rsa', PS256: 'rsa', ES256: 'ec', EdDSA: 'ed25519' }

/**
 * A JWT as an assertion (RFC 7523 §3), good for five minutes.
 * @throws AuthError for a key that is none; it does not quote the key
 */
export async function signAssertion({ algorithm, keyId, claims, key, now }: Assertion): Promise<string> {
  const { SignJWT } = await import('jose')
  const issuedAt = Math.floor(now.getTime() / 1000)
  const signer = algorithm === 'HS256' ? new TextEncoder().encode(key) : demandKey(key, algorithm)
  try {
    return await new SignJWT(claims)
      .setProtectedHeader(omitUndefined({ alg: algorithm, typ: 'JWT', kid: keyId }))
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + lifetimeSeconds)
      .sign(signer)
  } catch {
    throw fail(
      `The key cannot sign by ${algorithm}: it is too short, or on another curve. Make a new one as the vendor's documentation says.`,
    )
  }
}

function demandKey(text: string, algorithm: string): KeyObject {
  const reading = readPrivateKey(text)
  if ('problem' in reading) throw fail(`The key ${reading.problem}.`)
  const { asymmetricKeyType: type } = reading.key
  const wanted = keyTypes[algorithm]
  if (type !== wanted)
    throw fail(`The key is of the type ${type}, and ${algorithm} signs with one of the type ${wanted}.`)
  return reading.key
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
