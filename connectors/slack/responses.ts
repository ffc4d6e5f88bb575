import * as z from 'zod/mini'

/**
 * The fields that the checks read, and no others. Source: Slack's description of its Web API 1.7.0, slack-api-specs.
 * `test/facts.ts` names the operations, and a test holds both against the description.
 */

export type User = z.output<typeof User>

/** An item of GET /users.list. */
export const User = z.object({
  id: z.string(),
  name: z.string(),
  deleted: z.optional(z.boolean()),
  is_bot: z.optional(z.boolean()),
  is_owner: z.optional(z.boolean()),
  is_restricted: z.optional(z.boolean()),
  is_ultra_restricted: z.optional(z.boolean()),
  is_stranger: z.optional(z.boolean()),
  has_2fa: z.optional(z.boolean()),
})

/** GET /team.info. */
export const TeamInfo = z.object({
  team: z.object({ sso_provider: z.optional(z.object({ type: z.optional(z.string()) })) }),
})

/** An item of GET /conversations.list. */
export const Channel = z.object({
  id: z.string(),
  name: z.optional(z.string()),
  is_archived: z.optional(z.boolean()),
  is_ext_shared: z.optional(z.boolean()),
  is_pending_ext_shared: z.optional(z.boolean()),
})

/** GET /team.accessLogs. Times are epoch seconds. */
export const AccessLogs = z.object({ logins: z.array(z.object({ date_last: z.number() })) })

/** GET /team.billableInfo, by id of the user. Slack's description leaves the answer open; its example shows it. */
export const BillableInfo = z.object({
  billable_info: z.record(z.string(), z.object({ billing_active: z.boolean() })),
})
