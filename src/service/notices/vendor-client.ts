import type * as z from 'zod/mini'
import type { Clock } from '../../define/index.ts'
import { HttpError } from '../../errors/index.ts'
import { retryAfterMs } from '../../http/pace/retry-after.ts'
import type { Transport, TransportReply } from '../../http/transport/transport.ts'
import { parseJson } from '../../text/parse-json.ts'

export interface OutboundRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  /** Below the origin of the vendor. */
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  /** JSON. */
  readonly body?: string | undefined
}

/** Sends a request with credentials to the one origin that they are for. @throws HttpError without anything of the answer */
export type AskVendor = <Answer>(request: OutboundRequest, schema: z.ZodMiniType<Answer>) => Promise<Answer>

interface VendorAccess {
  readonly origin: string
  /** With the credentials. */
  readonly headers: Readonly<Record<string, string>>
  readonly organizationId: string
  readonly signal: AbortSignal
  /** Whether an answer of 4xx says that there were too many requests. @default by its status and headers alone */
  readonly isLimit?: ((answer: unknown) => boolean) | undefined
}

/** More than any answer that we ask for. */
const answerBytesMax = 1024 * 1024

/** A way to a vendor that things are told. No redirect is followed, so that credentials reach one origin alone. */
export function openVendorClient(
  { transport, clock }: { readonly transport: Transport; readonly clock: Clock },
  { origin, headers, organizationId, signal, isLimit }: VendorAccess,
): AskVendor {
  return async (request, schema) => {
    const url = new URL(request.path, origin)
    for (const [name, value] of Object.entries(request.query ?? {})) url.searchParams.set(name, value)
    if (url.origin !== origin) throw createVendorError(request, url, 'HTTP_URL_INVALID')
    const reply = await transport.send({
      method: request.method,
      url,
      signal,
      shownUrl: { text: `${url.origin}${url.pathname}` },
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        'user-agent': 'Checkwright',
        ...headers,
      },
      body: request.body,
      bodyBytesMax: answerBytesMax,
      party: organizationId,
    })
    if (reply.status < 200 || reply.status > 299)
      throw createRefusal(request, url, reply, { nowMs: clock.nowMs(), isLimit })
    const parsed = schema.safeParse(readJson(reply))
    if (parsed.success) return parsed.data
    throw createVendorError(request, url, 'HTTP_NOT_JSON', { status: reply.status, retryable: true })
  }
}

type VendorErrorCode = ConstructorParameters<typeof HttpError>[1]['code']

function readJson({ body }: TransportReply): unknown {
  return parseJson(new TextDecoder().decode(body))
}

function createRefusal(
  request: OutboundRequest,
  url: URL,
  reply: TransportReply,
  { nowMs, isLimit }: Pick<VendorAccess, 'isLimit'> & { readonly nowMs: number },
): HttpError {
  const { status, headers } = reply
  const waitMs = retryAfterMs(headers, nowMs)
  const isSpent = waitMs !== undefined || headers['x-ratelimit-remaining'] === '0'
  const isLimited = status === 429 || (status === 403 && isSpent) || isLimit?.(readJson(reply)) === true
  // Somebody may give a new token or a permission; what the vendor calls wrong stays wrong.
  const retryable = isLimited || status === 401 || status === 403 || status === 408 || status >= 500
  const code = isLimited ? 'HTTP_RATE_LIMITED' : chooseCode(status)
  return createVendorError(request, url, code, { status, retryable, retryAfterMs: waitMs })
}

function chooseCode(status: number): VendorErrorCode {
  if (status < 400) return 'HTTP_REDIRECT_REFUSED'
  if (status === 403) return 'HTTP_PERMISSION_DENIED'
  if (status === 404 || status === 410) return 'HTTP_NOT_FOUND'
  return status >= 500 ? 'HTTP_UPSTREAM' : 'HTTP_STATUS'
}

interface VendorErrorFacts {
  readonly status?: number | undefined
  readonly retryable?: boolean | undefined
  readonly retryAfterMs?: number | undefined
}

function createVendorError(
  { method }: OutboundRequest,
  url: URL,
  code: VendorErrorCode,
  facts: VendorErrorFacts = {},
): HttpError {
  const answered = facts.status === undefined ? 'could not be asked' : `answered ${facts.status} to`
  return new HttpError(`${url.host} ${answered} ${method} ${url.pathname}.`, {
    code,
    method,
    url: `${url.origin}${url.pathname}`,
    status: facts.status,
    retryable: facts.retryable ?? false,
    retryAfterMs: facts.retryAfterMs,
  })
}
