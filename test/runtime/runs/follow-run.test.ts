import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startLoopbackVendor } from '../../engine/loopback-vendor.ts'
import { createStepsConnector } from '../../engine/steps-connector.ts'
import { openRuntime, openWorldWith, waitUntil } from '../../engine/world.ts'
import { createTempFolder } from '../temp-folder.ts'

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

  await waitUntil(() => seen.length === 2)
  const during = seen.map(({ type }) => type)
  goOn()
  await following
  const late: unknown[] = []
  for await (const { event } of other.runs.events(run.id)) late.push(event.type)
  const rest: unknown[] = []
  for await (const { event } of other.runs.events(run.id, { after: 2 })) rest.push(event.type)

  expect(during).toEqual(['run.started', 'check.started'])
  expect(seen.map(({ type }) => type).slice(2)).toContain('check.finished')
  expect(seen.at(-1)?.type).toBe('run.finished')
  const numbers = seen.map(({ number }) => number)
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
  expect(late).toEqual(['run.started', 'check.started', 'check.finished', 'run.finished'])
  expect(rest).toEqual(['run.finished'])
  const foreign: unknown[] = []
  for await (const event of other.runs.events({ id: run.id, organizationId: 'other' })) foreign.push(event)
  expect(foreign).toEqual([])
})
