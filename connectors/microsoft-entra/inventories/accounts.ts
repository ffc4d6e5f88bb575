import { entra } from '../connector.ts'
import { hasSignInReports, listRegistrations, listUsers } from '../directory.ts'
import { ListedUser } from '../responses.ts'
import { fetchRoles } from '../roles.ts'
import { readSecondFactorDemand } from '../second-factor.ts'
import { findAliases } from '../users.ts'

// Graph keeps interactive sign-ins since April 2020 and others since May 2020:
// https://learn.microsoft.com/graph/api/resources/signinactivity
const signInsSince = '2020-05'

const kinds: ReadonlyMap<unknown, 'person' | 'guest'> = new Map([
  ['Member', 'person'],
  ['Guest', 'guest'],
])

const unlicensed = 'The tenant has no Microsoft Entra ID P1 licence, which this needs.'

export const accounts = entra.inventory({
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
  covers: ['members', 'guests'],
  leavesOut: ['service principals', 'deleted users'],
  scopes: [
    'User.Read.All',
    'AuditLog.Read.All',
    'RoleManagement.Read.Directory',
    'GroupMember.Read.All',
    'Policy.Read.All',
  ],
  async *list(ctx) {
    const roles = await fetchRoles(ctx)
    const isDemanded = await readSecondFactorDemand(ctx)
    const signIns = await hasSignInReports(ctx)
    const registered = new Map<string, boolean>()
    if (signIns) for await (const { id, isMfaRegistered } of listRegistrations(ctx)) registered.set(id, isMfaRegistered)
    for await (const user of listUsers(ctx, ListedUser, { signIns })) {
      const own = roles.get(user.id) ?? { names: [], manages: false }
      yield {
        id: user.id,
        name: user.displayName ?? user.userPrincipalName,
        kind: kinds.get(user.userType) ?? 'unknown',
        status: findStatus(user),
        email: user.mail,
        aliases: findAliases(user.proxyAddresses),
        roles: own.names,
        administrator: own.manages,
        // Methods for a second step only; those for resetting a password, such as questions, do not count:
        // https://learn.microsoft.com/graph/api/resources/userregistrationdetails
        secondFactor: registered.get(user.id),
        secondFactorDemanded: isDemanded(user.id),
        createdAt: user.createdDateTime,
        lastActiveAt: signIns ? findLastSignIn(user) : undefined,
        unknown: {
          email: 'The directory has no mail address for it.',
          aliases: 'The directory names no addresses.',
          administrator: 'Graph does not say what one of its roles allows.',
          secondFactor: signIns ? 'The report of registrations does not name it.' : unlicensed,
          secondFactorDemanded: 'No single policy decides it for everybody and everything.',
          createdAt: 'It is older than June 2018, since when Graph keeps this.',
          lastActiveAt: signIns ? 'Graph says neither when, nor that it never signed in.' : unlicensed,
        },
      }
    }
  },
})

/** Someone invited who has not accepted yet has an account that is enabled. */
function findStatus({ accountEnabled, externalUserState }: ListedUser): 'active' | 'invited' | 'suspended' | 'unknown' {
  if (accountEnabled === false) return 'suspended'
  if (accountEnabled !== true) return 'unknown'
  return externalUserState === 'PendingAcceptance' ? 'invited' : 'active'
}

/**
 * The last sign-in that succeeded. Graph leaves the activity out for who has never signed in, and for who last did so before it kept
 * this: https://learn.microsoft.com/graph/api/resources/user. So absent means never (null) for younger accounts only. An activity
 * without a success says nothing: Graph keeps successes since December 2023 alone.
 */
function findLastSignIn({ signInActivity, createdDateTime }: ListedUser): string | null | undefined {
  if (signInActivity) return signInActivity.lastSuccessfulSignInDateTime
  return typeof createdDateTime === 'string' && createdDateTime >= signInsSince ? null : undefined
}
