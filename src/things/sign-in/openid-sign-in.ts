import { loadOpenidClient } from '../../auth/oauth/openid-adapter.ts'
import { AuthError } from '../../errors/index.ts'
import type { SignInIssuerRecord } from '../../service/records/sign-in-issuers.ts'
import type { WebPerson } from '../../service/records/web-sessions.ts'
import { isBlank } from '../../text/is-blank.ts'
import { omitUndefined } from '../../text/omit-undefined.ts'
import type { AuditLog } from '../parts/audit-log.ts'
import type { Declared } from '../parts/declared-service.ts'
import { requireFound, type Uses } from '../parts/runtime-parts.ts'
import { type ProvenAddress, resolvePerson } from './bind-identity.ts'
import { BrokenRule, findBrokenRule, findRefusal } from './broken-rule.ts'
import { buildSignInRedirectUri } from './issuer-places.ts'
import { openProvider } from './openid-provider.ts'
import { openFlow, type SignInFlow, sealFlow } from './sign-in-flow.ts'

/** A sign-in is fresh if the person has just proven their identity. */
const freshSeconds = 300

/** A sign-in for which a browser leaves our pages. */
export interface BegunSignIn {
  /** At the provider. */
  readonly url: string
  /** Sealed. Put it into a cookie of the browser, which sends it back when it returns. */
  readonly flow: string
}

/** A person who came back, with a proven identity. */
export interface EndedSignIn extends WebPerson {
  /** When the provider last saw them prove their identity, epoch ms. 0: unknown. */
  readonly signedInAtMs: number
  /**
   * Whether the session may be that of an operator: only with an issuer that was registered on the machine, with
   * domains.
   */
  readonly mayOperate: boolean
}

/** Sign-in by OpenID Connect: code, PKCE, nonce, and an ID token of exactly this issuer for exactly this client. */
export interface SignInService {
  /**
   * @param request.invitation token of an invitation that this browser opened
   * @param request.fresh the provider has to authenticate again, even with an open session there
   * @throws StoreError `NOT_FOUND` when there is no such issuer; AuthError
   */
  begin(request: {
    readonly issuerId: string
    readonly invitation?: string | undefined
    readonly fresh?: boolean | undefined
  }): Promise<BegunSignIn>
  /**
   * @param request.query query of the redirect, with its question mark
   * @throws AuthError `AUTH_STATE_INVALID`, `AUTH_CALLBACK_DENIED`, `AUTH_REPLY_INVALID`, `SIGN_IN_REFUSED`
   */
  finish(request: { readonly issuerId: string; readonly query: string; readonly flow: string }): Promise<EndedSignIn>
}

export type SignInParts = Uses<
  'signInIssuers' | 'users' | 'memberships' | 'operators' | 'leases',
  'vault' | 'clock' | 'fetch' | 'options' | 'logger'
> & {
  readonly publicUrl: string
  readonly secret: (name: string) => Promise<Buffer>
  readonly log: Pick<AuditLog, 'recordMade'>
}

export function createSignInService(parts: SignInParts): Declared<SignInService> {
  return {
    begin: {
      change: (request) => begin(parts, request),
      audit: { unaudited: 'Nothing has changed yet: the session that may come of it has an entry of its own.' },
    },
    finish: {
      change: (request) => finish(parts, request),
      audit: { unaudited: 'The session that comes of it has an entry of its own, and a refusal too.' },
    },
  }
}

async function begin(parts: SignInParts, request: Parameters<SignInService['begin']>[0]): Promise<BegunSignIn> {
  const openid = await loadOpenidClient()
  const { issuerId, invitation, fresh } = request
  const issuer = requireFound(await parts.store.signInIssuers.find(issuerId), 'issuer of that id')
  const config = await recordingRefusal(parts, issuer, () => discover(parts, issuer))
  const flow: SignInFlow = {
    issuerId,
    state: openid.randomState(),
    nonce: openid.randomNonce(),
    verifier: openid.randomPKCECodeVerifier(),
    invitation,
    fresh: fresh || undefined,
  }
  const url = openid.buildAuthorizationUrl(
    config,
    omitUndefined({
      redirect_uri: buildSignInRedirectUri(parts.publicUrl, issuerId),
      scope: 'openid email profile',
      state: flow.state,
      nonce: flow.nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(flow.verifier),
      code_challenge_method: 'S256',
      max_age: fresh ? String(freshSeconds) : undefined,
      prompt: fresh ? 'login' : undefined,
    }),
  )
  return { url: url.href, flow: await sealFlow(parts, flow) }
}

async function finish(
  parts: SignInParts,
  { issuerId, query, flow: sealed }: Parameters<SignInService['finish']>[0],
): Promise<EndedSignIn> {
  const flow = await openFlow(parts, sealed)
  // The redirect URI identifies the issuer, so a code cannot be used with another issuer.
  if (flow === undefined || flow.issuerId !== issuerId) throw createStateError()
  const issuer = await parts.store.signInIssuers.find(issuerId)
  if (issuer === undefined) throw createStateError()
  const returned = new URL(`${buildSignInRedirectUri(parts.publicUrl, issuerId)}${query}`)
  if (returned.searchParams.get('state') !== flow.state) throw createStateError()
  return recordingRefusal(parts, issuer, async () => {
    const refusal = returned.searchParams.get('error')
    if (refusal !== null) throw createDeniedError(issuer, findRefusal(refusal))
    return proveIdentity(parts, issuer, returned, flow)
  })
}

async function recordingRefusal<T>(parts: SignInParts, issuer: SignInIssuerRecord, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AuthError) await recordRefusal(parts, issuer, error)
    throw error
  }
}

/** What a provider says in the name of somebody may be an attempt to become them, and an administrator has to learn why it failed. */
function recordRefusal(
  { log, logger }: SignInParts,
  { organizationId, id }: SignInIssuerRecord,
  { code, cause }: AuthError,
): Promise<void> {
  const rule = cause instanceof BrokenRule ? cause.rule : undefined
  logger.warn({ issuerId: id, organizationId, code, rule }, 'A sign-in was refused')
  const fields = rule === undefined ? [code] : [code, rule]
  return log.recordMade({ organizationId, action: 'session.refuse', fields }, { status: 403, target: id })
}

async function proveIdentity(
  parts: SignInParts,
  issuer: SignInIssuerRecord,
  returned: URL,
  flow: SignInFlow,
): Promise<EndedSignIn> {
  const openid = await loadOpenidClient()
  const config = await discover(parts, issuer)
  const proven = await askProvider(async () => {
    const tokens = await openid.authorizationCodeGrant(
      config,
      returned,
      omitUndefined({
        expectedState: flow.state,
        expectedNonce: flow.nonce,
        pkceCodeVerifier: flow.verifier,
        idTokenExpected: true,
        maxAge: flow.fresh ? freshSeconds : undefined,
      }),
    )
    const claims = tokens.claims()
    if (claims === undefined) throw new BrokenRule('id_token', 'it sends no ID token')
    if (claims.iss !== issuer.issuer) throw new BrokenRule('id_token.iss', 'its ID token is of another issuer (iss)')
    demandOwnAudience(claims, issuer.clientId)
    demandSubject(claims.sub)
    const hasBoth = isGiven(claims.email) && isGiven(claims.email_verified)
    const askForAddress = async (): Promise<ProvenAddress> => {
      if (hasBoth || !config.serverMetadata().userinfo_endpoint) return toAddress(claims)
      return toAddress(await askProvider(() => openid.fetchUserInfo(config, tokens.access_token, claims.sub), issuer))
    }
    const signedInAtMs = typeof claims.auth_time === 'number' ? claims.auth_time * 1000 : 0
    return { subject: claims.sub, askForAddress, signedInAtMs }
  }, issuer)
  const person = await resolvePerson(parts, issuer, proven, flow.invitation)
  const mayOperate = issuer.domains.length > 0
  return { ...person, mayOperate, signedInAtMs: Math.min(proven.signedInAtMs, parts.clock.nowMs()) }
}

function discover(parts: SignInParts, issuer: SignInIssuerRecord) {
  return askProvider(() => openProvider(parts, issuer), issuer)
}

/**
 * OpenID Connect Core §3.1.3.7: the ID token is for this client, and where it is for others too, it was made for this one (`azp`). It
 * came by our own exchange of a code, so none of the others could have brought it.
 */
function demandOwnAudience(
  { aud, azp }: { readonly aud: string | readonly string[]; readonly azp?: unknown },
  clientId: string,
): void {
  const audiences = [aud].flat()
  if (!audiences.includes(clientId))
    throw new BrokenRule('id_token.aud', 'its ID token is for another client (aud). Check the client id')
  if (audiences.length > 1 && azp !== clientId)
    throw new BrokenRule('id_token.azp', 'its ID token was made for another client (azp)')
}

/**
 * It names one person and nobody else. One that is empty, as a claim that is mapped to nothing is, would be everybody's; and a store
 * cannot tell texts apart of which it keeps half a character.
 */
function demandSubject(subject: string): void {
  if (isBlank(subject) || subject.length > subjectLengthMax || !subject.isWellFormed() || /\p{Cc}/u.test(subject))
    throw new BrokenRule('id_token.sub', 'its ID token does not say who signed in (sub)')
}

/** OpenID Connect Core §2 allows 255; some providers put the name of a directory before it. */
const subjectLengthMax = 1_000

function toAddress({ email, email_verified: verified }: Readonly<Record<string, unknown>>): ProvenAddress {
  // A boolean (OpenID Connect Core §5.1), which JumpCloud, Apple and Cognito write as a text.
  return { email: isGiven(email) ? email : undefined, isVerified: verified === true || verified === 'true' }
}

function isGiven(claim: unknown): boolean {
  return claim !== undefined && claim !== null && claim !== ''
}

/** Errors of the library may repeat what the provider sent. */
async function askProvider<T>(ask: () => Promise<T>, issuer: SignInIssuerRecord): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof AuthError) throw error
    throw createReplyError(issuer, findBrokenRule(error))
  }
}

function createStateError(): AuthError {
  return new AuthError('This sign-in did not begin in this browser, or took too long. Sign in again.', {
    code: 'AUTH_STATE_INVALID',
  })
}

function createDeniedError({ name }: SignInIssuerRecord, cause: BrokenRule): AuthError {
  return new AuthError(`${name} did not sign you in: ${cause.message}.`, { code: 'AUTH_CALLBACK_DENIED', cause })
}

function createReplyError({ name }: SignInIssuerRecord, cause: BrokenRule): AuthError {
  return new AuthError(`${name} did not prove your identity: ${cause.message.replace(/\.$/, '')}.`, {
    code: 'AUTH_REPLY_INVALID',
    cause,
  })
}
