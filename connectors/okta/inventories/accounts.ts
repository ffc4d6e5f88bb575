import { canManage, fetchActiveRoles, fetchAdministrators } from '../administrators.ts'
import { okta } from '../connector.ts'
import { fetchSecondFactors } from '../factors.ts'
import { ListedUser, type Role } from '../responses.ts'
import { formatName, listUsers } from '../users.ts'

// https://developer.okta.com/docs/concepts/user-lifecycle/ An account that was locked by wrong guesses opens again by itself.
const statuses: ReadonlyMap<unknown, 'active' | 'invited' | 'suspended' | 'deleted'> = new Map([
  ['ACTIVE', 'active'],
  ['LOCKED_OUT', 'active'],
  ['PASSWORD_EXPIRED', 'active'],
  ['RECOVERY', 'active'],
  ['STAGED', 'invited'],
  ['PROVISIONED', 'invited'],
  ['SUSPENDED', 'suspended'],
  // Without password, factors and applications; Okta calls it deactivated, and it can only begin anew.
  ['DEPROVISIONED', 'deleted'],
])

// "FEDERATION or SOCIAL authentication providers don't support a password": the part on credentials of
// https://developer.okta.com/docs/api/openapi/okta-management/management/tag/User/
const singleSignOn: ReadonlyMap<unknown, boolean> = new Map([
  ['FEDERATION', true],
  ['SOCIAL', true],
  ['ACTIVE_DIRECTORY', false],
  ['IMPORT', false],
  ['LDAP', false],
  ['OKTA', false],
])

export const accounts = okta.inventory({
  of: 'account',
  tells: ['email', 'roles', 'administrator', 'singleSignOnOnly', 'createdAt', 'lastActiveAt'],
  covers: ['users of every status'],
  leavesOut: ['service apps', 'deleted users'],
  scopes: ['okta.users.read', 'okta.roles.read'],
  async *list(ctx) {
    const roles = new Map<string, readonly Role[]>()
    await ctx.each(await fetchAdministrators(ctx), async (id) => {
      roles.set(id, await fetchActiveRoles(ctx, id))
    })
    for await (const user of listUsers(ctx, ListedUser)) {
      // The list of administrators is whole here, so that who is not on it has no role.
      const own = roles.get(user.id) ?? []
      yield {
        id: user.id,
        name: formatName(user),
        // Okta has one kind of user, and no mark for those that a program uses.
        kind: 'person',
        status: statuses.get(user.status) ?? 'unknown',
        email: user.profile?.email,
        roles: own.map(({ type, label }) => (type === 'CUSTOM' ? (label ?? type) : type)),
        administrator: canManage(own),
        singleSignOnOnly: singleSignOn.get(user.credentials?.provider?.type),
        createdAt: user.created,
        // Null: has never signed in. The first example of
        // https://developer.okta.com/docs/api/openapi/okta-management/management/tag/User/#tag/User/operation/createUser
        lastActiveAt: user.lastLogin,
        unknown: {
          administrator: 'The connector does not read the permissions of custom or new roles.',
          singleSignOnOnly: 'Okta does not say where the password is.',
        },
      }
    }
  },
  facts: {
    secondFactor: {
      scopes: ['okta.users.read'],
      // Okta takes the factors away from people who are deactivated.
      read: async (ctx, { id, status }) =>
        status === 'deleted' ? undefined : (await fetchSecondFactors(ctx, id)).length > 0,
    },
  },
})
