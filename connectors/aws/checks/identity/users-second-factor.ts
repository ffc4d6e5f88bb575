import { aws } from '../../connector.ts'
import { readReportedUsers, reportScopes } from '../../credential-report.ts'

export const usersSecondFactor = aws.check({
  id: 'users-second-factor',
  title: 'IAM users who sign in to the console have a second factor',
  description:
    'Checks for every IAM user with a password whether an MFA device is assigned. Users without a password cannot sign in to the console. People who use single sign-on are not IAM users. Check them where they sign in. Not judged: the kind of device, and access keys.',
  severity: 'critical',
  controls: ['soc2:CC6.1', 'iso27001:A.8.5', 'hipaa:164.312(d)', 'gdpr:32'],
  states: ['second-factor-used'],
  scopes: reportScopes,
  tags: ['mfa', 'authentication'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    for (const { name, arn, hasPassword, mfa } of await readReportedUsers(ctx)) {
      const resource = { type: 'user', id: arn, name }
      const evidence = { console: hasPassword, mfa }
      if (!hasPassword) ctx.notApplicable({ resource, title: `${name} cannot sign in to the console`, evidence })
      else if (mfa) ctx.pass({ resource, title: `${name} has a second factor`, evidence })
      else {
        ctx.fail({
          resource,
          title: `${name} signs in to the console by password alone`,
          remediation: `Open IAM → Users → ${name} → Security credentials in the console. Assign an MFA device, or disable console access if ${name} does not need it.`,
          evidence,
        })
      }
    }
  },
})
