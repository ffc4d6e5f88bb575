import { boundControls, distinctBy } from 'checkwright'
import { github } from '../connector.ts'
import { Member } from '../responses.ts'

export const fewOwners = github.check({
  id: 'few-owners',
  title: 'The organization has few owners, and more than one',
  description:
    'Counts the owners of the organization. Each of them can read and delete every repository; with a single one, the organization depends on one person.',
  severity: 'high',
  controls: boundControls(['soc2:CC6.3', 'iso27001:A.8.2', 'hipaa:164.308(a)(4)'], {
    max_owners: { max: 5 },
    min_owners: { min: 1 },
  }),
  scopes: ['members:read'],
  tags: ['least-privilege', 'administrators'],
  variables: [
    { id: 'max_owners', label: 'Most owners', type: 'number', default: 5, min: 1 },
    { id: 'min_owners', label: 'Fewest owners', type: 'number', default: 2, min: 1 },
  ],
  async run(ctx) {
    const { organization } = ctx.credentials
    const { max_owners: most, min_owners: fewest } = ctx.variables
    const listed = await Array.fromAsync(
      ctx.paginate(`/orgs/${organization}/members`, {
        query: { role: 'admin', per_page: 100 },
        schema: Member,
        next: 'link',
      }),
    )
    const owners = distinctBy(listed, ({ id }) => id)
    if (owners.length === 0)
      ctx.cannotTell({
        kind: 'permission',
        message: `GitHub shows this token no owner of ${organization}, although every organization has one. Use a token of an owner.`,
      })
    const resource = { type: 'organization', id: organization }
    const evidence = { owners: owners.map(({ login }) => login).sort() }
    if (owners.length >= fewest && owners.length <= most)
      ctx.pass({ resource, title: `Owners: ${owners.length}`, evidence })
    else {
      ctx.fail({
        resource,
        title: `Owners: ${owners.length}; ${fewest} to ${most} are allowed`,
        remediation:
          owners.length > most
            ? `Under https://github.com/orgs/${organization}/people change the role of those who need not be owners to Member, and give them what they need by teams.`
            : `Under https://github.com/orgs/${organization}/people make a second person Owner, for the day on which the first cannot sign in.`,
        evidence,
      })
    }
  },
})
