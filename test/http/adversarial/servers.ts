import { spawn } from 'node:child_process'
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { once } from 'node:events'
import {
  type AddressInfo,
  connect,
  createServer as createTcpServer,
  type Server as NetServer,
  type Socket,
} from 'node:net'
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { onTestFinished } from 'vitest'

/** A server that speaks bytes, so that it can say what no HTTP library would. */
export interface RawServer {
  readonly origin: string
  readonly port: number
  /** Head and body of every request, as they came, in order of arrival. */
  readonly seen: readonly string[]
  /** Connections that were opened. */
  readonly opened: number
  /** Connections that are open now. */
  readonly open: number
}

/** Answers a request that arrived whole, over the socket that it came by. */
export type RawAnswerer = (socket: Socket, request: string, nth: number) => void

/** Over plain TCP. */
export function serveRaw(answer: RawAnswerer): Promise<RawServer> {
  return listening(createTcpServer(), 'http', answer)
}

/** Over TLS, with a certificate for 127.0.0.1, localhost and vendor.example that is trusted until the test ends. */
export function serveTls(answer: RawAnswerer): Promise<RawServer> {
  ours ??= createSelfSigned('ours')
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, ours.cert])
  onTestFinished(() => setDefaultCACertificates(before))
  return listening(createTlsServer({ ...ours }), 'https', answer, 'secureConnection')
}

/** Over TLS, with a certificate that nobody vouches for. */
export function serveUntrusted(answer: RawAnswerer): Promise<RawServer> {
  return listening(createTlsServer({ ...createSelfSigned('nobody') }), 'https', answer, 'secureConnection')
}

/**
 * A port that takes no connection and refuses none, as behind a firewall that drops packets: its process is stopped, and
 * what the system takes on its behalf is used up.
 * @returns its number
 */
export async function openSilentPort(): Promise<number> {
  const program = `const s = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => console.log(s.address().port))`
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [said] = await once(child.stdout, 'data')
  const port = Number(String(said))
  child.kill('SIGSTOP')
  const callers = Array.from({ length: 4 }, () => connect(port, '127.0.0.1').on('error', () => undefined))
  onTestFinished(() => {
    for (const caller of callers) caller.destroy()
  })
  await Promise.race(callers.slice(0, 2).map((caller) => once(caller, 'connect')))
  return port
}

/** A whole answer with its length. */
export function formatHttpAnswer(
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string | Uint8Array = '',
): Buffer {
  const bytes = Buffer.from(body)
  const lines = Object.entries({ ...headers, 'content-length': String(bytes.byteLength) })
  const head = [`HTTP/1.1 ${status} Said`, ...lines.map(([name, value]) => `${name}: ${value}`), '', '']
  return Buffer.concat([Buffer.from(head.join('\r\n'), 'latin1'), bytes])
}

/** One for all: with two of the same name OpenSSL takes the one for a forgery of the other. */
let ours: Identity | undefined

async function listening(
  server: NetServer,
  scheme: 'http' | 'https',
  answer: RawAnswerer,
  event: 'connection' | 'secureConnection' = 'connection',
): Promise<RawServer> {
  const seen: string[] = []
  const sockets = new Set<Socket>()
  let opened = 0
  server.on('connection', (socket: Socket) => {
    opened++
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('tlsClientError', () => undefined)
  server.on(event, (socket: Socket) => {
    let received = ''
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1')
      for (let end = endOfRequest(received); end !== undefined; end = endOfRequest(received)) {
        const request = received.slice(0, end)
        received = received.slice(end)
        seen.push(request)
        answer(socket, request, seen.length)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const { port } = server.address() as AddressInfo
  return {
    origin: `${scheme}://127.0.0.1:${port}`,
    port,
    seen,
    get opened() {
      return opened
    },
    get open() {
      return sockets.size
    },
  }
}

/** The end of the first request; undefined until it is there. */
function endOfRequest(received: string): number | undefined {
  const head = received.indexOf('\r\n\r\n')
  if (head < 0) return undefined
  const length = Number(/\r\ncontent-length: *(\d+)/i.exec(received.slice(0, head))?.[1] ?? 0)
  const end = head + 4 + length
  return received.length >= end ? end : undefined
}

interface Identity {
  readonly key: string
  readonly cert: string
}

/** A key and a certificate of its own for the loopback names (RFC 5280), so that no key need lie in the repository. */
export function createSelfSigned(commonName: string): Identity {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const cert = certificate(commonName, privateKey, publicKey.export({ type: 'spki', format: 'der' }))
  const pem = `-----BEGIN CERTIFICATE-----\n${cert.toString('base64').replace(/.{1,64}/g, '$&\n')}-----END CERTIFICATE-----\n`
  return { key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })), cert: pem }
}

function certificate(commonName: string, key: KeyObject, publicKey: Buffer): Buffer {
  const ecdsaWithSha256 = der(0x30, oid('2a8648ce3d040302'))
  const name = der(0x30, der(0x31, der(0x30, oid('550403'), der(0x0c, Buffer.from(commonName)))))
  const time = (date: string) => der(0x17, Buffer.from(date))
  const names = ['localhost', 'vendor.example'].map((each) => der(0x82, Buffer.from(each)))
  const alternativeNames = der(0x30, ...names, der(0x87, Buffer.from([127, 0, 0, 1])))
  const isAuthority = der(0x30, der(0x01, Buffer.from([0xff])))
  const body = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    der(0x30, time('250101000000Z'), time('491231235959Z')),
    name,
    publicKey,
    der(
      0xa3,
      der(
        0x30,
        der(0x30, oid('551d11'), der(0x04, alternativeNames)),
        der(0x30, oid('551d13'), der(0x01, Buffer.from([0xff])), der(0x04, isAuthority)),
      ),
    ),
  )
  return der(0x30, body, ecdsaWithSha256, der(0x03, Buffer.from([0]), sign('sha256', body, key)))
}

/** One value in DER: tag, length, content. */
function der(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const inner = Buffer.concat(content)
  const { length } = inner
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), inner])
}

function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'))
}
