import { jira } from '../connector.ts'
import { User } from '../responses.ts'

export const outsidersKnown = jira.check({
  id: 'outsiders-known',
  title: 'Accounts belong to people of the company',
  description:
    'Checks for every active account of a person whether its e-mail address belongs to the company. Contractors and former partners keep their accounts until somebody looks. Not judged: apps, and customers of service desks.',
  severity: 'medium',
  controls: ['soc2:CC6.2', 'iso27001:A.5.16', 'iso27001:A.5.18'],
  states: ['accounts-of-known-domains', 'guests-reviewed'],
  scopes: ['read:jira-user'],
  tags: ['accounts', 'guests'],
  variables: [
    {
      id: 'company_domains',
      label: 'Domains of the company',
      type: 'text',
      required: true,
      helpText: 'Separated by commas: acme.example, acme.co.example.',
    },
  ],
  async run(ctx) {
    const domains = ctx.variables.company_domains
      .split(',')
      .map((domain) => domain.trim().toLowerCase())
      .filter((domain) => domain !== '')
    const users = ctx.paginate('/rest/api/3/users/search', {
      query: { maxResults: 200 },
      schema: User,
      resource: { type: 'user', id: 'accountId', name: 'displayName' },
      next: { offset: 'startAt', limit: 'maxResults' },
    })
    for await (const { accountId: id, accountType, displayName: name, active, emailAddress } of users) {
      const resource = { type: 'user', id, name }
      const evidence = { accountType, active, emailAddress: emailAddress || 'hidden' }
      const domain = emailAddress?.split('@').at(-1)?.toLowerCase() || undefined
      if (accountType === 'app' || accountType === 'customer')
        ctx.notApplicable({ resource, title: `${name} is no person of the site`, evidence })
      else if (!active) ctx.notApplicable({ resource, title: `${name} is deactivated`, evidence })
      else if (accountType === 'unknown') {
        ctx.manual({
          resource,
          title: `Jira does not know what kind of account ${name} is`,
          description: `Look ${name} up at admin.atlassian.com under Directory → Users.`,
          evidence,
        })
      } else if (domain === undefined) {
        ctx.manual({
          resource,
          title: `${name} hides the e-mail address`,
          description: `Look ${name} up at admin.atlassian.com under Directory → Users.`,
          evidence,
        })
      } else if (domains.includes(domain)) ctx.pass({ resource, title: `${name} belongs to ${domain}`, evidence })
      else {
        ctx.fail({
          resource,
          title: `${name} belongs to ${domain}`,
          remediation: `Ask who works with ${name}. If nobody does, remove the account at admin.atlassian.com under Directory → Users. Otherwise accept this finding as a risk with an expiry.`,
          evidence,
        })
      }
    }
  },
})
