import { Socket } from 'node:net'
import { debuglog } from 'node:util'
import type { Dispatcher } from 'undici'
import type { ClientCertificate } from '../../auth/client-certificate.ts'
import { CheckwrightError, HttpError } from '../../errors/index.ts'
import { Collector } from './collector.ts'
import { acceptedEncodings } from './decode.ts'
import { isPublicAddress, publicLookup, RefusedAddressError, readLiteralAddress } from './egress.ts'
import { InterimHeads } from './interim-heads.ts'
import { isLocalName, type Proxies } from './proxies.ts'
import { type SocketConnector, tunnelThrough } from './proxy-tunnel.ts'
import { type SocketLine, Sockets } from './sockets.ts'
import {
  createNetworkError,
  headerBytesMax,
  type Transport,
  type TransportReply,
  type TransportRequest,
} from './transport.ts'

export interface UndiciTransportOptions {
  /** Reach private, loopback and link-local addresses, and plain http. @default false */
  readonly allowPrivateNetwork?: boolean
  /** Replaces our sockets; the dispatcher then resolves names. */
  readonly dispatcher?: Dispatcher | undefined
  /** Proxies to vendors, which then resolve names. @default none */
  readonly proxies?: Proxies | undefined
}

/**
 * Our own sockets for each origin, driven at undici's dispatch level. A collecting handler costs about half of
 * `pool.request` and a quarter of `fetch`, which build streams that nobody reads. The first request loads undici: a process that
 * sends nothing does without it.
 * @throws CheckwrightError `NODE_DEBUG_REFUSED`
 */
export function createUndiciTransport(options: UndiciTransportOptions = {}): Transport {
  if (debuglog('undici').enabled)
    throw new CheckwrightError(
      'The environment variable NODE_DEBUG makes undici write the address of every request to stderr, and an address may hold a key. Remove "undici" from NODE_DEBUG.',
      { code: 'NODE_DEBUG_REFUSED' },
    )
  const { allowPrivateNetwork = false, dispatcher, proxies } = options
  let sockets: OriginSockets | undefined
  let opening: Promise<void> | undefined
  const openSockets = async () => {
    sockets = new OriginSockets(await loadEngine(), options)
  }
  const sendFirst = async (request: TransportRequest): Promise<TransportReply> => {
    opening ??= openSockets()
    await opening
    return send(request)
  }
  const send = (request: TransportRequest): Promise<TransportReply> => {
    if (!dispatcher && !sockets) return sendFirst(request)
    return new Promise<TransportReply>((resolve, reject) => {
      const { signal, url } = request
      if (signal.aborted) return reject(signal.reason)
      const address = allowPrivateNetwork ? undefined : readLiteralAddress(url.hostname)
      if (address !== undefined && !isPublicAddress(address))
        return reject(createNetworkError(request, new RefusedAddressError()))
      if (proxies && !allowPrivateNetwork && isLocalName(url.hostname) && proxies(url))
        return reject(createNetworkError(request, new RefusedAddressError()))
      const { origin } = url
      const collector = new Collector(request, resolve, reject)
      const dispatched = dispatchOptions(origin, request)
      if (sockets) return sockets.to(origin, request.certificate).send(dispatched, collector)
      if (request.certificate) return reject(createUndeliverableError(request))
      try {
        dispatcher?.dispatch(dispatched, collector)
      } catch (error) {
        collector.onUnsent(error)
      }
    })
  }
  const close = async () => {
    // What waits for undici is sent first, and then ended as all else is. Without undici nothing was sent.
    await opening?.catch(() => undefined)
    await sockets?.destroy()
  }
  return { send, close }
}

type UndiciModule = typeof import('undici')

/** The sockets to each origin. */
class OriginSockets {
  readonly #engine: UndiciModule
  readonly #proxies: Proxies | undefined
  readonly #allowPrivateNetwork: boolean
  readonly #connect: SocketConnector
  readonly #byOrigin = new Map<string, Sockets>()

  constructor(engine: UndiciModule, { proxies, allowPrivateNetwork = false }: UndiciTransportOptions) {
    this.#engine = engine
    this.#proxies = proxies
    this.#allowPrivateNetwork = allowPrivateNetwork
    this.#connect = this.#buildConnector({})
  }

  to(origin: string, certificate: ClientCertificate | undefined): Sockets {
    // A request without the certificate, or with another one, must not use a socket that was opened with it.
    const key = certificate === undefined ? origin : `${origin} ${certificate.fingerprint}`
    let sockets = this.#byOrigin.get(key)
    if (!sockets) {
      const proxy = this.#proxies?.(new URL(origin))
      const secrets = toTlsSecrets(certificate)
      sockets = new Sockets(
        () => this.#open(origin, proxy, secrets),
        () => this.#byOrigin.delete(key),
      )
      this.#byOrigin.set(key, sockets)
    }
    return sockets
  }

  async destroy(): Promise<void> {
    await Promise.all([...this.#byOrigin.values()].map((sockets) => sockets.destroy()))
    this.#byOrigin.clear()
  }

  #open(origin: string, proxy: URL | undefined, secrets: TlsSecrets): SocketLine {
    const connecting = new Set<Socket>()
    const interim = new InterimHeads()
    const { Client, buildConnector } = this.#engine
    const connect = proxy
      ? tunnelThrough(proxy, trackConnections(buildConnector({ ...http1, ...secrets }), connecting))
      : trackConnections(Object.keys(secrets).length === 0 ? this.#connect : this.#buildConnector(secrets), connecting)
    const reading: SocketConnector = (options, callback) =>
      connect(options, (...outcome) => {
        const [, socket] = outcome
        if (socket) interim.leaveOutOf(socket)
        callback(...outcome)
      })
    // The engine has its own deadlines. undici's would fire with an error that explains less.
    const limits = { headersTimeout: 0, bodyTimeout: 0, maxHeaderSize: headerBytesMax }
    const client = new Client(origin, { ...http1, ...limits, pipelining: 1, connect: reading })
    const hangUp = () => {
      for (const socket of connecting) socket.destroy()
    }
    return { client, hangUp, onSend: () => interim.expectHead() }
  }

  #buildConnector(secrets: TlsSecrets): SocketConnector {
    const { buildConnector } = this.#engine
    return this.#allowPrivateNetwork
      ? buildConnector({ ...http1, ...secrets })
      : guardConnections(buildConnector({ ...http1, ...secrets, lookup: publicLookup }))
  }
}

/** HTTP/1.1: one request at a time on each socket, so that a slow or broken one harms no other. */
const http1 = { allowH2: false }

type TlsSecrets = ReturnType<typeof toTlsSecrets>

/** Options for `tls.connect`; empty without a certificate. */
function toTlsSecrets(certificate: ClientCertificate | undefined) {
  if (certificate === undefined) return {}
  const { fingerprint: _fingerprint, ...secrets } = certificate
  return secrets
}

/** A dispatcher of the host opens its own connections. */
function createUndeliverableError({ method, url }: TransportRequest): HttpError {
  const why = `The client certificate cannot be presented to ${url.host}: the host program replaces the sockets by its own dispatcher. Leave the dispatcher out, or give a fetch that presents init.certificate.`
  return new HttpError(why, { code: 'HTTP_HOST_REFUSED', method, url: url.origin })
}

function dispatchOptions(
  origin: string,
  { url, method, headers, headerNames, body }: TransportRequest,
): Dispatcher.DispatchOptions {
  const flat = headers['accept-encoding'] === undefined ? ['accept-encoding', acceptedEncodings] : []
  for (const name in headers) flat.push(headerNames?.[name] ?? name, headers[name] ?? '')
  return {
    origin,
    path: `${url.pathname}${url.search}`,
    method: method as Dispatcher.HttpMethod,
    headers: flat,
    body: body ?? null,
    headersTimeout: 0,
    bodyTimeout: 0,
    // A host's dispatcher may have undici's redirect interceptor, which takes headers along to any host. The session
    // above decides about redirects.
    maxRedirections: 0,
  } as Dispatcher.DispatchOptions
}

let engine: Promise<UndiciModule> | undefined

/** Asked for once, because to ask for a module that is there takes longer than all else that a run begins with. */
function loadEngine(): Promise<UndiciModule> {
  engine ??= import('undici')
  return engine
}

/** Records the sockets that are connecting. */
function trackConnections(connect: SocketConnector, connecting: Set<Socket>): SocketConnector {
  return (options, callback) => {
    let socket: unknown
    socket = connect(options, (...outcome) => {
      if (socket instanceof Socket) connecting.delete(socket)
      callback(...outcome)
    })
    if (socket instanceof Socket) connecting.add(socket)
    return socket
  }
}

/** IP literals do not reach a lookup function, so they are checked here. */
function guardConnections(connect: SocketConnector): SocketConnector {
  return (options, callback) => {
    const address = readLiteralAddress(options.hostname)
    if (address !== undefined && !isPublicAddress(address)) {
      callback(new RefusedAddressError(`${address} is not a public address`), null)
      return
    }
    return connect(options, callback)
  }
}
