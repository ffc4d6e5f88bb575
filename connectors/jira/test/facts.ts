import type { Facts } from '../../../test/connectors/description.ts'
import { AccountItem } from '../inventories/accounts.ts'
import {
  AuditRecords,
  ChangedIssue,
  Dashboard,
  Filter,
  GroupMember,
  Issue,
  PermissionSchemes,
  User,
} from '../responses.ts'

const asked = 'Jira leaves open which fields an issue has; these are asked for by name'

/** The connector's requests to Jira Cloud. */
export const facts: Facts = {
  source: "Atlassian's swagger-v3.v3.json of the Jira Cloud platform, 1001.0.0-SNAPSHOT-57a0ca5b",
  marksNoneRequired: "Jira's description marks hardly any member of an answer as required",
  operations: {
    'GET /rest/api/3/permissionscheme': { reads: PermissionSchemes },
    'GET /rest/api/3/filter/search': { reads: Filter, at: 'values.[]' },
    'GET /rest/api/3/dashboard': { reads: Dashboard, at: 'dashboards.[]' },
    'GET /rest/api/3/group/member': { reads: GroupMember, at: 'values.[]' },
    'GET /rest/api/3/users/search': [
      { reads: User, at: '[]' },
      { reads: AccountItem, at: '[]' },
    ],
    'GET /rest/api/3/search/jql': [
      {
        reads: Issue,
        at: 'issues.[]',
        open: { 'fields.summary is not declared': asked, 'fields.created is not declared': asked },
      },
      {
        reads: ChangedIssue,
        at: 'issues.[]',
        open: {
          'fields.summary is not declared': asked,
          'fields.assignee is not declared': asked,
          'fields.reporter is not declared': asked,
          'fields.status is not declared': asked,
          'fields.statuscategorychangedate is not declared': asked,
        },
      },
    ],
    'GET /rest/api/3/auditing/record': { reads: AuditRecords },
  },
}
