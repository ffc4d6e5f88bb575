import type { Facts } from '../../../test/connectors/description.ts'
import {
  AccessRule,
  Administrator,
  ApiToken,
  Factor,
  ListedApiToken,
  ListedUser,
  LogStream,
  PasswordPolicy,
  Policy,
  PolicyMapping,
  Role,
  SignOnRule,
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
  },
}
