import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createTransport } from '../../../src/http/transport/create-transport.ts'
import { isLocalName, readProxies } from '../../../src/http/transport/proxies.ts'
import { tunnelThrough } from '../../../src/http/transport/proxy-tunnel.ts'
import { runChecks } from '../../../src/things/runs/run-checks.ts'
import { checkWith } from '../../checks/support.ts'
import { formatHttpAnswer, serveTls } from '../adversarial/servers.ts'
import { catchError, createConnectorWith, joinJson, secretKey, serve } from '../support.ts'

/** A real proxy on loopback, which takes every name for 127.0.0.1 and notes who wants to go where. */
async function serveProxy({
  password,
  status,
  answer,
  drips,
}: {
  password?: string
  status?: number
  answer?: string
  drips?: boolean
} = {}) {
  const asked: { readonly target: string; readonly authorization: string | undefined }[] = []
  const sockets = new Set<Socket>()
  const server = createServer((_request, response) => response.writeHead(403).end())
  server.on('connection', (socket) => sockets.add(socket))
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    const target = request.url ?? ''
    asked.push({ target, authorization: request.headers['proxy-authorization'] })
    socket.on('error', () => socket.destroy())
    if (answer !== undefined) return socket.write(answer)
    if (drips) {
      socket.write('HTTP/1.1 200 OK\r\n')
      const drip = setInterval(() => socket.write('x: y\r\n'), 20)
      return socket.on('close', () => clearInterval(drip))
    }
    const wanted = password && `Basic ${Buffer.from(`agent:${password}`).toString('base64')}`
    const refusal = status ?? (wanted && request.headers['proxy-authorization'] !== wanted ? 407 : undefined)
    if (refusal !== undefined) return socket.end(`HTTP/1.1 ${refusal} No\r\n\r\n`)
    const onward = connect(Number(target.slice(target.lastIndexOf(':') + 1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connected\r\n\r\n')
      onward.pipe(socket)
      socket.pipe(onward)
    })
    for (const [one, other] of [
      [onward, socket],
      [socket, onward],
    ] as const)
      one.on('error', () => other.destroy())
    sockets.add(onward)
    return undefined
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const { port } = server.address() as AddressInfo
  return { asked, url: (user = '') => `http://${user}127.0.0.1:${port}` }
}

async function sent(url: string, env: Record<string, string>, options: { allowPrivateNetwork?: boolean } = {}) {
  const transport = createTransport(options, env)
  onTestFinished(() => transport.close())
  return transport.send({
    method: 'GET',
    url: new URL(url),
    headers: { 'x-api-key': secretKey },
    body: undefined,
    signal: AbortSignal.timeout(10_000),
    bodyBytesMax: 1000,
  })
}

describe('readProxies()', () => {
  const env = { HTTPS_PROXY: 'http://secure.example:1', http_proxy: 'plain.example:2' }
  const through = (more: Record<string, string>, url: string) => readProxies({ ...env, ...more })?.(new URL(url))?.href

  test.each([
    [{}, 'https://vendor.example/x', 'http://secure.example:1/'],
    [{}, 'http://vendor.example/x', 'http://plain.example:2/'],
    [{ https_proxy: 'https://other.example' }, 'https://vendor.example/x', 'https://other.example/'],
    [{ https_proxy: '' }, 'https://vendor.example/x', undefined],
    [
      { HTTP_PROXY: 'http://evil.example', REQUEST_METHOD: 'GET' },
      'http://vendor.example/x',
      'http://plain.example:2/',
    ],
    // Loopback is always direct.
    [{}, 'https://localhost/', undefined],
    [{}, 'https://api.localhost./', undefined],
    [{}, 'https://127.8.9.1/', undefined],
    [{}, 'https://[::1]/', undefined],
    [{}, 'https://[::ffff:127.0.0.1]/', undefined],
  ])('with %j sends %s through %s', (more, url, expected) => {
    expect(through(more, url)).toBe(expected)
  })

  test('ignores HTTP_PROXY where a web server may have made it of a header', () => {
    expect(readProxies({ HTTP_PROXY: 'http://evil.example', REQUEST_METHOD: 'GET' })).toBeUndefined()
    // As curl reads it. Mostly it names a SOCKS proxy, for other programs.
    const forAll = readProxies({ ALL_PROXY: 'http://all.example', https_proxy: 'http://own.example' })
    expect(forAll?.(new URL('http://vendor.example'))?.host).toBe('all.example')
    expect(forAll?.(new URL('https://vendor.example'))?.host).toBe('own.example')
    expect(readProxies({ ALL_PROXY: 'socks5://all.example' })).toBeUndefined()
    expect(readProxies({ HTTP_PROXY: 'http://good.example' })?.(new URL('http://vendor.example'))?.host).toBe(
      'good.example',
    )
  })

  test.each([
    ['*', 'https://vendor.example/', true],
    ['vendor.example', 'https://vendor.example/', true],
    ['VENDOR.example', 'https://vendor.example./', true],
    ['vendor.example', 'https://api.vendor.example/', true],
    ['.vendor.example', 'https://api.vendor.example/', true],
    ['*.vendor.example', 'https://api.vendor.example/', true],
    ['vendor.example', 'https://evilvendor.example/', false],
    ['endor.example', 'https://vendor.example/', false],
    ['a.example, b.example c.example', 'https://b.example/', true],
    ['vendor.example:8443', 'https://vendor.example:8443/', true],
    ['vendor.example:8443', 'https://vendor.example/', false],
    ['vendor.example:443', 'https://vendor.example/', true],
    ['10.1.2.3', 'https://10.1.2.3/', true],
    ['10.0.0.0/8', 'https://10.1.2.3/', true],
    ['10.0.0.0/8', 'https://11.1.2.3/', false],
    ['fd00::/8', 'https://10.1.2.3/', false],
    ['2001:db8::1', 'https://[2001:db8::1]/', true],
    ['[2001:db8::1]:443', 'https://[2001:db8::1]/', true],
    ['.', 'https://vendor.example/', false],
    ['10.0.0.0/99', 'https://10.1.2.3/', false],
  ])('with NO_PROXY=%s reaches %s directly: %s', (list, url, direct) => {
    expect(through({ NO_PROXY: list }, url) === undefined).toBe(direct)
  })

  test('never throws for a list of exceptions, whatever it holds (property)', () => {
    fc.assert(
      fc.property(fc.string(), fc.webUrl(), (list, url) => {
        through({ no_proxy: list }, url)
      }),
    )
  })

  test.each([
    'socks5://agent:hunter22@p.example',
    'http://',
    'http://agent:hunter22@p:99999',
    'ftp://p',
    'http://a:%zz@p',
    'http://%E2%82:%AC@p',
  ])('refuses %s without repeating it', async (value) => {
    const error = await catchError((async () => createTransport({}, { HTTPS_PROXY: value }))())

    expect(error).toMatchObject({ code: 'PROXY_INVALID', message: expect.stringContaining('HTTPS_PROXY') })
    expect(joinJson(error)).not.toContain('hunter22')
    expect(joinJson(error)).not.toContain('%zz')
  })
})

describe('isLocalName()', () => {
  test.each([
    'localhost',
    'a.localhost',
    'printer.local',
    'metadata.google.internal',
    'metadata.google.internal.',
    'metadata.google.internal..',
    'kubernetes.default.svc',
    'kubernetes.default.svc.cluster.local',
    'vault.service.consul',
    'nas.localdomain',
    'host.docker.internal',
    'router.fritz.box..lan',
    'intranet',
    'x.home.arpa',
  ])('holds %s for local', (name) => expect(isLocalName(name)).toBe(true))
  test.each(['vendor.example', 'internal.example.com', 'localhost.com', '8.8.8.8', '[2606:4700::1]'])(
    'takes %s for public',
    (name) => expect(isLocalName(name)).toBe(false),
  )
})

describe('a vendor behind a proxy', () => {
  test('is reached through a tunnel, with its certificate checked and its credentials hidden from the proxy', async () => {
    const vendor = await serveTls((socket) => socket.write(formatHttpAnswer(200, {}, 'hello')))
    const proxy = await serveProxy({ password: 'hunter22' })

    const reply = await sent(`https://vendor.example:${vendor.port}/x`, { HTTPS_PROXY: proxy.url('agent:hunter22@') })

    expect(Buffer.from(reply.body).toString()).toBe('hello')
    expect(proxy.asked).toEqual([
      {
        target: `vendor.example:${vendor.port}`,
        authorization: `Basic ${Buffer.from('agent:hunter22').toString('base64')}`,
      },
    ])
    expect(vendor.seen[0]).toContain(secretKey)
    expect(vendor.seen[0]).not.toMatch(/proxy-/i)
  })

  test('is refused when the certificate is for another name', async () => {
    const vendor = await serveTls((socket) => socket.write(formatHttpAnswer(200, {}, 'hello')))
    const proxy = await serveProxy()

    const error = await catchError(sent(`https://other.example:${vendor.port}/`, { HTTPS_PROXY: proxy.url() }))

    expect(error).toMatchObject({
      code: 'HTTP_NETWORK',
      message: expect.stringContaining('certificate is for another host'),
    })
    expect(vendor.seen).toEqual([])
  })

  test('is reached by http in the same way', async () => {
    const vendor = await serve(() => ({ json: 'plain' }))
    const proxy = await serveProxy()

    const reply = await sent(
      `http://vendor.example:${vendor.port}/x`,
      { http_proxy: proxy.url() },
      { allowPrivateNetwork: true },
    )

    expect(Buffer.from(reply.body).toString()).toBe('"plain"')
    expect(proxy.asked).toHaveLength(1)
  })

  test.each([
    [407, 'the proxy wants a user and password'],
    [403, 'the proxy does not let requests through'],
    [502, 'the proxy does not let requests through'],
  ])('cannot be reached when the proxy answers %i, and the error says so without the password', async (status, why) => {
    const proxy = await serveProxy({ status })

    const error = await catchError(sent('https://vendor.example/', { HTTPS_PROXY: proxy.url('agent:hunter22@') }))

    expect(error).toMatchObject({ code: 'HTTP_NETWORK', message: expect.stringContaining(why) })
    expect(joinJson(error)).not.toContain('hunter22')
    expect(joinJson(error)).not.toContain(Buffer.from('agent:hunter22').toString('base64'))
  })

  test.each([
    ['garbage', 'the proxy cannot be reached', 'SSH-2.0-OpenSSH\r\n'],
    [
      'a redirect',
      'the proxy does not let requests through',
      'HTTP/1.1 302 Found\r\nlocation: http://evil.example\r\n\r\n',
    ],
    ['headers without end', 'the proxy cannot be reached', `HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(20_000)}`],
    ['bytes of its own', 'the proxy does not let requests through', 'HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 OK\r\n\r\n'],
  ])('cannot be reached when the proxy answers %s', async (_name, why, answer) => {
    const proxy = await serveProxy({ answer })

    const error = await catchError(sent('https://vendor.example/', { HTTPS_PROXY: proxy.url('agent:hunter22@') }))

    expect(error).toMatchObject({ code: 'HTTP_NETWORK', message: expect.stringContaining(why) })
    expect(joinJson(error)).not.toContain('hunter22')
  })

  test('cannot be reached when the proxy goes on answering and never ends', async () => {
    const proxy = await serveProxy({ drips: true })
    const direct = () => expect.fail('There is no tunnel.')
    const connected = tunnelThrough(new URL(proxy.url('agent:hunter22@')), direct, 200)
    const startedAt = performance.now()

    const error = await new Promise((resolve) =>
      connected({ hostname: 'vendor.example', port: '443', protocol: 'https:' }, (...[failure]) => resolve(failure)),
    )

    expect(error).toMatchObject({ code: 'CHECKWRIGHT_PROXY_UNREACHABLE' })
    expect(performance.now() - startedAt).toBeLessThan(2000)
    expect(joinJson(error)).not.toContain('hunter22')
  })

  test('cannot be reached when the proxy is not there', async () => {
    const error = await catchError(
      sent('https://vendor.example/', { HTTPS_PROXY: 'http://agent:hunter22@127.0.0.1:9' }),
    )

    expect(error).toMatchObject({
      code: 'HTTP_NETWORK',
      message: expect.stringContaining('the proxy cannot be reached'),
    })
    expect(joinJson(error)).not.toContain('hunter22')
  })

  test.each([
    'https://10.0.0.1/',
    'https://169.254.169.254/latest',
    'https://[fd00::1]/',
    'https://metadata.google.internal/',
    'https://metadata.google.internal../',
    'https://kubernetes.default.svc/',
    'https://vault.service.consul/',
    'https://vault/',
  ])('is not %s, which the proxy might reach and a connector must not', async (url) => {
    const proxy = await serveProxy()

    const error = await catchError(sent(url, { HTTPS_PROXY: proxy.url() }))

    expect(error).toMatchObject({ code: 'HTTP_HOST_REFUSED' })
    expect(proxy.asked).toEqual([])
  })

  test('is found by runChecks from the environment, and a mistake there is told before anything runs', async () => {
    const vendor = await serveTls((socket) =>
      socket.write(formatHttpAnswer(200, { 'content-type': 'application/json' }, '{}')),
    )
    const proxy = await serveProxy()
    const connector = createConnectorWith({ baseUrl: `https://vendor.example:${vendor.port}` })
    const check = checkWith({ onEmpty: 'pass' }, async (ctx) => {
      await ctx.get('/x')
    })
    const before = process.env.HTTPS_PROXY
    onTestFinished(() => {
      if (before === undefined) delete process.env.HTTPS_PROXY
      else process.env.HTTPS_PROXY = before
    })
    const run = () => runChecks({ ...connector, checks: [check] }, { credentials: { api_key: secretKey } })

    process.env.HTTPS_PROXY = proxy.url()
    const result = await run()
    process.env.HTTPS_PROXY = 'nonsense://'
    const error = await catchError(run())

    expect(result.status).toBe('pass')
    expect(proxy.asked).toHaveLength(1)
    expect(error).toMatchObject({ code: 'PROXY_INVALID' })
  })
})
