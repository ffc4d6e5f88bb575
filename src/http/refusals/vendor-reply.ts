import type { ErrorKind } from '../../define/index.ts'
import { listHeader, type ReplyHeaders } from '../pace/retry-after.ts'

/** The meaning of what refuses in a body: errors of GraphQL whose codes are known, or what the connector says of it. */
export interface GraphqlRefusal {
  readonly kind: ErrorKind
  /** Scopes of which the request needs one, if the vendor names them. */
  readonly scopes?: readonly string[] | undefined
  /** Scopes of the token, if the vendor names them. */
  readonly granted?: readonly string[] | undefined
  /** Whether the answer is a success by its status and no answer to a query of GraphQL. @default false */
  readonly isByBody?: boolean | undefined
  /** The wait that the answer itself requests. */
  readonly waitMs?: number
}

/** A whole answer of the vendor, as the session returns it. */
export interface VendorReply {
  readonly method: string
  /** Redacted. */
  readonly url: string
  /** The URL before credentials were added; relative links are relative to it. Not shown to anybody. */
  readonly target: URL
  readonly status: number
  readonly headers: ReplyHeaders
  readonly body: Uint8Array
  /** Number of the exchange in this run. */
  readonly exchange: number
  /** The meaning of the errors in a GraphQL answer, if their codes are known. */
  readonly refusal?: GraphqlRefusal | undefined
  /** Whether the request was anonymous. */
  readonly anonymous?: boolean | undefined
}

/** Reply headers as a WHATWG `Headers`. */
export function toHeaders(headers: ReplyHeaders): Headers {
  const result = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    for (const each of typeof value === 'string' ? [value] : (value ?? [])) result.append(name, each)
  }
  return result
}

export function readContentType({ headers }: Pick<VendorReply, 'headers'>): string | undefined {
  return listHeader(headers, 'content-type')
}
