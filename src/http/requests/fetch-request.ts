import { waitUnlessAborted } from '../../auth/single-flight.ts'
import type { FetchInit } from '../../define/index.ts'
import { omitUndefined } from '../../text/omit-undefined.ts'
import type { WireRequest } from './vendor-request.ts'

// The part of an answer that is read.
const streamBytesMax = 32 * 1024 * 1024

/**
 * A WHATWG fetch call as our request. Bodies of every kind are read whole: signatures and retries need all of it.
 * @throws TypeError for a stream above 32 MiB, or of something other than bytes
 * @throws the signal's reason when that is aborted while a stream is read
 */
export async function fetchRequest(
  input: string | URL | Request,
  init: FetchInit | undefined,
  signal: AbortSignal,
): Promise<WireRequest> {
  const { reads, retry, timeoutMs, redirects, anonymous, signal: _signal, headers, ...standard } = init ?? {}
  const isRequest = input instanceof Request
  // `Request` does not accept a relative path, so the path is passed beside it. A stream as body needs `duplex`.
  const shape = new Request(isRequest ? input : 'https://placeholder.invalid', {
    ...standard,
    duplex: standard.body instanceof ReadableStream ? 'half' : undefined,
  } as RequestInit)
  const isStream = standard.body instanceof ReadableStream || (isRequest && !standard.body)
  const body =
    shape.body === null
      ? undefined
      : isStream
        ? await readWhole(shape.body, signal)
        : new Uint8Array(await shape.arrayBuffer())
  const type = shape.headers.get('content-type')
  return {
    method: shape.method,
    url: isRequest ? input.url : input,
    // Given headers replace those of the request, except the type that the body brings.
    headers: headers
      ? omitUndefined({ 'content-type': type ?? undefined, ...toHeaderRecord(headers) })
      : Object.fromEntries(shape.headers),
    body,
    reads,
    retry,
    // Every mode of the standard that does not accept a cached answer.
    cache: /^(?:no-store|reload|no-cache)$/.test(shape.cache) ? 'no-store' : 'default',
    timeoutMs,
    redirect: shape.redirect,
    redirects,
    anonymous: anonymous || shape.credentials === 'omit',
  }
}

/** Reads a stream to its end; it may be endless or stall. */
async function readWhole(stream: ReadableStream<Uint8Array>, signal: AbortSignal): Promise<Uint8Array> {
  const reader = stream.getReader()
  const chunks: Uint8Array[] = []
  let received = 0
  try {
    for (;;) {
      const { done, value } = await waitUnlessAborted(reader.read(), signal)
      if (done) return Buffer.concat(chunks)
      if (!(value instanceof Uint8Array))
        throw new TypeError('fetch: the body is a stream of something other than bytes')
      received += value.byteLength
      if (received > streamBytesMax) throw new TypeError('fetch: the body is a stream of more than 32 MiB')
      chunks.push(value)
    }
  } catch (error) {
    // The source of the stream may stop. Nobody awaits its own failure any more.
    reader.cancel(error).catch(() => undefined)
    throw error
  }
}

/** Headers as given. `Headers` would refuse a bad value with a message that quotes it, so the session checks them. */
function toHeaderRecord(init: NonNullable<RequestInit['headers']>): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, value] of Symbol.iterator in init ? [...init] : Object.entries(init)) {
    if (name === undefined || value === undefined) continue
    const key = name.toLowerCase()
    headers[key] = headers[key] === undefined ? String(value) : `${headers[key]}, ${value}`
  }
  return headers
}
