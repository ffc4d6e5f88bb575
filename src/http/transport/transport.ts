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
  readonly headers: Readonly<Record<string, string>>
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

const trustAdvice = 'if you trust its authority, name that in NODE_EXTRA_CA_CERTS'

// Advice for common network errors.
const networkReasons: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its name cannot be resolved; check the host in the connector or the credentials',
  EAI_AGAIN: 'name resolution does not work at the moment; check the network',
  ECONNREFUSED: 'it refuses connections; check host and port, and that it is running',
  ECONNRESET: 'it closed the connection',
  EPIPE: 'it closed the connection',
  UND_ERR_SOCKET: 'it closed the connection',
  ETIMEDOUT: 'it does not answer',
  UND_ERR_CONNECT_TIMEOUT: 'it does not answer',
  EHOSTUNREACH: 'there is no route to it',
  ENETUNREACH: 'the network is not reachable',
  CERT_HAS_EXPIRED: 'its TLS certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: `its TLS certificate is self-signed; ${trustAdvice}`,
  SELF_SIGNED_CERT_IN_CHAIN: `its TLS certificate is self-signed; ${trustAdvice}`,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: `its TLS certificate cannot be verified; ${trustAdvice}`,
  ERR_TLS_CERT_ALTNAME_INVALID: 'its TLS certificate is for another host',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of its answer are too large',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'its answer does not have the length that it announces',
  CHECKWRIGHT_PROXY_UNREACHABLE: 'the proxy cannot be reached; check HTTPS_PROXY',
  CHECKWRIGHT_PROXY_REFUSED: 'the proxy does not let requests through to it; check HTTPS_PROXY and NO_PROXY',
  CHECKWRIGHT_PROXY_UNAUTHORIZED: 'the proxy wants a user and password; check those in HTTPS_PROXY',
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: 'it requires a client certificate, and the connection has none',
  ERR_SSL_TLSV1_ALERT_UNKNOWN_CA: 'it does not accept the client certificate; enter one that it has issued',
  ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE: 'it does not accept the client certificate; enter one that it has issued',
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED: 'the client certificate has expired; enter a new one',
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_REVOKED: 'the client certificate was revoked; enter a new one',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it answers without TLS; perhaps it serves plain http',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'it answers without TLS; perhaps it serves plain http',
  HTTPParserError: 'its answer is not HTTP',
}

// Another attempt does not make a certificate valid, plain http does not become TLS, and a name that does not exist (unlike
// EAI_AGAIN) does not begin to.
const lastingProblem = /CERT|UNABLE_TO_VERIFY|UNKNOWN_CA|WRONG_VERSION|PACKET_LENGTH|ENOTFOUND/

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
  const reason = networkReasons[code] ?? 'the connection failed'
  return new HttpError(`${request.url.host} cannot be reached: ${reason} (${code}).`, {
    ...place,
    code: 'HTTP_NETWORK',
    retryable: !lastingProblem.test(code),
  })
}

function findErrorCode(error: unknown): string {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if (at instanceof AggregateError && at.errors[0] !== undefined) return findErrorCode(at.errors[0])
    if (at.name === 'HTTPParserError') return at.name
    if ('code' in at && typeof at.code === 'string') return at.code
  }
  return 'UNKNOWN'
}

/** The URL as errors show it. */
export function formatRequestUrl({ shownUrl, url }: TransportRequest): string {
  return shownUrl?.text ?? `${url.origin}${url.pathname}`
}
