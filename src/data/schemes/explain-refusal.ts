import {
  type AskedOfTokenEndpoint,
  clocksApartMs,
  judgeTokenRefusal,
  type RefusalCause,
  type RefusalReason,
} from '../../define/index.ts'
import { AuthError } from '../../errors/index.ts'
import { parseJson } from '../../text/parse-json.ts'
import { readMember } from '../../text/read-member.ts'

/** A login that was refused. */
export interface RefusedLogin {
  readonly asked: Extract<AskedOfTokenEndpoint, 'assertion' | 'login'>
  readonly now: Date
  /** The connector's own meaning of the vendor's codes. @default none */
  readonly refusals?: Readonly<Record<string, RefusalCause>> | undefined
}

const wordPaths = ['error', 'error.code', 'error.type', 'error_code', 'errorCode', 'code']
const sentencePaths = ['error_description', 'message', 'error.message', 'detail', 'msg', 'error']

/**
 * Why a login was refused. Of the answer it names the error code alone (RFC 6749 §5.2), because any other text may repeat
 * what was sent.
 */
export async function explainRefusal(response: Response, { asked, now, refusals }: RefusedLogin): Promise<AuthError> {
  const { status } = response
  const text = await response.text().catch(() => '')
  const answer = parseJson(text)
  const word = wordPaths.map((path) => readWord(readMember(answer, path))).find((each) => each !== undefined)
  const texts = sentencePaths.map((path) => readMember(answer, path)).filter((each) => typeof each === 'string')
  // Servers send a page of their own with 401 too.
  const isForeign = status !== 401 && text.trimStart().startsWith('<')
  const sentence = answer === undefined && !isForeign ? text : texts.join(' ')
  const vendorNow = readDate(response)
  const isApart = vendorNow !== undefined && Math.abs(vendorNow.getTime() - now.getTime()) > clocksApartMs
  const judged = judgeTokenRefusal({ asked, status, word, sentence, isForeign, own: refusals })
  // RFC 7523 §3: an assertion has times, and a server may say no more than invalid_grant about them.
  const reason = asked === 'assertion' && judged === 'credentials' && isApart ? 'clock' : judged
  const answered = `The vendor answered ${status}${word === undefined ? '' : ` (${word})`} to the login.`
  const remedy = formatRemedy(reason, {
    isAssertion: asked === 'assertion' && word === 'invalid_grant',
    now,
    vendorNow,
  })
  return new AuthError(`${answered} ${remedy}`, {
    code: reason === 'limit' ? 'AUTH_TRANSIENT' : 'AUTH_LOGIN_FAILED',
    status,
    vendorCode: word,
    reason,
    retryable: reason === 'limit',
  })
}

/** Whether the answer of a login that succeeded by its status holds an error. */
export function isRefusal(answer: unknown): boolean {
  const isFalse = ['ok', 'success'].some((name) => readMember(answer, name) === false)
  return isFalse || wordPaths.some((path) => readWord(readMember(answer, path)) !== undefined)
}

/** The time of the vendor, if its answer has it (RFC 9110 §6.6.1). */
export function readDate({ headers }: Response): Date | undefined {
  const date = new Date(headers.get('date') ?? '')
  return Number.isNaN(date.getTime()) ? undefined : date
}

interface LoginTimes extends Pick<RefusedLogin, 'now'> {
  /** Whether the assertion was refused, and not who sent it. */
  readonly isAssertion: boolean
  readonly vendorNow: Date | undefined
}

function formatRemedy(reason: RefusalReason, { isAssertion, now, vendorNow }: LoginTimes): string {
  switch (reason) {
    case 'limit':
      return 'Run again later.'
    case 'address':
      return 'No login is at this address; check the path of the login, and the host.'
    case 'proxy':
      return 'Its answer is not that of a login; a firewall or proxy may block this server.'
    case 'clock': {
      const theirs = vendorNow === undefined ? '' : `, and that of the vendor ${vendorNow.toISOString()}`
      return `It does not accept the time of the assertion. The clock of this server says ${now.toISOString()}${theirs}. Set the clock that is wrong.`
    }
    case 'permission':
      return 'The app may not log in this way. Grant it the scopes and the delegation that the connector needs, at the vendor.'
    case 'form':
      return "It does not accept the form of the login; compare the connector's login with the vendor's documentation."
    case 'account':
      return 'The account is locked or disabled. Unlock it at the vendor before the next run, because each further try may lock it again.'
    case 'app':
      return 'It does not know the app. Check the id of the app, and its key or secret.'
    default:
      return isAssertion
        ? 'It does not accept the assertion. Check its key, issuer, subject and audience, and the clock of this server. If the key was replaced, reconnect with the new one.'
        : 'Reconnect with other credentials.'
  }
}

/** A code as RFC 6749 writes it: short words. */
function readWord(value: unknown): string | undefined {
  return typeof value === 'string' && /^[a-z][a-z_]{2,39}$/.test(value) ? value : undefined
}
