import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { openSharedTransport } from '../../../src/http/transport/create-transport.ts'
import { serveRaw } from '../adversarial/servers.ts'
import { catchError, serve } from '../support.ts'

const ok = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'

function request(url: string) {
  const { signal } = new AbortController()
  return { method: 'GET', url: new URL(url), headers: {}, body: undefined, signal, bodyBytesMax: 10 }
}

describe('openSharedTransport()', () => {
  test('leaves its sockets to whoever comes next', async () => {
    const vendor = await serveRaw((socket) => socket.write(ok))

    for (let run = 0; run < 5; run++) {
      const transport = openSharedTransport({ allowPrivateNetwork: true }, {})
      await transport.send(request(vendor.origin))
      await transport.close()
    }

    expect(vendor.opened).toBe(1)
  })

  test('gives those who may reach private addresses sockets of their own', async () => {
    const vendor = await serveRaw((socket) => socket.write(ok))
    const open = openSharedTransport({ allowPrivateNetwork: true }, {})
    const guarded = openSharedTransport({}, {})
    await open.send(request(vendor.origin))

    const error = await catchError(guarded.send(request(vendor.origin)))

    expect(error).toMatchObject({ code: 'HTTP_HOST_REFUSED' })
    expect(vendor.opened).toBe(1)
  })

  test('is none where the host or the environment say how vendors are reached', async () => {
    const vendor = await serve(() => ({ body: 'ok' }))
    const asked: string[] = []
    const fetch = async (url: string) => {
      asked.push(url)
      return new Response('theirs')
    }

    const theirs = openSharedTransport({ fetch, allowPrivateNetwork: true }, {})
    const reply = await theirs.send(request(vendor.origin))
    const misled = await catchError((async () => openSharedTransport({}, { https_proxy: 'ftp://proxy.example' }))())

    expect([String(Buffer.from(reply.body)), asked.length, vendor.seen.length]).toEqual(['theirs', 1, 0])
    expect(misled).toMatchObject({ code: 'PROXY_INVALID' })
  })

  test('keeps no process from exiting', async () => {
    const vendor = await serveRaw((socket) => socket.write(ok))
    const script = `
      const { openSharedTransport } = await import(${JSON.stringify(new URL('../../../src/http/transport/create-transport.ts', import.meta.url).href)})
      const transport = openSharedTransport({ allowPrivateNetwork: true }, {})
      const { signal } = new AbortController()
      const request = { method: 'GET', url: new URL('${vendor.origin}'), headers: {}, signal, bodyBytesMax: 10 }
      await transport.send(request)
      const startedAt = performance.now()
      process.on('exit', () => console.log(performance.now() - startedAt))`

    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])

    expect(Number(stdout)).toBeLessThan(1000)
  })
})
