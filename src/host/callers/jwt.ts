import { createPublicKey, KeyObject } from 'node:crypto'
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  errors,
  type FetchImplementation,
  importJWK,
  type JSONWebKeySet,
  type JWK,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose'
import { ApiError, AuthError } from '../../errors/index.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { parseStrictJson } from '../body/strict-json.ts'
import type { JwtOptions } from '../host-options.ts'
import type { VerifyToken } from './authenticate.ts'

/** Of clocks against each other. */
const toleranceSeconds = 30
/** Between two requests for the key set, however many tokens name a key that is not in it. */
const cooldownMs = 30_000
const timeoutMs = 5_000
const pauseAfterFailureMs = 5_000

/** Verifies tokens of one issuer for one audience (RFC 7519, RFC 8725), by the configured algorithms alone. */
export function createTokenVerifier(runtime: Runtime, options: JwtOptions): VerifyToken {
  const { issuer, audience, algorithms, claims } = options
  const organizationClaim = claims?.organization ?? 'org_id'
  const scopeClaim = claims?.scope ?? 'scope'
  const key = createKeySource(runtime, options)
  return async (token) => {
    try {
      const nowMs = runtime.workspace.clock.nowMs()
      const { payload, protectedHeader } = await jwtVerify(token, key, {
        issuer,
        audience,
        algorithms: [...algorithms],
        requiredClaims: ['sub', 'exp', organizationClaim],
        clockTolerance: toleranceSeconds,
        currentDate: new Date(nowMs),
      })
      if (!isAccessTokenType(protectedHeader.typ) || hasDoubledMember(token)) return undefined
      // jose looks at it only beside an age limit. A token of tomorrow was made by a clock that nobody can trust.
      if (payload.iat !== undefined && payload.iat > nowMs / 1000 + toleranceSeconds) return undefined
      const organizationId = payload[organizationClaim]
      if (typeof organizationId !== 'string' || typeof payload.sub !== 'string' || payload.sub === '') return undefined
      // A token of the right issuer for an organization that is not here proves nothing here.
      if (!(await runtime.organizations.get(organizationId))) return undefined
      return { organizationId, userId: payload.sub, scopes: parseScopeClaim(payload[scopeClaim]) }
    } catch (error) {
      if (error instanceof errors.JOSEError && !isTrouble(error)) return undefined
      throw error instanceof errors.JOSEError ? createKeySetUnreachableError(error) : error
    }
  }
}

/** RFC 8725 §3.11: tokens of one issuer for other uses, such as logging out, are no access tokens. */
function isAccessTokenType(typ: string | undefined): boolean {
  if (typ === undefined) return true
  return ['jwt', 'at+jwt'].includes(typ.toLowerCase().replace(/^application\//, ''))
}

/** RFC 7519 §4: of a claim that stands twice, readers take the first or the last; nobody can tell which was meant. */
function hasDoubledMember(token: string): boolean {
  try {
    for (const part of token.split('.').slice(0, 2)) parseStrictJson(Buffer.from(part, 'base64url').toString())
    return false
  } catch (error) {
    if (error instanceof ApiError) return true
    throw error
  }
}

function createKeySource(runtime: Runtime, { jwks, key, algorithms }: JwtOptions): JWTVerifyGetKey {
  if (typeof jwks === 'string' || jwks instanceof URL) {
    return createRemoteJWKSet(new URL(jwks), {
      [customFetch]: spareKeyServer(runtime),
      cooldownDuration: cooldownMs,
      timeoutDuration: timeoutMs,
    })
  }
  if (jwks !== undefined) return createLocalJWKSet({ keys: [...jwks.keys] } as JSONWebKeySet)
  const imported = importKey(key, algorithms[0])
  return async () => imported
}

/** jose waits between key sets that it got; a server that is down must be spared too, whatever tokens we are sent. */
function spareKeyServer({ workspace: { fetch, clock } }: Runtime): FetchImplementation {
  let failedAtMs = Number.NEGATIVE_INFINITY
  return async (url, { method, headers, signal }) => {
    if (clock.nowMs() - failedAtMs < pauseAfterFailureMs) throw new errors.JOSEError('asked a moment ago')
    try {
      const init = { method, headers: Object.fromEntries(headers), signal, body: null, redirect: 'manual' } as const
      const response = await fetch(url, init)
      if (response.status !== 200) failedAtMs = clock.nowMs()
      return response
    } catch (error) {
      failedAtMs = clock.nowMs()
      // Whatever it was, such as an address that may not be reached: it is no mistake of whoever sent the token.
      throw createKeySetUnreachableError(error)
    }
  }
}

async function importKey(key: JwtOptions['key'], algorithm: string | undefined) {
  if (typeof key === 'string') return createPublicKey(key)
  return key instanceof KeyObject ? key : importJWK(key as JWK, algorithm)
}

function parseScopeClaim(claim: unknown): readonly string[] {
  if (typeof claim === 'string') return claim.split(' ').filter((scope) => scope !== '')
  return Array.isArray(claim) ? claim.filter((scope) => typeof scope === 'string') : []
}

/** The key set cannot be had: that is not the token's fault, and the answer must not say so. */
function isTrouble(error: InstanceType<typeof errors.JOSEError>): boolean {
  return error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid || error.code === 'ERR_JOSE_GENERIC'
}

function createKeySetUnreachableError(cause: unknown): AuthError {
  return new AuthError('The key set of the token issuer cannot be had. Check jwt.jwks, and try again later.', {
    code: 'AUTH_TRANSIENT',
    retryable: true,
    cause,
  })
}
