import type { VendorClient } from 'checkwright'
import { ConditionalAccessPolicy, SecurityDefaults } from './responses.ts'

/** How Graph hands out lists. */
export const pages = { items: 'value', next: { url: '@odata.nextLink' } } as const

/** The policies in force that apply to everybody; those that only report are not. */
export async function policiesForEverybody(ctx: VendorClient): Promise<readonly ConditionalAccessPolicy[]> {
  const found: ConditionalAccessPolicy[] = []
  for await (const policy of ctx.paginate('/identity/conditionalAccess/policies', {
    schema: ConditionalAccessPolicy,
    ...pages,
  })) {
    if (policy.state === 'enabled' && policy.includeUsers.includes('All')) found.push(policy)
  }
  return found
}

/** Whether Microsoft's own baseline is on, which demands a second factor and blocks legacy sign-in. */
export async function hasSecurityDefaults(ctx: VendorClient): Promise<boolean> {
  const path = '/policies/identitySecurityDefaultsEnforcementPolicy'
  return (await ctx.get(path, { schema: SecurityDefaults })).isEnabled
}

/** What a policy leaves out, for the evidence and for a person to judge. */
export function exclusionsOf({
  excludeUsers,
  excludeGroups,
  excludeRoles,
  excludeApplications,
}: ConditionalAccessPolicy) {
  return { users: excludeUsers, groups: excludeGroups, roles: excludeRoles, applications: excludeApplications }
}

/** Whether a policy leaves out no more than accounts for emergencies. */
export function isNarrow(
  { users, groups, roles, applications }: ReturnType<typeof exclusionsOf>,
  usersMax: number,
): boolean {
  return users.length <= usersMax && groups.length === 0 && roles.length === 0 && applications.length === 0
}
