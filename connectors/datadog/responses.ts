import { id, vendorTime, vendorWord } from 'checkwright'
import * as z from 'zod/mini'

/**
 * The fields that the checks read, and no others. Source: Datadog's API v1 at a6d174205b04, and v2 by the type maps of
 * @datadog/datadog-api-client 1.64.0. `test/facts.ts` lists the operations, and a test compares both with the
 * description.
 */

const state = {
  handle: z.string(),
  disabled: z.boolean(),
  status: vendorWord(['Active', 'Pending', 'Disabled']),
  service_account: z.boolean(),
}

/** An item of GET /api/v2/users, for its second factor. */
export const User = z.pipe(
  z.object({ id: z.string(), attributes: z.object({ ...state, mfa_enabled: z.optional(z.boolean()) }) }),
  z.transform(({ id, attributes }) => ({
    id,
    handle: attributes.handle,
    isDisabled: attributes.disabled,
    isPending: attributes.status === 'Pending',
    isServiceAccount: attributes.service_account,
    hasSecondFactor: attributes.mfa_enabled,
  })),
)

/** The same item, for its last sign-in. */
export const SignedInUser = z.pipe(
  z.object({
    id: z.string(),
    attributes: z.object({
      ...state,
      created_at: vendorTime(),
      // Left out, or null, for a person who has never signed in, as in recorded answers.
      last_login_time: z.nullish(vendorTime()),
    }),
  }),
  z.transform(({ id, attributes }) => ({
    id,
    handle: attributes.handle,
    isDisabled: attributes.disabled,
    isServiceAccount: attributes.service_account,
    createdAt: attributes.created_at,
    lastLoginAt: attributes.last_login_time ?? undefined,
  })),
)

/** GET /api/v1/org. */
export const Organizations = z.object({
  orgs: z.array(
    z.object({
      settings: z.object({
        saml: z.optional(z.object({ enabled: z.optional(z.boolean()) })),
        saml_strict_mode: z.optional(z.object({ enabled: z.optional(z.boolean()) })),
      }),
    }),
  ),
})

/** An item of GET /api/v2/roles. */
export const Role = z.object({ id: z.string(), attributes: z.object({ name: z.string() }) })

/** An item of GET /api/v2/roles/{role_id}/users. */
export const RoleHolder = z.object({ id: z.string(), attributes: z.object(state) })

/** An item of GET /api/v2/application_keys. */
export const ApplicationKey = z.object({
  id: z.string(),
  attributes: z.object({
    name: z.string(),
    created_at: vendorTime(),
    last4: z.string(),
    scopes: z.nullish(z.array(z.string())),
  }),
})

export type Monitor = z.output<typeof Monitor>

/** An item of GET /api/v1/monitor?with_downtimes=true. Ends of downtimes are epoch seconds; null is without end. */
export const Monitor = z.object({
  id: id(),
  name: z.string(),
  message: z.string(),
  // If it is left out, it is published: the default of the description.
  draft_status: z.optional(vendorWord(['draft', 'published'])),
  // By group of the monitor; "*" is all of them.
  // Deprecated, and left out by newer answers: matching_downtimes has what mutes. The same with null.
  options: z.object({ silenced: z.nullish(z.record(z.string(), z.nullable(z.number()))) }),
  matching_downtimes: z.array(z.object({ scope: z.array(z.string()), end: z.nullish(z.number()) })),
})

/** GET /api/v2/logs/config/archives. */
export const Archives = z.object({
  data: z.array(
    z.object({
      id: z.optional(z.string()),
      attributes: z.optional(
        z.object({
          name: z.string(),
          state: z.optional(vendorWord(['UNKNOWN', 'WORKING', 'FAILING', 'WORKING_AUTH_LEGACY'])),
        }),
      ),
    }),
  ),
})
