import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { expect, onTestFinished, test } from 'vitest'
import { faults } from '../../../../src/author/testing/index.ts'
import { openVaultHost } from '../../../app/routes/world.ts'

/** The API behind a real server. */
async function serveVault(options: Parameters<typeof openVaultHost>[1] = {}) {
  const world = await openVaultHost({}, options)
  const server = createServer(getRequestListener(world.host.fetch)).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { ...world, url: `http://127.0.0.1:${port}/v1/integrations` }
}

test('one key has no more open streams than it may, of 500 that it asks for, and gets their places back', async () => {
  const { key, call, connected, vendor, url } = await serveVault({ quotas: { streamsPerCaller: 20 } })
  vendor.fail('GET /boxes', faults.hang())
  const { body: run } = await call('POST', `/connections/${await connected()}/runs`, { checks: ['boxes-locked'] })
  const leaving = new AbortController()
  const follow = (signal?: AbortSignal) =>
    fetch(`${url}/runs/${run.id}/events`, { headers: { 'x-api-key': key }, signal: signal ?? null })

  const answers = await Promise.all(Array.from({ length: 500 }, () => follow(leaving.signal)))
  const refused = answers.filter(({ status }) => status !== 200)
  const told = await refused[0]?.json()
  leaving.abort()
  const again = await waitFor(follow, ({ status }) => status === 200)
  await again.body?.cancel()
  await call('POST', `/runs/${run.id}/cancel`)

  expect([answers.length - refused.length, new Set(refused.map(({ status }) => status))]).toEqual([20, new Set([429])])
  expect(told).toMatchObject({ code: 'API_QUOTA_EXCEEDED' })
  expect(refused[0]?.headers.get('retry-after')).toBe('5')
})

async function waitFor<T>(ask: () => Promise<T>, isDone: (answer: T) => boolean): Promise<T> {
  for (let turn = 0; turn < 200; turn++) {
    const answer = await ask()
    if (isDone(answer)) return answer
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error('It did not come to that.')
}

test('a run is started without a body by a program that sends none', async () => {
  const { key, connected, url } = await serveVault()
  const start = `${url}/connections/${await connected()}/runs`

  const { status } = await fetch(start, { method: 'POST', headers: { 'x-api-key': key } })

  expect(status).toBe(202)
})

test('over a real server, events arrive while the run is under way, and a reader who leaves disturbs nothing', async () => {
  const { key, call, connected, vendor, lines, url } = await serveVault()
  vendor.fail('GET /boxes', faults.hang())
  const { body: run } = await call('POST', `/connections/${await connected()}/runs`, { checks: ['boxes-locked'] })
  const follow = (signal?: AbortSignal) =>
    fetch(`${url}/runs/${run.id}/events`, {
      headers: { 'x-api-key': key },
      signal: signal ?? null,
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
