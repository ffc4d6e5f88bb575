import { vendorMember, vendorTime } from 'checkwright'
import * as z from 'zod/mini'

/**
 * The fields that the checks read, and no others. Source: Slack's description of its Web API 1.7.0, slack-api-specs.
 * `test/facts.ts` lists the operations, and a test compares both with the description.
 */

export type User = z.output<typeof User>

/** An item of GET /users.list. Slack sends fewer members for deactivated accounts and bots than for people. */
export const User = z.object({
  id: z.string(),
  name: z.string(),
  deleted: z.boolean(),
  is_bot: z.boolean(),
  is_restricted: z.optional(z.boolean()),
  is_ultra_restricted: z.optional(z.boolean()),
  // False, too, for people of other organizations who share a channel: https://docs.slack.dev/reference/objects/user-object
  is_stranger: z.optional(z.boolean()),
  // The workspace of the account, and the Enterprise organization that it belongs to.
  team_id: z.nullish(z.string()),
  enterprise_user: z.nullish(z.object({ enterprise_id: z.nullish(z.string()) })),
  has_2fa: z.optional(z.boolean()),
  // Left out of those who have joined.
  is_invited_user: z.optional(z.boolean()),
})

export type ListedUser = z.output<typeof ListedUser>

/** The same item, as records read it. */
export const ListedUser = z.object({
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

/** GET /team.info. */
export const TeamInfo = z.object({
  team: z.object({
    id: z.string(),
    // The Enterprise organization that the workspace belongs to.
    enterprise_id: z.nullish(z.string()),
    // Left out if there is no single sign-on, as in the example of https://docs.slack.dev/reference/methods/team.info
    sso_provider: z.optional(z.object({ type: z.optional(z.string()) })),
  }),
})

/** An item of GET /conversations.list. */
export const Channel = z.object({
  id: z.string(),
  name: z.string(),
  is_ext_shared: z.boolean(),
  is_pending_ext_shared: z.boolean(),
})

/** GET /team.accessLogs. */
export const AccessLogs = z.object({ logins: z.array(z.object({ date_last: vendorTime('seconds') })) })

export type BillableInfo = z.output<typeof BillableInfo>

/** GET /team.billableInfo, by id of the user. Slack's description leaves the answer open; its example shows it. */
export const BillableInfo = z.object({
  billable_info: z.record(z.string(), z.object({ billing_active: z.boolean() })),
  response_metadata: z.nullish(z.object({ next_cursor: z.nullish(z.string()) })),
})
