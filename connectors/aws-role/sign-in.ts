import { randomUUID } from 'node:crypto'
import { AuthError, type AuthenticateContext, type AuthenticateReply, type VerifyContext } from 'checkwright'
import { readRefusal } from '../aws/classify.ts'
import { askForRole, assumeRole, createLoginRefusal } from '../aws/login.ts'

// A type, so that it fits what the hooks get.
type RoleCredentials = { readonly role_arn: string }

/**
 * The keys of the role's session. The external id is the organization's own, and nobody types it: a person who knows the role of
 * somebody else would be let in by it (the confused deputy).
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/confused-deputy.html
 * @throws AuthError when AWS refuses
 */
export async function logIn(ctx: AuthenticateContext<RoleCredentials>): Promise<AuthenticateReply> {
  const { credentials, organizationId } = ctx
  demandExternalId(organizationId)
  return assumeRole(ctx, readPlatformKeys(ctx), { arn: credentials.role_arn, externalId: organizationId })
}

/** Tries the role with an external id that nobody knows: a role that lets it in would let in every organization. */
export async function verifyExternalId(ctx: VerifyContext<RoleCredentials>): Promise<void> {
  const { role_arn: arn } = ctx.credentials
  demandExternalId(ctx.organizationId)
  const answer = await askForRole(ctx, readPlatformKeys(ctx), { arn, externalId: randomUUID() })
  if (answer.ok)
    ctx.reject(
      `${arn} can be assumed with any external id. Change its trust policy so that it requires the external id of this organization (sts:ExternalId)`,
    )
  const { explained } = readRefusal(answer)
  if (explained?.kind === 'permission') return
  if (answer.status >= 500 || explained?.kind === 'rate_limited')
    throw new AuthError(
      `AWS answered ${answer.status}, so Checkwright cannot tell whether ${arn} requires an external id. Run again in a minute.`,
      {
        code: 'AUTH_TRANSIENT',
        retryable: true,
      },
    )
  throw createLoginRefusal(answer, arn)
}

/** Without a stored connection there is no organization, and the role is asked for without an external id. */
function demandExternalId(organizationId: string | undefined): void {
  if (organizationId === undefined || /^[\w+=,.@:/-]{2,1224}$/.test(organizationId)) return
  throw new AuthError(
    `The id of the organization "${organizationId}" cannot be an external id at AWS, which accepts 2 to 1224 letters, digits and +=,.@:/-_. Create an organization with another id.`,
    { code: 'AUTH_APP_MISCONFIGURED' },
  )
}

function readPlatformKeys({ settings: { access_key_id = '', secret_access_key = '' } }: AuthenticateContext) {
  return { accessKeyId: access_key_id, secretAccessKey: secret_access_key }
}
