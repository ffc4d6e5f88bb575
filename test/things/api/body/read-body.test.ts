import { once } from 'node:events'
import { connect } from 'node:net'
import { type ServerType, serve } from '@hono/node-server'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openApiHost } from '../../../app/host/world.ts'

type ApiHost = Awaited<ReturnType<typeof openApiHost>>

/** Sends a request as it is written, and gives what comes back until the server closes or the answer is there. */
async function send({ host }: ApiHost, text: string): Promise<string> {
  const { promise: listening, resolve } = Promise.withResolvers<number>()
  const server: ServerType = serve({ fetch: host.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => resolve(port))
  onTestFinished(() => void server.close())
  const socket = connect(await listening, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  socket.write(text)
  let heard = ''
  for await (const chunk of socket) {
    heard += String(chunk)
    if (heard.includes('\r\n\r\n') && /\}$/.test(heard)) break
  }
  return heard
}

function write(api: ApiHost, body: string, length: number): string {
  const headers = [`x-api-key: ${api.key}`, 'content-type: application/json', `content-length: ${length}`]
  return `PATCH /v1/organization HTTP/1.1\r\nhost: 127.0.0.1\r\n${headers.join('\r\n')}\r\n\r\n${body}`
}

describe('a body without a type', () => {
  const empty = () => new ReadableStream<Uint8Array>({ start: (controller) => controller.close() })
  const streamed = () => new Response('{"timeZone":"Europe/Berlin"}').body ?? empty()

  test.each(['1.1', '2'])('is refused before it is read, also without a length, as in HTTP/%s', async (version) => {
    const { ask } = await openApiHost()
    const headers: Record<string, string> = version === '2' ? {} : { 'transfer-encoding': 'chunked' }

    const answer = await ask('PATCH', '/v1/organization', { raw: streamed(), headers })

    expect([answer.status, await answer.json()]).toEqual([
      415,
      expect.objectContaining({ code: 'API_MEDIA_TYPE_UNSUPPORTED' }),
    ])
  })

  test('may be a stream without a byte', async () => {
    const { ask } = await openApiHost()

    expect((await ask('PATCH', '/v1/organization', { raw: empty() })).status).toBe(400)
  })
})

describe('a small body of a known length', () => {
  test('is read as a whole', async () => {
    const api = await openApiHost()
    const body = JSON.stringify({ timeZone: 'Europe/Berlin' })

    const answer = await send(api, write(api, body, body.length))

    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
    expect(answer).toContain('"timeZone":"Europe/Berlin"')
  })

  test('is given up after its time when the rest does not come', async () => {
    const api = await openApiHost({}, { quotas: { uploadMs: 100 } })

    const answer = await send(api, write(api, '{"timeZone":', 100))

    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain('longer than 100 ms')
  })

  test('is refused when it is longer than the limit, whatever length was announced', async () => {
    const { ask } = await openApiHost()

    const answer = await ask('PATCH', '/v1/organization', {
      raw: JSON.stringify({ timeZone: 'x'.repeat(300_000) }),
      headers: { 'content-type': 'application/json', 'content-length': '5' },
    })

    expect([answer.status, await answer.json()]).toEqual([413, expect.objectContaining({ code: 'API_BODY_TOO_LARGE' })])
  })
})
