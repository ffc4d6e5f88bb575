import { boundControls, daysSince, formatDays } from 'checkwright'
import { okta } from '../connector.ts'
import { User } from '../responses.ts'
import { canSignIn, listUsers } from '../users.ts'

export const staleUsers = okta.check({
  id: 'stale-users',
  title: 'Accounts that nobody uses are deactivated',
  description:
    'Checks the last sign-in of every user who can sign in. An unused account belongs to somebody who left or changed jobs, and nobody would notice that somebody else uses it. Not judged: accounts that are staged, suspended or waiting for activation, because nobody signs in with them.',
  severity: 'medium',
  controls: boundControls(['soc2:CC6.2', 'iso27001:A.5.18', 'hipaa:164.308(a)(3)(ii)(C)'], {
    max_unused_days: { max: 180 },
  }),
  states: [{ 'unused-accounts-removed': { idle: 'max_unused_days' } }],
  scopes: ['okta.users.read'],
  tags: ['leavers', 'accounts'],
  onEmpty: 'not_applicable',
  variables: [
    { id: 'max_unused_days', label: 'Longest time without sign-in, days', type: 'number', default: 90, min: 1 },
  ],
  fix: {
    command:
      "curl --request POST --variable %OKTA_API_TOKEN --expand-header 'Authorization: SSWS {{OKTA_API_TOKEN}}' https://{connection.domain}/api/v1/users/{resource.id}/lifecycle/suspend",
    source:
      'https://developer.okta.com/docs/api/openapi/okta-management/management/tags/userlifecycle/other/suspenduser',
  },
  async run(ctx) {
    const { max_unused_days: days } = ctx.variables
    await ctx.each(
      listUsers(ctx, User),
      async ({ id, login, status, created, activated, lastLogin }) => {
        if (!canSignIn({ status })) return
        // A new person has had no reason to sign in yet.
        const since = lastLogin ?? activated ?? created
        const unusedDays = daysSince(ctx, since)
        const resource = { type: 'user', id, name: login }
        const evidence = { created, activated, lastLogin }
        if (unusedDays <= days)
          ctx.pass({ resource, title: `${login} was active ${formatDays(unusedDays)} ago`, evidence })
        else {
          ctx.fail({
            resource,
            title:
              lastLogin === undefined
                ? `${login} has never signed in`
                : `${login} has not signed in for ${formatDays(unusedDays)}`,
            remediation: `Ask the manager of ${login} whether the account is still needed. If it is not, open Directory → People → ${login} in the Admin Console and choose More actions → Deactivate.${status === 'ACTIVE' ? '' : ` Okta suspends active accounts alone, and this one is ${status}.`}`,
            evidence,
          })
        }
      },
      { resource: ({ id, login }) => ({ type: 'user', id, name: login }) },
    )
  },
})
