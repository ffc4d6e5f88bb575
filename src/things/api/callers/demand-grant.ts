import { ApiError } from '../../../errors/index.ts'
import type { Membership } from '../../../service/records/memberships.ts'
import { isRoleAtLeast, listScopesOf } from '../../../service/rights/permissions.ts'
import type { Caller } from './caller.ts'

/**
 * Nobody gives more than they have: whoever gives a role has every scope of it, and no lesser role. Otherwise a key that may invite
 * people would be as good as an administrator, for good, whatever its scopes and its end.
 * @param readsPeople whether a viewer is granted what names people. @default false
 * @throws ApiError 403 that names what is lacking
 */
export function demandGrant({ scopes, role, authType }: Caller, wanted: Membership['role'], readsPeople = false): void {
  const given = [...listScopesOf(wanted), ...(readsPeople ? (['people:read'] as const) : [])]
  const lacking = given.filter((scope) => !scopes.includes(scope))
  if (lacking.length === 0 && (role === undefined || isRoleAtLeast(role, wanted))) return
  const what = authType === 'api-key' ? 'API key' : 'token'
  const why = lacking.length === 0 ? '' : ` It lacks ${lacking.map((scope) => `"${scope}"`).join(', ')}.`
  throw new ApiError(
    `To give the role ${wanted}${readsPeople ? ' with evidence that names people' : ''}, or decide who gets in by it, the ${what} needs all of its rights.${why}`,
    { code: 'API_FORBIDDEN' },
  )
}
