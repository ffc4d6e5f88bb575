import { gcloud } from '../connector.ts'
import { ListedAccount } from '../responses.ts'
import { demandWholePolicy, fetchProjectPolicy, listServiceAccounts } from '../services.ts'
import { readPrincipal } from './principal.ts'

export const accounts = gcloud.inventory({
  of: 'account',
  tells: ['email', 'roles'],
  covers: ['service accounts of the project', "people and programs in the project's policy"],
  leavesOut: [
    'members of groups and domains',
    'rights from folders and the organization',
    'rights on single resources',
    'everybody (allUsers, allAuthenticatedUsers)',
  ],
  scopes: ['iam.serviceAccounts.list', 'resourcemanager.projects.getIamPolicy'],
  async *list(ctx) {
    const policy = await fetchProjectPolicy(ctx)
    demandWholePolicy(ctx, policy)
    const { grants } = policy
    const byMember = Map.groupBy(grants, ({ member }) => member)
    const takeRoles = (member: string) => {
      const held = byMember.get(member) ?? []
      byMember.delete(member)
      return held.map(({ role }) => role)
    }
    for await (const { uniqueId, email, displayName, disabled } of listServiceAccounts(ctx, ListedAccount))
      yield {
        id: uniqueId,
        name: displayName ?? email,
        // An account "for an application or a virtual machine (VM) instance, not a person":
        // https://cloud.google.com/iam/docs/reference/rest/v1/projects.serviceAccounts
        kind: 'service',
        status: readStatus(disabled),
        email,
        roles: typeof email === 'string' ? takeRoles(`serviceAccount:${email}`) : undefined,
      }
    for (const member of [...byMember.keys()]) {
      const principal = readPrincipal(member)
      if (principal) yield { id: member, name: member, ...principal, roles: takeRoles(member) }
    }
  },
})

/** Google leaves out what is false: https://protobuf.dev/programming-guides/json/#presence */
function readStatus(disabled: unknown): 'active' | 'suspended' | 'unknown' {
  if (disabled === undefined || disabled === false) return 'active'
  return disabled === true ? 'suspended' : 'unknown'
}
