import { id, vendorRecord, vendorTime, vendorWord } from 'checkwright'
import * as z from 'zod/mini'

/**
 * The fields that the checks read, and no others. Source: Atlassian's description of the Jira Cloud platform REST API
 * v3, swagger-v3 1001.0.0-SNAPSHOT-57a0ca5b. `test/facts.ts` lists the operations, and a test compares both with the
 * description.
 */

/**
 * The holder of a permission; `anyone` is the internet.
 * https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-permission-schemes/#holder-object
 */
const holderType = vendorWord([
  'anyone',
  'applicationRole',
  'assignee',
  'group',
  'groupCustomField',
  'projectLead',
  'projectRole',
  'reporter',
  'sd.customer.portal.only',
  'user',
  'userCustomField',
])

const SharePermission = z.object({
  type: vendorWord([
    'user',
    'group',
    'project',
    'projectRole',
    'global',
    'loggedin',
    'authenticated',
    'project-unknown',
  ]),
})

/** GET /rest/api/3/permissionscheme?expand=permissions. */
export const PermissionSchemes = z.object({
  permissionSchemes: z.array(
    vendorRecord(
      z.object({
        id: id(),
        name: z.string(),
        permissions: z.array(z.object({ permission: z.string(), holder: z.object({ type: holderType }) })),
      }),
      'id',
    ),
  ),
})

/** An item of GET /rest/api/3/filter/search?expand=sharePermissions. */
export const Filter = z.object({
  id: z.string(),
  name: z.string(),
  sharePermissions: z.array(SharePermission),
})

/** An item of GET /rest/api/3/dashboard. */
export const Dashboard = z.object({
  id: z.string(),
  name: z.string(),
  // Only Jira's own has it as true.
  systemDashboard: z.optional(z.boolean()),
  sharePermissions: z.array(SharePermission),
})

/** An item of GET /rest/api/3/group/member. */
export const GroupMember = z.object({
  accountId: z.string(),
  accountType: vendorWord(['atlassian', 'app', 'customer']),
  displayName: z.nullish(z.string()),
  active: z.boolean(),
})

/** An item of GET /rest/api/3/users/search. */
export const User = z.object({
  accountId: z.string(),
  accountType: vendorWord(['atlassian', 'app', 'customer', 'unknown']),
  displayName: z.string(),
  active: z.boolean(),
  emailAddress: z.nullish(z.string()),
})

/** An item of GET /rest/api/3/search/jql, with the requested fields; Jira's description leaves them open. */
export const Issue = z.object({
  id: z.string(),
  key: z.string(),
  fields: z.object({ summary: z.nullish(z.string()), created: vendorTime() }),
})

export type ChangedIssue = z.output<typeof ChangedIssue>

/** An item of GET /rest/api/3/search/jql with expand=changelog. */
export const ChangedIssue = z.object({
  id: z.string(),
  key: z.string(),
  fields: z.object({
    summary: z.string(),
    // Null if there is nobody: Jira sends requested fields, empty ones as null.
    assignee: z.nullable(z.object({ accountId: z.string() })),
    reporter: z.nullable(z.object({ accountId: z.string() })),
    status: z.object({
      statusCategory: z.object({ key: vendorWord(['undefined', 'new', 'indeterminate', 'done']) }),
    }),
    statuscategorychangedate: vendorTime(),
  }),
  changelog: z.object({
    total: z.number(),
    histories: z.array(
      z.object({
        created: vendorTime(),
        // Left out for changes without an author, such as an import.
        author: z.optional(
          z.object({
            accountId: z.string(),
            accountType: z.optional(vendorWord(['atlassian', 'app', 'customer', 'unknown'])),
            displayName: z.string(),
          }),
        ),
        items: z.array(
          z.object({
            field: z.string(),
            from: z.nullable(z.string()),
            fromString: z.nullish(z.string()),
            to: z.nullable(z.string()),
            toString: z.nullish(z.string()),
          }),
        ),
      }),
    ),
  }),
})

/** GET /rest/api/3/auditing/record. */
export const AuditRecords = z.object({ records: z.array(z.object({ created: vendorTime() })) })
