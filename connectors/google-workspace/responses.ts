import { vendorMember, vendorWord } from 'checkwright'
import * as z from 'zod/mini'

/**
 * The fields that the checks read, and no others. Source: Google's discovery documents of the Admin SDK directory_v1
 * and Groups Settings v1, google-api-python-client 2.201.0. `test/facts.ts` lists the operations, and a test compares
 * both with the description.
 *
 * Google leaves optional members out if they are empty or false:
 * https://protobuf.dev/programming-guides/json/#presence. Valid answers always have the others.
 */

export type User = z.output<typeof User>

const account = {
  id: z.string(),
  primaryEmail: z.string(),
  suspended: z.boolean(),
  archived: z.optional(z.boolean()),
}

/** An item of GET /admin/directory/v1/users. */
export const User = z.object(account)

/** The same item, for its second step. */
export const EnrolledUser = z.object({
  ...account,
  isAdmin: z.boolean(),
  isEnrolledIn2Sv: z.boolean(),
  isEnforcedIn2Sv: z.boolean(),
})

export type ListedUser = z.output<typeof ListedUser>

/** The same item, as its records read it. */
export const ListedUser = z.object({
  id: z.string(),
  name: z.nullish(z.object({ fullName: vendorMember<string>() })),
  primaryEmail: vendorMember<string>(),
  aliases: vendorMember<readonly string[]>(),
  isAdmin: vendorMember<boolean>(),
  isDelegatedAdmin: vendorMember<boolean>(),
  isGuestUser: vendorMember<boolean>(),
  isEnrolledIn2Sv: vendorMember<boolean>(),
  isEnforcedIn2Sv: vendorMember<boolean>(),
  suspended: vendorMember<boolean>(),
  archived: vendorMember<boolean>(),
  creationTime: vendorMember<string>(),
  lastLoginTime: vendorMember<string>(),
  // Lists whose form the description leaves open.
  relations: vendorMember<unknown>(),
  organizations: vendorMember<unknown>(),
})

export type Token = z.output<typeof Token>

/** An item of GET /admin/directory/v1/users/{userKey}/tokens. */
export const Token = z.object({
  clientId: z.string(),
  displayText: z.optional(z.string()),
  scopes: z.optional(z.array(z.string())),
})

/** An item of GET /admin/directory/v1/groups. */
export type Group = z.output<typeof Group>

export const Group = z.object({ id: z.string(), email: z.string() })

/**
 * GET /groups/v1/groups/{groupUniqueId}. Google writes booleans as text here.
 * https://developers.google.com/workspace/admin/groups-settings/v1/reference/groups
 */
export const GroupSettings = z.object({
  allowExternalMembers: vendorWord(['true', 'false']),
  whoCanViewGroup: vendorWord([
    'ANYONE_CAN_VIEW',
    'ALL_IN_DOMAIN_CAN_VIEW',
    'ALL_MEMBERS_CAN_VIEW',
    'ALL_MANAGERS_CAN_VIEW',
    'ALL_OWNERS_CAN_VIEW',
  ]),
  whoCanJoin: vendorWord(['ANYONE_CAN_JOIN', 'ALL_IN_DOMAIN_CAN_JOIN', 'CAN_REQUEST_TO_JOIN', 'INVITED_CAN_JOIN']),
  whoCanPostMessage: z.string(),
})

/** An item of GET /admin/directory/v1/customer/{customerId}/devices/mobile. */
export const MobileDevice = z.object({
  resourceId: z.string(),
  model: z.optional(z.string()),
  email: z.optional(z.array(z.string())),
  status: z.optional(z.string()),
  deviceCompromisedStatus: z.optional(z.string()),
  encryptionStatus: z.optional(z.string()),
  devicePasswordStatus: z.optional(z.string()),
})

/** The same item, as its records read it. */
export const ListedMobileDevice = z.object({
  resourceId: z.string(),
  model: vendorMember<string>(),
  email: vendorMember<readonly string[]>(),
  status: vendorMember<string>(),
  os: vendorMember<string>(),
  serialNumber: vendorMember<string>(),
  encryptionStatus: vendorMember<string>(),
  devicePasswordStatus: vendorMember<string>(),
  lastSync: vendorMember<string>(),
})

/** An item of GET /admin/directory/v1/customer/{customerId}/devices/chromeos. */
export const ChromeDevice = z.object({
  deviceId: z.string(),
  model: vendorMember<string>(),
  annotatedUser: vendorMember<string>(),
  status: vendorMember<string>(),
  osVersion: vendorMember<string>(),
  serialNumber: vendorMember<string>(),
  lastSync: vendorMember<string>(),
})
