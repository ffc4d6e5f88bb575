import { vendorMember, vendorRecord, vendorTime, vendorWord } from 'checkwright'
import * as z from 'zod/mini'

/**
 * The fields that the checks read, and no others. Source: Microsoft Graph v1.0, msgraph-metadata v1.0-Prod.csdl at
 * f54f11b60956. `test/facts.ts` lists the operations, and a test compares both with the description.
 */

const texts = z.array(z.string())

/** An item of GET /reports/authenticationMethods/userRegistrationDetails. */
export const Registration = z.object({
  id: z.string(),
  userPrincipalName: z.string(),
  userType: z.nullish(z.string()),
  isAdmin: z.nullish(z.boolean()),
  isMfaRegistered: z.boolean(),
  // Whether the policy of methods still allows what is registered.
  isMfaCapable: z.boolean(),
})

export type PolicyConditions = z.output<typeof PolicyConditions>

/**
 * Graph sends every member of a type that was not deselected, as null or [] if nothing is set. A missing member
 * therefore does not mean "not set".
 * https://docs.oasis-open.org/odata/odata-json-format/v4.01/odata-json-format-v4.01.html#sec_Property
 */
const PolicyConditions = z.looseObject({
  clientAppTypes: texts,
  applications: z.nullable(
    z.object({
      includeApplications: texts,
      includeUserActions: z.nullish(texts),
      excludeApplications: texts,
      applicationFilter: z.nullable(z.looseObject({})),
    }),
  ),
  users: z.nullable(
    z.object({
      includeUsers: texts,
      excludeUsers: texts,
      excludeGroups: texts,
      excludeRoles: texts,
      excludeGuestsOrExternalUsers: z.nullable(z.looseObject({})),
    }),
  ),
  signInRiskLevels: texts,
  userRiskLevels: texts,
  insiderRiskLevels: z.nullable(z.string()),
  platforms: z.nullable(z.object({ includePlatforms: texts, excludePlatforms: texts })),
  locations: z.nullable(z.object({ includeLocations: texts, excludeLocations: texts })),
  devices: z.nullable(z.looseObject({ deviceFilter: z.nullable(z.looseObject({ mode: z.nullish(z.string()) })) })),
  authenticationFlows: z.nullable(z.object({ transferMethods: z.string() })),
})

export type ConditionalAccessPolicy = z.output<typeof ConditionalAccessPolicy>

/** An item of GET /identity/conditionalAccess/policies. */
export const ConditionalAccessPolicy = z.pipe(
  z.object({
    id: z.string(),
    displayName: z.string(),
    state: vendorWord(['enabled', 'disabled', 'enabledForReportingButNotEnforced']),
    conditions: PolicyConditions,
    grantControls: z.nullable(
      z.object({
        operator: z.nullish(z.string()),
        builtInControls: texts,
        customAuthenticationFactors: texts,
        termsOfUse: texts,
        // Replaces the built-in control "mfa"; left out if none is selected.
        // https://learn.microsoft.com/graph/api/resources/conditionalaccessgrantcontrols
        authenticationStrength: z.nullish(z.object({ requirementsSatisfied: z.nullish(z.string()) })),
      }),
    ),
  }),
  z.transform((wire) => ({
    ...wire,
    clientAppTypes: wire.conditions.clientAppTypes,
    includeApplications: wire.conditions.applications?.includeApplications ?? [],
    excludeApplications: wire.conditions.applications?.excludeApplications ?? [],
    includeUserActions: wire.conditions.applications?.includeUserActions ?? [],
    includeUsers: wire.conditions.users?.includeUsers ?? [],
    excludeUsers: wire.conditions.users?.excludeUsers ?? [],
    excludeGroups: wire.conditions.users?.excludeGroups ?? [],
    excludeRoles: wire.conditions.users?.excludeRoles ?? [],
    excludeGuests: Boolean(wire.conditions.users?.excludeGuestsOrExternalUsers),
  })),
)

/** GET /policies/identitySecurityDefaultsEnforcementPolicy. */
export const SecurityDefaults = z.object({ isEnabled: z.boolean() })

/** An item of GET /directoryRoles. */
export const DirectoryRole = z.object({ id: z.string(), roleTemplateId: z.nullish(z.string()) })

/**
 * An item of GET /directoryRoles/{id}/members and of GET /groups/{id}/transitiveMembers, with objects of several types:
 * Graph adds the type of each, `#microsoft.graph.user`.
 */
export const DirectoryObject = z.pipe(
  z.object({ id: z.string(), '@odata.type': z.string() }),
  z.transform(({ id, '@odata.type': type }) => ({ id, type: type.replace('#microsoft.graph.', '') })),
)

/** GET /servicePrincipals/{id}: whether it can sign in. Graph writes a member that is not set as null. */
export const ProgramState = z.object({ accountEnabled: z.nullable(z.boolean()) })

/** GET /users/{id}: whether somebody can sign in. */
export const UserState = z.object({
  accountEnabled: z.nullable(z.boolean()),
  // Null for everybody who was not invited.
  externalUserState: z.nullish(vendorWord(['PendingAcceptance', 'Accepted'])),
})

/** An item of GET /roleManagement/directory/roleEligibilityScheduleInstances?$expand=principal. */
export const RoleEligibility = z.object({ principal: DirectoryObject })

/** A client secret of an application. Graph's description allows null for both times; without an end it does not expire. */
const ClientSecret = z.object({
  keyId: z.string(),
  displayName: z.nullish(z.string()),
  startDateTime: z.nullable(vendorTime()),
  endDateTime: z.nullable(vendorTime()),
})

/** An item of GET /applications. */
export const Application = z.object({
  id: z.string(),
  displayName: z.nullish(z.string()),
  passwordCredentials: z.array(vendorRecord(ClientSecret, 'keyId')),
})

// The first moment that .NET knows is how Graph writes a time that is not set:
// https://learn.microsoft.com/dotnet/api/system.datetime.minvalue
const signInTime = z.nullish(
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((time) => (time.startsWith('0001-01-01T00:00:00') ? null : time)),
    ),
    z.nullable(vendorTime()),
  ),
)

export type User = z.output<typeof User>

/** An item of GET /users. */
export const User = z.object({
  id: z.string(),
  userPrincipalName: z.nullish(z.string()),
  accountEnabled: z.boolean(),
  // Null for accounts made before June 2018. https://learn.microsoft.com/graph/api/resources/user
  createdDateTime: z.nullable(vendorTime()),
  userType: z.nullish(z.string()),
  // Left out for a person who has never signed in. https://learn.microsoft.com/graph/api/resources/user
  signInActivity: z.nullish(
    z.object({
      // Attempts, including failed ones.
      lastSignInDateTime: signInTime,
      lastNonInteractiveSignInDateTime: signInTime,
      // Kept since December 2023. https://learn.microsoft.com/graph/api/resources/signinactivity
      lastSuccessfulSignInDateTime: signInTime,
    }),
  ),
})

export type ListedUser = z.output<typeof ListedUser>

/** The same item, as its records read it. Graph writes a member that is not set as null. */
export const ListedUser = z.object({
  id: z.string(),
  displayName: vendorMember<string>(),
  userPrincipalName: vendorMember<string>(),
  mail: vendorMember<string>(),
  proxyAddresses: vendorMember<readonly string[]>(),
  accountEnabled: vendorMember<boolean>(),
  createdDateTime: vendorMember<string>(),
  userType: vendorMember<string>(),
  externalUserState: vendorMember<string>(),
  signInActivity: z.nullish(z.object({ lastSuccessfulSignInDateTime: vendorMember<string>() })),
})

/** An item of GET /users?$expand=manager. */
export const ListedPerson = z.object({
  id: z.string(),
  displayName: vendorMember<string>(),
  userPrincipalName: vendorMember<string>(),
  mail: vendorMember<string>(),
  proxyAddresses: vendorMember<readonly string[]>(),
  accountEnabled: vendorMember<boolean>(),
  userType: vendorMember<string>(),
  employeeType: vendorMember<string>(),
  employeeHireDate: vendorMember<string>(),
  department: vendorMember<string>(),
  manager: z.nullish(z.object({ id: vendorMember<string>() })),
})

/** GET /users/{id}?$select=employeeLeaveDateTime. */
export const Leaver = z.object({ id: z.string(), employeeLeaveDateTime: vendorMember<string>() })

export type RoleDefinition = z.output<typeof RoleDefinition>

/** An item of GET /roleManagement/directory/roleDefinitions. */
export const RoleDefinition = z.object({
  id: z.string(),
  displayName: z.nullish(z.string()),
  rolePermissions: z.nullish(z.array(z.object({ allowedResourceActions: texts }))),
})

/** An item of GET /roleManagement/directory/roleAssignments and of roleEligibilityScheduleInstances, `$expand=principal`. */
export const RoleAssignment = z.object({ roleDefinitionId: z.string(), principal: z.nullish(DirectoryObject) })

/** An item of GET /servicePrincipals. */
export const ServicePrincipal = z.object({
  id: z.string(),
  displayName: vendorMember<string>(),
  appOwnerOrganizationId: z.nullish(z.string()),
  verifiedPublisher: z.nullish(
    z.object({ displayName: vendorMember<string>(), verifiedPublisherId: vendorMember<string>({ null: 'none' }) }),
  ),
})

/** An item of GET /oauth2PermissionGrants. */
export const PermissionGrant = z.object({
  clientId: z.string(),
  consentType: z.nullish(z.string()),
  principalId: z.nullish(z.string()),
  scope: z.nullish(z.string()),
})

/** GET /policies/authorizationPolicy. */
export const AuthorizationPolicy = z.object({
  defaultUserRolePermissions: z.object({ permissionGrantPoliciesAssigned: texts }),
})

/** An item of GET /deviceManagement/managedDevices. */
export const ManagedDevice = z.object({
  id: z.string(),
  deviceName: z.nullish(z.string()),
  userPrincipalName: z.nullish(z.string()),
  // https://learn.microsoft.com/graph/api/resources/intune-devices-compliancestate
  complianceState: vendorWord([
    'unknown',
    'compliant',
    'noncompliant',
    'conflict',
    'error',
    'inGracePeriod',
    'configManager',
  ]),
  isEncrypted: z.boolean(),
  managementState: z.nullish(z.string()),
  manufacturer: z.nullish(z.string()),
  model: z.nullish(z.string()),
})

/** The same item, as its records read it. */
export const ListedDevice = z.object({
  id: z.string(),
  deviceName: vendorMember<string>(),
  emailAddress: vendorMember<string>(),
  serialNumber: vendorMember<string>(),
  operatingSystem: vendorMember<string>(),
  osVersion: vendorMember<string>(),
  managementState: vendorMember<string>(),
  complianceState: vendorMember<string>(),
  isEncrypted: vendorMember<boolean>(),
  lastSyncDateTime: vendorMember<string>(),
})
