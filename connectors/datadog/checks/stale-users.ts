import { boundControls, daysSince, formatDays } from 'checkwright'
import { datadog } from '../connector.ts'
import { pageSize, pages } from '../pages.ts'
import { SignedInUser } from '../responses.ts'

export const staleUsers = datadog.check({
  id: 'stale-users',
  title: 'Accounts that nobody uses are disabled',
  description:
    'Checks the last sign-in of every enabled account of a person, also of those who were invited and never came. An unused account belongs to somebody who left or changed jobs. Not judged: service accounts.',
  severity: 'medium',
  controls: boundControls(['soc2:CC6.2', 'iso27001:A.5.18', 'hipaa:164.308(a)(3)(ii)(C)'], {
    max_unused_days: { max: 180 },
  }),
  states: [{ 'unused-accounts-removed': { idle: 'max_unused_days' } }],
  scopes: ['user_access_read'],
  tags: ['leavers', 'accounts'],
  variables: [
    { id: 'max_unused_days', label: 'Longest time without sign-in, days', type: 'number', default: 90, min: 1 },
  ],
  async run(ctx) {
    const { max_unused_days: days } = ctx.variables
    const users = ctx.paginate('/api/v2/users', {
      query: pageSize,
      schema: SignedInUser,
      resource: { type: 'user', id: 'id', name: 'attributes.handle' },
      ...pages,
    })
    await ctx.each(
      users,
      async ({ id, handle: name, isDisabled, isServiceAccount, createdAt, lastLoginAt }) => {
        const resource = { type: 'user', id, name }
        const evidence = { createdAt, lastLoginAt: lastLoginAt ?? null }
        // A new person has had no reason to sign in yet.
        const unusedDays = daysSince(ctx, lastLoginAt ?? createdAt)
        if (isDisabled) ctx.notApplicable({ resource, title: `${name} is disabled`, evidence })
        else if (isServiceAccount) ctx.notApplicable({ resource, title: `${name} is a service account`, evidence })
        else if (unusedDays <= days)
          ctx.pass({ resource, title: `${name} was active ${formatDays(unusedDays)} ago`, evidence })
        else {
          ctx.fail({
            resource,
            title:
              lastLoginAt === undefined
                ? `${name} has never signed in`
                : `${name} has not signed in for ${formatDays(unusedDays)}`,
            remediation: `Ask the manager of ${name} whether the account is still needed. If it is not, disable it under Organization Settings → Users.`,
            evidence,
          })
        }
      },
      { resource: ({ id, handle: name }) => ({ type: 'user', id, name }) },
    )
  },
})
