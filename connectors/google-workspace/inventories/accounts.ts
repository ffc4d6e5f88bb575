import { workspace } from '../connector.ts'
import { listUsers } from '../directory.ts'
import { ListedUser } from '../responses.ts'

// Google's answer for an account that has never signed in; its description does not mention it:
// https://github.com/doitintl/DoiT-AdminPulse-for-Workspace/issues/9
const never = '1970-01-01T00:00:00.000Z'

/** What Google calls the role of the accounts that may do everything. */
export const superAdministrator = 'Super Admin'

export const accounts = workspace.inventory({
  of: 'account',
  tells: [
    'email',
    'aliases',
    'roles',
    'administrator',
    'secondFactor',
    'secondFactorDemanded',
    'createdAt',
    'lastActiveAt',
  ],
  covers: ['users', 'guests'],
  leavesOut: ['deleted users', 'service accounts of Google Cloud'],
  scopes: ['https://www.googleapis.com/auth/admin.directory.user.readonly'],
  // An account whose address changes while pages are read may come on two of them.
  merge: 'union',
  async *list(ctx) {
    for await (const user of listUsers(ctx, ListedUser)) {
      const { id, name, primaryEmail, aliases, isEnrolledIn2Sv, isEnforcedIn2Sv, creationTime, lastLoginTime } = user
      yield {
        id,
        name: name?.fullName ?? primaryEmail,
        kind: findKind(user.isGuestUser),
        status: findStatus(user),
        email: primaryEmail,
        aliases,
        roles: findRoles(user),
        administrator: isAdministrator(user),
        // Google's second steps are prompts, codes, keys and phones, and never e-mail or questions:
        // https://support.google.com/a/answer/175197
        secondFactor: isEnrolledIn2Sv,
        // Only the negative is certain: by default Google asks nobody for it who signs in by another identity provider.
        // https://support.google.com/a/answer/9368756
        secondFactorDemanded: isEnforcedIn2Sv === false ? false : undefined,
        createdAt: creationTime,
        lastActiveAt: lastLoginTime === never ? null : lastLoginTime,
        unknown: {
          aliases: 'Google names no aliases.',
          roles: 'Google does not say whether it is an administrator.',
          administrator: 'The connector does not read the rights of a delegated administrator.',
          secondFactorDemanded: 'A sign-in by another identity provider may not ask for what Google enforces.',
        },
      }
    }
  },
})

/** Google leaves out optional members that are false: https://protobuf.dev/programming-guides/json/#presence. */
function findKind(isGuest: unknown): 'guest' | 'person' | 'unknown' {
  if (isGuest === undefined || isGuest === false) return 'person'
  return isGuest === true ? 'guest' : 'unknown'
}

function findStatus({ suspended, archived }: ListedUser): 'active' | 'suspended' | 'unknown' {
  if (suspended === true || archived === true) return 'suspended'
  return suspended === false && (archived === undefined || archived === false) ? 'active' : 'unknown'
}

/** Google tells two kinds apart, and names no role of a delegated administrator. */
function findRoles({ isAdmin, isDelegatedAdmin }: ListedUser): readonly string[] | undefined {
  if (typeof isAdmin !== 'boolean') return undefined
  return [...(isAdmin ? [superAdministrator] : []), ...(isDelegatedAdmin === true ? ['delegated administrator'] : [])]
}

/** A delegated administrator has some privilege, which may be one that manages nobody. */
function isAdministrator({ isAdmin, isDelegatedAdmin }: ListedUser): boolean | undefined {
  if (isAdmin === true) return true
  return isAdmin === false && isDelegatedAdmin === false ? false : undefined
}
