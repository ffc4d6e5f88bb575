import { aws } from '../../connector.ts'
import { readReportedUsers, reportScopes } from '../../credential-report.ts'

export const oneAccessKey = aws.check({
  id: 'one-access-key',
  title: 'Each IAM user has one active access key at most',
  description:
    'Checks for every IAM user how many access keys are active. A second key is for the days of a rotation. If it stays, there are two keys to lose, and nobody knows which one a program uses. Not judged: deactivated keys.',
  severity: 'low',
  controls: ['soc2:CC6.1', 'iso27001:A.5.17'],
  states: ['keys-few'],
  scopes: reportScopes,
  tags: ['keys', 'rotation'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    for (const { name, arn, keys } of await readReportedUsers(ctx)) {
      const active = keys.filter((key) => key.active).length
      const resource = { type: 'user', id: arn, name }
      const evidence = { activeKeys: active }
      if (active <= 1) ctx.pass({ resource, title: `${name} has ${active === 0 ? 'no' : 'one'} access key`, evidence })
      else {
        ctx.fail({
          resource,
          title: `${name} has ${active} access keys`,
          remediation: `Open IAM → Users → ${name} → Security credentials in the console. Find by "Last used" the key that no program needs, then deactivate and delete it.`,
          evidence,
        })
      }
    }
  },
})
