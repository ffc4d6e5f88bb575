import type { IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import type { buildConnector } from 'undici'

/** Codes that look like the operating system's socket errors; they are not among the codes of docs/errors.md. */
type ProxyFailure =
  | 'CHECKWRIGHT_PROXY_UNREACHABLE'
  | 'CHECKWRIGHT_PROXY_REFUSED'
  | 'CHECKWRIGHT_PROXY_UNAUTHORIZED'
  | 'CHECKWRIGHT_PROXY_SCHEME'

/** Thrown into a connection attempt; `code` names the problem of the proxy. */
class ProxyError extends Error {
  readonly code: ProxyFailure

  constructor(code: ProxyError['code']) {
    super('The proxy did not open a tunnel.')
    this.code = code
  }
}

/** What undici opens a socket by. */
export type SocketConnector = buildConnector.connector

/**
 * Connects through a proxy by a tunnel (RFC 9110 §9.3.6), for http as for https, so that the proxy gets only its own
 * credentials and the vendor only those of the vendor. The server at the end of the tunnel has to prove its identity by
 * its certificate, as without a proxy.
 * @param timeoutMs for the whole answer of the proxy
 */
export function tunnelThrough(proxy: URL, secure: SocketConnector, timeoutMs = 10_000): SocketConnector {
  return (options, callback) => {
    const port = options.port || (options.protocol === 'https:' ? '443' : '80')
    const fail = (code: ProxyError['code']) => callback(new ProxyError(code), null)
    const { hostname } = options
    const host = hostname.includes(':') && !hostname.startsWith('[') ? `[${hostname}]` : hostname
    openTunnel(proxy, `${host}:${port}`, timeoutMs).then(
      (socket) => {
        if (options.protocol !== 'https:') return callback(null, socket)
        secure({ ...options, httpSocket: socket }, callback)
      },
      (error: unknown) => fail(error instanceof ProxyError ? error.code : 'CHECKWRIGHT_PROXY_UNREACHABLE'),
    )
  }
}

function openTunnel(proxy: URL, target: string, timeoutMs: number): Promise<Socket> {
  const secure = proxy.protocol === 'https:'
  // An import of node:http reads all its members, and some of them load a second HTTP engine.
  const { request: requestBy } = process.getBuiltinModule(secure ? 'node:https' : 'node:http')
  const request = requestBy({
    host: proxy.hostname.replace(/^\[|\]$/g, ''),
    port: proxy.port || (secure ? 443 : 80),
    method: 'CONNECT',
    path: target,
    headers: { host: target, ...buildProxyAuthorization(proxy) },
    agent: false,
  })
  return new Promise((resolve, reject) => {
    // One deadline for the whole answer, because a proxy that sends a little now and then is never idle.
    const unanswered = () => request.destroy(new ProxyError('CHECKWRIGHT_PROXY_UNREACHABLE'))
    const timer = setTimeout(unanswered, timeoutMs)
    request.once('close', () => clearTimeout(timer))
    request.once('connect', ({ statusCode, headers }, socket, head) => {
      clearTimeout(timer)
      if (statusCode === 200 && head.byteLength === 0) return resolve(socket)
      socket.destroy()
      reject(new ProxyError(statusCode === 407 ? chooseFailure(headers) : 'CHECKWRIGHT_PROXY_REFUSED'))
    })
    // An answer to CONNECT without a tunnel.
    request.once('response', (response) => {
      response.destroy()
      reject(new ProxyError('CHECKWRIGHT_PROXY_REFUSED'))
    })
    request.once('error', reject)
    request.end()
  })
}

/** Why a proxy answers 407: by what it asks for. */
function chooseFailure(headers: IncomingHttpHeaders): ProxyFailure {
  const challenges = [headers['proxy-authenticate'] ?? []].flat().join(', ')
  const isOfWindows = /\b(?:ntlm|negotiate|kerberos)\b/i.test(challenges) && !/\bbasic\b/i.test(challenges)
  return isOfWindows ? 'CHECKWRIGHT_PROXY_SCHEME' : 'CHECKWRIGHT_PROXY_UNAUTHORIZED'
}

/** HTTP Basic, UTF-8 (RFC 7617). */
function buildProxyAuthorization({ username, password }: URL): Readonly<Record<string, string>> {
  if (username === '' && password === '') return {}
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` }
}
