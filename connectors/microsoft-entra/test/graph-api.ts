import { type FakeVendor, type FakeVendorOptions, fakeVendor, type Handler } from 'checkwright/testing'
import { checkRunner } from '../../../test/connectors/run-check.ts'
import { entra } from '../index.ts'

export const credentials = {
  access_token: 'eyJ0eXAiOi-sample-graph-token',
  tenant_id: '11111111-2222-3333-4444-555555555555',
}

/** The moment at which the checks of these tests run. */
export const now = '2026-06-30T12:00:00.000Z'

export const globalAdministrator = { roleDefinitionId: '62e90394-69f5-4237-9190-012177145e10' }

const globalAdministratorRole = { id: 'role-1', roleTemplateId: '62e90394-69f5-4237-9190-012177145e10' }

/** The content of the tenant. Left out: empty, security defaults off, defaults of a new tenant. */
export interface GraphState {
  readonly registrations?: readonly object[]
  readonly policies?: readonly object[]
  readonly securityDefaults?: boolean
  /** Ids of users, or objects of another type. */
  readonly globalAdministrators?: readonly (string | object)[]
  /** People who may activate the role; undefined if the tenant has no Privileged Identity Management. */
  readonly eligible?: readonly (string | object)[]
  readonly groupMembers?: readonly (string | object)[]
  readonly roles?: readonly object[]
  readonly applications?: readonly object[]
  readonly users?: readonly object[]
  readonly authorizationPolicy?: object
  readonly consentRequests?: object
  readonly deviceRegistration?: object
  readonly sharepoint?: object
  readonly devices?: readonly object[]
  /** Definitions of roles, and who holds which. */
  readonly roleDefinitions?: readonly object[]
  readonly roleAssignments?: readonly object[]
  readonly servicePrincipals?: readonly object[]
  readonly grants?: readonly object[]
  /** Whether the licence lacks reports of sign-ins. */
  readonly isWithoutPremium?: boolean
  readonly pageSize?: number
}

/** Graph for one tenant, on loopback. */
export function startGraphApi(state: GraphState): Promise<FakeVendor> {
  return fakeVendor({ auth: { type: 'bearer', token: credentials.access_token }, routes: createRoutes(state) })
}

/** What Graph answers for that tenant. */
export function createRoutes(state: GraphState): NonNullable<FakeVendorOptions['routes']> {
  const { pageSize = 100, globalAdministrators = [], roles = [globalAdministratorRole] } = state
  const list = (items: readonly object[] = []) => createOdataHandler(items, pageSize)
  return {
    'GET /v1.0/reports/authenticationMethods/userRegistrationDetails': list(state.registrations),
    'GET /v1.0/identity/conditionalAccess/policies': list(state.policies),
    'GET /v1.0/policies/identitySecurityDefaultsEnforcementPolicy': {
      json: { id: '1', isEnabled: state.securityDefaults ?? false },
    },
    'GET /v1.0/directoryRoles': list(roles),
    'GET /v1.0/directoryRoles/:id/members': list(globalAdministrators.map(directoryObject)),
    'GET /v1.0/groups/:id/transitiveMembers': list((state.groupMembers ?? []).map(directoryObject)),
    'GET /v1.0/roleManagement/directory/roleDefinitions': list(state.roleDefinitions),
    'GET /v1.0/roleManagement/directory/roleAssignments': list(state.roleAssignments),
    'GET /v1.0/servicePrincipals': list(state.servicePrincipals),
    'GET /v1.0/servicePrincipals/:id': ({ params }) => ({
      json: { accountEnabled: true, ...findById(state.servicePrincipals, params.id) },
    }),
    'GET /v1.0/oauth2PermissionGrants': list(state.grants),
    'GET /v1.0/roleManagement/directory/roleEligibilityScheduleInstances': state.eligible
      ? (request) =>
          list(request.query.get('$filter')?.includes(nobody) ? [] : state.eligible?.map(toEligibility))(request)
      : {
          status: 400,
          json: createRefusal('AadPremiumLicenseRequired', 'The tenant needs to have Microsoft Entra ID P2.'),
        },
    'GET /v1.0/applications': list(state.applications),
    'GET /v1.0/users': (request) => {
      const { query } = request
      const isOfSignIns = `${query.get('$select')} ${query.get('$filter')}`.includes('signInActivity')
      if (isOfSignIns && state.isWithoutPremium)
        return {
          status: 403,
          json: createRefusal(
            'Authentication_RequestFromNonPremiumTenantOrB2CTenant',
            'Neither tenant is B2C or tenant does not have premium license',
          ),
        }
      return list(query.has('$filter') ? [] : state.users)(request)
    },
    'GET /v1.0/users/:id': ({ params }) => ({
      json: findById(state.users, params.id) ?? { id: params.id, accountEnabled: true },
    }),
    'GET /v1.0/policies/authorizationPolicy': {
      json: {
        id: '1',
        allowInvitesFrom: 'everyone',
        guestUserRoleId: 'a0b1b346-4d3e-4e8b-98f8-753987be4970',
        allowEmailVerifiedUsersToJoinOrganization: true,
        defaultUserRolePermissions: {
          allowedToCreateApps: true,
          allowedToCreateTenants: true,
          allowedToCreateSecurityGroups: true,
          permissionGrantPoliciesAssigned: ['ManagePermissionGrantsForSelf.microsoft-user-default-legacy'],
        },
        ...state.authorizationPolicy,
      },
    },
    'GET /v1.0/policies/adminConsentRequestPolicy': {
      json: { isEnabled: false, reviewers: [], ...state.consentRequests },
    },
    'GET /v1.0/policies/deviceRegistrationPolicy': {
      json: {
        multiFactorAuthConfiguration: 'notRequired',
        localAdminPassword: { isEnabled: false },
        ...state.deviceRegistration,
      },
    },
    'GET /v1.0/admin/sharepoint/settings': {
      json: {
        sharingCapability: 'externalUserAndGuestSharing',
        isResharingByExternalUsersEnabled: true,
        isLegacyAuthProtocolsEnabled: true,
        ...state.sharepoint,
      },
    },
    'GET /v1.0/deviceManagement/managedDevices': list(state.devices),
  }
}

function findById(items: readonly object[] = [], id: string | undefined): object | undefined {
  return items.find((item) => 'id' in item && item.id === id)
}

const nobody = '00000000-0000-0000-0000-000000000000'

function toEligibility(each: string | object): object {
  const { roleDefinitionId } = globalAdministrator
  return { id: 'e', principalId: 'p', roleDefinitionId, principal: directoryObject(each) }
}

/** An object of the directory; a user where only an id is given. */
function directoryObject(each: string | object): object {
  return typeof each === 'string' ? { '@odata.type': '#microsoft.graph.user', id: each } : each
}

/** An error as Graph words it. */
export function createRefusal(code: string, message: string) {
  return { error: { code, message, innerError: { date: now, 'request-id': 'sample', 'client-request-id': 'sample' } } }
}

/** Runs one check of the connector against a server in its vendor's place. */
export const runCheckOn = checkRunner(entra, { credentials, now })

/** Pages as OData cuts them: the address of the next one stands in the body, and repeats the query. */
function createOdataHandler(items: readonly object[], pageSize: number): Handler {
  return ({ url }) => {
    const start = Number(url.searchParams.get('$skiptoken') ?? 0)
    const next = new URL(url)
    next.searchParams.set('$skiptoken', String(start + pageSize))
    const hasMore = start + pageSize < items.length
    return { json: { value: items.slice(start, start + pageSize), '@odata.nextLink': hasMore ? next.href : undefined } }
  }
}
