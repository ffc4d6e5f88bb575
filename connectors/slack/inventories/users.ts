import { type VendorClient, vendorMember } from 'checkwright'
import * as z from 'zod/mini'

/**
 * What inventories read of an item of GET /users.list. Slack sends fewer members for deactivated accounts and bots than for
 * people: https://docs.slack.dev/reference/objects/user-object
 */
export const UserItem = z.object({
  id: z.string(),
  name: vendorMember<string>(),
  deleted: vendorMember<boolean>(),
  is_bot: vendorMember<boolean>(),
  is_admin: vendorMember<boolean>(),
  is_owner: vendorMember<boolean>(),
  is_primary_owner: vendorMember<boolean>(),
  is_restricted: vendorMember<boolean>(),
  is_ultra_restricted: vendorMember<boolean>(),
  is_invited_user: vendorMember<boolean>(),
  is_stranger: vendorMember<boolean>(),
  has_2fa: vendorMember<boolean>(),
  profile: z.nullish(z.object({ email: vendorMember<string>(), real_name: vendorMember<string>() })),
})

export type UserItem = z.output<typeof UserItem>

// Slackbot is a member of every workspace, and is not marked as a bot.
const slackbot = 'USLACKBOT'

/** Accounts of the workspace, bots too. The checks ask the same, so that the list is fetched once. */
export async function* listUsers(ctx: VendorClient): AsyncGenerator<UserItem, void, undefined> {
  const users = ctx.paginate('/users.list', {
    items: 'members',
    query: { limit: 200 },
    next: { cursor: 'response_metadata.next_cursor', param: 'cursor' },
    schema: UserItem,
  })
  for await (const user of users) if (user.id !== slackbot && user.is_stranger !== true) yield user
}
