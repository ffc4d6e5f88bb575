import { azure } from '../connector.ts'
import { listAssignments, pages } from '../lists.ts'
import { ListedAssignment, NamedRole } from '../responses.ts'

export const accounts = azure.inventory({
  of: 'account',
  tells: ['roles', 'ssoSubject'],
  covers: ['users and applications with a role on the subscription, above it or in it'],
  leavesOut: [
    'members of groups',
    'who may activate a role (Privileged Identity Management)',
    'classic administrators',
    'providers by Azure Lighthouse',
  ],
  scopes: ['Microsoft.Authorization/roleAssignments/read', 'Microsoft.Authorization/roleDefinitions/read'],
  // A record for each assignment, so that its roles are united.
  merge: 'union',
  async *list(ctx) {
    const own = `/subscriptions/${ctx.credentials.subscription_id}`
    const names = new Map<string, string | undefined>()
    const roles = ctx.paginate('/providers/Microsoft.Authorization/roleDefinitions', {
      query: { 'api-version': '2022-04-01' },
      schema: NamedRole,
      ...pages,
    })
    for await (const { id, roleName } of roles) names.set(readGuid(id), roleName)
    // Azure documents that the first shows what is above the subscription, and the second what is in it:
    // https://learn.microsoft.com/rest/api/authorization/role-assignments/list-for-subscription
    for (const filter of ['atScope()', 'none'] as const)
      for await (const { scope, roleDefinitionId, principalId, principalType } of listAssignments(
        ctx,
        ListedAssignment,
        { filter },
      )) {
        // A group does not sign in, and only Entra knows its members.
        if (principalType === 'Group' || principalType === 'ForeignGroup') continue
        const name = typeof roleDefinitionId === 'string' ? names.get(readGuid(roleDefinitionId)) : undefined
        const place = typeof scope === 'string' ? readPlace(scope, own) : undefined
        const isKnown = typeof name === 'string' && place !== undefined
        const id = principalId.toLowerCase()
        yield {
          id,
          // A principal is an object of Entra: a user's id is that of their account there.
          ssoSubject: principalType === 'User' ? id : undefined,
          kind: readKind(principalType),
          // Only Entra knows whether somebody may still sign in.
          status: 'unknown',
          roles: isKnown ? [`${name}${place}`] : undefined,
          unknown: isKnown ? undefined : { roles: 'Azure does not name one of the roles, or where it holds.' },
        }
      }
  },
})

/** Users are members and guests, of which only Entra tells one from the other. */
function readKind(principalType: unknown): 'service' | 'unknown' {
  return principalType === 'ServicePrincipal' ? 'service' : 'unknown'
}

/** The last part of an id, which is the same in every subscription for a built-in role. */
function readGuid(id: string): string {
  return id.toLowerCase().split('/').at(-1) ?? ''
}

/** Where in the subscription a role holds, to stand behind its name; empty for all of it. */
function readPlace(scope: string, own: string): string {
  return scope.toLowerCase().startsWith(`${own.toLowerCase()}/`) ? ` (${scope.slice(own.length)})` : ''
}
