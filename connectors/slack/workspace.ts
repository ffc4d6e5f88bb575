import type { VendorClient } from 'checkwright'
import { User } from './responses.ts'

// Slackbot is a member of every workspace, and marked as no bot.
const slackbot = 'USLACKBOT'

/** People who can sign in: no bots, nobody deactivated, nobody of another workspace. */
export async function* peopleOf(ctx: VendorClient): AsyncGenerator<User, void, undefined> {
  const users = ctx.paginate('/users.list', {
    items: 'members',
    query: { limit: 200 },
    next: { cursor: 'response_metadata.next_cursor', param: 'cursor' },
    schema: User,
  })
  for await (const user of users)
    if (!user.deleted && !user.is_bot && !user.is_stranger && user.id !== slackbot) yield user
}

/** Whether a person is a guest, of one channel or of several. */
export function isGuest({ is_restricted, is_ultra_restricted }: User): boolean {
  return is_restricted === true || is_ultra_restricted === true
}
