import type { CheckContext, VendorClient } from 'checkwright'
import { slack } from '../connector.ts'
import { BillableInfo } from '../responses.ts'
import { listPeople } from '../workspace.ts'

export const inactiveMembers = slack.check({
  id: 'inactive-members',
  title: 'Accounts that nobody uses are deactivated',
  description:
    'Checks for every member whether Slack counts the account as active, which ends after some weeks without use. An unused account belongs to somebody who left or changed jobs. Not judged: people who were invited and have not joined yet.',
  severity: 'low',
  controls: ['soc2:CC6.2', 'iso27001:A.5.18', 'hipaa:164.308(a)(3)(ii)(C)'],
  states: ['unused-accounts-removed'],
  scopes: ['admin', 'users:read'],
  tags: ['leavers', 'accounts'],
  async run(ctx) {
    const billing = await listBilling(ctx)
    for await (const { id, name, guestOf, isInvited } of listPeople(ctx)) {
      const resource = { type: 'user', id, name }
      const isActive = billing[id]?.billing_active
      const evidence = { active: isActive ?? null }
      if (isInvited) {
        ctx.notApplicable({ resource, title: `${name} was invited and has not joined yet`, evidence })
        continue
      }
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

/** Whether Slack counts each user as active, of all pages: https://docs.slack.dev/reference/methods/team.billableInfo */
async function listBilling(
  ctx: VendorClient & Pick<CheckContext, 'cannotTell'>,
): Promise<BillableInfo['billable_info']> {
  const billing: BillableInfo['billable_info'] = {}
  const seen = new Set<string>()
  let cursor: string | undefined
  do {
    const page = await ctx.get('/team.billableInfo', { query: { cursor }, schema: BillableInfo })
    Object.assign(billing, page.billable_info)
    cursor = page.response_metadata?.next_cursor || undefined
    if (cursor !== undefined && seen.has(cursor))
      ctx.cannotTell({ kind: 'incomplete_data', message: 'Slack sends the same page of active members again.' })
    seen.add(cursor ?? '')
  } while (cursor !== undefined)
  return billing
}
