import { createRequire } from 'node:module'
import { Socket } from 'node:net'
import { debuglog } from 'node:util'
import type { Dispatcher } from 'undici'
import type { ClientCertificate } from '../../auth/client-certificate.ts'
import { CheckwrightError, HttpError } from '../../errors/index.ts'
import { Collector } from './collector.ts'
import { acceptedEncodings } from './decode.ts'
import { isPublicAddress, publicLookup, RefusedAddressError, readLiteralAddress } from './egress.ts'
import { isLocalName, type Proxies } from './proxies.ts'
import { tunnelThrough } from './proxy-tunnel.ts'
import { type SocketLine, Sockets } from './sockets.ts'
import { createNetworkError, type Transport, type TransportReply, type TransportRequest } from './transport.ts'

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
 * `pool.request` and a quarter of `fetch`, which build streams that nobody reads.
 */
export async function createUndiciTransport({
  allowPrivateNetwork = false,
  dispatcher,
  proxies,
}: UndiciTransportOptions = {}): Promise<Transport> {
  if (debuglog('undici').enabled)
    throw new CheckwrightError(
      'The environment variable NODE_DEBUG makes undici write the address of every request to stderr, and an address may hold a key. Remove "undici" from NODE_DEBUG.',
      { code: 'NODE_DEBUG_REFUSED' },
    )
  const { Client, buildConnector } = await loadEngine()
  // HTTP/1.1: one request at a time on each socket, so that a slow or broken one harms no other.
  const tls = { allowH2: false }
  const connectWith = (secrets: ReturnType<typeof toTlsSecrets>) =>
    allowPrivateNetwork
      ? buildConnector({ ...tls, ...secrets })
      : guardConnections(buildConnector({ ...tls, ...secrets, lookup: publicLookup }))
  const connect = connectWith({})
  // The engine has its own deadlines. undici's would fire with an error that explains less.
  const settings = { ...tls, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 }
  const lineTo = (origin: string, proxy: URL | undefined, secrets: ReturnType<typeof toTlsSecrets>): SocketLine => {
    const connecting = new Set<Socket>()
    const connector = proxy
      ? tunnelThrough(proxy, trackConnections(buildConnector({ ...tls, ...secrets }), connecting))
      : trackConnections(Object.keys(secrets).length === 0 ? connect : connectWith(secrets), connecting)
    const client = new Client(origin, { ...settings, connect: connector })
    const hangUp = () => {
      for (const socket of connecting) socket.destroy()
    }
    return { client, hangUp }
  }
  const byOrigin = new Map<string, Sockets>()
  const socketsTo = (origin: string, certificate: ClientCertificate | undefined): Sockets => {
    // A request without the certificate, or with another one, must not use a socket that was opened with it.
    const key = certificate === undefined ? origin : `${origin} ${certificate.fingerprint}`
    let sockets = byOrigin.get(key)
    if (!sockets) {
      const proxy = proxies?.(new URL(origin))
      const secrets = toTlsSecrets(certificate)
      sockets = new Sockets(
        () => lineTo(origin, proxy, secrets),
        () => byOrigin.delete(key),
      )
      byOrigin.set(key, sockets)
    }
    return sockets
  }
  return {
    send: (request) =>
      new Promise<TransportReply>((resolve, reject) => {
        const { signal, url } = request
        if (signal.aborted) return reject(signal.reason)
        const address = allowPrivateNetwork ? undefined : readLiteralAddress(url.hostname)
        if (address !== undefined && !isPublicAddress(address))
          return reject(createNetworkError(request, new RefusedAddressError()))
        if (proxies && !allowPrivateNetwork && isLocalName(url.hostname) && proxies(url))
          return reject(createNetworkError(request, new RefusedAddressError()))
        const { origin } = url
        const collector = new Collector(request, resolve, reject)
        const options = dispatchOptions(origin, request)
        if (!dispatcher) return socketsTo(origin, request.certificate).send(options, collector)
        if (request.certificate) return reject(createUndeliverableError(request))
        try {
          dispatcher.dispatch(options, collector)
        } catch (error) {
          collector.onUnsent(error)
        }
      }),
    close: async () => {
      await Promise.all([...byOrigin.values()].map((sockets) => sockets.destroy()))
      byOrigin.clear()
    },
  }
}

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

function dispatchOptions(origin: string, { url, method, headers, body }: TransportRequest): Dispatcher.DispatchOptions {
  const flat = headers['accept-encoding'] === undefined ? ['accept-encoding', acceptedEncodings] : []
  for (const name in headers) flat.push(name, headers[name] ?? '')
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

type Engine = Pick<typeof import('undici'), 'Client' | 'buildConnector'>

const load = createRequire(import.meta.url)

let engine: Promise<Engine> | undefined

/**
 * Loaded on first use: importing a connector must not cost an HTTP engine. Loaded once, because to ask for a module that is there takes
 * longer than all else that a run begins with, and a host with a dispatcher of its own opens a transport for each run.
 */
function loadEngine(): Promise<Engine> {
  engine ??= importEngine()
  return engine
}

async function importEngine(): Promise<Engine> {
  const { Client, buildConnector, version } = await import('./undici-parts.ts')
  // Another version is installed, perhaps because this one has a defect. Both also share the parser, which is not in our code.
  return load('undici/package.json').version === version ? { Client, buildConnector } : import('undici')
}

type SocketConnectorFactory = ReturnType<typeof import('undici').buildConnector>

/** Records the sockets that are connecting. */
function trackConnections(connect: SocketConnectorFactory, connecting: Set<Socket>): SocketConnectorFactory {
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
function guardConnections(connect: SocketConnectorFactory): SocketConnectorFactory {
  return (options, callback) => {
    const address = readLiteralAddress(options.hostname)
    if (address !== undefined && !isPublicAddress(address)) {
      callback(new RefusedAddressError(`${address} is not a public address`), null)
      return
    }
    return connect(options, callback)
  }
}
