import { credentials, type GraphState, globalAdministrator } from './graph-api.ts'

const user = (id: string) => ({ '@odata.type': '#microsoft.graph.user', id })

export function createUser(id: string, differs: object = {}) {
  return {
    id,
    displayName: `${id} of Acme`,
    userPrincipalName: `${id}@acme.example`,
    mail: `${id}@acme.example`,
    proxyAddresses: [`SMTP:${id}@acme.example`, `smtp:${id}@old.example`, 'x500:/o=acme'],
    accountEnabled: true,
    createdDateTime: '2024-06-01T00:00:00Z',
    userType: 'Member',
    externalUserState: null,
    signInActivity: {
      lastSignInDateTime: '2025-12-31T12:00:00Z',
      lastSuccessfulSignInDateTime: '2025-12-31T12:00:00Z',
    },
    employeeType: 'Employee',
    employeeHireDate: '2024-06-01T00:00:00Z',
    employeeLeaveDateTime: '2027-01-31T00:00:00Z',
    department: 'Engineering',
    manager: { '@odata.type': '#microsoft.graph.user', id: 'bob' },
    ...differs,
  }
}

export const laptop = {
  id: 'd1',
  deviceName: 'Laptop',
  userPrincipalName: 'ada@acme.example',
  emailAddress: 'ada@acme.example',
  serialNumber: 'S1',
  operatingSystem: 'Windows',
  osVersion: '10.0',
  managementState: 'managed',
  complianceState: 'noncompliant',
  isEncrypted: true,
  lastSyncDateTime: '2025-12-31T12:00:00Z',
}

export const crm = {
  id: 's1',
  displayName: 'CRM',
  appOwnerOrganizationId: '99999999-2222-3333-4444-555555555555',
  verifiedPublisher: { displayName: 'CRM Ltd', verifiedPublisherId: '77', addedDateTime: '2024-01-01T00:00:00Z' },
}

export const grant = (clientId: string, principalId: string | null, scope: string | null) => ({
  id: `${clientId}-${principalId}`,
  clientId,
  resourceId: 'graph',
  scope,
  principalId,
  consentType: principalId === null ? 'AllPrincipals' : 'Principal',
})

const conditions = {
  clientAppTypes: ['all'],
  applications: { includeApplications: ['All'], excludeApplications: [], applicationFilter: null },
  users: {
    includeUsers: ['All'],
    excludeUsers: ['ada'],
    excludeGroups: [],
    excludeRoles: [],
    excludeGuestsOrExternalUsers: null,
  },
  signInRiskLevels: [],
  userRiskLevels: [],
  insiderRiskLevels: null,
  platforms: null,
  locations: null,
  devices: null,
  authenticationFlows: null,
}

/** Asks everybody but one for a second factor, whatever the application. */
export const policy = (differs: object = {}) => ({
  id: 'p1',
  displayName: 'Baseline',
  state: 'enabled',
  conditions: { ...conditions, ...differs },
  grantControls: { operator: 'OR', builtInControls: ['mfa'], customAuthenticationFactors: [], termsOfUse: [] },
})

export const { roleDefinitionId } = globalAdministrator
const role = (id: string, displayName: string, ...allowedResourceActions: readonly string[]) => ({
  id,
  displayName,
  rolePermissions: [{ allowedResourceActions, condition: null }],
})

/** A tenant with some of everything that the inventories list, with all members that they read. */
export const state: GraphState = {
  users: [createUser('ada'), createUser('bob')],
  registrations: ['ada', 'bob'].map((id) => ({
    id,
    userPrincipalName: id,
    userType: 'member',
    isMfaRegistered: true,
    isMfaCapable: true,
  })),
  roleDefinitions: [
    role(roleDefinitionId, 'Global Administrator', 'microsoft.directory/users/allProperties/allTasks'),
    role('reader', 'Global Reader', 'microsoft.directory/users/standard/read'),
  ],
  roleAssignments: [
    { id: 'a1', roleDefinitionId, principal: user('ada') },
    { id: 'a2', roleDefinitionId: 'reader', principal: { '@odata.type': '#microsoft.graph.group', id: 'g1' } },
    { id: 'a3', roleDefinitionId, principal: { '@odata.type': '#microsoft.graph.servicePrincipal', id: 's9' } },
    { id: 'a4', roleDefinitionId, principal: null },
  ],
  groupMembers: ['bob'],
  eligible: [],
  devices: [laptop, { ...laptop, id: 'd2' }],
  servicePrincipals: [
    crm,
    { ...crm, id: 's2' },
    { ...crm, id: 's3', appOwnerOrganizationId: credentials.tenant_id },
    { ...crm, id: 's4', appOwnerOrganizationId: 'f8cdef31-a31e-4b4a-93e4-5f571e91255a' },
    { ...crm, id: 's5', appOwnerOrganizationId: null },
  ],
  grants: [
    grant('s1', 'ada', ' Mail.Read Files.Read'),
    grant('s1', 'bob', 'Mail.Read'),
    grant('s2', 'ada', 'Mail.Read'),
  ],
}
