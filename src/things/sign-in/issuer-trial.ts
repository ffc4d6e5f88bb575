import { loadOpenidClient } from '../../auth/oauth/openid-adapter.ts'
import type { Clock } from '../../define/index.ts'
import type { SignInIssuerRecord } from '../../service/records/sign-in-issuers.ts'
import { BrokenRule, findBrokenRule } from './broken-rule.ts'
import { buildSignInRedirectUri } from './issuer-places.ts'
import { clockSkewSeconds, openProvider, type ProviderParts } from './openid-provider.ts'
import { type TrialStep, trialSteps } from './trial-steps.ts'

/** One thing that a sign-in needs, tried before anybody signs in. */
export interface IssuerTrialStep {
  readonly step: TrialStep
  /** `unknown`: the answer does not show it, or an earlier step failed. That is neither. */
  readonly outcome: 'ok' | 'broken' | 'unknown'
  /** The rule that failed, as the audit log names it when a sign-in is refused. null: none */
  readonly rule: string | null
  readonly message: string
}

export interface IssuerTrial {
  /** Whether something is broken, so that nobody can sign in. */
  readonly isBroken: boolean
  readonly steps: readonly IssuerTrialStep[]
}

type TrialParts = ProviderParts & { readonly clock: Clock; readonly publicUrl: string }
type Provider = Awaited<ReturnType<typeof openProvider>>

/** Tries everything that a sign-in asks of the provider, without signing anybody in. Does not throw for what the provider answers. */
export async function tryIssuer(parts: TrialParts, issuer: SignInIssuerRecord): Promise<IssuerTrial> {
  let date: string | null = null
  const fetch: ProviderParts['fetch'] = async (...request) => {
    const response = await parts.fetch(...request)
    date ??= response.headers.get('date')
    return response
  }
  const watched = { ...parts, fetch }
  const steps = new Map<TrialStep, Omit<IssuerTrialStep, 'step'>>()
  const attempt = async (step: TrialStep, work: () => Promise<string | Unshown>) => {
    try {
      const done = await work()
      steps.set(
        step,
        typeof done === 'string'
          ? { outcome: 'ok', rule: null, message: done }
          : { outcome: 'unknown', rule: null, message: done.because },
      )
    } catch (error) {
      const { rule, message } = findBrokenRule(error)
      steps.set(step, { outcome: 'broken', rule, message: toSentence(message) })
    }
  }
  let provider: Provider | undefined
  await attempt('discovery', async () => {
    provider = await openProvider(watched, issuer)
    return 'Its metadata names exactly this issuer.'
  })
  await attempt('clock', async () => compareClocks(date, parts.clock.nowMs()))
  if (provider !== undefined) {
    const opened = provider
    await attempt('endpoints', async () => demandEndpoints(opened))
    await attempt('algorithms', async () => demandAlgorithms(opened))
    await attempt('keys', () => readKeys(watched, opened))
    await attempt('client', () => askToken(parts, opened, issuer))
    await attempt('redirect', () => askRedirect(watched, opened, issuer))
  }
  const all = trialSteps.map(
    (step): IssuerTrialStep => ({
      step,
      ...(steps.get(step) ?? {
        outcome: 'unknown',
        rule: null,
        message: 'It was not tried, because there is no metadata.',
      }),
    }),
  )
  return { isBroken: all.some(({ outcome }) => outcome === 'broken'), steps: all }
}

/** The answer does not show it. */
interface Unshown {
  readonly because: string
}

function toSentence(because: string): string {
  return `${because.charAt(0).toUpperCase()}${because.slice(1).replace(/\.$/, '')}.`
}

/** RFC 9110 §6.6.1: `Date` is the time of the answer. */
function compareClocks(date: string | null, nowMs: number): string | Unshown {
  const atMs = date === null ? Number.NaN : Date.parse(date)
  if (Number.isNaN(atMs)) return { because: 'It does not say its time (Date).' }
  const seconds = Math.round((atMs - nowMs) / 1_000)
  // The header has whole seconds, and the answer took a moment.
  if (Math.abs(seconds) <= clockSkewSeconds) return 'Its clock and that of this machine agree.'
  throw new BrokenRule(
    'clock',
    `its clock is ${Math.abs(seconds)} seconds ${seconds > 0 ? 'ahead of' : 'behind'} that of this machine. At most ${clockSkewSeconds} are tolerated: set the time of this machine by NTP`,
  )
}

function demandEndpoints(provider: Provider): string {
  const metadata = provider.serverMetadata()
  for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const)
    if (typeof metadata[name] !== 'string' || !URL.canParse(metadata[name]))
      throw new BrokenRule('metadata.endpoint', `its metadata has no usable ${name}, which a sign-in needs`)
  const { response_types_supported: types, code_challenge_methods_supported: challenges } = metadata
  if (Array.isArray(types) && !types.includes('code'))
    throw new BrokenRule(
      'metadata.response_types_supported',
      'it offers no authorization code flow (response type code)',
    )
  // RFC 8414 §2: without the member, the server takes no PKCE; many take it and do not say so, and RFC 6749 has the others ignore it.
  if (Array.isArray(challenges) && !challenges.includes('S256'))
    throw new BrokenRule('metadata.code_challenge_methods_supported', 'it takes PKCE, but not by S256')
  return 'It has the endpoints of the authorization code flow.'
}

/** Those whose signature can be checked with a public key. */
const algorithms = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519', 'RS384', 'PS384', 'ES384', 'RS512', 'PS512', 'ES512']

/** OpenID Connect Discovery §3: `RS256` has to be among those that a provider lists. */
function demandAlgorithms(provider: Provider): string {
  const { id_token_signing_alg_values_supported: listed = ['RS256'] } = provider.serverMetadata()
  const usable = algorithms.filter((algorithm) => listed.includes(algorithm))
  if (usable.length > 0) return `It signs ID tokens with ${usable.join(', ')}.`
  throw new BrokenRule(
    'id_token.alg',
    'it signs ID tokens with no algorithm that a public key can check. Choose RS256 there',
  )
}

const keyTypes = ['RSA', 'EC', 'OKP']

async function readKeys({ fetch }: ProviderParts, provider: Provider): Promise<string> {
  const { jwks_uri: url } = provider.serverMetadata()
  if (url === undefined) throw new BrokenRule('metadata.endpoint', 'its metadata has no jwks_uri')
  const response = await fetch(url, {
    method: 'GET',
    headers: { accept: 'application/json' },
    body: null,
    signal: AbortSignal.timeout(timeoutMs),
    redirect: 'manual',
  })
  if (response.status !== 200) {
    await response.body?.cancel()
    throw new BrokenRule('keys.status', `its key set (jwks_uri) answers with the status ${response.status}`)
  }
  const set: unknown = await response.json().catch(() => undefined)
  const { keys } = (typeof set === 'object' && set !== null ? set : {}) as { readonly keys?: unknown }
  if (!Array.isArray(keys)) throw new BrokenRule('keys.json', 'its key set (jwks_uri) is no list of keys in JSON')
  const usable = keys.filter((key) => key?.use !== 'enc' && keyTypes.includes(key?.kty))
  if (usable.length > 0)
    return `Its key set has ${usable.length === 1 ? 'one key' : `${usable.length} keys`} to check signatures with.`
  throw new BrokenRule('id_token.key', 'its key set (jwks_uri) has no key to check signatures with')
}

/** Asks for a token with an invented code: a provider checks the client first (RFC 6749 §3.2.1). */
async function askToken(
  { publicUrl }: TrialParts,
  provider: Provider,
  { id }: SignInIssuerRecord,
): Promise<string | Unshown> {
  const openid = await loadOpenidClient()
  try {
    await openid.genericGrantRequest(provider, 'authorization_code', {
      code: openid.randomState(),
      redirect_uri: buildSignInRedirectUri(publicUrl, id),
      code_verifier: openid.randomPKCECodeVerifier(),
    })
  } catch (error) {
    const { rule } = findBrokenRule(error)
    if (rule === 'token.invalid_grant') return 'It knows the client, and refused an invented code.'
    // Neither says that the client is wrong.
    if (rule === 'token.refused')
      return { because: 'It refused an invented code without saying whether it knows the client.' }
    throw error
  }
  return { because: 'It gave a token for an invented code, so its answer proves nothing.' }
}

/**
 * Asks whether somebody is signed in (`prompt=none`). A provider leads back only to a redirect URI that it knows, and shows a page of its
 * own otherwise (RFC 6749 §4.1.2.1, OpenID Connect Core §3.1.2.6).
 */
async function askRedirect(
  { fetch, publicUrl }: TrialParts,
  provider: Provider,
  { id }: SignInIssuerRecord,
): Promise<string | Unshown> {
  const openid = await loadOpenidClient()
  const redirectUri = buildSignInRedirectUri(publicUrl, id)
  const verifier = openid.randomPKCECodeVerifier()
  const url = openid.buildAuthorizationUrl(provider, {
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    state: openid.randomState(),
    nonce: openid.randomNonce(),
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    prompt: 'none',
  })
  const { status, headers, body } = await fetch(url.href, {
    method: 'GET',
    headers: { accept: 'text/html' },
    body: null,
    signal: AbortSignal.timeout(timeoutMs),
    redirect: 'manual',
  })
  await body?.cancel()
  const location = headers.get('location')
  const target = location !== null && URL.canParse(location, url.href) ? new URL(location, url.href) : undefined
  if (status >= 300 && status < 400 && target?.href.startsWith(redirectUri)) {
    const error = target.searchParams.get('error')
    if (error !== null && !expectedErrors.has(error))
      throw new BrokenRule(
        'callback.error',
        `it leads back to the redirect URI, but refuses the request${nameError(error)}`,
      )
    return 'It leads back to the redirect URI.'
  }
  if (status >= 400 && status < 500)
    throw new BrokenRule(
      'redirect_uri',
      `it refuses the redirect URI or the client id (status ${status}). Register exactly ${redirectUri} there`,
    )
  return { because: `It does not say whether it knows the redirect URI. Compare it there: ${redirectUri}` }
}

/** Nobody is signed in there, or has to be asked. */
const expectedErrors = new Set([
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
])

/** Words of RFC 6749 §4.1.2.1 alone: whatever else a provider sends is not repeated. */
function nameError(error: string): string {
  const known = [
    'invalid_request',
    'unauthorized_client',
    'access_denied',
    'unsupported_response_type',
    'invalid_scope',
  ]
  return known.includes(error) ? ` (${error})` : ''
}

const timeoutMs = 10_000
