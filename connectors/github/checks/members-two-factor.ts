import { github } from '../connector.ts'
import { Member } from '../responses.ts'

export const membersTwoFactor = github.check({
  id: 'members-two-factor',
  title: 'Every member has two-factor authentication',
  description:
    'Lists the members of the organization who have not enabled two-factor authentication. Anybody who learns the password of such a member can read and change everything that they can.',
  severity: 'high',
  controls: ['soc2:CC6.1', 'iso27001:A.5.17', 'iso27001:A.8.5', 'hipaa:164.312(d)', 'gdpr:32'],
  scopes: ['members:read'],
  tags: ['mfa', 'authentication'],
  async run(ctx) {
    const { organization } = ctx.credentials
    const members = ctx.paginate(`/orgs/${organization}/members`, {
      query: { filter: '2fa_disabled', per_page: 100 },
      schema: Member,
      next: 'link',
    })
    let without = 0
    for await (const { id, login } of members) {
      without++
      ctx.fail({
        resource: { type: 'user', id: String(id), name: login },
        title: `${login} has no second factor`,
        remediation: `Ask ${login} to enable two-factor authentication under https://github.com/settings/security, or remove the account under https://github.com/orgs/${organization}/people.`,
        evidence: { login, listedBy: 'filter=2fa_disabled' },
      })
    }

    // An empty list is an answer: for callers who are not owners, GitHub refuses the filter instead of hiding members.
    if (without === 0) {
      ctx.pass({
        resource: { type: 'organization', id: organization },
        title: 'No member is without a second factor',
        evidence: { membersWithout: without, listedBy: 'filter=2fa_disabled' },
      })
    }
  },
})
