import { boundControls, daysSince, formatDays } from 'checkwright'
import { aws } from '../../connector.ts'
import { readReportedUsers, reportScopes } from '../../credential-report.ts'

export const unusedPasswords = aws.check({
  id: 'unused-passwords',
  title: 'Passwords that nobody uses open no console',
  description:
    'Checks for every IAM user with a password when it last opened the console. A password that was not used since it was last set counts from that day. Nobody notices the theft of an account that nobody uses. Not judged: access keys, which the check of access keys judges.',
  severity: 'medium',
  controls: boundControls(['soc2:CC6.2', 'iso27001:A.5.18', 'hipaa:164.308(a)(3)(ii)(C)'], {
    max_unused_days: { max: 180 },
  }),
  states: [{ 'unused-accounts-removed': { idle: 'max_unused_days' } }],
  scopes: reportScopes,
  tags: ['password', 'leavers'],
  onEmpty: 'not_applicable',
  volatile: ['unusedDays'],
  variables: [
    { id: 'max_unused_days', label: 'Longest time without use, days', type: 'number', default: 45, min: 1, max: 365 },
  ],
  async run(ctx) {
    const { max_unused_days: days } = ctx.variables
    for (const { name, arn, hasPassword, passwordUsedAt, passwordSetAt } of await readReportedUsers(ctx)) {
      const resource = { type: 'user', id: arn, name }
      if (!hasPassword) {
        ctx.notApplicable({ resource, title: `${name} has no password`, evidence: { console: hasPassword } })
        continue
      }
      // Somebody who got a new password had no time to use it.
      const dates = [passwordUsedAt, passwordSetAt].filter((date) => date !== undefined)
      if (dates.length === 0) {
        ctx.undecided({ resource, kind: 'schema_drift', because: `The password of ${name} has no date.` })
        continue
      }
      const unusedDays = Math.min(...dates.map((date) => daysSince(ctx, date)))
      const evidence = { console: hasPassword, passwordUsedAt, passwordSetAt, unusedDays }
      if (unusedDays <= days) ctx.pass({ resource, title: `The password of ${name} was used or set lately`, evidence })
      else {
        ctx.fail({
          resource,
          title: `${name} has not used the password for ${formatDays(unusedDays)}`,
          remediation: `Open IAM → Users → ${name} → Security credentials → Manage console access in the console, and disable it. Delete the user if nobody needs it.`,
          evidence,
        })
      }
    }
  },
})
