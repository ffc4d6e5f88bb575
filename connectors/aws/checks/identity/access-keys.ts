import { boundControls, daysSince, formatDays } from 'checkwright'
import { aws } from '../../connector.ts'
import { readReportedUsers, reportScopes } from '../../credential-report.ts'

export const accessKeys = aws.check({
  id: 'access-keys',
  title: 'Access keys are young and in use',
  description:
    'Checks when every active access key of an IAM user was made or last changed, and when it was last used. AWS tells no earlier day than that of the change, such as when somebody turned it off and on. A key works from anywhere without a second factor, and is copied into files, pipelines and histories. An old key has more copies, and nobody notices the theft of an unused one. Not judged: what a key may do.',
  severity: 'high',
  controls: boundControls(['soc2:CC6.1', 'iso27001:A.5.17', 'hipaa:164.312(d)'], {
    max_key_age_days: { max: 365 },
    max_unused_days: { max: 180 },
  }),
  states: [{ 'keys-renewed': { age: 'max_key_age_days' } }, { 'unused-keys-removed': { idle: 'max_unused_days' } }],
  scopes: reportScopes,
  tags: ['keys', 'rotation'],
  onEmpty: 'not_applicable',
  variables: [
    { id: 'max_key_age_days', label: 'Greatest age of a key, days', type: 'number', default: 90, min: 1 },
    { id: 'max_unused_days', label: 'Longest time without use, days', type: 'number', default: 45, min: 1 },
  ],
  async run(ctx) {
    const { max_key_age_days: maxAge, max_unused_days: maxUnused } = ctx.variables
    for (const { name, arn, keys } of await readReportedUsers(ctx)) {
      for (const { slot, rotatedAt, usedAt } of keys.filter(({ active }) => active)) {
        const resource = { type: 'access-key', id: `${arn}#${slot}`, name: `${name}, key ${slot}` }
        if (rotatedAt === undefined) {
          ctx.undecided({ resource, kind: 'schema_drift', because: `Key ${slot} of ${name} has no date.` })
          continue
        }
        const ageDays = daysSince(ctx, rotatedAt)
        // A new key has had no time to be used.
        const unusedDays = daysSince(ctx, usedAt ?? rotatedAt)
        const gaps = [
          ...(ageDays > maxAge ? [`is ${formatDays(ageDays)} old`] : []),
          ...(unusedDays > maxUnused
            ? [usedAt ? `was last used ${formatDays(unusedDays)} ago` : 'was never used']
            : []),
        ]
        const evidence = { createdAt: rotatedAt, lastUsedAt: usedAt, ageDays, unusedDays }
        if (gaps.length === 0) ctx.pass({ resource, title: `Key ${slot} of ${name} is young and in use`, evidence })
        else {
          ctx.fail({
            resource,
            title: `Key ${slot} of ${name} ${gaps.join(' and ')}`,
            remediation: `Open IAM → Users → ${name} → Security credentials in the console. Make a new key where one is needed, put it in place of the old one, then deactivate and delete that. A role in place of the user needs no key.`,
            evidence,
          })
        }
      }
    }
  },
})
