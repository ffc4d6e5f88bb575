import { boundControls, distinctBy } from 'checkwright'
import { slack } from '../connector.ts'
import { listPeople } from '../workspace.ts'

export const fewOwners = slack.check({
  id: 'few-owners',
  title: 'The workspace has few owners, and more than one',
  description:
    'Counts the owners of the workspace. Each of them can export messages, install any app and remove everybody; with a single one, the workspace depends on one person.',
  severity: 'medium',
  controls: boundControls(['soc2:CC6.3', 'iso27001:A.8.2', 'hipaa:164.308(a)(4)'], {
    max_owners: { max: 5 },
    min_owners: { min: 1 },
  }),
  scopes: ['users:read'],
  tags: ['least-privilege', 'administrators'],
  variables: [
    { id: 'max_owners', label: 'Most owners', type: 'number', default: 4, min: 1 },
    { id: 'min_owners', label: 'Fewest owners', type: 'number', default: 2, min: 1 },
  ],
  async run(ctx) {
    const { max_owners: most, min_owners: fewest } = ctx.variables
    const people = await Array.fromAsync(listPeople(ctx))
    const owners = distinctBy(
      people.filter(({ isOwner }) => isOwner),
      ({ id }) => id,
    ).map(({ name }) => name)
    // Every workspace has its primary owner: without one the list is incomplete.
    if (owners.length === 0)
      ctx.cannotTell({
        kind: 'incomplete_data',
        message: "Slack's answer lists no owner, although every workspace has one.",
      })
    const resource = { type: 'workspace', id: 'workspace' }
    const evidence = { owners: owners.sort() }
    if (owners.length >= fewest && owners.length <= most)
      ctx.pass({ resource, title: `Owners: ${owners.length}`, evidence })
    else {
      ctx.fail({
        resource,
        title: `Owners: ${owners.length}; ${fewest} to ${most} are allowed`,
        remediation:
          owners.length > most
            ? 'Under Settings & administration → Manage members change the account type of those who need not be owners to Workspace Admin or Regular Member.'
            : 'Under Settings & administration → Manage members make a second person Workspace Owner, for the day on which the first cannot sign in.',
        evidence,
      })
    }
  },
})
