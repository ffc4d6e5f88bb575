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
  title: 'Passwords of IAM users are long and not used again',
  description:
    "Checks the minimum length in the account's password policy, and the number of old passwords that cannot be used again. An account without a policy has the default of AWS: eight characters, and no memory of old passwords. Not judged: required kinds of characters, and whether passwords expire.",
  severity: 'medium',
  controls: boundControls(['soc2:CC6.1', 'iso27001:A.5.17', 'hipaa:164.308(a)(5)(ii)(D)'], {
    min_length: { min: 8 },
    min_history: { min: 4 },
  }),
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
    if (policy === undefined) {
      ctx.fail({ resource, title: 'The account has no password policy', remediation, evidence: { policy: null } })
      return
    }
    const { minLength, reusePrevention, maxAgeDays } = policy
    const gaps = [
      ...(minLength < length ? [`demands ${minLength} of ${length} characters`] : []),
      ...(reusePrevention < history ? [`remembers ${reusePrevention} of ${history} old passwords`] : []),
    ]
    const evidence = { minLength, reusePrevention, maxAgeDays }
    if (gaps.length === 0) ctx.pass({ resource, title: 'The password policy is strict enough', evidence })
    else ctx.fail({ resource, title: `The password policy ${gaps.join(' and ')}`, remediation, evidence })
  },
})
