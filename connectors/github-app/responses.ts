import { parseTime, vendorTime } from 'checkwright'
import * as z from 'zod/mini'

/**
 * The fields that the sign-in reads, and no others. Source: GitHub's description of its REST API, version 2022-11-28. A test
 * holds both against each other.
 */

/** GET /app/installations/{installation_id}. */
export const Installation = z.pipe(
  z.object({
    account: z.nullable(z.object({ login: z.optional(z.string()) })),
    target_type: z.string(),
    suspended_at: z.nullable(z.string()),
  }),
  z.transform(({ account, target_type: targetType, suspended_at: suspendedAt }) => ({
    login: account?.login,
    targetType,
    isSuspended: suspendedAt !== null,
  })),
)

/** POST /app/installations/{installation_id}/access_tokens. */
export const InstallationToken = z.pipe(
  z.object({ token: z.string(), expires_at: vendorTime() }),
  z.transform(({ token, expires_at }) => ({ token, expiresAtMs: parseTime(expires_at) })),
)

/** GET /orgs/{org}/properties/schema/{custom_property_name}. Only a choice has a list of values. */
export const CustomProperty = z.pipe(
  z.object({ allowed_values: z.nullish(z.array(z.string())) }),
  z.transform(({ allowed_values }) => allowed_values ?? []),
)
