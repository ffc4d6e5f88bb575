import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { formatHttpAnswer, serveRaw } from '../adversarial/servers.ts'
import { catchError, openClient, serve } from '../support.ts'
import { createAuthority } from './certificates.ts'

test('https to a server of plain http says so at once, and is not tried again', async () => {
  const vendor = await serve()
  const { client, told } = await openClient({ baseUrl: `https://127.0.0.1:${vendor.port}` })

  const error = await catchError(client.get('/me'))

  expect(error).toMatchObject({ code: 'HTTP_NETWORK', retryable: false })
  expect((error as Error).message).toContain('it answers without TLS; perhaps it serves plain http')
  expect(told.requests).toHaveLength(1)
})

// nodejs/undici#2043, nodejs/undici#902
test.each<[string, TlsOptions, RegExp]>([
  ['HTTP/2 alone', { ALPNProtocols: ['h2'] }, /speaks HTTP\/2 alone/],
  [
    'TLS 1.1 alone',
    { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' },
    /TLS that is too old \(TLS 1\.0 or 1\.1\)/,
  ],
])('a server that speaks %s is told in words, and asked once', async (_name, options, says) => {
  let hands = 0
  const server = createTlsServer({ ...createAuthority('Own CA').issue('server'), ...options })
  server.on('connection', () => hands++).on('tlsClientError', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { client } = await openClient({ baseUrl: `https://127.0.0.1:${(server.address() as AddressInfo).port}` })

  const error = await catchError(client.get('/me'))

  expect(error).toMatchObject({ code: 'HTTP_NETWORK', retryable: false, message: expect.stringMatching(says) })
  expect(hands).toBe(1)
})

test('headers have the names that the connector writes', async () => {
  let head = ''
  const vendor = await serveRaw((socket, request) => {
    head = request
    socket.write(formatHttpAnswer(200, {}, '{}'))
  })
  const { client } = await openClient({ baseUrl: vendor.origin, headers: { 'X-Tenant-ID': 'blue' } })

  await client.get('/me', { headers: { 'X-Trace': '1', 'x-plain': '2' } })

  expect(head).toMatch(/^X-Api-Key: /m)
  expect(head).toMatch(/^X-Tenant-ID: blue/m)
  expect(head).toMatch(/^X-Trace: 1/m)
  expect(head).toMatch(/^x-plain: 2/m)
})

test('a server with a certificate of an authority of its own leads to NODE_EXTRA_CA_CERTS', async () => {
  const server = createServer(createAuthority('Own CA').issue('server'), (_request, response) => response.end('{}'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { client } = await openClient({ baseUrl: `https://127.0.0.1:${(server.address() as AddressInfo).port}` })

  const error = await catchError(client.get('/me'))

  expect(error).toMatchObject({ code: 'HTTP_NETWORK', retryable: false })
  expect((error as Error).message).toContain('name that in NODE_EXTRA_CA_CERTS')
})
