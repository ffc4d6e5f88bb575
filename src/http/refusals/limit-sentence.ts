import { readMember } from '../../text/read-member.ts'
import { listHeader } from '../pace/retry-after.ts'
import { parseJsonOrText } from '../redact/body-excerpt.ts'
import type { VendorReply } from './vendor-reply.ts'

type LimitReply = Pick<VendorReply, 'status' | 'headers' | 'body'>

/** Of a body in which words are looked for: a refusal is short. */
export const refusalBytesMax = 64 * 1024
const messagePaths = [
  'message',
  'error.message',
  'error_description',
  'error',
  'errors.0.message',
  'errors.0.detail',
  'detail',
  'title',
  'msg',
  'code',
  'Code',
  '__type',
  'reason',
  'errorCode',
  'error_code',
  'error.code',
  'error.type',
  'error.status',
  'error.reason',
  'error.errors.0.reason',
  'errors.0.code',
  'errors.0.reason',
]
// GitHub: "You have exceeded a secondary rate limit", "abuse detection mechanism". Codes have the words without spaces: Google's
// rateLimitExceeded, TooManyRequests and RequestLimitExceeded of AWS, SlowDown of S3.
const limitSentence =
  /rate.?limit|too.?many.?(?:\w+ )?(?:requests|calls)|throttl|(?:request|daily|hourly|call).?limit|abuse detection|quota.?(?:has been )?exceeded|exceeded (?:\w+ ){0,3}quota|slow.?down/i

/** Whether a refusal without a status of its own says that a limit is reached. */
export function tellsOfLimit(reply: LimitReply): boolean {
  if (reply.status !== 403 && reply.status !== 400) return false
  const answer = readSmallBody(reply)
  const texts = typeof answer === 'string' ? [answer] : messagePaths.map((path) => readMember(answer, path))
  return texts.some((text) => typeof text === 'string' && limitSentence.test(text.slice(0, 2_000)))
}

// Discord, Telegram and others have the wait in the body of a 429, in seconds.
const waitPaths = [
  'retry_after',
  'retryAfter',
  'retryAfterSeconds',
  'retry_after_seconds',
  'error.retry_after',
  'error.retryAfter',
  'parameters.retry_after',
  'rate_limit.retry_after',
]

/** The wait that the body of a limit asks for, in ms. */
export function readBodyWaitMs(reply: LimitReply): number | undefined {
  const isLimit = reply.status === 429 || reply.status === 420 || reply.status === 529 || tellsOfLimit(reply)
  const answer = isLimit ? readSmallBody(reply) : undefined
  for (const path of waitPaths) {
    const value = readMember(answer, path)
    const seconds = typeof value === 'string' && /^\d{1,6}(?:\.\d{1,6})?$/.test(value) ? Number(value) : value
    if (typeof seconds === 'number' && seconds >= 0) return seconds * 1000
  }
  return undefined
}

function readSmallBody({ headers, body }: LimitReply): unknown {
  if (body.byteLength === 0 || body.byteLength > refusalBytesMax) return undefined
  return parseJsonOrText(body, listHeader(headers, 'content-type'))
}
