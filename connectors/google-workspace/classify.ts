import type { Classification } from 'checkwright'
import { classifyByReason } from '../_google/classify-by-reason.ts'

/** Google puts the reason beside the status. https://developers.google.com/workspace/admin/directory/v1/limits */
const reasons: Readonly<Record<string, Classification>> = {
  accessNotConfigured: {
    kind: 'config',
    message: 'The API is not enabled in the project of the OAuth app. Enable it in the Google Cloud console.',
  },
  SERVICE_DISABLED: {
    kind: 'config',
    message: 'The API is not enabled in the project of the OAuth app. Enable it in the Google Cloud console.',
  },
  insufficientPermissions: { kind: 'permission' },
  ACCESS_TOKEN_SCOPE_INSUFFICIENT: { kind: 'permission' },
  forbidden: { kind: 'permission', message: 'Only a super administrator may read this.' },
  quotaExceeded: { kind: 'rate_limited' },
  rateLimitExceeded: { kind: 'rate_limited' },
  userRateLimitExceeded: { kind: 'rate_limited' },
}

/** The meaning of Google's refusal; undefined leaves it to the rules for the status. */
export const classify = classifyByReason(reasons)
