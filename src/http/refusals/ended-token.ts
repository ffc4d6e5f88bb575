import { isObject } from '../../text/is-object.ts'
import { readMember } from '../../text/read-member.ts'
import { listHeader } from '../pace/retry-after.ts'
import { parseJsonOrText } from '../redact/body-excerpt.ts'
import { refusalBytesMax } from './limit-sentence.ts'
import type { VendorReply } from './vendor-reply.ts'

/** Statuses of vendors for a session that has ended: Laravel, IIS, Esri. */
const endedStatuses: ReadonlySet<number> = new Set([419, 440, 498])
const endedWords =
  /^(?:invalid_token|expired_token|token_expired|token_has_expired|invalid_access_token|expired_access_token|access_token_expired|jwt_expired|session_expired|invalid_session|invalid_session_id|expired_session|expiredtoken|expired_authentication_token|invalid_authentication_token|authentication_expired)$/
const codePaths = [
  'error',
  'error.code',
  'error.type',
  'error.status',
  'code',
  'errorCode',
  'error_code',
  'reason',
  '__type',
  'errors.0.code',
  '0.errorCode',
]

/**
 * Whether a refusal says that the token has ended. RFC 6750 §3.1 has `invalid_token` with 401; some vendors send another status, or
 * a code in the body. It says nothing about a 401, which everybody understands.
 */
export function tellsEndedToken(reply: Pick<VendorReply, 'status' | 'headers' | 'body'>): boolean {
  const { status, headers, body } = reply
  if (endedStatuses.has(status)) return true
  const challenges = listHeader(headers, 'www-authenticate') ?? ''
  if (/\berror\s*=\s*"?(?:invalid_token|expired_token|token_expired)\b/i.test(challenges)) return true
  // 404 and 5xx have other reasons, whatever their pages say.
  const mayTell = status === 400 || status === 403 || status < 300
  if (!mayTell || body.byteLength > refusalBytesMax) return false
  const answer = parseJsonOrText(body, listHeader(headers, 'content-type'))
  const first = Array.isArray(answer) ? { 0: answer[0] } : answer
  if (!isObject(first)) return false
  return codePaths.some((path) => {
    const word = readMember(first, path)
    return typeof word === 'string' && word.length < 60 && endedWords.test(normalizeWord(word))
  })
}

/** AWS: `com.amazon.coral.service#ExpiredTokenException`. */
/** So large is no refusal with a status of success. */
const quietRefusalBytesMax = 4_096

/** Whether a success by its status may say that the token has ended, so that it is worth to be parsed: most answers have none of the words. */
export function mayTellEndedToken({ status, body }: Pick<VendorReply, 'status' | 'body'>): boolean {
  if (status >= 300 || body.byteLength > quietRefusalBytesMax || body[0] !== 0x7b) return false
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  return quietWords.some((word) => bytes.includes(word))
}

const quietWords = ['xpired', 'XPIRED', 'nvalid_', 'NVALID_', 'nvalidSession', 'nvalidToken']

function normalizeWord(word: string): string {
  return word
    .replace(/^.*#/, '')
    .replace(/Exception$/, '')
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
}
