import { slack } from '../connector.ts'
import { BillableInfo } from '../responses.ts'
import { listPeople } from '../workspace.ts'

export const inactiveMembers = slack.check({
  id: 'inactive-members',
  title: 'Accounts that nobody uses are deactivated',
  description:
    'Checks for every member whether Slack counts the account as active, which ends after some weeks without use. An unused account belongs to somebody who left or changed jobs.',
  severity: 'low',
  controls: ['soc2:CC6.2', 'iso27001:A.5.18', 'hipaa:164.308(a)(3)(ii)(C)'],
  scopes: ['admin', 'users:read'],
  tags: ['leavers', 'accounts'],
  async run(ctx) {
    const { billable_info: billing } = await ctx.get('/team.billableInfo', { schema: BillableInfo })
    for await (const { id, name, guestOf } of listPeople(ctx)) {
      const resource = { type: 'user', id, name }
      const isActive = billing[id]?.billing_active
      const evidence = { active: isActive ?? null }
      // Guests of one channel are free. https://slack.com/help/articles/202518103
      if (isActive === undefined && guestOf === 'one channel')
        ctx.notApplicable({
          resource,
          title: `${name} is a guest of one channel, and Slack does not show its activity`,
          evidence,
        })
      else if (isActive === undefined)
        ctx.manual({
          resource,
          title: `Slack does not tell whether ${name} is active`,
          description: `Ask the manager of ${name} whether the person left. If so, deactivate the account under Settings & administration → Manage members.`,
          evidence,
        })
      else if (isActive) ctx.pass({ resource, title: `${name} is active`, evidence })
      else {
        ctx.manual({
          resource,
          title: `${name} has been inactive for weeks`,
          description: `Ask the manager of ${name} whether the person left. If so, deactivate the account under Settings & administration → Manage members.`,
          evidence,
        })
      }
    }
  },
})
