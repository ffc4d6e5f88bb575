import { connectorContract } from 'checkwright/testing'
import { describe } from 'vitest'
import { openContractTest } from '../../../test/connectors/contract-test.ts'
import { loadProviderDescription } from '../../../test/connectors/description.ts'
import { loadReviewed } from '../../../test/connectors/reviewed-members.ts'
import entra from '../index.ts'
import { createRoutes } from './graph-api.ts'
import { policy, state } from './graph-state.ts'

const openapi = loadProviderDescription('microsoft-graph')

const reviewed = await loadReviewed('microsoft-entra')

// The description has no examples, and its values are no addresses and times.
const told = [
  'GET /v1.0/users',
  'GET /v1.0/identity/conditionalAccess/policies',
  'GET /v1.0/policies/identitySecurityDefaultsEnforcementPolicy',
  'GET /v1.0/roleManagement/directory/roleDefinitions',
  'GET /v1.0/roleManagement/directory/roleAssignments',
  'GET /v1.0/roleManagement/directory/roleEligibilityScheduleInstances',
  'GET /v1.0/groups/:id/transitiveMembers',
  'GET /v1.0/reports/authenticationMethods/userRegistrationDetails',
  'GET /v1.0/deviceManagement/managedDevices',
  'GET /v1.0/servicePrincipals',
  'GET /v1.0/oauth2PermissionGrants',
  'GET /v1.0/policies/authorizationPolicy',
  'GET /v1.0/admin/sharepoint/settings',
]
const routes = Object.fromEntries(
  Object.entries(createRoutes({ ...state, policies: [policy()] })).filter(([route]) => told.includes(route)),
)

describe('the Microsoft Entra connector', () => {
  connectorContract(entra, {
    test: openContractTest('microsoft-entra'),
    reviewed,
    vendor: openapi && { openapi, routes },
  })
})
