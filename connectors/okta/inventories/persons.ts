import { okta } from '../connector.ts'
import { ListedUser } from '../responses.ts'
import { canSignIn, formatName, listUsers } from '../users.ts'

// The organization writes it as it likes. Okta's description names these two words as examples: userType of UserProfile in
// https://developer.okta.com/docs/api/openapi/okta-management/management/tag/User/
const kinds: ReadonlyMap<unknown, 'employee' | 'contractor'> = new Map([
  ['employee', 'employee'],
  ['contractor', 'contractor'],
])

export const persons = okta.inventory({
  of: 'person',
  tells: ['email', 'managerId', 'department'],
  covers: ['users of every status'],
  leavesOut: ['deleted users'],
  scopes: ['okta.users.read'],
  async *list(ctx) {
    for await (const user of listUsers(ctx, ListedUser)) {
      const { email, userType, managerId, department } = user.profile ?? {}
      yield {
        id: user.id,
        name: formatName(user),
        kind: kinds.get(typeof userType === 'string' ? userType.trim().toLowerCase() : userType) ?? 'unknown',
        status: findStatus(user.status),
        email,
        // Empty members of a profile say that nobody has filled them in, not that there is no manager.
        managerId,
        department,
        unknown: {
          managerId: 'The profile names no manager.',
          department: 'The profile names no department.',
        },
      }
    }
  },
})

/** Somebody who was suspended, or has not begun, may be away or may be new: Okta does not say. */
function findStatus(status: string | undefined): 'active' | 'left' | 'unknown' {
  if (canSignIn({ status })) return 'active'
  // What Okta tells administrators to do when somebody leaves:
  // https://help.okta.com/en-us/content/topics/users-groups-profiles/usgp-deactivate-user-account.htm
  return status === 'DEPROVISIONED' ? 'left' : 'unknown'
}
