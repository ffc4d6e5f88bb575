import { HttpError } from '../../../errors/index.ts'
import { retryAfterMs } from '../../../http/pace/retry-after.ts'
import type { TransportReply } from '../../../http/transport/transport.ts'
import { parseJson } from '../../../text/parse-json.ts'
import type { Uses } from '../../parts/runtime-parts.ts'
import type { Ask, TrackerConnection, TrackerRequest, TrackerSettings, TrackerVendor } from './tracker-vendor.ts'

/** More than any answer that we ask for. */
const answerBytesMax = 1024 * 1024

interface TrackerAccess {
  readonly vendor: TrackerVendor
  readonly settings: TrackerSettings
  readonly token: string
  readonly organizationId: string
  readonly signal: AbortSignal
}

/** A tracker to which requests can be sent. The token goes to the one origin, and no redirect is followed. */
export function openTracker(
  { transport, clock }: Pick<Uses<never, 'transport' | 'clock'>, 'transport' | 'clock'>,
  { vendor, settings, token, organizationId, signal }: TrackerAccess,
): TrackerConnection {
  const origin = vendor.readOrigin(settings)
  const ask: Ask = async (request, schema) => {
    const url = new URL(request.path, origin)
    for (const [name, value] of Object.entries(request.query ?? {})) url.searchParams.set(name, value)
    if (url.origin !== origin) throw createTrackerError(request, url, 'HTTP_URL_INVALID')
    const reply = await transport.send({
      method: request.method,
      url,
      signal,
      shownUrl: { text: `${url.origin}${url.pathname}` },
      headers: {
        ...vendor.headers,
        'content-type': 'application/json',
        'user-agent': 'Checkwright-Tickets',
        authorization: vendor.authorize(token, settings),
      },
      body: request.body && JSON.stringify(request.body),
      bodyBytesMax: answerBytesMax,
      party: organizationId,
    })
    if (reply.status < 200 || reply.status > 299) throw refuse(request, url, reply, clock.nowMs())
    const parsed = schema.safeParse(parseJson(new TextDecoder().decode(reply.body)))
    if (parsed.success) return parsed.data
    throw createTrackerError(request, url, 'HTTP_NOT_JSON', { status: reply.status, retryable: true })
  }
  return { ask, settings }
}

function refuse(request: TrackerRequest, url: URL, { status, headers }: TransportReply, nowMs: number): HttpError {
  const waitMs = retryAfterMs(headers, nowMs)
  const isLimited =
    status === 429 || (status === 403 && (waitMs !== undefined || headers['x-ratelimit-remaining'] === '0'))
  const code = isLimited
    ? 'HTTP_RATE_LIMITED'
    : status < 400
      ? 'HTTP_REDIRECT_REFUSED'
      : status === 403
        ? 'HTTP_PERMISSION_DENIED'
        : status === 404 || status === 410
          ? 'HTTP_NOT_FOUND'
          : status >= 500
            ? 'HTTP_UPSTREAM'
            : 'HTTP_STATUS'
  // Somebody may give a new token or a permission; what the tracker calls wrong stays wrong.
  const retryable = isLimited || status === 401 || status === 403 || status === 408 || status >= 500
  return createTrackerError(request, url, code, { status, retryable, retryAfterMs: waitMs })
}

function createTrackerError(
  { method }: TrackerRequest,
  url: URL,
  code: ConstructorParameters<typeof HttpError>[1]['code'],
  facts: { readonly status?: number; readonly retryable?: boolean; readonly retryAfterMs?: number | undefined } = {},
): HttpError {
  const { status, retryable = false, retryAfterMs } = facts
  const answered = status === undefined ? 'could not be asked' : `answered ${status} to`
  return new HttpError(`${url.host} ${answered} ${method} ${url.pathname}.`, {
    code,
    method,
    url: `${url.origin}${url.pathname}`,
    status,
    retryable,
    retryAfterMs,
  })
}
