import { AuthError, type AuthenticateContext, type AuthenticateReply } from 'checkwright'
import { readRefusal } from './classify.ts'
import { createQueryCall, homeRegion } from './operations.ts'
import { AssumedRole } from './responses.ts'
import { signRequest } from './signing.ts'

export interface AwsCredentials {
  readonly access_key_id: string
  readonly secret_access_key: string
  readonly role_arn?: string | undefined
  readonly external_id?: string | undefined
}

/**
 * The keys that sign requests: those of the role's session if a role is given, otherwise the person's own.
 * https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRole.html
 * @throws AuthError when AWS refuses
 */
export async function logIn({
  credentials,
  fetch,
  now,
  signal,
}: AuthenticateContext<AwsCredentials>): Promise<AuthenticateReply> {
  const { access_key_id: accessKeyId, secret_access_key: secretAccessKey, role_arn: role, external_id } = credentials
  const own = { accessKeyId, secretAccessKey }
  if (!role) return { keys: own }
  const input = { RoleArn: role, RoleSessionName: 'checkwright', ...(external_id && { ExternalId: external_id }) }
  // A region's own STS, because sessions of the global one are not valid in regions that an account has to opt in to.
  const { url, body, headers: asked, parse } = createQueryCall('sts', homeRegion, 'AssumeRole', input)
  const headers = new Headers({ ...asked, 'content-type': 'application/x-www-form-urlencoded' })
  const form = new TextEncoder().encode(String(body))
  await signRequest({ method: 'POST', url: new URL(url), headers, body: form }, own, now)
  const response = await fetch(url, { method: 'POST', headers, body: form, signal })
  const text = await response.text()
  if (!response.ok) throw createLoginRefusal(response, text, role)
  const { keys, expiresAtMs } = AssumedRole.parse(parse?.(text))
  return { keys, expiresAtMs }
}

function createLoginRefusal({ status, headers }: Response, body: string, role: string): AuthError {
  const { code, explained } = readRefusal({ headers, body })
  const why = explained?.kind === 'permission' ? undefined : explained?.message
  const remedy = `Its trust policy has to name the user of the access key and, where you gave one, the external id; the user has to be allowed sts:AssumeRole.`
  return new AuthError(
    `AWS answered ${status}${code ? ` ${code}` : ''} and did not let us assume ${role}. ${why ?? remedy}`,
    { code: 'AUTH_LOGIN_FAILED' },
  )
}
