import type { Facts } from '../../../test/connectors/description.ts'
import {
  AccessRule,
  Administrator,
  ApiToken,
  Application,
  Authenticator,
  AuthorizationServer,
  ClientPrivileges,
  Factor,
  ListedApiToken,
  ListedUser,
  LockoutSettings,
  LogStream,
  PasswordPolicy,
  Policy,
  PolicyMapping,
  Role,
  SignOnRule,
  SupportAccess,
  SupportCases,
  ThreatInsight,
  TokenPolicy,
  TokenRule,
  TrustedOrigin,
  User,
} from '../responses.ts'

// Okta's description marks hardly any member of an answer as required. Should one of these be missing, the answer is an
// error and not a guess.
const always = 'Okta always sends it'

function listDemanded(...members: readonly string[]): Record<string, string> {
  return Object.fromEntries(members.map((member) => [`${member} may be absent`, always]))
}

/** The connector's requests to Okta's management API. */
export const facts: Facts = {
  source: 'okta/okta-management-openapi-spec 2026.06.3',
  operations: {
    'GET /api/v1/users': [
      {
        reads: User,
        at: '[]',
        open: listDemanded('id', 'status', 'created', 'activated', 'lastLogin', 'profile', 'profile.login'),
      },
      { reads: ListedUser, at: '[]', open: listDemanded('id') },
    ],
    'GET /api/v1/users/{id}': {
      reads: User,
      open: listDemanded('id', 'status', 'created', 'activated', 'lastLogin', 'profile', 'profile.login'),
    },
    'GET /api/v1/users/{userId}/factors': { reads: Factor, at: '[]', open: listDemanded('factorType', 'status') },
    'GET /api/v1/users/{userId}/roles': { reads: Role, at: '[]', open: listDemanded('status') },
    'GET /api/v1/iam/assignees/users': { reads: Administrator, at: 'value.[]', open: listDemanded('id') },
    'GET /api/v1/policies': [
      { reads: Policy, at: '[]', open: listDemanded('id', 'status') },
      {
        reads: PasswordPolicy,
        at: '[]',
        open: listDemanded(
          'id',
          'status',
          'settings',
          'settings.password',
          'settings.password.complexity',
          'settings.password.lockout',
        ),
      },
    ],
    'GET /api/v1/policies/{policyId}/rules': [
      {
        reads: SignOnRule,
        at: '[]',
        open: listDemanded('id', 'status', 'name', 'actions', 'actions.signon', 'actions.signon.access'),
      },
      {
        reads: AccessRule,
        at: '[]',
        open: {
          ...listDemanded('id', 'status', 'name', 'actions'),
          'actions.appSignOn is not declared':
            'it is, with a method that is described by a discriminator: AssuranceMethod',
        },
      },
    ],
    'GET /api/v1/policies/{policyId}/mappings': { reads: PolicyMapping, at: '[]', open: listDemanded('id') },
    'GET /api/v1/api-tokens': [
      { reads: ApiToken, at: '[]', open: listDemanded('id', 'userId', 'created', 'network.connection') },
      { reads: ListedApiToken, at: '[]', open: listDemanded('id') },
    ],
    'GET /api/v1/logStreams': { reads: LogStream, at: '[]' },
    'GET /api/v1/threats/configuration': { reads: ThreatInsight },
    'GET /api/v1/org/privacy/oktaSupport': { reads: SupportAccess, open: listDemanded('support') },
    'GET /api/v1/org/privacy/oktaSupport/cases': {
      reads: SupportCases,
      open: listDemanded(
        'supportCases',
        'supportCases[].caseNumber',
        'supportCases[].impersonation',
        'supportCases[].impersonation.status',
        'supportCases[].selfAssigned',
        'supportCases[].selfAssigned.status',
      ),
    },
    'GET /attack-protection/api/v1/user-lockout-settings': {
      reads: LockoutSettings,
      open: listDemanded('preventBruteForceLockoutFromUnknownDevices'),
    },
    'GET /api/v1/org/settings/clientPrivilegesSetting': {
      reads: ClientPrivileges,
      open: listDemanded('clientPrivilegesSetting'),
    },
    'GET /api/v1/authenticators': { reads: Authenticator, at: '[]', open: listDemanded('id', 'key', 'name', 'status') },
    'GET /api/v1/authorizationServers': {
      reads: AuthorizationServer,
      at: '[]',
      open: listDemanded('id', 'name', 'status', 'credentials', 'credentials.signing'),
    },
    'GET /api/v1/authorizationServers/{authServerId}/policies': {
      reads: TokenPolicy,
      at: '[]',
      open: listDemanded('id', 'name', 'status'),
    },
    'GET /api/v1/authorizationServers/{authServerId}/policies/{policyId}/rules': {
      reads: TokenRule,
      at: '[]',
      open: listDemanded(
        'id',
        'name',
        'status',
        'actions',
        'actions.token',
        'actions.token.accessTokenLifetimeMinutes',
        'actions.token.refreshTokenWindowMinutes',
      ),
    },
    'GET /api/v1/trustedOrigins': {
      reads: TrustedOrigin,
      at: '[]',
      open: listDemanded('id', 'name', 'origin', 'status'),
    },
    'GET /api/v1/apps': { reads: Application, at: '[]', open: listDemanded('id', 'status') },
  },
}
