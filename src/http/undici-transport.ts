import type { Dispatcher } from 'undici'
import { HttpError } from '../errors/index.ts'
import { acceptedEncodings, DecodedTooLargeError, decodeBody } from './decode.ts'
import { isPublicAddress, literalAddress, publicLookup, RefusedAddressError } from './egress.ts'
import { listHeader, type ReplyHeaders } from './retry-after.ts'
import {
  bodyTooLarge,
  networkError,
  shownUrl,
  type Transport,
  type TransportReply,
  type TransportRequest,
} from './transport.ts'

export interface UndiciTransportOptions {
  /** Reach private, loopback and link-local addresses, and plain http. @default false */
  readonly allowPrivateNetwork?: boolean
  /** Replaces our pools; name resolution is then the dispatcher's. */
  readonly dispatcher?: Dispatcher | undefined
}

/**
 * One undici pool per origin, driven at dispatch level: a collecting handler costs about half of `pool.request` and a
 * quarter of `fetch`, which build streams that nobody reads.
 */
export async function undiciTransport({
  allowPrivateNetwork = false,
  dispatcher,
}: UndiciTransportOptions = {}): Promise<Transport> {
  // Loaded on first use: an HTTP engine costs 35 ms that importing a connector must not.
  const { Pool, buildConnector } = await import('undici')
  const connect = allowPrivateNetwork ? undefined : guarded(buildConnector({ lookup: publicLookup }))
  const pools = new Map<string, Dispatcher>()
  const poolFor = (origin: string): Dispatcher => {
    if (dispatcher) return dispatcher
    let pool = pools.get(origin)
    if (!pool) {
      pool = new Pool(origin, { connections: 64, pipelining: 1, ...(connect && { connect }) })
      pools.set(origin, pool)
    }
    return pool
  }
  return {
    send: async (request) => {
      const address = allowPrivateNetwork ? undefined : literalAddress(request.url.hostname)
      if (address !== undefined && !isPublicAddress(address)) throw networkError(request, new RefusedAddressError())
      return collect(poolFor(request.url.origin), request)
    },
    close: async () => {
      await Promise.all([...pools.values()].map((pool) => pool.destroy()))
      pools.clear()
    },
  }
}

type Connector = ReturnType<typeof import('undici').buildConnector>

/** IP literals never reach a lookup function, so they are judged here. */
function guarded(connect: Connector): Connector {
  return (options, callback) => {
    const address = literalAddress(options.hostname)
    if (address !== undefined && !isPublicAddress(address)) {
      callback(new RefusedAddressError(`${address} is not a public address`), null)
      return
    }
    connect(options, callback)
  }
}

function collect(dispatcher: Dispatcher, request: TransportRequest): Promise<TransportReply> {
  return new Promise((resolve, reject) => {
    const { signal, url } = request
    const chunks: Buffer[] = []
    let received = 0
    let status = 0
    let headers: ReplyHeaders = {}
    let controller: Dispatcher.DispatchController | undefined
    const stop = (error: unknown) => {
      signal.removeEventListener('abort', abort)
      reject(error)
      // Without this the body of an abandoned answer would pin its socket.
      controller?.abort(error instanceof Error ? error : new Error('aborted'))
    }
    const abort = () => stop(signal.reason)
    if (signal.aborted) return reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        controller = started
        if (signal.aborted) started.abort(new Error('aborted'))
      },
      onResponseStart(_controller, statusCode, responseHeaders) {
        status = statusCode
        headers = responseHeaders
      },
      onResponseData(_controller, chunk) {
        received += chunk.byteLength
        if (received > request.bodyBytesMax) return stop(bodyTooLarge(request))
        chunks.push(chunk)
      },
      onResponseEnd() {
        signal.removeEventListener('abort', abort)
        const raw = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
        const encoding = listHeader(headers, 'content-encoding')
        if (encoding === undefined) return resolve({ status, headers, body: raw })
        decodeBody(raw, encoding, request.bodyBytesMax).then(
          (body) => resolve({ status, headers, body }),
          (error) => reject(decodeError(request, error)),
        )
      },
      onResponseError(_controller, error) {
        signal.removeEventListener('abort', abort)
        reject(networkError(request, error))
      },
    }
    const options: Dispatcher.DispatchOptions = {
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: request.method as Dispatcher.HttpMethod,
      headers: { 'accept-encoding': acceptedEncodings, ...request.headers },
      body: request.body ?? null,
      // The engine's own deadline rules; undici's would fire with an error that says less.
      headersTimeout: 0,
      bodyTimeout: 0,
    }
    try {
      dispatcher.dispatch(options, handler)
    } catch (error) {
      // A dispatcher of the host's may throw at once; what it throws can quote headers.
      stop(networkError(request, error))
    }
  })
}

function decodeError(request: TransportRequest, error: unknown): HttpError {
  if (error instanceof DecodedTooLargeError) return bodyTooLarge(request)
  return new HttpError(`${request.url.host} sent a compressed answer that cannot be decoded.`, {
    code: 'HTTP_NETWORK',
    method: request.method,
    url: shownUrl(request),
    retryable: true,
  })
}
