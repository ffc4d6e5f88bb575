import { expect, onTestFinished, test } from 'vitest'
import { fakeVendor } from '../../../../src/author/testing/index.ts'
import { openApiHost, readAnswer } from '../../../app/host/world.ts'
import { waitUntil } from '../../../service/queue/world.ts'
import { answerDirectory, createDirectoryConnector, twoPeople } from '../../inventories/directory.ts'

async function openWorld() {
  const vendor = await fakeVendor({ routes: answerDirectory({ people: twoPeople }) })
  onTestFinished(() => vendor.close())
  let nowMs = Date.parse('2026-05-01T05:00:00Z')
  const clock = { nowMs: () => nowMs, sleep: async () => undefined }
  const world = await openApiHost(
    {},
    { connectors: [createDirectoryConnector(vendor.url)], clock, worker: { pollMs: 20 } },
  )
  onTestFinished(() => world.runtime.close())
  const { id } = await world.runtime.connections.create({
    connector: 'directory',
    organizationId: 'acme',
    credentials: { api_key: 'key-canary-91' },
  })
  const path = `/v1/integrations/connections/${id}/schedule`
  const put = (body: object) =>
    readAnswer(world.ask('PUT', path, { body: { cron: '0 6 * * *', spread: false, ...body } }))
  return { ...world, id, path, put, goTo: (time: string) => (nowMs = Date.parse(time)) }
}

test('a schedule of lists alone is kept, shown, and starts runs that read these lists and ask no check', async () => {
  const { ask, runtime, id, path, put, goTo } = await openWorld()
  const schedule = { connectionId: id, checks: null, inventories: ['account', 'device.phones'] }

  expect((await put({ inventories: ['account', 'device.phones'] })).body).toMatchObject(schedule)

  expect((await readAnswer(ask('GET', path))).body).toMatchObject(schedule)
  expect((await readAnswer(ask('GET', '/v1/integrations/schedules'))).body.data).toMatchObject([schedule])
  const audit = await runtime.audit.list({ organizationId: 'acme' })
  expect(audit.filter(({ action }) => action === 'schedule.set').map(({ target }) => target)).toEqual([id])
  goTo('2026-05-01T06:00:00Z')
  const last = async () => (await runtime.runs.list({ organizationId: 'acme' }))[0]
  await waitUntil(async () => typeof (await last())?.finishedAtMs === 'number')
  const run = await readAnswer(ask('GET', `/v1/integrations/runs/${(await last())?.id}`))
  expect(run.body).toMatchObject({
    trigger: 'schedule',
    status: 'not_applicable',
    checks: [],

    inventories: [
      { of: 'account', count: 2 },
      { of: 'device', part: 'phones' },
    ],
  })
})

test('a schedule of checks and lists, and one of all, say so; each replaces the one before', async () => {
  const { put } = await openWorld()

  expect((await put({ inventories: ['account'] })).body).toMatchObject({ checks: null, inventories: ['account'] })
  expect((await put({ checks: ['admins'], inventories: ['device'] })).body).toMatchObject({
    checks: ['admins'],
    inventories: ['device'],
  })
  expect((await put({})).body).toMatchObject({ checks: null, inventories: null })
})

test('lists that the connector does not have, none, and those of other organizations are refused', async () => {
  const { ask, keyOf, path, put } = await openWorld()
  const problemOf = async (inventories: unknown) => {
    const { status, body } = await put({ inventories })
    return [status, body.code]
  }

  expect(await problemOf(['person'])).toEqual([400, 'INVENTORY_UNKNOWN'])
  expect(await problemOf(['device.watches'])).toEqual([400, 'INVENTORY_UNKNOWN'])
  for (const strange of [[], 'account', [7], ['../account'], Array.from({ length: 101 }, () => 'account')])
    expect(await problemOf(strange)).toEqual([400, 'API_INVALID'])
  const key = await keyOf('other')
  const body = { cron: '0 6 * * *', inventories: ['account'] }
  expect((await ask('PUT', path, { key, body })).status).toBe(404)
  expect((await ask('PUT', path, { key: await keyOf('acme', ['integrations:read']), body })).status).toBe(403)
  expect((await ask('GET', path)).status).toBe(404)
})
