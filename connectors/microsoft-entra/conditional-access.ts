import { type VendorClient, vendorRecord } from 'checkwright'
import { type Condition, readConditions } from './conditions.ts'
import { ConditionalAccessPolicy, SecurityDefaults } from './responses.ts'

/** How Graph pages lists. */
export const pages = { items: 'value', next: { url: '@odata.nextLink' } } as const

/** Whether Microsoft's own baseline is on, which requires a second factor and blocks legacy sign-in. */
export async function hasSecurityDefaults(ctx: VendorClient): Promise<boolean> {
  const path = '/policies/identitySecurityDefaultsEnforcementPolicy'
  return (await ctx.get(path, { schema: SecurityDefaults })).isEnabled
}

/** Whether a policy has a requirement for sign-ins: yes, no, or unknown from the answer. */
export type Demand = boolean | 'unknown'

/** An active policy for everybody, with its exceptions. */
export interface CountingPolicy {
  readonly name: string
  /** Excluded users by id; a few of them are accounts for emergencies. */
  readonly excludedUsers: readonly string[]
  /** All other exceptions, in words, for a person to judge. */
  readonly exceptions: readonly string[]
  /** The parts that this version cannot read, in words. */
  readonly unknown: readonly string[]
}

/** The tenant's policies with respect to one requirement. Each is judged by itself; several are not added up. */
export interface PolicyJudgement {
  readonly counting: readonly CountingPolicy[]
  /** Policies with the requirement for some sign-ins only: risky ones, from some places or for some people. */
  readonly partial: readonly { readonly name: string; readonly only: readonly string[] }[]
  /** Why policies of the answer cannot be read. Any of them may have the requirement, and may be active. */
  readonly unreadable: readonly string[]
}

/** The active policies of the tenant, and why others cannot be read. */
export interface ActivePolicies extends Pick<PolicyJudgement, 'unreadable'> {
  readonly active: readonly ConditionalAccessPolicy[]
}

/** Judges the active policies by their requirements and their users; report-only policies are not active. */
export async function judgePolicies(
  ctx: VendorClient,
  demands: (policy: ConditionalAccessPolicy) => Demand,
): Promise<PolicyJudgement> {
  const policies = await listActivePolicies(ctx)
  return judgeListed(policies, demands)
}

export async function listActivePolicies(ctx: VendorClient): Promise<ActivePolicies> {
  const schema = vendorRecord(ConditionalAccessPolicy, 'id')
  const listed = await Array.fromAsync(ctx.paginate('/identity/conditionalAccess/policies', { schema, ...pages }))
  return {
    active: listed.flatMap(({ record }) => (record?.state === 'enabled' ? [record] : [])),
    unreadable: listed.flatMap((each) => each.unreadable ?? []),
  }
}

/** Why a verdict that no readable policy gives is open. */
export function explainUnreadable([first = '']: readonly string[]): string {
  return `No conditional access policy that can be read decides it, and one cannot be read: ${first}.`
}

/** The same for policies that were read. */
export function judgeListed(
  { active, unreadable }: ActivePolicies,
  demands: (policy: ConditionalAccessPolicy) => Demand,
): PolicyJudgement {
  const counting: CountingPolicy[] = []
  const partial: PolicyJudgement['partial'][number][] = []
  for (const policy of active) {
    const demand = demands(policy)
    if (demand === false) continue
    const { displayName: name } = policy
    const conditions = readConditions(policy.conditions)
    const only = findLimits(policy, conditions)
    const unknown = [
      ...(demand === 'unknown' ? ['grant controls'] : []),
      ...conditions.flatMap(({ kind, unread }) => (unread ? [kind] : [])),
    ]
    if (only.length > 0) partial.push({ name, only })
    else {
      const excludedUsers = policy.excludeUsers.filter((id) => !groupWords.includes(id))
      counting.push({ name, excludedUsers, exceptions: findExceptions(policy, conditions), unknown })
    }
  }
  return { counting, partial, unreadable }
}

/** Whether a policy only excludes accounts for emergencies, and every condition of it was read. */
export function isForEverybody({ excludedUsers, exceptions, unknown }: CountingPolicy, usersMax: number): boolean {
  return new Set(excludedUsers).size <= usersMax && exceptions.length === 0 && unknown.length === 0
}

// In a list of users, these mean many. https://learn.microsoft.com/graph/api/resources/conditionalaccessusers
const groupWords = ['All', 'GuestsOrExternalUsers', 'None']

/** The limits of a policy to some sign-ins, in words. */
function findLimits(
  { includeUsers, includeApplications }: ConditionalAccessPolicy,
  conditions: readonly Condition[],
): string[] {
  return [
    ...(includeUsers.includes('All') ? [] : ['some users']),
    ...(includeApplications.includes('All') ? [] : ['some applications']),
    ...conditions.flatMap(({ kind, limits }) => (limits ? [kind] : [])),
  ]
}

/** The exceptions of a policy for everybody beside users by id, in words. */
function findExceptions(policy: ConditionalAccessPolicy, conditions: readonly Condition[]): string[] {
  const { excludeUsers, excludeGroups, excludeRoles, excludeGuests, excludeApplications } = policy
  return [
    ...excludeUsers.filter((id) => groupWords.includes(id)),
    ...excludeGroups.map((id) => `group ${id}`),
    ...excludeRoles.map((id) => `role ${id}`),
    ...(excludeGuests ? ['guests or external users'] : []),
    ...excludeApplications.map((id) => `application ${id}`),
    ...conditions.flatMap(({ kind, excludes }) => (excludes ? [kind] : [])),
  ]
}
