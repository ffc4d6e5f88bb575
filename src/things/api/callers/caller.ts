import { ApiError } from '../../../errors/index.ts'
import type { Actor } from '../../../service/records/audit.ts'
import { resolveRole } from '../../../service/records/resolve-role.ts'
import { type Action, mayDo, mayReadPeople, type Role } from '../../../service/rights/permissions.ts'
import type { Scope } from '../../../service/rights/scopes.ts'
import type { HasWorkspace } from '../../runtime/workspace.ts'

/** The proven caller. */
export interface Caller {
  readonly organizationId: string
  readonly scopes: readonly string[]
  readonly actor: Actor
  /** The person, if they used a token of their own. A key acts for several people. */
  readonly userId: string | undefined
  /** Id for limits of requests and streams. Keys that a key or a person made share its limits. */
  readonly countsFor: string
  readonly authType: 'api-key' | 'session'
  /**
   * The present role of the token's person, or of the person who made the key. It limits the rights, whatever the scopes.
   * Undefined: there is no such person, or they have no role, and scopes decide alone.
   */
  readonly role?: Role | undefined
  /** Of a viewer: first and last day, in UTC, of the runs that they may see. @default all */
  readonly periodFrom?: string | null | undefined
  readonly periodTo?: string | null | undefined
  /** Of a viewer: whether they may read evidence that names people. @default false */
  readonly readsPeople?: boolean | undefined
  /** The person who made the API key, if a person did. */
  readonly keyUserId?: string | undefined
  /** When the API key ends, as ISO 8601. Undefined: it does not end, or the caller has a token. */
  readonly keyExpiresAt?: string | undefined
}

/** Identifies the caller by the headers of a request. @throws ApiError 400, 401 */
export type Authenticate = (headers: Headers) => Promise<Caller>

/**
 * The caller with the rights that they have now, also if their credential has expired since. Undefined: the key was revoked, or the person
 * deactivated.
 */
export type FindCallerAgain = (caller: Caller) => Promise<Caller | undefined>

/** The claims of a valid token, or undefined. */
export type VerifyToken = (
  token: string,
) => Promise<(Omit<Caller, 'authType' | 'actor' | 'countsFor'> & { readonly userId: string }) | undefined>

/** @throws ApiError 403 where the role of the person does not suffice */
export function demandRole({ role, authType }: Caller, action: Action): void {
  if (role === undefined || mayDo(role, action)) return
  const whose = authType === 'api-key' ? 'The role of the person who made the API key' : 'Your role in the organization'
  throw new ApiError(`${whose}, ${role}, does not allow this.`, { code: 'API_FORBIDDEN' })
}

/** The person whose rights the caller has: that of the token, or the one who made the key. Undefined: no person made it. */
export function findOwnerId({ userId, keyUserId }: Pick<Caller, 'userId' | 'keyUserId'>): string | undefined {
  return userId ?? keyUserId
}

/**
 * What concerns the platform is for its operators, whatever the scopes say. A key acts for the person who made it.
 * @throws ApiError 403
 */
export async function demandOperator(runtime: HasWorkspace, caller: Caller): Promise<void> {
  if (await isOperator(runtime, caller)) return
  throw new ApiError(
    'Only operators of the platform may do this, by their own token or by an API key that they made.',
    { code: 'API_FORBIDDEN' },
  )
}

/**
 * What an API key must not do, whoever made it: keys are kept in places that people do not look into for years.
 * @throws ApiError 403
 */
export function demandSession({ authType }: Caller): void {
  if (authType === 'session') return
  throw new ApiError('An API key may not do this. Sign in, or send your own token.', { code: 'API_FORBIDDEN' })
}

/** Whether the person of the token, or the person who made the key, is an operator of the platform now. */
export async function isOperator({ workspace }: HasWorkspace, caller: Caller): Promise<boolean> {
  const { organizationId } = caller
  const userId = findOwnerId(caller)
  if (userId === undefined) return false
  return (await resolveRole(workspace, { organizationId, userId, role: 'admin' })).role === 'operator'
}

/** @throws ApiError 403 that names the scope */
export function demandScope({ scopes, authType }: Caller, scope: Scope): void {
  if (scopes.includes(scope)) return
  const what = authType === 'api-key' ? 'API key' : 'token'
  throw new ApiError(`The ${what} lacks the scope "${scope}".`, { code: 'API_FORBIDDEN' })
}

/**
 * Whether the scopes, and the role of the person, allow something that a route does not demand.
 * @param action what the role has to include; @default the same as the scope
 */
export function hasRight({ scopes, role }: Caller, scope: Scope, action: Action = scope): boolean {
  return scopes.includes(scope) && (role === undefined || mayDo(role, action))
}

/** The same for evidence that names people, which an administrator may grant a viewer. */
export function hasPeopleRight({ scopes, role, readsPeople }: Caller): boolean {
  return scopes.includes('people:read') && (role === undefined || mayReadPeople({ role, readsPeople }))
}

/** Id for limits. Ids of people are unique within their organization. */
export function toLimitSubject({ organizationId, countsFor }: Pick<Caller, 'organizationId' | 'countsFor'>): string {
  return JSON.stringify([organizationId, countsFor])
}
