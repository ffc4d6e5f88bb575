import type { ClientCertificate } from '../../auth/client-certificate.ts'
import { HttpError } from '../../errors/index.ts'
import type { ReplyHeaders } from '../pace/retry-after.ts'

/** A signal that ends a request: the part of `AbortSignal` that is needed. */
export interface Cancellation {
  readonly aborted: boolean
  readonly reason: unknown
  addEventListener(type: 'abort', listener: AbortListener): void
  removeEventListener(type: 'abort', listener: AbortListener): void
}

/** An object and no function: one for each request would be made anew. */
export interface AbortListener {
  handleEvent(): void
}

/** One attempt at one URL, without redirects, retries, or credentials other than its own. */
export interface TransportRequest {
  readonly method: string
  readonly url: URL
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  /** Names that are written in another way, by their lower-case names. @default none */
  readonly headerNames?: Readonly<Record<string, string>> | undefined
  readonly body: Uint8Array | string | undefined
  /** The URL as errors show it. @default the URL without its query, which may carry a key */
  readonly shownUrl?: { readonly text: string } | undefined
  /** The request is anonymous. A replay answers it with recorded answers to anonymous requests. @default false */
  readonly anonymous?: boolean | undefined
  /** Where in its work the caller asks. A replay tells requests apart by it that are equal without their secrets. */
  readonly step?: string | undefined
  /** Aborted when the caller gives up or the attempt's time is over. */
  readonly signal: Cancellation
  /** The client certificate of the TLS connection; the host is one of the connector's own. */
  readonly certificate?: ClientCertificate | undefined
  /** The party of the request, if several share the process: an organization. */
  readonly party?: string | undefined
  /** Largest decoded body. */
  readonly bodyBytesMax: number
}

export interface TransportReply {
  readonly status: number
  readonly headers: ReplyHeaders
  /** Whole and decoded. */
  readonly body: Uint8Array
}

/** Carries requests to vendors. The session above it handles credentials, redirects, retries, limits and records. */
export interface Transport {
  /**
   * @throws HttpError `HTTP_NETWORK`, `HTTP_HOST_REFUSED` or `HTTP_BODY_TOO_LARGE`
   * @throws the signal's reason when that is aborted
   */
  send(request: TransportRequest): Promise<TransportReply>
  close(): Promise<void>
}

/** A transport for one of several callers that share it. */
export function sendFor(party: string, transport: Transport): Transport {
  return { send: (request) => transport.send({ ...request, party }), close: () => transport.close() }
}

/** Largest answer that is read. @default 32 MiB */
export const defaultBodyBytesMax = 32 * 1024 * 1024

export function createBodyTooLargeError(request: TransportRequest): HttpError {
  const limit = `${Math.round(request.bodyBytesMax / 1024)} KiB`
  return new HttpError(
    `The answer of ${request.url.host} is larger than ${limit}. Request less, for instance with smaller pages.`,
    {
      code: 'HTTP_BODY_TOO_LARGE',
      method: request.method,
      url: formatRequestUrl(request),
    },
  )
}

/** Largest head of an answer. Node's own limit of 16 KiB is less than some gateways send. */
export const headerBytesMax = 64 * 1024

const trustAdvice = 'if you trust its authority, name that in NODE_EXTRA_CA_CERTS'
const weakAdvice = 'its administrator has to renew it'
const oldTls =
  'it speaks only a version of TLS that is too old (TLS 1.0 or 1.1); its administrator has to turn on TLS 1.2 or 1.3'
const headerAdvice = 'the vendor, or a proxy on the way, has to mend it'

/** Why a connection fails, and what helps. A lasting cause is told at once: another attempt would end in the same way. */
const lastingReasons: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its name cannot be resolved; check the host in the connector or the credentials',
  CERT_HAS_EXPIRED: 'its TLS certificate has expired; if it has not, the clock of this server is ahead',
  CERT_NOT_YET_VALID: 'its TLS certificate is not valid yet; check the clock of this server',
  CERT_REVOKED: 'its TLS certificate was revoked',
  DEPTH_ZERO_SELF_SIGNED_CERT: `its TLS certificate is self-signed; ${trustAdvice}`,
  SELF_SIGNED_CERT_IN_CHAIN: `its TLS certificate is self-signed; ${trustAdvice}`,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: `its TLS certificate cannot be verified; ${trustAdvice}`,
  UNABLE_TO_GET_ISSUER_CERT: `its TLS certificate cannot be verified; ${trustAdvice}`,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: `its TLS certificate cannot be verified; ${trustAdvice}`,
  ERR_TLS_CERT_ALTNAME_INVALID: 'its TLS certificate is for another host',
  ERR_SSL_EE_KEY_TOO_SMALL: `the key of its TLS certificate is too short; ${weakAdvice}`,
  ERR_SSL_DH_KEY_TOO_SMALL: `its keys for TLS are too short; ${weakAdvice}`,
  ERR_SSL_CA_MD_TOO_WEAK: `its TLS certificate is signed too weakly; ${weakAdvice}`,
  ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL:
    'it speaks HTTP/2 alone, and Checkwright speaks HTTP/1.1; turn on HTTP/1.1 there, or put a proxy in front of it',
  ERR_SSL_UNSUPPORTED_PROTOCOL: oldTls,
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: oldTls,
  ERR_SSL_UNSAFE_LEGACY_RENEGOTIATION_DISABLED: 'its TLS is too old to be safe; its administrator has to update it',
  ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE:
    'it has no cipher of TLS in common with this server, or requires a client certificate',
  ERR_SSL_NO_CIPHERS_AVAILABLE: 'it has no cipher of TLS in common with this server',
  ERR_SSL_TLSV1_UNRECOGNIZED_NAME: 'it does not serve this host name; check the host',
  ERR_SSL_TLSV1_ALERT_ACCESS_DENIED: 'it does not accept the client certificate; enter one that it has issued',
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: 'it requires a client certificate, and the connection has none',
  ERR_SSL_TLSV1_ALERT_UNKNOWN_CA: 'it does not accept the client certificate; enter one that it has issued',
  ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE: 'it does not accept the client certificate; enter one that it has issued',
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED: 'the client certificate has expired; enter a new one',
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_REVOKED: 'the client certificate was revoked; enter a new one',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it answers without TLS; perhaps it serves plain http',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'it answers without TLS; perhaps it serves plain http',
  CHECKWRIGHT_PROXY_UNAUTHORIZED: 'the proxy wants a user and password; check those in HTTPS_PROXY',
  CHECKWRIGHT_PROXY_SCHEME:
    'the proxy wants a sign-in of Windows (NTLM or Negotiate), and Checkwright has Basic alone; have this server let through, or use a local proxy that signs in',
  UND_ERR_HEADERS_OVERFLOW: `the headers of its answer are larger than ${headerBytesMax / 1024} KiB (--max-http-header-size changes nothing here); find out which server or proxy adds them`,
  BAD_HEADER: `a header of its answer is none of HTTP, for example with a space in its name or a control character in its value; ${headerAdvice}`,
  BAD_LENGTH: `the header Content-Length or Transfer-Encoding of its answer cannot be read, or contradicts another one; ${headerAdvice}`,
  BAD_CHUNK: `a part of its answer has no length that can be read; ${headerAdvice}`,
  HTTPParserError: 'its answer is not HTTP/1.1; perhaps another service, TLS or HTTP/2 alone is on that port',
}

/** Causes that may pass by themselves. */
const passingReasons: Readonly<Record<string, string>> = {
  EAI_AGAIN: 'name resolution does not work at the moment; check the network',
  ECONNREFUSED: 'it refuses connections; check host and port, and that it is running',
  ECONNRESET: 'it closed the connection; if it always does, a firewall or proxy may stand between',
  EPIPE: 'it closed the connection',
  UND_ERR_SOCKET: 'it closed the connection',
  ETIMEDOUT: 'it does not answer; check the host, and whether a firewall drops the connection',
  UND_ERR_CONNECT_TIMEOUT: 'it does not answer; check the host, and whether a firewall drops the connection',
  EHOSTUNREACH: 'there is no route to it',
  ENETUNREACH: 'the network is not reachable',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'its answer does not have the length that it announces',
  CHECKWRIGHT_PROXY_UNREACHABLE: 'the proxy cannot be reached; check HTTPS_PROXY',
  CHECKWRIGHT_PROXY_REFUSED: 'the proxy does not let requests through to it; check HTTPS_PROXY and NO_PROXY',
}

// Also those that have no words yet. An alert about one record or an error within the server may pass.
const lastingProblem = /CERT|UNABLE_TO_|^ERR_SSL_(?!.*(?:INTERNAL_ERROR|RECORD|DECRYPT|UNEXPECTED))|^ERR_TLS/

/**
 * A failure below HTTP as our error. The original is dropped, because its fields can hold headers and URLs with
 * secrets.
 */
export function createNetworkError(request: TransportRequest, error: unknown): HttpError {
  const code = findErrorCode(error)
  const place = { method: request.method, url: formatRequestUrl(request) }
  if (code === 'CHECKWRIGHT_ADDRESS_REFUSED') {
    return new HttpError(
      `${request.url.host} is not a public address, so nothing was sent. If that is intended, allow it: allowPrivateNetwork, or --allow-private-network on the command line.`,
      { ...place, code: 'HTTP_HOST_REFUSED' },
    )
  }
  const reason = lastingReasons[code] ?? passingReasons[code] ?? describeOther(code)
  return new HttpError(`${request.url.host} cannot be reached: ${reason} (${code}).`, {
    ...place,
    code: 'HTTP_NETWORK',
    retryable: !Object.hasOwn(lastingReasons, code) && !lastingProblem.test(code),
  })
}

function describeOther(code: string): string {
  return code.startsWith('ERR_SSL_') ? 'TLS could not be agreed on' : 'the connection failed'
}

// The parser has no code for its reasons, but fixed words: https://github.com/nodejs/llhttp/blob/main/src/llhttp/http.ts
const parserCodes: readonly (readonly [RegExp, string])[] = [
  [/content-length|transfer-encoding/i, 'BAD_LENGTH'],
  [/chunk/i, 'BAD_CHUNK'],
  [/header|space after|expected (?:cr|lf)/i, 'BAD_HEADER'],
]

function findErrorCode(error: unknown): string {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if (at instanceof AggregateError && at.errors[0] !== undefined) return findErrorCode(at.errors[0])
    if (at.name === 'HTTPParserError') return parserCodes.find(([says]) => says.test(at.message))?.[1] ?? at.name
    if ('code' in at && typeof at.code === 'string') return at.code
  }
  return 'UNKNOWN'
}

/** The URL as errors show it. */
export function formatRequestUrl({ shownUrl, url }: TransportRequest): string {
  return shownUrl?.text ?? `${url.origin}${url.pathname}`
}
