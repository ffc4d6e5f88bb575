import { headersOf } from './failure.ts'
import type { Transport } from './transport.ts'

// Token replies are small; the OAuth layer caps them further.
const bodyBytesMax = 1024 * 1024

const bodylessStatuses = new Set([101, 204, 205, 304])

/**
 * A plain fetch on our transport, for the OAuth endpoints: no credentials, no retries, no redirects, and the same rules
 * about which addresses may be reached.
 */
export function transportFetch(transport: Transport): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const { status, headers, body } = await transport.send({
      method: request.method,
      url: new URL(request.url),
      headers: Object.fromEntries(request.headers),
      body: request.body === null ? undefined : new Uint8Array(await request.arrayBuffer()),
      signal: request.signal,
      bodyBytesMax,
    })
    const shown = headersOf(headers)
    shown.delete('content-encoding')
    shown.delete('content-length')
    return new Response(bodylessStatuses.has(status) ? null : new Uint8Array(body), { status, headers: shown })
  }
}
