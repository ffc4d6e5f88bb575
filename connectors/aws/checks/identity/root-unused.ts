import { boundControls, daysSince, formatDays } from 'checkwright'
import { aws } from '../../connector.ts'
import { readReportedRoot, reportScopes } from '../../credential-report.ts'
import { readAccount } from '../../regions.ts'

export const rootUnused = aws.check({
  id: 'root-unused',
  title: 'Nobody works as the root user',
  description:
    'Checks when the root user last signed in with its password and last used its access keys. Root is for the few things that nothing else can do, because no policy limits it. A recent use that you planned is no danger, and the check passes again later. Not judged: keys that were deleted meanwhile.',
  severity: 'medium',
  controls: boundControls(['soc2:CC6.3', 'iso27001:A.8.2', 'hipaa:164.308(a)(4)(ii)(B)'], {
    min_unused_days: { min: 30 },
  }),
  states: [{ 'root-unused': { unused: 'min_unused_days' } }],
  scopes: reportScopes,
  tags: ['administrators'],
  volatile: ['unusedDays'],
  variables: [
    { id: 'min_unused_days', label: 'Fewest days without use', type: 'number', default: 90, min: 1, max: 365 },
  ],
  async run(ctx) {
    const { min_unused_days: days } = ctx.variables
    const { passwordUsedAt, keys } = await readReportedRoot(ctx)
    const account = await readAccount(ctx)
    const uses = [passwordUsedAt, ...keys.map(({ usedAt }) => usedAt)].filter((use) => use !== undefined)
    const unusedDays = uses.length > 0 ? Math.min(...uses.map((use) => daysSince(ctx, use))) : undefined
    const resource = { type: 'root-user', id: account, name: `root of ${account}` }
    const evidence = { passwordUsedAt, keysUsedAt: keys.map(({ usedAt }) => usedAt ?? null), unusedDays }
    if (unusedDays === undefined) ctx.pass({ resource, title: 'AWS knows no use of the root user', evidence })
    else if (unusedDays >= days)
      ctx.pass({ resource, title: `The root user was last used ${formatDays(unusedDays)} ago`, evidence })
    else {
      ctx.fail({
        resource,
        title: `The root user was used ${formatDays(unusedDays)} ago, ${days} demanded`,
        remediation:
          'Find out in CloudTrail → Event history, by the user name "root", who used it and for what. Give that person a role that may do it, and delete the access keys of the root user.',
        evidence,
      })
    }
  },
})
