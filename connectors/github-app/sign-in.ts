import { type KeyObject, sign } from 'node:crypto'
import {
  AuthError,
  type AuthenticateContext,
  type AuthenticateReply,
  readPrivateKey,
  type VerifyContext,
} from 'checkwright'
import type * as z from 'zod/mini'
import { CustomProperty, Installation, InstallationToken } from './responses.ts'

// A type, so that it fits what the hooks get.
type AppCredentials = { readonly organization: string; readonly installation_id: string }
type AppContext = AuthenticateContext<AppCredentials>

/** The custom property by which an organization at GitHub names the organizations here that may read it. */
export const propertyName = 'checkwright'

// GitHub takes no longer one than ten minutes, and advises to date it a minute back: clocks differ.
// https://docs.github.com/apps/creating-github-apps/authenticating-with-a-github-app/generating-a-json-web-token-jwt-for-a-github-app
const lifetimeSeconds = 540
const driftSeconds = 60

/**
 * A token of the installation, good for an hour.
 * https://docs.github.com/apps/creating-github-apps/authenticating-with-a-github-app/generating-an-installation-access-token-for-a-github-app
 * @throws AuthError for a key that GitHub refuses, or an installation of another organization
 */
export async function logIn(ctx: AppContext): Promise<AuthenticateReply> {
  const { token, expiresAtMs } = await openInstallation(ctx)
  return { headers: { authorization: `Bearer ${token}` }, expiresAtMs }
}

/**
 * The App's key opens every installation, and its number is no secret. So the organization at GitHub has to name the
 * organization here: only its owners define custom properties.
 */
export async function verifyOrganization(ctx: VerifyContext<AppCredentials>): Promise<void> {
  const { credentials, fetch, signal, organizationId, reject } = ctx
  const { token } = await openInstallation(ctx)
  const path = `/orgs/${credentials.organization}/properties/schema/${propertyName}`
  const response = await fetch(path, { headers: { authorization: `Bearer ${token}` }, signal, retry: true })
  if (response.status === 404) reject(`it has no custom property "${propertyName}"`)
  if (response.status === 403)
    reject('the app may not read custom properties; give it the organization permission "Custom properties: read-only"')
  const allowed = await readAnswer(response, CustomProperty, 'the custom property')
  if (!allowed.includes(organizationId)) reject(`its custom property "${propertyName}" has no such value`)
}

async function openInstallation(ctx: AppContext): Promise<z.output<typeof InstallationToken>> {
  const { credentials, fetch, signal, secret } = ctx
  const { organization, installation_id: id } = credentials
  const headers = { authorization: `Bearer ${secret(createAppToken(ctx))}` }
  const path = `/app/installations/${id}`
  const found = await fetch(path, { headers, signal, retry: true })
  if (found.status === 401)
    throw new AuthError(
      'GitHub does not accept the key of the app. An operator has to enter its App ID and a private key again (Set up).',
      { code: 'AUTH_APP_MISCONFIGURED' },
    )
  if (found.status === 404)
    throw createLoginError(`The app has no installation ${id}. Install it in ${organization} again.`)
  const { login, isSuspended } = await readAnswer(found, Installation, 'the installation')
  // GitHub compares names without regard to case.
  if (login?.toLowerCase() !== organization.toLowerCase())
    throw createLoginError(
      `The installation ${id} does not belong to ${organization}. Enter the number of the installation there.`,
    )
  if (isSuspended)
    throw createLoginError(
      `The installation in ${organization} is suspended. An owner of the organization can resume it under GitHub Apps.`,
    )
  const minted = await fetch(`${path}/access_tokens`, { method: 'POST', headers, signal, retry: true })
  const token = await readAnswer(minted, InstallationToken, 'the token')
  secret(token.token)
  return token
}

async function readAnswer<T>(response: Response, schema: z.ZodMiniType<T>, what: string): Promise<T> {
  const { status } = response
  if (status === 429 || status >= 500)
    throw new AuthError(`GitHub answered ${status} and did not send ${what} now. Run again later.`, {
      code: 'AUTH_TRANSIENT',
      retryable: true,
    })
  if (!response.ok)
    throw createLoginError(`GitHub answered ${status} and did not send ${what}. Check the app's page at GitHub.`)
  const answer = schema.safeParse(await response.json().catch(() => undefined))
  if (answer.success) return answer.data
  throw createLoginError(`GitHub answered with something that is not ${what}. Run again.`)
}

/** Proves who the app is, by its own key. */
function createAppToken({ settings, now }: AppContext): string {
  const { app_id: issuer = '', private_key: pem = '' } = settings
  const issuedAt = Math.floor(now.getTime() / 1000)
  const claims = { iat: issuedAt - driftSeconds, exp: issuedAt + lifetimeSeconds, iss: issuer }
  const input = [{ alg: 'RS256', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${input}.${sign('RSA-SHA256', Buffer.from(input), parseKey(pem)).toString('base64url')}`
}

function parseKey(pem: string): KeyObject {
  const reading = readPrivateKey(pem)
  if ('key' in reading && reading.key.asymmetricKeyType === 'rsa') return reading.key
  const why = 'problem' in reading ? ` It ${reading.problem}.` : ''
  throw new AuthError(
    `The private key of the app cannot be read.${why} An operator has to enter the whole file that GitHub created (Set up).`,
    {
      code: 'AUTH_APP_MISCONFIGURED',
    },
  )
}

function createLoginError(message: string): AuthError {
  return new AuthError(message, { code: 'AUTH_LOGIN_FAILED' })
}
