import { waitUnlessAborted } from '../../auth/single-flight.ts'
import { HttpError } from '../../errors/index.ts'
import { omitUndefined } from '../../text/omit-undefined.ts'
import { isPublicAddress, RefusedAddressError, readLiteralAddress } from './egress.ts'
import {
  type Cancellation,
  createBodyTooLargeError,
  createNetworkError,
  formatRequestUrl,
  type Transport,
  type TransportReply,
  type TransportRequest,
} from './transport.ts'
import type { HostFetch } from './transport-options.ts'

/** Sends through the host's fetch. The host then resolves names; literal addresses still follow the rules here. */
export function fetchTransport(fetch: HostFetch, { allowPrivateNetwork = false } = {}): Transport {
  return {
    send: async (request) => {
      const address = allowPrivateNetwork ? undefined : readLiteralAddress(request.url.hostname)
      if (address !== undefined && !isPublicAddress(address))
        throw createNetworkError(request, new RefusedAddressError())
      const signal = toAbortSignal(request.signal)
      // The host's fetch may ignore signals. The caller then does not wait for it.
      return waitUnlessAborted(fetchExchange(fetch, request, signal), signal)
    },
    close: async () => undefined,
  }
}

function toAbortSignal(cancellation: Cancellation): AbortSignal {
  if (cancellation instanceof AbortSignal) return cancellation
  const controller = new AbortController()
  if (cancellation.aborted) controller.abort(cancellation.reason)
  else cancellation.addEventListener('abort', { handleEvent: () => controller.abort(cancellation.reason) })
  return controller.signal
}

async function fetchExchange(
  fetch: HostFetch,
  request: TransportRequest,
  signal: AbortSignal,
): Promise<TransportReply> {
  const body = typeof request.body === 'object' ? new Uint8Array(request.body) : request.body
  let response: Response
  try {
    response = await fetch(
      request.url.href,
      omitUndefined({
        method: request.method,
        headers: { ...request.headers },
        body,
        signal,
        redirect: 'manual' as const,
        certificate: request.certificate,
      }),
    )
  } catch (error) {
    signal.throwIfAborted()
    throw createNetworkError(request, error)
  }
  if (response.redirected || response.type === 'opaqueredirect') {
    await response.body?.cancel()
    throw new HttpError(
      'The fetch that was handed in follows or hides redirects, so credentials might go anywhere. It must honour redirect: "manual".',
      { code: 'HTTP_REDIRECT_REFUSED', method: request.method, url: formatRequestUrl(request) },
    )
  }
  return {
    status: response.status,
    headers: toReplyHeaderRecord(response),
    body: await readCappedBody(response, request, signal),
  }
}

function toReplyHeaderRecord(response: Response): TransportReply['headers'] {
  const headers: Record<string, string | string[]> = Object.fromEntries(response.headers)
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) headers['set-cookie'] = cookies
  return headers
}

/** Reads up to the cap and drops the rest, also if the host's fetch ignores signals. */
async function readCappedBody(response: Response, request: TransportRequest, signal: AbortSignal): Promise<Uint8Array> {
  if (!response.body) return new Uint8Array()
  const reader = response.body.getReader()
  const chunks: Uint8Array[] = []
  let received = 0
  try {
    for (;;) {
      const { done, value } = await waitUnlessAborted(reader.read(), signal)
      if (done) break
      // A stream may return any value, and one without a length would evade the cap.
      if (!(value instanceof Uint8Array)) throw new TypeError('not bytes')
      received += value.byteLength
      if (received > request.bodyBytesMax) throw createBodyTooLargeError(request)
      chunks.push(value)
    }
  } catch (error) {
    reader.cancel().catch(() => undefined)
    signal.throwIfAborted()
    if (received > request.bodyBytesMax) throw error
    throw createNetworkError(request, error)
  }
  return Buffer.concat(chunks)
}
