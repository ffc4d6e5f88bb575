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
import { createSteadyTime } from '../../../define/index.ts'
import { ApiError, AuthError } from '../../../errors/index.ts'
import { parseStrictJson } from '../../../service/api/strict-json.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { JwtOptions } from '../options/host-options.ts'
import type { VerifyToken } from './caller.ts'

/** Tolerance between clocks. */
const toleranceSeconds = 30
/** Shortest time between two requests for the key set, however many tokens name an unknown key. */
const cooldownMs = 30_000
const timeoutMs = 5_000
const pauseAfterFailureMs = 5_000

/** Verifies tokens of one issuer for one audience (RFC 7519, RFC 8725), with the configured algorithms only. */
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
      // jose checks it only together with an age limit. A token from the future comes from a clock that we cannot
      // trust.
      if (payload.iat !== undefined && payload.iat > nowMs / 1000 + toleranceSeconds) return undefined
      const organizationId = payload[organizationClaim]
      if (typeof organizationId !== 'string' || typeof payload.sub !== 'string' || payload.sub === '') return undefined
      // A token of the right issuer for an unknown organization is not valid here.
      if (!(await runtime.organizations.get(organizationId))) return undefined
      return { organizationId, userId: payload.sub, scopes: parseScopeClaim(payload[scopeClaim]) }
    } catch (error) {
      if (error instanceof errors.JOSEError && !isTrouble(error)) return undefined
      throw error instanceof errors.JOSEError ? createKeySetUnreachableError(error) : error
    }
  }
}

/** RFC 8725 §3.11: tokens of the issuer for other uses, such as logging out, are not access tokens. */
function isAccessTokenType(typ: string | undefined): boolean {
  if (typ === undefined) return true
  return ['jwt', 'at+jwt'].includes(typ.toLowerCase().replace(/^application\//, ''))
}

/** RFC 7519 §4: of a repeated claim, parsers take the first or the last, and the intended one is unknown. */
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

/** jose waits between key sets that it received. A server that is down must be spared too, whatever tokens we get. */
function spareKeyServer({ workspace: { fetch, clock } }: Runtime): FetchImplementation {
  const nowMs = createSteadyTime(clock)
  let failedAtMs = Number.NEGATIVE_INFINITY
  return async (url, { method, headers, signal }) => {
    if (nowMs() - failedAtMs < pauseAfterFailureMs) throw new errors.JOSEError('asked a moment ago')
    try {
      const init = { method, headers: Object.fromEntries(headers), signal, body: null, redirect: 'manual' } as const
      const response = await fetch(url, init)
      if (response.status !== 200) failedAtMs = nowMs()
      return response
    } catch (error) {
      failedAtMs = nowMs()
      // Any error, such as an address that must not be reached: the sender of the token did not cause it.
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

/** The key set is not available. The token may be valid, so the answer must not refuse it. */
function isTrouble(error: InstanceType<typeof errors.JOSEError>): boolean {
  return error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid || error.code === 'ERR_JOSE_GENERIC'
}

function createKeySetUnreachableError(cause: unknown): AuthError {
  return new AuthError('The key set of the token issuer is not available. Check jwt.jwks, and try again later.', {
    code: 'AUTH_TRANSIENT',
    retryable: true,
    cause,
  })
}
