import { boundControls, daysSince } from 'checkwright'
import { workspace } from '../connector.ts'
import { findExemption, listUsers } from '../directory.ts'
import { never, User } from '../responses.ts'

export const staleUsers = workspace.check({
  id: 'stale-users',
  title: 'Accounts that nobody uses are suspended',
  description:
    'Checks the last sign-in of every account that can sign in. An unused account belongs to somebody who left or changed jobs, and nobody would notice that somebody else uses it. Not judged: applications that act for an account without a sign-in.',
  severity: 'medium',
  controls: boundControls(['soc2:CC6.2', 'iso27001:A.5.18', 'hipaa:164.308(a)(3)(ii)(C)'], {
    max_unused_days: { max: 180 },
  }),
  scopes: ['https://www.googleapis.com/auth/admin.directory.user.readonly'],
  tags: ['leavers', 'accounts'],
  variables: [
    { id: 'max_unused_days', label: 'Longest time without sign-in, days', type: 'number', default: 90, min: 1 },
  ],
  async run(ctx) {
    const { max_unused_days: days } = ctx.variables
    for await (const user of listUsers(ctx, User)) {
      const { id, primaryEmail: name, creationTime, lastLoginTime } = user
      const resource = { type: 'user', id, name }
      const exemption = findExemption(user)
      if (exemption) {
        ctx.notApplicable({ resource, ...exemption })
        continue
      }
      const last = lastLoginTime === never ? undefined : lastLoginTime
      // A new person has had no reason to sign in yet.
      const unusedDays = daysSince(ctx, last ?? creationTime)
      const evidence = { creationTime, lastLoginTime: last ?? null }
      if (unusedDays <= days) ctx.pass({ resource, title: `${name} was active ${unusedDays} days ago`, evidence })
      else {
        ctx.fail({
          resource,
          title:
            last === undefined ? `${name} has never signed in` : `${name} has not signed in for ${unusedDays} days`,
          remediation: `Ask the manager of ${name}, then in the Admin console under Directory → Users → ${name} choose Suspend user.`,
          evidence,
        })
      }
    }
  },
})
