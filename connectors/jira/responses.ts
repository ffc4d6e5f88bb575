import * as z from 'zod/mini'

/**
 * The fields that the checks read, and no others. Source: Atlassian's description of the Jira Cloud platform REST API v3,
 * swagger-v3 1001.0.0-SNAPSHOT-57a0ca5b. `test/facts.ts` names the operations, and a test holds both against the
 * description.
 */

/** GET /rest/api/3/permissionscheme?expand=permissions. */
export const PermissionSchemes = z.object({
  permissionSchemes: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      permissions: z.array(z.object({ permission: z.string(), holder: z.object({ type: z.string() }) })),
    }),
  ),
})

/** An item of GET /rest/api/3/filter/search?expand=sharePermissions. */
export const Filter = z.object({
  id: z.string(),
  name: z.string(),
  sharePermissions: z.array(z.object({ type: z.string() })),
})

/** An item of GET /rest/api/3/dashboard. */
export const Dashboard = z.object({
  id: z.string(),
  name: z.string(),
  sharePermissions: z.array(z.object({ type: z.string() })),
})

/** An item of GET /rest/api/3/group/member. */
export const GroupMember = z.object({ accountId: z.string(), displayName: z.string(), active: z.boolean() })

/** An item of GET /rest/api/3/users/search. */
export const User = z.object({
  accountId: z.string(),
  accountType: z.string(),
  displayName: z.string(),
  active: z.boolean(),
  emailAddress: z.optional(z.string()),
})

/** An item of GET /rest/api/3/search/jql, with the fields that are asked for; Jira's description leaves them open. */
export const Issue = z.object({
  id: z.string(),
  key: z.string(),
  fields: z.object({ summary: z.string(), created: z.string() }),
})

/** An item of GET /rest/api/3/search/jql with expand=changelog. */
export const ChangedIssue = z.object({
  id: z.string(),
  key: z.string(),
  fields: z.object({
    summary: z.string(),
    assignee: z.nullish(z.object({ accountId: z.string() })),
    reporter: z.nullish(z.object({ accountId: z.string() })),
  }),
  changelog: z.object({
    total: z.number(),
    histories: z.array(
      z.object({
        created: z.string(),
        author: z.optional(z.object({ accountId: z.string(), displayName: z.string() })),
        items: z.array(z.object({ field: z.string(), toString: z.nullish(z.string()) })),
      }),
    ),
  }),
})

/** GET /rest/api/3/auditing/record. */
export const AuditRecords = z.object({ records: z.array(z.object({ created: z.string() })) })
