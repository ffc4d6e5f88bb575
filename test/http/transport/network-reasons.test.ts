import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
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

test('a server with a certificate of an authority of its own leads to NODE_EXTRA_CA_CERTS', async () => {
  const server = createServer(createAuthority('Own CA').issue('server'), (_request, response) => response.end('{}'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { client } = await openClient({ baseUrl: `https://127.0.0.1:${(server.address() as AddressInfo).port}` })

  const error = await catchError(client.get('/me'))

  expect(error).toMatchObject({ code: 'HTTP_NETWORK', retryable: false })
  expect((error as Error).message).toContain('name that in NODE_EXTRA_CA_CERTS')
})
