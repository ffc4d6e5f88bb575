import { aws } from '../../connector.ts'
import { ask, createQueryCall, homeRegion } from '../../operations.ts'
import { readAccount } from '../../regions.ts'
import { AccountSummary } from '../../responses.ts'

export const rootUser = aws.check({
  id: 'root-user',
  title: 'The root user has a second factor or no password, and no access keys',
  description:
    'Checks whether the root user signs in with a second factor, and whether it has access keys or signing certificates. The root user can do everything, and no policy of the account limits it. One leaked key can cost you the account. Not judged: the kind of second factor, and who has it.',
  severity: 'critical',
  controls: ['soc2:CC6.1', 'iso27001:A.8.2', 'hipaa:164.312(d)', 'gdpr:32'],
  states: ['root-unused', 'second-factor-used', 'keys-few'],
  scopes: ['iam:GetAccountSummary'],
  tags: ['mfa', 'administrators', 'keys'],
  async run(ctx) {
    const summary = await ask(ctx, createQueryCall('iam', homeRegion, 'GetAccountSummary'), AccountSummary)
    const count = (name: string) =>
      summary.get(name) ?? ctx.cannotTell({ kind: 'schema_drift', message: `The account summary has no ${name}.` })
    const yesNo = (name: string) => {
      const value = count(name)
      return value >= 0
        ? value > 0
        : ctx.cannotTell({ kind: 'schema_drift', message: `The account summary has no count for ${name}.` })
    }
    const mfa = yesNo('AccountMFAEnabled')
    const keys = yesNo('AccountAccessKeysPresent')
    const certificates = yesNo('AccountSigningCertificatesPresent')
    // An organization can remove the password of the root users of its accounts, so that nobody can sign in with it.
    // Older summaries do not contain this.
    const password = !summary.has('AccountPasswordPresent') || yesNo('AccountPasswordPresent')
    const gaps = [
      ...(mfa || !password ? [] : ['signs in without a second factor']),
      ...(keys ? ['has access keys'] : []),
      ...(certificates ? ['has signing certificates'] : []),
    ]
    const account = await readAccount(ctx)
    const resource = { type: 'root-user', id: account, name: `root of ${account}` }
    const evidence = { mfa, password, accessKeys: Number(keys), signingCertificates: Number(certificates) }
    if (gaps.length === 0)
      ctx.pass({
        resource,
        title: `The root user has ${mfa ? 'a second factor' : 'no password'} and no access keys`,
        evidence,
      })
    else {
      ctx.fail({
        resource,
        title: `The root user ${gaps.join(' and ')}`,
        remediation:
          'Sign in to the console as the root user, open the menu with the name of the account → Security credentials, assign an MFA device there, and delete all access keys and signing certificates. Where an organization removed the password, do it in its management account under IAM → Root access management.',
        evidence,
      })
    }
  },
})
