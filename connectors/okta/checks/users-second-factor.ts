import { parseWord } from 'checkwright'
import { okta } from '../connector.ts'
import { Factor, User } from '../responses.ts'
import { living } from '../sign-on.ts'

// Something that another person can learn or guess is no second factor. Neither is a mailbox, because often the same
// password opens it.
const weak = ['email', 'question']

const strong = [
  'call',
  'push',
  'signed_nonce',
  'sms',
  'token',
  'token:hardware',
  'token:hotp',
  'token:software:totp',
  'u2f',
  'web',
  'webauthn',
]

export const usersSecondFactor = okta.check({
  id: 'users-second-factor',
  title: 'Everybody has enrolled a second factor',
  description:
    'Checks for every user who can sign in whether they have an active factor beside the password. Without one, the password alone is enough, or an attacker can enrol their own factor. Security questions and e-mail do not count. Not judged: whether the sign-in requires the factor.',
  severity: 'high',
  controls: ['soc2:CC6.1', 'iso27001:A.8.5', 'hipaa:164.312(d)', 'gdpr:32'],
  scopes: ['okta.users.read'],
  tags: ['mfa', 'authentication'],
  onEmpty: 'not_applicable',
  variables: [
    {
      id: 'accept_sms',
      label: 'Text messages and calls count as second factor',
      type: 'boolean',
      default: true,
      helpText: 'Somebody who takes over the phone number can redirect both.',
    },
  ],
  async run(ctx) {
    const phone = ['sms', 'call']
    const accepted = ctx.variables.accept_sms ? strong : strong.filter((type) => !phone.includes(type))
    const users = ctx.paginate('/api/v1/users', { query: { filter: living, limit: 200 }, schema: User, next: 'link' })
    await ctx.each(users, async ({ id, login }) => {
      const enrolled = await Array.fromAsync(
        ctx.paginate(`/api/v1/users/${encodeURIComponent(id)}/factors`, { schema: Factor, next: 'link' }),
      )
      const active = enrolled.filter(({ status }) => status === 'ACTIVE').map(({ factorType }) => factorType)
      const factors = active.filter((type) => accepted.includes(type))
      // A factor of a new type may be strong, or as weak as a question.
      if (factors.length === 0) for (const type of active) parseWord(ctx, type, [...strong, ...weak], 'factorType')

      const resource = { type: 'user', id, name: login }
      const evidence = { factors }
      if (factors.length > 0) ctx.pass({ resource, title: `${login} has a second factor`, evidence })
      else {
        ctx.fail({
          resource,
          title: `${login} has no second factor`,
          remediation: `Have ${login} enrol an authenticator at the next sign-in: in the Admin Console under Security → Authenticators → Enrollment set a phishing-resistant authenticator to Required for a group that ${login} is in.`,
          evidence,
        })
      }
    })
  },
})
