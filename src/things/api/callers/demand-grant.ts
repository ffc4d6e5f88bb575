import { ApiError } from '../../../errors/index.ts'
import type { Membership } from '../../../service/records/memberships.ts'
import { isRoleAtLeast, listScopesOf } from '../../../service/rights/permissions.ts'
import type { Caller } from './caller.ts'

/**
 * Nobody gives more than they have: whoever gives a role has every scope of it, and no lesser role. Otherwise a key that may invite
 * people would be as good as an administrator, for good, whatever its scopes and its end.
 * @throws ApiError 403 that names what is lacking
 */
export function demandGrant({ scopes, role, authType }: Caller, wanted: Membership['role']): void {
  const lacking = listScopesOf(wanted).filter((scope) => !scopes.includes(scope))
  if (lacking.length === 0 && (role === undefined || isRoleAtLeast(role, wanted))) return
  const what = authType === 'api-key' ? 'API key' : 'token'
  const why = lacking.length === 0 ? '' : ` It lacks ${lacking.map((scope) => `"${scope}"`).join(', ')}.`
  throw new ApiError(
    `To give the role ${wanted}, or decide who gets in by it, the ${what} needs all of its rights.${why}`,
    { code: 'API_FORBIDDEN' },
  )
}
