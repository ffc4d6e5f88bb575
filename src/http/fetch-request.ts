import type { FetchInit } from '../define/index.ts'
import type { VendorRequest } from './session.ts'

/** A WHATWG fetch call as our request. Bodies of every kind are read whole: signatures and retries need all of it. */
export async function fetchRequest(input: string | URL | Request, init: FetchInit = {}): Promise<VendorRequest> {
  const { reads, retry, timeoutMs, signal: _signal, headers: given, ...standard } = init
  const isRequest = input instanceof Request
  // A relative path is no URL to `Request`, so the path travels beside it. A stream as body demands `duplex`.
  const shape = new Request(isRequest ? input : 'https://placeholder.invalid', {
    ...standard,
    ...(standard.body instanceof ReadableStream && { duplex: 'half' }),
  } as RequestInit)
  const body = shape.body === null ? undefined : new Uint8Array(await shape.arrayBuffer())
  const type = shape.headers.get('content-type')
  return {
    method: shape.method,
    url: isRequest ? input.url : input,
    // Given headers replace those of the request, but for the type that the body brings.
    headers: given
      ? { ...(type !== null && { 'content-type': type }), ...entriesOf(given) }
      : Object.fromEntries(shape.headers),
    body,
    reads,
    retry,
    timeoutMs,
    redirect: shape.redirect,
  }
}

/** Headers as given. `Headers` would refuse a bad value with a message that quotes it, so the session judges them. */
function entriesOf(init: NonNullable<RequestInit['headers']>): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, value] of Symbol.iterator in init ? [...init] : Object.entries(init)) {
    if (name === undefined || value === undefined) continue
    const key = name.toLowerCase()
    headers[key] = headers[key] === undefined ? String(value) : `${headers[key]}, ${value}`
  }
  return headers
}
