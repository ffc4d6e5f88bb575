import { type AgeContext, boundControls, daysSince, formatDays, parseTime } from 'checkwright'
import { entra } from '../connector.ts'
import { listUsers } from '../directory.ts'
import { User } from '../responses.ts'

export const staleUsers = entra.check({
  id: 'stale-users',
  title: 'Accounts that nobody uses are disabled',
  description:
    'Checks the last successful sign-in of every enabled account, by a person or in the background. Failed attempts do not count. An unused account belongs to somebody who left or changed jobs, and nobody would notice that somebody else uses it. Not judged: service principals, which have no such record.',
  severity: 'medium',
  controls: boundControls(['soc2:CC6.2', 'iso27001:A.5.18', 'hipaa:164.308(a)(3)(ii)(C)'], {
    max_unused_days: { max: 180 },
  }),
  states: [{ 'unused-accounts-removed': { idle: 'max_unused_days' } }],
  scopes: ['User.Read.All', 'AuditLog.Read.All'],
  tags: ['leavers', 'accounts'],
  variables: [
    { id: 'max_unused_days', label: 'Longest time without sign-in, days', type: 'number', default: 90, min: 1 },
  ],
  async run(ctx) {
    const { max_unused_days: days } = ctx.variables
    await ctx.each(
      listUsers(ctx, User),
      async ({ id, userPrincipalName, accountEnabled, createdDateTime, userType, signInActivity }) => {
        const name = userPrincipalName ?? id
        const resource = { type: 'user', id, name }
        // Checked first: for a disabled account, attempts to sign in do not matter.
        if (!accountEnabled) {
          const evidence = { accountEnabled, createdDateTime, userType: userType ?? null }
          ctx.notApplicable({ resource, title: `${name} is disabled`, evidence })
          return
        }
        const last = findLastSignIn(ctx, signInActivity, days)
        const evidence = {
          accountEnabled,
          createdDateTime,
          lastSuccessfulSignIn: last ?? null,
          userType: userType ?? null,
        }
        // A new person has had no reason to sign in yet.
        const since = last ?? createdDateTime
        const unusedDays = since === null ? undefined : daysSince(ctx, since)
        if (unusedDays !== undefined && unusedDays <= days)
          ctx.pass({ resource, title: `${name} was active ${formatDays(unusedDays)} ago`, evidence })
        else {
          ctx.fail({
            resource,
            title:
              last === undefined || unusedDays === undefined
                ? `${name} has never signed in`
                : `${name} has not signed in for ${formatDays(unusedDays)}`,
            remediation: `Ask the manager of ${name} whether the account is still needed. If it is not, open Users → ${name} → Properties in the Entra admin center and clear "Account enabled".`,
            evidence,
          })
        }
      },
      { resource: ({ id, userPrincipalName }) => ({ type: 'user', id, name: userPrincipalName ?? id }) },
    )
  },
})

/** The last successful sign-in, or an attempt with no successful one after it. */
function findLastSignIn(ctx: AgeContext, activity: User['signInActivity'], days: number): string | undefined {
  if (!activity) return undefined
  const { lastSuccessfulSignInDateTime: success, lastSignInDateTime, lastNonInteractiveSignInDateTime } = activity
  if (success !== undefined) return success ?? undefined
  const [attempt] = [lastSignInDateTime, lastNonInteractiveSignInDateTime]
    .filter((time) => typeof time === 'string')
    .sort((a, b) => parseTime(b) - parseTime(a))
  // If even the last attempt is long ago, its success does not matter.
  if (attempt !== undefined && daysSince(ctx, attempt) > days) return attempt
  return ctx.cannotTell({
    kind: 'incomplete_data',
    message: "Graph's answer shows that a sign-in was tried, but not whether it succeeded.",
  })
}
