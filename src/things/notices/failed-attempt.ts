import { HttpError } from '../../errors/index.ts'
import type { Attempt } from '../../service/notices/delivery.ts'
import { readErrorCodeForLog } from '../parts/runtime-parts.ts'

/** A vendor that asks for more is asked again after this. */
const waitMsMax = 86_400_000

/** What the outbox makes of an error at a vendor: a later attempt, or none where the next one would be answered alike. */
export function toFailedAttempt(error: unknown): Attempt {
  const failed = { isDelivered: false, isGone: false, problem: readErrorCodeForLog(error) ?? 'INTERNAL' }
  if (!(error instanceof HttpError)) return { ...failed, status: null }
  const { status = null, code, retryable, retryAfterMs } = error
  return {
    ...failed,
    status,
    // A network that fails today may not fail tomorrow.
    isFinal: !retryable && code !== 'HTTP_NETWORK' && code !== 'HTTP_BODY_TOO_LARGE',
    waitMs: retryAfterMs === undefined ? undefined : Math.min(retryAfterMs, waitMsMax),
  }
}
