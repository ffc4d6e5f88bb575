import { vendorTime, vendorWord } from 'checkwright'
import * as z from 'zod/mini'

/**
 * What single checks read of answers, each in its own form, so that a member that Google changes disturbs only the checks
 * that read it. Sources and rules are those of `responses.ts`.
 */

const chromeDevice = {
  deviceId: z.string(),
  model: z.optional(z.string()),
  annotatedUser: z.optional(z.string()),
  status: z.string(),
}

/** A ChromeOS device, for how it starts. A device that tells nothing has no mode. */
export const StartedChromeDevice = z.object({
  ...chromeDevice,
  bootMode: z.optional(vendorWord(['Verified', 'Dev'])),
})

// Google's description does not say whether they are days or times, and both are sent.
const lastMoment = z.union([
  vendorTime(),
  z.pipe(
    z.string().check(z.regex(/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/)),
    z.transform((day) => `${day}T23:59:59Z`),
  ),
])

/** A ChromeOS device, for its last day of updates, and whether they have to be chosen for its last years. */
export const SupportedChromeDevice = z.object({
  ...chromeDevice,
  // The newer member, which counts the ten years that Google promised later.
  autoUpdateThrough: z.optional(lastMoment),
  supportEndDate: z.optional(vendorTime()),
  extendedSupportEligible: z.optional(z.boolean()),
  extendedSupportEnabled: z.optional(z.boolean()),
  extendedSupportStart: z.optional(lastMoment),
})

/** A ChromeOS device, for whether it follows the update policy. */
export const UpdatedChromeDevice = z.object({
  ...chromeDevice,
  osVersionCompliance: z.optional(vendorWord(['complianceUnspecified', 'compliant', 'pending', 'notCompliant'])),
})

/** A mobile device, for what a developer turns on. */
export const DeveloperDevice = z.object({
  resourceId: z.string(),
  model: z.optional(z.string()),
  email: z.optional(z.array(z.string())),
  type: z.string(),
  status: z.optional(z.string()),
  unknownSourcesStatus: z.optional(z.boolean()),
  adbStatus: z.optional(z.boolean()),
})

/** GET /groups/v1/groups/{groupUniqueId}, for who may write to the group. */
export const PostingSettings = z.object({
  whoCanPostMessage: vendorWord([
    'NONE_CAN_POST',
    'ALL_MANAGERS_CAN_POST',
    'ALL_MEMBERS_CAN_POST',
    'ALL_OWNERS_CAN_POST',
    'ALL_IN_DOMAIN_CAN_POST',
    'ANYONE_CAN_POST',
  ]),
  messageModerationLevel: z.optional(
    vendorWord(['MODERATE_ALL_MESSAGES', 'MODERATE_NON_MEMBERS', 'MODERATE_NEW_MEMBERS', 'MODERATE_NONE']),
  ),
})

/** An item of GET /admin/directory/v1/users/{userKey}/asps. */
export const ApplicationPassword = z.object({ codeId: z.int() })
