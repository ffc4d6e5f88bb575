import { slack } from '../connector.ts'
import { listPeople } from '../workspace.ts'

export const guestsReviewed = slack.check({
  id: 'guests-reviewed',
  title: 'Guests are known and reviewed',
  description:
    'Lists the guests of the workspace for a person to review. Guests stay until somebody removes them, long after their project has ended. Not judged: people of other companies in shared channels, because they have no account in this workspace.',
  severity: 'medium',
  controls: ['soc2:CC6.2', 'iso27001:A.5.18'],
  states: ['guests-reviewed', 'accounts-reviewed'],
  scopes: ['users:read'],
  tags: ['guests', 'accounts'],
  variables: [
    {
      id: 'reviewed_guests',
      label: 'Names of guests that were reviewed',
      type: 'text',
      helpText: 'Separated by commas.',
    },
  ],
  async run(ctx) {
    const reviewed = (ctx.variables.reviewed_guests ?? '').split(',').map((name) => name.trim())
    let people = 0
    for await (const { id, name, guestOf } of listPeople(ctx)) {
      people++
      if (guestOf === undefined) continue
      const resource = { type: 'user', id, name }
      const evidence = { guest: guestOf }
      if (reviewed.includes(name)) ctx.pass({ resource, title: `${name} was reviewed`, evidence })
      else {
        ctx.manual({
          resource,
          title: `${name} is a guest`,
          description: `Ask who invited ${name}. If ${name} still needs access, set an end date under Manage members and add the name to reviewed_guests. If not, deactivate the account.`,
          evidence,
        })
      }
    }
    if (people === 0)
      ctx.cannotTell({
        kind: 'incomplete_data',
        message: "Slack's answer lists no user, not even the one who connected.",
      })
    ctx.pass({
      resource: { type: 'workspace', id: 'workspace' },
      title: 'All members were looked through for guests',
      evidence: { people },
    })
  },
})
