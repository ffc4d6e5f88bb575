import { boundControls } from 'checkwright'
import { isNoneSaid } from '../../classify.ts'
import { aws } from '../../connector.ts'
import { ask, createQueryCall, homeRegion } from '../../operations.ts'
import { readAccount } from '../../regions.ts'
import { PasswordPolicy } from '../../responses.ts'

/** Whether AWS answers that the account has no policy. */
const isNone = (error: unknown) => isNoneSaid(error, 'NoSuchEntity')

export const passwordPolicy = aws.check({
  id: 'password-policy',
  title: 'The password policy of IAM demands long passwords that are not used again',
  description:
    "Checks the minimum length in the account's password policy, and the number of old passwords that cannot be used again. An account without a policy has the default of AWS: eight characters, and no memory of old passwords. Not judged: required kinds of characters, and whether passwords expire, and whether anybody has a password: the policy holds for the next user too.",
  severity: 'medium',
  controls: boundControls(['soc2:CC6.1', 'iso27001:A.5.17', 'hipaa:164.308(a)(5)(ii)(D)'], {
    min_length: { min: 8 },
    min_history: { min: 4 },
  }),
  states: [{ 'passwords-strong': { least: 'min_length' } }, { 'passwords-not-reused': { remembered: 'min_history' } }],
  scopes: ['iam:GetAccountPasswordPolicy'],
  tags: ['password', 'policy'],
  variables: [
    { id: 'min_length', label: 'Least length', type: 'number', default: 14, min: 6, max: 128 },
    {
      id: 'min_history',
      label: 'Old passwords that cannot be used again',
      type: 'number',
      default: 24,
      min: 0,
      max: 24,
    },
  ],
  async run(ctx) {
    const { min_length: length, min_history: history } = ctx.variables
    const account = await readAccount(ctx)
    const resource = { type: 'password-policy', id: account }
    const remediation = `Open IAM → Account settings → Password policy → Edit in the console. Choose Custom, set the minimum length to ${length} and prevent the reuse of ${history} passwords.`
    const policy = await ask(ctx, createQueryCall('iam', homeRegion, 'GetAccountPasswordPolicy'), PasswordPolicy, {
      expect: isNone,
    }).catch((error: unknown) => {
      if (isNone(error)) return undefined
      throw error
    })
    // The default of AWS: https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_passwords_account-policy.html
    const { minLength, reusePrevention, maxAgeDays } = policy ?? { minLength: 8, reusePrevention: 0 }
    const gaps = [
      ...(minLength < length ? [`demands ${minLength} of ${length} characters`] : []),
      ...(reusePrevention < history ? [`remembers ${reusePrevention} of ${history} old passwords`] : []),
    ]
    const evidence = policy === undefined ? { policy: null } : { minLength, reusePrevention, maxAgeDays }
    if (gaps.length === 0) ctx.pass({ resource, title: 'The password policy is strict enough', evidence })
    else {
      const title =
        policy === undefined ? 'The account has no password policy' : `The password policy ${gaps.join(' and ')}`
      ctx.fail({ resource, title, remediation, evidence })
    }
  },
})
