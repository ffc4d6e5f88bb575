import { slack } from '../connector.ts'
import { ListedUser } from '../responses.ts'
import { listUsers } from '../users.ts'

/**
 * Apps that have a bot in the workspace. Slack lists all apps only for an Enterprise organization (`admin.apps.approved.list`), and
 * says here neither what an app may do nor who publishes it.
 */
export const applications = slack.inventory({
  of: 'application',
  tells: [],
  covers: ['apps and workflows with a bot in the workspace'],
  leavesOut: ['apps without a bot', 'incoming webhooks', 'removed apps'],
  scopes: ['users:read'],
  async *list(ctx) {
    for await (const { id, name, deleted, is_bot: isBot, profile } of listUsers(ctx, ListedUser))
      if (isBot === true && deleted !== true) yield { id, name: profile?.real_name ?? name }
  },
})
