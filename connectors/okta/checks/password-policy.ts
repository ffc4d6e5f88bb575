import { boundControls } from 'checkwright'
import { okta } from '../connector.ts'
import { PasswordPolicy } from '../responses.ts'

export const passwordPolicy = okta.check({
  id: 'password-policy',
  title: 'Password policies demand long passwords, and lock an account after wrong ones',
  description:
    'Checks in every active password policy the minimum length, the number of old passwords that cannot be used again, and the number of wrong guesses after which an account is locked. Not judged: required kinds of characters, the people of each policy, and what Active Directory or LDAP demands of passwords that it keeps; of such a policy only the lock is judged.',
  severity: 'medium',
  controls: boundControls(['soc2:CC6.1', 'iso27001:A.5.17', 'hipaa:164.308(a)(5)(ii)(D)'], {
    min_length: { min: 8 },
    min_history: { min: 4 },
    max_attempts: { max: 10 },
  }),
  states: [
    { 'passwords-strong': { least: 'min_length' } },
    { 'passwords-not-reused': { remembered: 'min_history' } },
    { 'guessing-blocked': { attempts: 'max_attempts' } },
  ],
  scopes: ['okta.policies.read'],
  tags: ['password', 'policy'],
  variables: [
    { id: 'min_length', label: 'Least length', type: 'number', default: 12, min: 4, max: 30 },
    {
      id: 'min_history',
      label: 'Old passwords that cannot be used again',
      type: 'number',
      default: 4,
      min: 0,
      max: 30,
    },
    { id: 'max_attempts', label: 'Wrong guesses before the lock', type: 'number', default: 10, min: 1, max: 100 },
  ],
  async run(ctx) {
    const { min_length: length, min_history: history, max_attempts: attempts } = ctx.variables
    const policies = ctx.paginate('/api/v1/policies', {
      query: { type: 'PASSWORD' },
      schema: PasswordPolicy,
      resource: { type: 'password-policy', id: 'id', name: 'name' },
      next: 'link',
    })
    for await (const policy of policies) {
      const { id, name, status, isOfDirectory, minLength, historyCount, maxAttempts } = policy
      const resource = { type: 'password-policy', id, name }
      if (status !== 'ACTIVE') {
        ctx.notApplicable({ resource, title: `${name} is not in force`, evidence: { status } })
        continue
      }
      const gaps = [
        ...(!isOfDirectory && minLength < length ? [`demands ${minLength} of ${length} characters`] : []),
        ...(!isOfDirectory && historyCount < history ? [`remembers ${historyCount} of ${history} old passwords`] : []),
        ...(maxAttempts === undefined || maxAttempts > attempts
          ? [`locks after ${maxAttempts ?? 'no number of'} wrong guesses, ${attempts} allowed`]
          : []),
      ]
      const evidence = { minLength, historyCount, maxAttempts, keptByDirectory: isOfDirectory ? true : undefined }
      if (gaps.length === 0) ctx.pass({ resource, title: `${name} is strict enough`, evidence })
      else {
        ctx.fail({
          resource,
          title: `${name} ${gaps.join(' and ')}`,
          remediation: `Open Security → Authenticators → Password → ${name} in the Admin Console. Set the minimum length to ${length}, the history to ${history} passwords, and the lock out to ${attempts} unsuccessful attempts.`,
          evidence,
        })
      }
    }
  },
})
