import {
  type AskedOfTokenEndpoint,
  judgeTokenRefusal,
  type RefusalCause,
  type RefusalReason,
} from '../../define/index.ts'
import type { ErrorCode } from '../../errors/index.ts'
import type { TokenRefusal } from './token-reply.ts'

export type GrantType = 'authorization_code' | 'refresh_token' | 'client_credentials'

/** What was refused. */
export interface RefusedRequest {
  readonly asked: GrantType | 'revocation' | 'registration'
  /** undefined for a result of the `token` hook. */
  readonly status: number | undefined
  /** The connector's own meaning of the vendor's codes. @default none */
  readonly refusals?: Readonly<Record<string, RefusalCause>> | undefined
}

/** What a refusal means for the flow or the connection. */
export interface Refusal {
  readonly code: ErrorCode
  readonly reason: RefusalReason
}

/** The meaning of a refusal, by the decision table of all token endpoints. */
export function readRefusal(refusal: TokenRefusal, { status, asked, refusals }: RefusedRequest): Refusal {
  const reason = judgeTokenRefusal({
    asked,
    status,
    word: refusal.errorCode,
    sentence: refusal.description,
    isForeign: refusal.isForeign,
    own: refusals,
  })
  return { reason, code: chooseCode(reason, asked) }
}

/** The effect on the flow or the connection. */
function chooseCode(reason: RefusalReason, asked: AskedOfTokenEndpoint): ErrorCode {
  switch (reason) {
    case 'limit':
      return 'AUTH_TRANSIENT'
    case 'app':
    case 'permission':
    case 'form':
      return 'AUTH_APP_MISCONFIGURED'
    case 'grant':
    case 'reconnect':
      if (asked === 'refresh_token') return 'AUTH_REFRESH_REJECTED'
      return asked === 'authorization_code' ? 'AUTH_EXCHANGE_FAILED' : 'AUTH_APP_MISCONFIGURED'
    default:
      return 'AUTH_REPLY_INVALID'
  }
}

/** Overload, maintenance, gateway problems: they do not concern the request. */
export function isTransientStatus(status: number | undefined): boolean {
  return status !== undefined && judgeTokenRefusal({ asked: 'revocation', status, word: 'unknown' }) === 'limit'
}
