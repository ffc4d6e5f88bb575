import type { Facts } from '../../../test/connectors/description.ts'
import {
  Application,
  AuthorizationPolicy,
  ConditionalAccessPolicy,
  DirectoryObject,
  DirectoryRole,
  Leaver,
  ListedDevice,
  ListedPerson,
  ListedUser,
  ManagedDevice,
  PermissionGrant,
  ProgramState,
  Registration,
  RoleAssignment,
  RoleDefinition,
  RoleEligibility,
  SecurityDefaults,
  ServicePrincipal,
  User,
  UserState,
} from '../responses.ts'
import {
  ApplicationPolicy,
  ConsentRequests,
  GroupPolicy,
  GuestPolicy,
  InvitationPolicy,
  JoiningPolicy,
  LegacySettings,
  PasswordPolicy,
  ResharingSettings,
  SharingSettings,
  SignUpPolicy,
  TenantPolicy,
} from '../settings.ts'

// The metadata of Graph marks nothing but ids as required. Should one of these be missing, the answer is an error and not
// a guess.
const always = 'Graph always sends it'

function listDemanded(...members: readonly string[]): Record<string, string> {
  return Object.fromEntries(members.map((member) => [`${member} may be absent`, always]))
}

/** The same for settings that a tenant always has: without a value, the check cannot tell. */
function demandSet(...members: readonly string[]): Record<string, string> {
  return {
    ...listDemanded(...members),
    ...Object.fromEntries(members.map((member) => [`${member} may be null`, 'without a value the check cannot tell'])),
  }
}

/** The connector's requests to Microsoft Graph. */
export const facts: Facts = {
  description: 'microsoft-graph',
  source: 'microsoftgraph/msgraph-metadata v1.0-Prod.csdl at f54f11b60956',
  operations: {
    'GET /reports/authenticationMethods/userRegistrationDetails': {
      reads: Registration,
      at: 'value.[]',
      open: listDemanded('userPrincipalName', 'isMfaRegistered', 'isMfaCapable'),
    },
    'GET /identity/conditionalAccess/policies': {
      reads: ConditionalAccessPolicy,
      at: 'value.[]',
      open: {
        ...listDemanded(
          'displayName',
          'state',
          'conditions',
          ...[
            'clientAppTypes',
            'applications',
            'applications.includeApplications',
            'applications.excludeApplications',
            'applications.applicationFilter',
            'users',
            'users.includeUsers',
            'users.excludeUsers',
            'users.excludeGroups',
            'users.excludeRoles',
            'users.excludeGuestsOrExternalUsers',
            'signInRiskLevels',
            'userRiskLevels',
            'insiderRiskLevels',
            'platforms',
            'platforms.includePlatforms',
            'platforms.excludePlatforms',
            'locations',
            'locations.includeLocations',
            'locations.excludeLocations',
            'devices',
            'devices.deviceFilter',
            'authenticationFlows',
            'authenticationFlows.transferMethods',
          ].map((member) => `conditions.${member}`),
          'grantControls',
          'grantControls.builtInControls',
          'grantControls.customAuthenticationFactors',
          'grantControls.termsOfUse',
        ),
        'grantControls.authenticationStrength.requirementsSatisfied is not declared':
          'described by /policies/authenticationStrengthPolicies',
      },
    },
    'GET /policies/identitySecurityDefaultsEnforcementPolicy': {
      reads: SecurityDefaults,
      open: listDemanded('isEnabled'),
    },
    'GET /directoryRoles': { reads: DirectoryRole, at: 'value.[]' },
    'GET /directoryRoles/{directoryRole-id}/members': {
      reads: DirectoryObject,
      at: 'value.[]',
      open: listDemanded('@odata.type'),
    },
    'GET /groups/{group-id}/transitiveMembers': {
      reads: DirectoryObject,
      at: 'value.[]',
      open: listDemanded('@odata.type'),
    },
    'GET /roleManagement/directory/roleEligibilityScheduleInstances': {
      reads: RoleEligibility,
      at: 'value.[]',
      open: {
        ...listDemanded('principal'),
        'principal.id is not declared': 'what $expand adds: any object of the directory',
        'principal.@odata.type is not declared': 'what $expand adds: any object of the directory',
      },
    },
    'GET /applications': {
      reads: Application,
      at: 'value.[]',
      open: {
        ...listDemanded(
          'passwordCredentials',
          ...['endDateTime', 'keyId', 'startDateTime'].map((member) => `passwordCredentials[].${member}`),
        ),
        'passwordCredentials[].keyId may be null': 'a secret is told apart by it',
      },
    },
    'GET /users': [
      {
        reads: User,
        at: 'value.[]',
        open: {
          ...listDemanded('accountEnabled', 'createdDateTime'),
          'accountEnabled may be null': 'it decides who is judged',
        },
      },
      { reads: ListedUser, at: 'value.[]' },
      {
        reads: ListedPerson,
        at: 'value.[]',
        open: { 'manager.id is not declared': 'what $expand adds: any object of the directory' },
      },
    ],
    'GET /users/{user-id}': [{ reads: Leaver }, { reads: UserState, open: listDemanded('accountEnabled') }],
    'GET /roleManagement/directory/roleDefinitions': {
      reads: RoleDefinition,
      at: 'value.[]',
      open: listDemanded('rolePermissions[].allowedResourceActions'),
    },
    'GET /roleManagement/directory/roleAssignments': {
      reads: RoleAssignment,
      at: 'value.[]',
      open: {
        ...listDemanded('roleDefinitionId'),
        'roleDefinitionId may be null': 'an assignment is of a role',
        'principal.id is not declared': 'what $expand adds: any object of the directory',
        'principal.@odata.type is not declared': 'what $expand adds: any object of the directory',
      },
    },
    'GET /servicePrincipals': { reads: ServicePrincipal, at: 'value.[]' },
    'GET /servicePrincipals/{servicePrincipal-id}': {
      reads: ProgramState,
      open: listDemanded('accountEnabled'),
    },
    'GET /oauth2PermissionGrants': { reads: PermissionGrant, at: 'value.[]', open: listDemanded('clientId') },
    'GET /policies/authorizationPolicy': [
      {
        reads: AuthorizationPolicy,
        open: listDemanded('defaultUserRolePermissions', 'defaultUserRolePermissions.permissionGrantPoliciesAssigned'),
      },
      { reads: InvitationPolicy },
      { reads: GuestPolicy, open: demandSet('guestUserRoleId') },
      { reads: SignUpPolicy, open: listDemanded('allowEmailVerifiedUsersToJoinOrganization') },
      {
        reads: ApplicationPolicy,
        open: listDemanded('defaultUserRolePermissions', 'defaultUserRolePermissions.allowedToCreateApps'),
      },
      {
        reads: TenantPolicy,
        open: {
          ...listDemanded('defaultUserRolePermissions'),
          ...demandSet('defaultUserRolePermissions.allowedToCreateTenants'),
        },
      },
      {
        reads: GroupPolicy,
        open: listDemanded('defaultUserRolePermissions', 'defaultUserRolePermissions.allowedToCreateSecurityGroups'),
      },
    ],
    'GET /policies/adminConsentRequestPolicy': {
      reads: ConsentRequests,
      open: listDemanded('isEnabled', 'reviewers', 'reviewers[].query'),
    },
    'GET /policies/deviceRegistrationPolicy': [
      { reads: JoiningPolicy, open: listDemanded('multiFactorAuthConfiguration') },
      { reads: PasswordPolicy, open: demandSet('localAdminPassword', 'localAdminPassword.isEnabled') },
    ],
    'GET /admin/sharepoint/settings': [
      { reads: SharingSettings, open: demandSet('sharingCapability') },
      { reads: ResharingSettings, open: demandSet('sharingCapability', 'isResharingByExternalUsersEnabled') },
      { reads: LegacySettings, open: demandSet('isLegacyAuthProtocolsEnabled') },
    ],
    'GET /deviceManagement/managedDevices': [
      { reads: ManagedDevice, at: 'value.[]', open: listDemanded('complianceState', 'isEncrypted') },
      { reads: ListedDevice, at: 'value.[]' },
    ],
  },
}
