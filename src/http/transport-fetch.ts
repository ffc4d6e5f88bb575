import type { EndpointFetch } from '../auth/oauth/endpoint-fetch.ts'
import { headersOf } from './failure.ts'
import type { Transport } from './transport.ts'

// Token replies are small; the OAuth layer caps them further.
const bodyBytesMax = 1024 * 1024

const bodylessStatuses = new Set([101, 204, 205, 304])

/**
 * Our transport as the OAuth endpoints are asked: no credentials, no retries, no redirects, and the same rules about which
 * addresses may be reached.
 */
export function transportFetch(transport: Transport): EndpointFetch {
  return async (url, { method, headers, body, signal }) => {
    const reply = await transport.send({
      method,
      url: new URL(url),
      headers,
      body: body ?? undefined,
      signal,
      bodyBytesMax,
    })
    const shown = headersOf(reply.headers)
    // The body is decoded by now.
    shown.delete('content-encoding')
    shown.delete('content-length')
    return new Response(bodylessStatuses.has(reply.status) ? null : new Uint8Array(reply.body), {
      status: reply.status,
      headers: shown,
    })
  }
}
