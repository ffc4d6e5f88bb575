import { pages } from '../conditional-access.ts'
import { entra } from '../connector.ts'
import { Leaver, ListedPerson } from '../responses.ts'
import { findAliases } from '../users.ts'

// The words that Microsoft gives as examples; the organization writes what it likes.
// https://learn.microsoft.com/graph/api/resources/user
const kinds: ReadonlyMap<unknown, 'employee' | 'contractor'> = new Map([
  ['employee', 'employee'],
  ['contractor', 'contractor'],
])

export const persons = entra.inventory({
  of: 'person',
  tells: ['email', 'aliases', 'managerId', 'startsAt', 'department'],
  covers: ['members'],
  leavesOut: ['guests', 'deleted users'],
  scopes: ['User.Read.All'],
  async *list(ctx) {
    const users = ctx.paginate('/users', {
      query: {
        // Without sign-ins, for which a licence is needed.
        $select:
          'id,displayName,userPrincipalName,mail,proxyAddresses,accountEnabled,userType,employeeType,employeeHireDate,department',
        $expand: 'manager($select=id)',
        $top: 500,
      },
      schema: ListedPerson,
      ...pages,
    })
    for await (const user of users) {
      if (user.userType === 'Guest') continue
      const { employeeType, accountEnabled } = user
      const startsAt = toDay(user.employeeHireDate)
      yield {
        id: user.id,
        name: user.displayName ?? user.userPrincipalName,
        kind:
          kinds.get(typeof employeeType === 'string' ? employeeType.trim().toLowerCase() : employeeType) ?? 'unknown',
        status: findStatus(accountEnabled, startsAt, ctx.now),
        email: user.mail,
        aliases: findAliases(user.proxyAddresses),
        // Graph leaves a manager out where none is set, which does not say that there is none.
        managerId: user.manager?.id,
        startsAt,
        department: user.department,
        unknown: {
          email: 'The directory has no mail address for the person.',
          aliases: 'The directory names no addresses.',
          managerId: 'The directory names no manager.',
          startsAt: 'The directory has no day of hire.',
          department: 'The directory names no department.',
        },
      }
    }
  },
  facts: {
    // A permission of its own, without which Graph refuses every request that names the member.
    endsAt: {
      scopes: ['User-LifeCycleInfo.Read.All'],
      read: async (ctx, { id }) => {
        const query = { $select: 'id,employeeLeaveDateTime' }
        return toDay(
          (await ctx.get(`/users/${encodeURIComponent(id)}`, { query, schema: Leaver })).employeeLeaveDateTime,
        )
      },
    },
  },
})

/** A disabled account may be of somebody who left, who is away, or who has not begun. */
function findStatus(isEnabled: unknown, startsAt: string | undefined, now: Date): 'active' | 'future' | 'unknown' {
  if (typeof startsAt === 'string' && startsAt > now.toISOString().slice(0, 10)) return 'future'
  return isEnabled === true ? 'active' : 'unknown'
}

/** Graph writes a day as midnight in UTC. */
function toDay(time: string | undefined): string | undefined {
  return typeof time === 'string' ? time.replace(/T[\d:.]+Z$/, '') : time
}
