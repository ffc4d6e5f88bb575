import { ApiError } from '../../../errors/index.ts'
import type { UserDirectory } from '../../../service/records/directory.ts'
import type { Membership, ViewerGrant } from '../../../service/records/memberships.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { HasWorkspace } from '../../runtime/workspace.ts'
import { type Authenticate, type Caller, type FindCallerAgain, findOwnerId, type VerifyToken } from './caller.ts'

export function createAuthenticator(
  runtime: Pick<Runtime, 'apiKeys' | 'workspace'>,
  users: UserDirectory,
  verifyToken: VerifyToken | undefined,
): Authenticate {
  const authenticate = createCredentialCheck(runtime, verifyToken)
  return async (headers) => {
    const caller = await authenticate(headers)
    const userId = caller && findOwnerId(caller)
    const { organizationId = '' } = caller ?? {}
    // Deactivated people can use neither their own token nor a key that they made.
    const isGone = userId !== undefined && (await users.find({ organizationId, userId }))?.deactivated === true
    if (caller && !isGone) return caller
    // One answer for missing, unknown, expired and revoked, because the difference helps only a thief.
    const ways = verifyToken ? 'a valid API key in X-API-Key or a valid Bearer token' : 'a valid API key in X-API-Key'
    throw new ApiError(`The request needs ${ways}.`, { code: 'API_UNAUTHENTICATED' })
  }
}

/** A download that lasts longer than a token ends all the same; one whose reader loses rights does not. */
export function createCallerSearch(
  { apiKeys, workspace }: Pick<Runtime, 'apiKeys' | 'workspace'>,
  users: UserDirectory,
): FindCallerAgain {
  return async ({ role: _, periodFrom: __, periodTo: ___, readsPeople: ____, ...caller }) => {
    const { organizationId, actor } = caller
    const userId = findOwnerId(caller)
    const person = userId === undefined ? undefined : { organizationId, userId }
    if (person && (await users.find(person))?.deactivated === true) return undefined
    if (actor.type === 'api-key') {
      const [key] = await apiKeys.list({ organizationId, ids: [actor.id] })
      if (key === undefined || key.revokedAt !== undefined) return undefined
    }
    return { ...caller, ...limitRights(person && (await workspace.memberships.find(organizationId, person.userId))) }
  }
}

function createCredentialCheck(runtime: Pick<Runtime, 'apiKeys' | 'workspace'>, verifyToken: VerifyToken | undefined) {
  return async (headers: Headers): Promise<Caller | undefined> => {
    const key = headers.get('x-api-key')
    const authorization = readOwnAuthorization(headers)
    if (key !== null && authorization !== null) {
      throw new ApiError('Send either X-API-Key or Authorization, not both.', { code: 'API_CREDENTIALS_AMBIGUOUS' })
    }
    return authorization !== null && verifyToken
      ? authenticateByToken(runtime, verifyToken, authorization)
      : authenticateByKey(runtime, key ?? '')
  }
}

/** Another scheme is that of a proxy in front, which hands it on: no credential of ours. */
function readOwnAuthorization(headers: Headers): string | null {
  const authorization = headers.get('authorization')
  return authorization !== null && /^Bearer(?: |$)/i.test(authorization) ? authorization : null
}

async function authenticateByKey(
  runtime: Pick<Runtime, 'apiKeys' | 'workspace'>,
  text: string,
): Promise<Caller | undefined> {
  const key = await runtime.apiKeys.verify(text)
  return (
    key && {
      organizationId: key.organizationId,
      scopes: key.scopes,
      actor: { type: 'api-key', id: key.id },
      userId: undefined,
      countsFor: key.countsFor,
      authType: 'api-key',
      keyExpiresAt: key.expiresAt,
      keyUserId: key.userId,
      ...limitRights(key.maker),
    }
  )
}

async function authenticateByToken(
  { workspace: { memberships } }: HasWorkspace,
  verify: VerifyToken,
  authorization: string,
): Promise<Caller | undefined> {
  // RFC 6750 §2.1. The name of the scheme has no case (RFC 9110 §11.1).
  const token = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(authorization)?.[1]
  const claims = token === undefined ? undefined : await verify(token)
  if (claims === undefined) return undefined
  return {
    ...claims,
    actor: { type: 'user', id: claims.userId },
    countsFor: `user:${claims.userId}`,
    authType: 'session',
    ...limitRights(await memberships.find(claims.organizationId, claims.userId)),
  }
}

/** What a person may do now, whatever they might when they got the token or made the key. */
function limitRights(
  membership: Pick<Membership, 'role' | keyof ViewerGrant> | undefined,
): Pick<Caller, 'role' | keyof ViewerGrant> {
  const { role, periodFrom, periodTo, readsPeople } = membership ?? {}
  return role === 'viewer' ? { role, periodFrom, periodTo, readsPeople: readsPeople === 1 } : { role }
}
