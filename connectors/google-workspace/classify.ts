import type { Classification, VendorFailure } from 'checkwright'

/** Google gives the reason beside the status. https://developers.google.com/workspace/admin/directory/v1/limits */
const reasons: Readonly<Record<string, Classification>> = {
  accessNotConfigured: {
    kind: 'config',
    message: 'The API is not enabled in the project of the OAuth app; enable it in the Google Cloud console.',
  },
  SERVICE_DISABLED: {
    kind: 'config',
    message: 'The API is not enabled in the project of the OAuth app; enable it in the Google Cloud console.',
  },
  insufficientPermissions: { kind: 'permission' },
  ACCESS_TOKEN_SCOPE_INSUFFICIENT: { kind: 'permission' },
  forbidden: { kind: 'permission', message: 'Only a super administrator may ask this.' },
  quotaExceeded: { kind: 'rate_limited' },
  rateLimitExceeded: { kind: 'rate_limited' },
  userRateLimitExceeded: { kind: 'rate_limited' },
}

/** What Google means by a refusal; undefined leaves it to the rules for the status. */
export function classify({ body }: VendorFailure): Classification | undefined {
  const reason = reasonsOf(body).find((each) => Object.hasOwn(reasons, each))
  return reason === undefined ? undefined : reasons[reason]
}

/** The newer form names the reason under `details`, the older one under `errors`. */
function reasonsOf(body: unknown): readonly string[] {
  const error = memberOf(body, 'error')
  return [memberOf(error, 'details'), memberOf(error, 'errors')]
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .map((each) => memberOf(each, 'reason'))
    .filter((reason) => typeof reason === 'string')
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined
}
