import type { Facts } from '../../../test/connectors/description.ts'
import {
  Application,
  AuthorizationPolicy,
  ConditionalAccessPolicy,
  DirectoryRole,
  ManagedDevice,
  Registration,
  RoleMember,
  SecurityDefaults,
  User,
} from '../responses.ts'

// The metadata of Graph marks nothing but ids as required. Should one of these be missing, the answer is an error and not
// a guess.
const always = 'Graph always sends it'

function demanded(...members: readonly string[]): Record<string, string> {
  return Object.fromEntries(members.map((member) => [`${member} may be absent`, always]))
}

/** What the connector asks of Microsoft Graph. */
export const facts: Facts = {
  source: 'microsoftgraph/msgraph-metadata v1.0-Prod.csdl at f54f11b60956',
  operations: {
    'GET /reports/authenticationMethods/userRegistrationDetails': {
      reads: Registration,
      at: 'value.[]',
      open: demanded('userPrincipalName', 'isMfaRegistered'),
    },
    'GET /identity/conditionalAccess/policies': {
      reads: ConditionalAccessPolicy,
      at: 'value.[]',
      open: demanded(
        'displayName',
        'state',
        'conditions',
        'conditions.clientAppTypes',
        'conditions.applications.includeApplications',
        'conditions.applications.excludeApplications',
        'conditions.users.includeUsers',
        'conditions.users.excludeUsers',
        'conditions.users.excludeGroups',
        'conditions.users.excludeRoles',
        'grantControls.builtInControls',
      ),
    },
    'GET /policies/identitySecurityDefaultsEnforcementPolicy': { reads: SecurityDefaults, open: demanded('isEnabled') },
    'GET /directoryRoles': { reads: DirectoryRole, at: 'value.[]' },
    'GET /directoryRoles/{directoryRole-id}/members': { reads: RoleMember, at: 'value.[]' },
    'GET /applications': { reads: Application, at: 'value.[]', open: demanded('passwordCredentials') },
    'GET /users': { reads: User, at: 'value.[]' },
    'GET /policies/authorizationPolicy': {
      reads: AuthorizationPolicy,
      open: demanded('defaultUserRolePermissions', 'defaultUserRolePermissions.permissionGrantPoliciesAssigned'),
    },
    'GET /deviceManagement/managedDevices': {
      reads: ManagedDevice,
      at: 'value.[]',
      open: demanded('complianceState', 'isEncrypted'),
    },
  },
}
