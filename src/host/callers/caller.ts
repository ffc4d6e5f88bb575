import { ApiError } from '../../errors/index.ts'
import type { Actor } from '../../workspace/audit.ts'
import { type Action, mayDo, type Role } from '../../workspace/permissions.ts'
import type { Scope } from '../../workspace/scopes.ts'

/** Who asks, proven. */
export interface Caller {
  readonly organizationId: string
  readonly scopes: readonly string[]
  readonly actor: Actor
  /** The person, when they asked by a token of their own; a key speaks for several people. */
  readonly userId: string | undefined
  /** Whom requests and streams are counted for: keys that a key or a person made share what that one may do. */
  readonly countsFor: string
  readonly authType: 'api-key' | 'session'
  /** What the person of a token may do here at most. Undefined: nobody has given them a role, and scopes decide alone. */
  readonly role?: Role | undefined
  /** Of a viewer: first and last day, in UTC, of the runs that they may see. @default all */
  readonly periodFrom?: string | null | undefined
  readonly periodTo?: string | null | undefined
  /** Who made the API key, where a person did. */
  readonly keyUserId?: string | undefined
  /** When the API key ends, as ISO 8601. Undefined: never, or a token. */
  readonly keyExpiresAt?: string | undefined
}

/** @throws ApiError 403 where the role of the person does not suffice */
export function demandRole({ role }: Caller, action: Action): void {
  if (role === undefined || mayDo(role, action)) return
  throw new ApiError(`Your role in the organization, ${role}, does not allow this.`, {
    code: 'API_FORBIDDEN',
    status: 403,
  })
}

/** @throws ApiError 403 that names the scope */
export function demandScope({ scopes, authType }: Caller, scope: Scope): void {
  if (scopes.includes(scope)) return
  const what = authType === 'api-key' ? 'API key' : 'token'
  throw new ApiError(`The ${what} lacks the scope "${scope}".`, { code: 'API_FORBIDDEN', status: 403 })
}

/** By whom limits count. Ids of people are unique within their organization. */
export function toLimitSubject({ organizationId, countsFor }: Pick<Caller, 'organizationId' | 'countsFor'>): string {
  return JSON.stringify([organizationId, countsFor])
}
