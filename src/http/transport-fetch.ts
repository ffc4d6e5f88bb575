import { createDecodedResponse } from '../auth/decoded-response.ts'
import type { EndpointFetch } from '../auth/oauth/endpoint-fetch.ts'
import { toHeaders } from './refusals/vendor-reply.ts'
import type { Transport } from './transport/transport.ts'

// Token replies are small; the OAuth layer caps them further.
const bodyBytesMax = 1024 * 1024

/**
 * Our transport for the OAuth endpoints: without credentials, retries or redirects, and with the same rules for
 * addresses.
 */
export function createTransportFetch(transport: Transport): EndpointFetch {
  return async (url, { method, headers, body, signal, certificate }) => {
    const reply = await transport.send({
      method,
      url: new URL(url),
      headers,
      body: body ?? undefined,
      signal,
      certificate,
      bodyBytesMax,
    })
    return createDecodedResponse(reply.status, toHeaders(reply.headers), reply.body)
  }
}
