import type { Facts } from '../../../test/connectors/description.ts'
import { AccountItem, Permissions, RoleItem } from '../inventories/accounts.ts'
import { ApiKeyItem, ApplicationKeyItem } from '../inventories/credentials.ts'
import { ApplicationKey, Archives, Monitor, Organizations, Role, RoleHolder, SignedInUser, User } from '../responses.ts'

/** The connector's requests to Datadog. */
export const facts: Facts = {
  source: 'Datadog API v1 at a6d174205b04; v2 by the type maps of @datadog/datadog-api-client 1.64.0',
  marksNoneRequired: "Datadog's description marks hardly any member of an answer as required",
  operations: {
    'GET /api/v2/users': [
      { reads: User, at: 'data.[]' },
      { reads: SignedInUser, at: 'data.[]' },
      { reads: AccountItem, at: 'data.[]' },
    ],
    'GET /api/v2/permissions': { reads: Permissions },
    'GET /api/v1/org': { reads: Organizations },
    'GET /api/v2/roles': [
      { reads: Role, at: 'data.[]' },
      { reads: RoleItem, at: 'data.[]' },
    ],
    'GET /api/v2/roles/{role_id}/users': { reads: RoleHolder, at: 'data.[]' },
    'GET /api/v2/application_keys': [
      { reads: ApplicationKey, at: 'data.[]' },
      { reads: ApplicationKeyItem, at: 'data.[]' },
    ],
    'GET /api/v2/api_keys': { reads: ApiKeyItem, at: 'data.[]' },
    'GET /api/v1/monitor': { reads: Monitor, at: '[]' },
    'GET /api/v2/logs/config/archives': { reads: Archives },
  },
}
