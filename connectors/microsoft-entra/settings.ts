import { vendorWord } from 'checkwright'
import * as z from 'zod/mini'

/**
 * What single checks read of the tenant's settings, each in its own form, so that a member that Microsoft changes disturbs
 * only the check that reads it. From the same source as `responses.ts`.
 */

/** GET /policies/authorizationPolicy, for what everybody may do in the directory. */
export const InvitationPolicy = z.object({ allowInvitesFrom: z.nullish(z.string()) })
export const GuestPolicy = z.object({ guestUserRoleId: z.string() })
export const SignUpPolicy = z.object({ allowEmailVerifiedUsersToJoinOrganization: z.boolean() })
export const ApplicationPolicy = z.object({
  defaultUserRolePermissions: z.object({ allowedToCreateApps: z.boolean() }),
})
export const TenantPolicy = z.object({ defaultUserRolePermissions: z.object({ allowedToCreateTenants: z.boolean() }) })
export const GroupPolicy = z.object({
  defaultUserRolePermissions: z.object({ allowedToCreateSecurityGroups: z.boolean() }),
})

/** GET /policies/adminConsentRequestPolicy. */
export const ConsentRequests = z.object({
  isEnabled: z.boolean(),
  reviewers: z.array(z.object({ query: z.nullable(z.string()) })),
})

/** GET /policies/deviceRegistrationPolicy. */
const Membership = z.nullish(z.object({ '@odata.type': z.nullish(z.string()) }))
export const JoiningPolicy = z.object({
  multiFactorAuthConfiguration: vendorWord(['notRequired', 'required']),
  azureADJoin: z.nullish(z.object({ allowedToJoin: Membership })),
  azureADRegistration: z.nullish(z.object({ allowedToRegister: Membership })),
})
export const PasswordPolicy = z.object({ localAdminPassword: z.object({ isEnabled: z.boolean() }) })

/** GET /admin/sharepoint/settings. */
const sharingCapability = vendorWord([
  'disabled',
  'existingExternalUserSharingOnly',
  'externalUserSharingOnly',
  'externalUserAndGuestSharing',
])
export const SharingSettings = z.object({ sharingCapability })
export const ResharingSettings = z.object({ sharingCapability, isResharingByExternalUsersEnabled: z.boolean() })
export const LegacySettings = z.object({ isLegacyAuthProtocolsEnabled: z.boolean() })
