import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { expect, onTestFinished, test } from 'vitest'
import { faults } from '../../../src/testing/index.ts'
import { openVaultHost } from '../integrations/world.ts'

test('over a real server, events arrive while the run is under way, and a reader who leaves disturbs nothing', async () => {
  const { host, key, call, connected, vendor, lines } = await openVaultHost()
  const server = createServer(getRequestListener(host.fetch)).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  vendor.fail('GET /boxes', faults.hang())
  const { body: run } = await call('POST', `/connections/${await connected()}/runs`, { checks: ['boxes-locked'] })
  const follow = (signal?: AbortSignal) =>
    fetch(`http://127.0.0.1:${port}/v1/integrations/runs/${run.id}/events`, {
      headers: { 'x-api-key': key },
      ...(signal && { signal }),
    })

  const leaving = new AbortController()
  const first = await (await follow(leaving.signal)).body?.getReader().read()
  leaving.abort()
  const rest = follow().then((answer) => answer.text())
  const during = await call('GET', `/runs/${run.id}`)
  await call('POST', `/runs/${run.id}/cancel`)

  expect(Buffer.from(first?.value ?? []).toString()).toContain('event: run.started')
  expect(during.body.status).toBe('running')
  expect(await rest).toMatch(/id: end\nevent: run\.finished\ndata: .*"status":"cancelled"/)
  expect(lines).toEqual([])
})
