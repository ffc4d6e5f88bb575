import { boundControls, distinctBy } from 'checkwright'
import { jira } from '../connector.ts'
import { pages } from '../pages.ts'
import { GroupMember } from '../responses.ts'

export const fewAdministrators = jira.check({
  id: 'few-administrators',
  title: 'There are few administrators, and more than one',
  description:
    'Counts the active members of the group of administrators, including apps. Only people count as replacements for each other. Each of them can read every issue and change the rights of others. With a single one, the site depends on one person. Not judged: other groups and apps with the same permission.',
  severity: 'high',
  controls: boundControls(['soc2:CC6.3', 'iso27001:A.8.2', 'hipaa:164.308(a)(4)'], {
    max_administrators: { max: 5 },
    min_administrators: { min: 1 },
  }),
  states: [{ 'few-administrators': { most: 'max_administrators', fewest: 'min_administrators' } }],
  scopes: ['manage:jira-configuration'],
  tags: ['least-privilege', 'administrators'],
  variables: [
    {
      id: 'admin_group',
      label: 'Group of administrators',
      type: 'text',
      default: 'site-admins',
      helpText: 'Newer sites call it "org-admins" or "jira-admins-<site>".',
    },
    { id: 'max_administrators', label: 'Most administrators', type: 'number', default: 5, min: 1 },
    { id: 'min_administrators', label: 'Fewest administrators', type: 'number', default: 2, min: 1 },
  ],
  async run(ctx) {
    const { admin_group: group, max_administrators: most, min_administrators: fewest } = ctx.variables
    const members = await Array.fromAsync(
      ctx.paginate('/rest/api/3/group/member', {
        query: { groupname: group, includeInactiveUsers: false, maxResults: 50 },
        schema: GroupMember,
        ...pages,
      }),
    )
    const active = distinctBy(
      members.filter((member) => member.active),
      ({ accountId }) => accountId,
    )
    const people = active.filter(({ accountType }) => accountType === 'atlassian')
    const resource = { type: 'group', id: group }
    const evidence = { administrators: active.map(({ displayName, accountId }) => displayName ?? accountId).sort() }
    const count = active.length > most ? active.length : people.length
    if (people.length >= fewest && active.length <= most)
      ctx.pass({ resource, title: `Administrators: ${count}`, evidence })
    else {
      ctx.fail({
        resource,
        title: `Administrators: ${count}; ${fewest} to ${most} are allowed`,
        remediation:
          active.length > most
            ? `Open Directory → Groups → ${group} at admin.atlassian.com. Remove those who can do their work as project administrators.`
            : `Open Directory → Groups → ${group} at admin.atlassian.com. Add a second person, for the day on which the first cannot sign in.`,
        evidence,
      })
    }
  },
})
