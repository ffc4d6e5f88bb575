import * as z from 'zod/mini'

/**
 * The fields that the checks read, and no others. Source: Microsoft Graph v1.0, msgraph-metadata v1.0-Prod.csdl at
 * f54f11b60956. `test/facts.ts` names the operations, and a test holds both against the description.
 */

const texts = z.array(z.string())

/** An item of GET /reports/authenticationMethods/userRegistrationDetails. */
export const Registration = z.object({
  id: z.string(),
  userPrincipalName: z.string(),
  userType: z.nullish(z.string()),
  isAdmin: z.nullish(z.boolean()),
  isMfaRegistered: z.boolean(),
})

export type ConditionalAccessPolicy = z.output<typeof ConditionalAccessPolicy>

/** An item of GET /identity/conditionalAccess/policies. */
export const ConditionalAccessPolicy = z.pipe(
  z.object({
    id: z.string(),
    displayName: z.string(),
    state: z.string(),
    conditions: z.object({
      clientAppTypes: texts,
      applications: z.nullish(z.object({ includeApplications: texts, excludeApplications: texts })),
      users: z.nullish(
        z.object({
          includeUsers: texts,
          excludeUsers: texts,
          excludeGroups: texts,
          excludeRoles: texts,
        }),
      ),
    }),
    grantControls: z.nullish(
      z.object({
        operator: z.nullish(z.string()),
        builtInControls: texts,
        authenticationStrength: z.nullish(z.looseObject({})),
      }),
    ),
  }),
  z.transform(({ conditions, grantControls, ...rest }) => ({
    ...rest,
    clientAppTypes: conditions.clientAppTypes,
    includeApplications: conditions.applications?.includeApplications ?? [],
    excludeApplications: conditions.applications?.excludeApplications ?? [],
    includeUsers: conditions.users?.includeUsers ?? [],
    excludeUsers: conditions.users?.excludeUsers ?? [],
    excludeGroups: conditions.users?.excludeGroups ?? [],
    excludeRoles: conditions.users?.excludeRoles ?? [],
    operator: grantControls?.operator ?? 'OR',
    controls: grantControls?.builtInControls ?? [],
    hasStrength: Boolean(grantControls?.authenticationStrength),
  })),
)

/** GET /policies/identitySecurityDefaultsEnforcementPolicy. */
export const SecurityDefaults = z.object({ isEnabled: z.boolean() })

/** An item of GET /directoryRoles. */
export const DirectoryRole = z.object({ id: z.string(), roleTemplateId: z.nullish(z.string()) })

/** An item of GET /directoryRoles/{id}/members. */
export const RoleMember = z.object({ id: z.string() })

/** An item of GET /applications. */
export const Application = z.object({
  id: z.string(),
  displayName: z.nullish(z.string()),
  passwordCredentials: z.array(
    z.object({
      keyId: z.nullish(z.string()),
      displayName: z.nullish(z.string()),
      startDateTime: z.nullish(z.string()),
      endDateTime: z.nullish(z.string()),
    }),
  ),
})

/** An item of GET /users. */
export const User = z.object({
  id: z.string(),
  userPrincipalName: z.nullish(z.string()),
  accountEnabled: z.nullish(z.boolean()),
  createdDateTime: z.nullish(z.string()),
  userType: z.nullish(z.string()),
  signInActivity: z.nullish(
    z.object({
      lastSignInDateTime: z.nullish(z.string()),
      lastNonInteractiveSignInDateTime: z.nullish(z.string()),
    }),
  ),
})

/** GET /policies/authorizationPolicy. */
export const AuthorizationPolicy = z.object({
  allowInvitesFrom: z.nullish(z.string()),
  defaultUserRolePermissions: z.object({ permissionGrantPoliciesAssigned: texts }),
})

/** An item of GET /deviceManagement/managedDevices. */
export const ManagedDevice = z.object({
  id: z.string(),
  deviceName: z.nullish(z.string()),
  userPrincipalName: z.nullish(z.string()),
  complianceState: z.string(),
  isEncrypted: z.boolean(),
})
