import { AuthError, type AuthenticateContext, type AuthenticateReply } from 'checkwright'
import { readRefusal } from './classify.ts'
import { createQueryCall, homeRegion } from './operations.ts'
import { AssumedRole } from './responses.ts'
import { type AwsKeys, signRequest } from './signing.ts'

export interface AwsCredentials {
  readonly access_key_id: string
  readonly secret_access_key: string
  readonly role_arn?: string | undefined
  readonly external_id?: string | undefined
}

/**
 * The keys that sign requests: those of the role's session if a role is given, otherwise the person's own.
 * @throws AuthError when AWS refuses
 */
export async function logIn(ctx: AuthenticateContext<AwsCredentials>): Promise<AuthenticateReply> {
  const { access_key_id: accessKeyId, secret_access_key: secretAccessKey, role_arn, external_id } = ctx.credentials
  const own = { accessKeyId, secretAccessKey }
  return role_arn ? assumeRole(ctx, own, { arn: role_arn, externalId: external_id }) : { keys: own }
}

/** What a role is assumed with. */
export interface Role {
  readonly arn: string
  readonly externalId?: string | undefined
}

type Asking = Pick<AuthenticateContext, 'fetch' | 'now' | 'signal'>

/**
 * The keys of a role's session.
 * https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRole.html
 * @throws AuthError when AWS refuses
 */
export async function assumeRole(asking: Asking, own: AwsKeys, role: Role): Promise<AuthenticateReply> {
  const answer = await askForRole(asking, own, role)
  if (!answer.ok) throw createLoginRefusal(answer, role.arn)
  const { keys, expiresAtMs } = AssumedRole.parse(answer.parse(answer.body))
  return { keys, expiresAtMs }
}

/** What STS answers to AssumeRole, also where it refuses. */
export async function askForRole({ fetch, now, signal }: Asking, own: AwsKeys, { arn, externalId }: Role) {
  const session = { RoleArn: arn, RoleSessionName: 'checkwright' }
  const input = externalId ? { ...session, ExternalId: externalId } : session
  // A region's own STS, because sessions of the global one are not valid in regions that an account has to opt in to.
  const { url, body, headers: asked, parse = String } = createQueryCall('sts', homeRegion, 'AssumeRole', input)
  const headers = new Headers({ ...asked, 'content-type': 'application/x-www-form-urlencoded' })
  const form = new TextEncoder().encode(String(body))
  await signRequest({ method: 'POST', url: new URL(url), headers, body: form }, own, now)
  const response = await fetch(url, { method: 'POST', headers, body: form, signal })
  return { ok: response.ok, status: response.status, headers: response.headers, body: await response.text(), parse }
}

/** What STS answered to a login. */
export type RoleAnswer = Awaited<ReturnType<typeof askForRole>>

export function createLoginRefusal({ status, headers, body }: RoleAnswer, role: string): AuthError {
  const { code, explained } = readRefusal({ headers, body })
  const why = explained?.kind === 'permission' ? undefined : explained?.message
  const remedy = `Its trust policy has to name the user of the access key and, where you gave one, the external id; the user has to be allowed sts:AssumeRole.`
  return new AuthError(
    `AWS answered ${status}${code ? ` ${code}` : ''} and did not let us assume ${role}. ${why ?? remedy}`,
    { code: 'AUTH_LOGIN_FAILED' },
  )
}
