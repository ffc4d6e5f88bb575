import { github } from '../connector.ts'
import { Member } from '../responses.ts'

export const outsideCollaboratorsReviewed = github.check({
  id: 'outside-collaborators-reviewed',
  title: 'Outside collaborators are known and reviewed',
  description:
    'Lists the people who have access to repositories without being members, for a person to review. They keep access until somebody removes it, long after their work has ended.',
  severity: 'medium',
  controls: ['soc2:CC6.2', 'iso27001:A.5.18'],
  scopes: ['members:read'],
  tags: ['guests', 'accounts'],
  onEmpty: 'not_applicable',
  variables: [
    {
      id: 'reviewed_collaborators',
      label: 'Accounts that were reviewed',
      type: 'text',
      default: '',
      helpText: 'Separated by commas.',
    },
  ],
  async run(ctx) {
    const { organization } = ctx.credentials
    const reviewed = ctx.variables.reviewed_collaborators.split(',').map((login) => login.trim().toLowerCase())
    const collaborators = ctx.paginate(`/orgs/${organization}/outside_collaborators`, {
      query: { per_page: 100 },
      schema: Member,
      next: 'link',
    })
    for await (const { id, login } of collaborators) {
      const resource = { type: 'user', id: String(id), name: login }
      if (reviewed.includes(login.toLowerCase()))
        ctx.pass({ resource, title: `${login} was reviewed`, evidence: { login } })
      else {
        ctx.manual({
          resource,
          title: `${login} is an outside collaborator`,
          description: `Look under https://github.com/orgs/${organization}/outside-collaborators at what ${login} has access to. If it is still needed, add ${login} to reviewed_collaborators; else remove it there.`,
          evidence: { login },
        })
      }
    }
  },
})
