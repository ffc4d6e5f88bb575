import { expect, test } from 'vitest'
import { serveHealth } from '../../../src/app/serving/serve-health.ts'

test('serveHealth() answers probes and nothing else, by what the runtime says at the time', async () => {
  let isReady = true
  const ready = async () =>
    isReady
      ? ({ ready: true } as const)
      : ({ ready: false, reasons: [{ part: 'store', message: 'The store does not answer.' }] } as const)
  const server = await serveHealth({ port: 0, runtime: { ready } })
  const statusOf = async (path: string) => (await fetch(server.url + path)).status

  const well = await Promise.all(['/healthz', '/readyz', '/', '/v1/organization'].map(statusOf))
  isReady = false
  const ill = await fetch(`${server.url}/readyz`)
  const body = await ill.json()
  await server.close()

  expect(well).toEqual([200, 200, 503, 503])
  expect([ill.status, body]).toEqual([
    503,
    { status: 'unavailable', reasons: [{ part: 'store', message: 'The store does not answer.' }] },
  ])
  await expect(statusOf('/healthz')).rejects.toThrow()
})
