import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { fakeVendor } from '../../../src/author/testing/index.ts'
import { defineConnector } from '../../../src/define/index.ts'
import { startLoopbackVendor } from '../../service/queue/loopback-vendor.ts'
import { createStepsConnector } from '../../service/queue/steps-connector.ts'
import { openRuntime, openWorldWith, waitUntil } from '../../service/queue/world.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'

test('runs.events() tells of a run in another process as it goes, and of one that has ended what its checks came to', async () => {
  const vendor = await startLoopbackVendor()
  const goOn = vendor.hold()
  const store = `sqlite:${join(createTempFolder(), 'store.db')}`
  const { runtime, connectionIds, options } = await openWorldWith(
    { store, connectors: [createStepsConnector(vendor.url)] },
    1,
  )
  const other = await openRuntime({ ...options, worker: false })
  const run = await runtime.runs.start({ connectionId: connectionIds[0] ?? '' })
  const seen: { type: string; number: number }[] = []
  const following = (async () => {
    for await (const { number, event } of other.runs.events(run.id)) seen.push({ type: event.type, number })
  })()

  await waitUntil(() => seen.length >= 2)
  const during = seen.map(({ type }) => type)
  goOn()
  await following
  const late: unknown[] = []
  for await (const { event } of other.runs.events(run.id)) late.push(event.type)
  const rest: unknown[] = []
  for await (const { event } of other.runs.events(run.id, { after: 2 })) rest.push(event.type)

  expect(during.slice(0, 2)).toEqual(['run.started', 'check.started'])
  const ofChecks = seen.map(({ type }) => type).filter((type) => type !== 'request')
  expect(ofChecks).toEqual(['run.started', 'check.started', 'check.finished', 'run.finished'])
  const numbers = seen.map(({ number }) => number)
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
  expect(late).toEqual(['run.started', 'check.started', 'check.finished', 'run.finished'])
  expect(rest).toEqual(['run.finished'])
  const foreign: unknown[] = []
  for await (const event of other.runs.events({ id: run.id, organizationId: 'other' })) foreign.push(event)
  expect(foreign).toEqual([])
})

test('runs.events() tells of the requests of a run in another process while it goes on', async () => {
  const gate = Promise.withResolvers<void>()
  const vendor = await fakeVendor({
    routes: {
      'GET /quick': { json: {} },
      'GET /slow': async () => {
        await gate.promise
        return { json: {} }
      },
    },
  })
  onTestFinished(() => vendor.close())
  const acme = defineConnector({
    id: 'acme',
    name: 'Acme',
    baseUrl: vendor.url,
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
  })
  const check = acme.check({
    id: 'both',
    title: 'Both',
    async run(ctx) {
      for (const path of ['/quick', '/slow']) await ctx.get(path)
      ctx.pass({ resource: { type: 'account', id: '1' }, title: 'Fine' })
    },
  })
  const { runtime, connectionIds, options } = await openWorldWith(
    { store: `sqlite:${join(createTempFolder(), 'store.db')}`, connectors: [acme.with(check)] },
    1,
  )
  const other = await openRuntime({ ...options, worker: false })
  const run = await runtime.runs.start({ connectionId: connectionIds[0] ?? '' })
  const paths: string[] = []
  const following = (async () => {
    for await (const { event } of other.runs.events(run.id)) if (event.type === 'request') paths.push(event.url)
  })()

  await waitUntil(() => paths.length === 1)
  gate.resolve()
  await following

  expect(paths[0]).toBe(`${vendor.url}/quick`)
})
