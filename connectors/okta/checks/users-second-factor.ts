import { okta } from '../connector.ts'
import { fetchSecondFactors } from '../factors.ts'
import { User } from '../responses.ts'
import { canSignIn, listUsers } from '../users.ts'

export const usersSecondFactor = okta.check({
  id: 'users-second-factor',
  title: 'Everybody has enrolled a second factor',
  description:
    'Checks for every user who can sign in whether they have an active factor beside the password. Without one, the password alone is enough, or an attacker can enrol their own factor. Security questions and e-mail do not count. A person has to look up somebody whom another identity provider signs in, because that one may ask for the factor. Not judged: whether the sign-in requires the factor.',
  severity: 'high',
  controls: ['soc2:CC6.1', 'iso27001:A.8.5', 'hipaa:164.312(d)', 'gdpr:32'],
  states: ['second-factor-used'],
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
    const refused = ctx.variables.accept_sms ? [] : ['sms', 'call']
    await ctx.each(
      listUsers(ctx, User),
      async ({ id, login, status, isFederated }) => {
        if (!canSignIn({ status })) return
        const factors = await fetchSecondFactors(ctx, id, refused)
        const resource = { type: 'user', id, name: login }
        const evidence = { factors }
        if (factors.length > 0) ctx.pass({ resource, title: `${login} has a second factor`, evidence })
        else if (isFederated) {
          ctx.manual({
            resource,
            title: `${login} signs in by another identity provider, and has no second factor in Okta`,
            description: `Open Directory → People → ${login} in the Admin Console. Find out whether the identity provider that signs ${login} in demands a second factor.`,
            evidence,
          })
        } else {
          ctx.fail({
            resource,
            title: `${login} has no second factor`,
            remediation: `Open Security → Authenticators → Enrollment in the Admin Console. Set a phishing-resistant authenticator to Required for a group that ${login} is in. Okta then asks ${login} to enrol it at the next sign-in.`,
            evidence,
          })
        }
      },
      { resource: ({ id, login }) => ({ type: 'user', id, name: login }) },
    )
  },
})
