import type { Classification, VendorFailure } from 'checkwright'

const disabled: Classification = {
  kind: 'config',
  message: 'The API is not enabled in the project of the service account; enable it under APIs & Services.',
}

/** Google gives the reason beside the status. https://cloud.google.com/apis/design/errors */
const reasons: Readonly<Record<string, Classification>> = {
  accessNotConfigured: disabled,
  SERVICE_DISABLED: disabled,
  BILLING_DISABLED: { kind: 'plan', message: 'The project has no active billing account, which this API needs.' },
  IAM_PERMISSION_DENIED: { kind: 'permission' },
  forbidden: { kind: 'permission' },
  CONSUMER_SUSPENDED: { kind: 'config', message: 'Google has suspended the project of the service account.' },
  CONSUMER_INVALID: { kind: 'config', message: 'There is no such project; check the project ID.' },
  rateLimitExceeded: { kind: 'rate_limited' },
  RATE_LIMIT_EXCEEDED: { kind: 'rate_limited' },
  quotaExceeded: { kind: 'rate_limited' },
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
