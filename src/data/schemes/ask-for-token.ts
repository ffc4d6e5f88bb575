import { type AuthenticateContext, type AuthenticateReply, readMember } from '../../define/index.ts'
import { AuthError } from '../../errors/index.ts'
import { omitUndefined } from '../../text/omit-undefined.ts'
import { explainRefusal } from './explain-refusal.ts'

interface LoginRequest {
  readonly url: string
  readonly body: string | URLSearchParams
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Where the token stands in the answer. */
  readonly token: string
  readonly expiresIn: string | undefined
  readonly header: string
  readonly prefix: string
}

/**
 * Sends a login, and reads the token of its answer. Messages hold a status and the vendor's error code, and no other word of
 * the answer, which may repeat what was sent.
 * @throws AuthError
 */
export async function askForToken(
  { fetch, now, signal, secret }: AuthenticateContext,
  { url, body, headers, token, expiresIn, header, prefix }: LoginRequest,
): Promise<AuthenticateReply> {
  const response = await fetch(url, omitUndefined({ method: 'POST', body, headers, signal, retry: true }))
  if (!response.ok) throw await explainRefusal(response, now)
  const answer: unknown = await response.json().catch(() => undefined)
  const value = readMember(answer, token)
  if (typeof value !== 'string' || value === '' || /[^\x21-\x7e]/.test(value))
    throw fail(`The answer to the login has no token at "${token}".`)
  const seconds = expiresIn === undefined ? undefined : readMember(answer, expiresIn)
  return {
    headers: { [header]: `${prefix}${secret(value)}` },
    expiresAtMs: typeof seconds === 'number' && seconds > 0 ? now.getTime() + seconds * 1000 : undefined,
  }
}

export function fail(message: string): AuthError {
  return new AuthError(message, { code: 'AUTH_LOGIN_FAILED' })
}
