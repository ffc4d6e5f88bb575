import { readMember } from '../../define/index.ts'
import { AuthError } from '../../errors/index.ts'

const limitSentence = /too many (?:requests|attempts|calls)|rate.?limit|throttl/i
const clockSentence = /clock|time|\biat\b|\bexp\b|expired|too early|not yet valid/i

/**
 * Why a login was refused. Of the answer it names the error code alone (RFC 6749 §5.2), because any other text may repeat
 * what was sent.
 */
export async function explainRefusal(response: Response, now: Date): Promise<AuthError> {
  const { status } = response
  const answer: unknown = await response.json().catch(() => undefined)
  const word = readWord(readMember(answer, 'error') ?? readMember(answer, 'error.code') ?? readMember(answer, 'code'))
  const sentence = ['error_description', 'message', 'error.message', 'error']
    .map((path) => readMember(answer, path))
    .filter((text) => typeof text === 'string')
    .join(' ')
  const refusalText = `The vendor answered ${status}${word === undefined ? '' : ` (${word})`} to the login.`
  if (status === 408 || status === 429 || status >= 500 || limitSentence.test(sentence))
    return new AuthError(`${refusalText} Run again later.`, {
      code: 'AUTH_TRANSIENT',
      status,
      vendorCode: word,
      retryable: true,
    })
  const remedy = chooseRemedy(status, word, sentence, answer === undefined, now)
  return new AuthError(`${refusalText} ${remedy}`, { code: 'AUTH_LOGIN_FAILED', status, vendorCode: word })
}

function chooseRemedy(status: number, word: string | undefined, sentence: string, isPage: boolean, now: Date): string {
  if (status === 404 || status === 405 || status === 410)
    return 'No login is at this address; check the path of the login, and the host.'
  if (word === 'invalid_grant')
    return clockSentence.test(sentence)
      ? `It does not accept the time of the assertion. Set the clock of this server; it says ${now.toISOString()}.`
      : 'It does not accept the assertion. Check its key, issuer, subject and audience, and the clock of this server.'
  if (word !== undefined && permissionWords.has(word))
    return 'The app may not log in this way. Grant it the scopes and the delegation that the connector needs, at the vendor.'
  if (word === 'invalid_request' || word === 'unsupported_grant_type')
    return "It does not accept the form of the login; compare the connector's login with the vendor's documentation."
  if (isPage && status === 403) return 'Its answer is not that of a login; a firewall or proxy may block this server.'
  return 'Reconnect with other credentials.'
}

const permissionWords = new Set([
  'unauthorized_client',
  'access_denied',
  'invalid_scope',
  'insufficient_scope',
  'consent_required',
])

/** A code as RFC 6749 writes it: short words. */
function readWord(value: unknown): string | undefined {
  return typeof value === 'string' && /^[a-z][a-z_]{2,39}$/.test(value) ? value : undefined
}
