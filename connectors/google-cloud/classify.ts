import type { Classification } from 'checkwright'
import { classifyByReason } from '../_google/classify-by-reason.ts'

const disabled: Classification = {
  kind: 'config',
  message: 'The API is not enabled in the project of the service account; enable it under APIs & Services.',
}

/** Google puts the reason beside the status. https://cloud.google.com/apis/design/errors */
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

/** The meaning of Google's refusal; undefined leaves it to the rules for the status. */
export const classify = classifyByReason(reasons)
