import { boundControls } from 'checkwright'
import { pages } from '../conditional-access.ts'
import { entra } from '../connector.ts'
import { User } from '../responses.ts'

const dayMs = 86_400_000

export const staleUsers = entra.check({
  id: 'stale-users',
  title: 'Accounts that nobody uses are disabled',
  description:
    'Asks of every enabled account when it signed in last, by a person or in the background. An account that nobody uses belongs to somebody who left or changed, and nobody would notice it being used by another.',
  severity: 'medium',
  controls: boundControls(['soc2:CC6.2', 'iso27001:A.5.18', 'hipaa:164.308(a)(3)(ii)(C)'], {
    max_unused_days: { max: 180 },
  }),
  scopes: ['User.Read.All', 'AuditLog.Read.All'],
  tags: ['leavers', 'accounts'],
  variables: [
    { id: 'max_unused_days', label: 'Longest time without sign-in, days', type: 'number', default: 90, min: 1 },
  ],
  async run(ctx) {
    const { max_unused_days: days } = ctx.variables
    const users = ctx.paginate('/users', {
      query: { $select: 'id,userPrincipalName,accountEnabled,createdDateTime,userType,signInActivity', $top: 500 },
      schema: User,
      ...pages,
    })
    for await (const { id, userPrincipalName, accountEnabled, createdDateTime, userType, signInActivity } of users) {
      const name = userPrincipalName ?? id
      const resource = { type: 'user', id, name }
      const signIns = [signInActivity?.lastSignInDateTime, signInActivity?.lastNonInteractiveSignInDateTime]
      const last = signIns
        .filter((time) => typeof time === 'string')
        .sort()
        .at(-1)
      const evidence = {
        accountEnabled: accountEnabled ?? null,
        createdDateTime: createdDateTime ?? null,
        lastSignIn: last ?? null,
        userType: userType ?? null,
      }
      if (accountEnabled === false) {
        ctx.notApplicable({ resource, title: `${name} is disabled`, evidence })
        continue
      }
      // Somebody new has had no reason to sign in yet.
      const unusedDays = Math.floor((ctx.now.getTime() - Date.parse(last ?? createdDateTime ?? '')) / dayMs)
      if (unusedDays <= days) ctx.pass({ resource, title: `${name} was active ${unusedDays} days ago`, evidence })
      else {
        ctx.fail({
          resource,
          title:
            last === undefined ? `${name} has never signed in` : `${name} has not signed in for ${unusedDays} days`,
          remediation: `Ask the manager of ${name}, then in the Entra admin center under Users → ${name} → Properties clear "Account enabled".`,
          evidence,
        })
      }
    }
  },
})
