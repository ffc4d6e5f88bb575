import {
  type AuthenticateContext,
  type AuthenticateReply,
  clocksApartMs,
  type RefusalCause,
} from '../../define/index.ts'
import { AuthError } from '../../errors/index.ts'
import { omitUndefined } from '../../text/omit-undefined.ts'
import { parseExactJson } from '../../text/parse-exact-json.ts'
import { readMember } from '../../text/read-member.ts'
import { explainRefusal, isRefusal, type RefusedLogin, readDate } from './explain-refusal.ts'

interface LoginRequest extends Pick<RefusedLogin, 'asked'> {
  readonly url: string
  /** Made for the time at which it is sent. */
  readonly body: (now: Date) => string | URLSearchParams | Promise<URLSearchParams>
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Where the token stands in the answer. */
  readonly token: string
  readonly expiresIn: string | undefined
  readonly header: string
  readonly prefix: string
  /** The connector's own meaning of the vendor's codes. @default none */
  readonly refusals?: Readonly<Record<string, RefusalCause>> | undefined
}

/**
 * Sends a login, and reads the token of its answer. Messages hold a status and the vendor's error code, and no other word of
 * the answer, which may repeat what was sent. An assertion that is refused by a vendor whose clock differs by minutes is signed once
 * more, by the vendor's time.
 * @throws AuthError
 */
export async function askForToken(ctx: AuthenticateContext, login: LoginRequest): Promise<AuthenticateReply> {
  const first = await sendLogin(ctx, login, ctx.now)
  const vendorNow = readDate(first)
  const isApart = vendorNow !== undefined && Math.abs(vendorNow.getTime() - ctx.now.getTime()) > clocksApartMs
  const mayBeTime = login.asked === 'assertion' && isApart && first.status >= 400 && first.status < 404
  const response = mayBeTime ? await sendLogin(ctx, login, vendorNow) : first
  const { token, expiresIn, header, prefix, asked, refusals } = login
  const copy = response.clone()
  if (!response.ok) throw await explainRefusal(copy, { asked, now: ctx.now, refusals })
  const answer = await readAnswer(response)
  const value = readMember(answer, token)
  if (typeof value !== 'string' || value === '' || /[^\x21-\x7e]/.test(value)) {
    // Some vendors refuse by a 200.
    if (isRefusal(answer)) throw await explainRefusal(copy, { asked, now: ctx.now, refusals })
    throw fail(`The answer to the login has no token at "${token}".`)
  }
  return {
    headers: { [header]: `${prefix}${ctx.secret(value)}` },
    expiresAtMs: readExpiry(expiresIn === undefined ? undefined : readMember(answer, expiresIn), ctx.now),
  }
}

async function sendLogin({ fetch, signal }: AuthenticateContext, login: LoginRequest, now: Date): Promise<Response> {
  const { url, headers } = login
  const body = await login.body(now)
  return fetch(url, omitUndefined({ method: 'POST', body, headers, signal, retry: true }))
}

async function readAnswer(response: Response): Promise<unknown> {
  try {
    return parseExactJson(await response.text())
  } catch {
    return undefined
  }
}

/** Seconds, as a number or as digits. */
function readExpiry(value: unknown, now: Date): number | undefined {
  const seconds = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value
  return typeof seconds === 'number' && seconds > 0 ? now.getTime() + seconds * 1000 : undefined
}

export function fail(message: string): AuthError {
  return new AuthError(message, { code: 'AUTH_LOGIN_FAILED' })
}
