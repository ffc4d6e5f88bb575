import { expect, test } from 'vitest'
import { fixedClock } from '../../../src/author/testing/index.ts'
import { defineConnector } from '../../../src/define/index.ts'
import { openRuntimeWith } from '../runtime/world.ts'

const organizationId = 'acme'
const dayMs = 86_400_000
const connectedAt = '2026-05-01T00:00:00.000Z'

const definition = defineConnector({
  id: 'vault',
  name: 'Vault',
  version: '1.0.0',
  baseUrl: 'https://vault.example.com',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})

const vault = definition.with(
  definition.check({
    id: 'mfa',
    title: 'Second factors are on',
    severity: 'high',
    run: (ctx) => ctx.pass({ resource: { type: 'user', id: 'ada' }, title: 'On' }),
  }),
)

async function openWorld(dailyRuns: boolean) {
  const clock = fixedClock(connectedAt)
  const { runtime } = await openRuntimeWith({ connectors: [vault], clock, dailyRuns, worker: false })
  const connect = async () =>
    (await runtime.connections.create({ connector: 'vault', organizationId, credentials: { api_key: 'k'.repeat(20) } }))
      .id
  return { runtime, clock, connect }
}

test('a new connection runs every day, at a time that is always its own, and first when it is a day old', async () => {
  const { runtime, connect } = await openWorld(true)

  const connectionId = await connect()

  const schedule = await runtime.schedules.get({ connectionId })
  expect(schedule?.cron).toMatch(/^\d+ \d+ \* \* \*$/)
  const waitsMs = Date.parse(schedule?.nextAt ?? '') - Date.parse(connectedAt)
  expect(waitsMs).toBeGreaterThan(dayMs)
  expect(waitsMs).toBeLessThanOrEqual(2 * dayMs + 15 * 60_000)
})

test('a runtime that is not told to leaves a new connection without a schedule', async () => {
  const { runtime, connect } = await openWorld(false)

  expect(await runtime.schedules.get({ connectionId: await connect() })).toBeUndefined()
})

test('setDaily() gives each connection without a schedule one, and leaves the others and the disconnected alone', async () => {
  const { runtime, connect } = await openWorld(false)
  const [first, second, gone] = [await connect(), await connect(), await connect()]
  await runtime.schedules.set({ connectionId: first, cron: '0 7 * * 1' })
  await runtime.connections.disconnect(gone)

  const made = await runtime.schedules.setDaily({ organizationId })

  expect(made).toBe(1)
  expect((await runtime.schedules.get({ connectionId: first }))?.cron).toBe('0 7 * * 1')
  expect((await runtime.schedules.get({ connectionId: second }))?.cron).toMatch(/^\d+ \d+ \* \* \*$/)
  expect(await runtime.schedules.get({ connectionId: gone })).toBeUndefined()
  expect(await runtime.schedules.setDaily({ organizationId })).toBe(0)
})

test('two hundred connections of one midnight are spread over the day', async () => {
  const { runtime, connect } = await openWorld(true)
  for (let made = 0; made < 200; made++) await connect()

  const schedules = await runtime.schedules.list({ organizationId, limit: 1_000 })

  const perHour = Map.groupBy(schedules, ({ nextAt = '' }) => nextAt.slice(11, 13))
  expect(schedules).toHaveLength(200)
  expect(perHour.size).toBeGreaterThan(20)
  // Of 200 in 24 hours, 8 are the mean.
  for (const inHour of perHour.values()) expect(inHour.length).toBeLessThan(25)
})
