import { expect, onTestFinished, test } from 'vitest'
import type { ScheduleRecord } from '../../../../src/service/queue/schedule-store.ts'
import { openStore } from '../../../../src/things/all-stores/open-store.ts'
import { addOrganizations, createConnection, createCredentials } from '../../all-stores/records.ts'

async function openSchedules(...made: Partial<ScheduleRecord>[]) {
  const store = await addOrganizations(await openStore('memory:'))
  onTestFinished(() => store.close())
  for (const overrides of made) {
    const connectionId = overrides.connectionId ?? 'c1'
    await store.connections.insert(createConnection(connectionId), createCredentials())
    await store.schedules.put({
      connectionId,
      organizationId: 'acme',
      connectorId: 'github',
      cron: '0 6 * * *',
      timeZone: 'UTC',
      spread: 0,
      checks: null,
      inventories: null,
      createdAtMs: 1_000,
      updatedAtMs: 1_000,
      computedAtMs: 1_000,
      nextAtMs: 2_000,
      lastRunId: null,
      skippedBecause: null,
      ...overrides,
    })
  }
  return store.schedules
}

test('put() keeps named lists and checks apart from none, which means all', async () => {
  const schedules = await openSchedules(
    { connectionId: 'c1', inventories: ['account', 'credential.keys'] },
    { connectionId: 'c2', checks: [] },
    { connectionId: 'c3' },
  )

  const kept = await schedules.list({ organizationId: 'acme' })

  expect(kept.map(({ checks, inventories }) => [checks, inventories])).toEqual([
    [null, ['account', 'credential.keys']],
    [[], null],
    [null, null],
  ])
})

test('listDue() leaves out other connectors, organizations that wait, and what is due later or never', async () => {
  const schedules = await openSchedules(
    { connectionId: 'c1' },
    { connectionId: 'c2', nextAtMs: 2_001 },
    { connectionId: 'c3', nextAtMs: null },
  )
  const list = async (connectorIds: string[], except: string[] = []) =>
    (await schedules.listDue(2_000, connectorIds, 10, except)).map(({ connectionId }) => connectionId)

  expect(await list(['github'])).toEqual(['c1'])
  expect(await list(['okta'])).toEqual([])
  expect(await list([])).toEqual([])
  expect(await list(['github'], ['acme'])).toEqual([])
})

test('noteWaiting() counts schedules that did not have the reason yet', async () => {
  const schedules = await openSchedules({ connectionId: 'c1' }, { connectionId: 'c2', nextAtMs: 9_000 })

  const counts = [
    await schedules.noteWaiting('acme', 5_000, 'full'),
    await schedules.noteWaiting('acme', 5_000, 'full'),
    await schedules.noteWaiting('other', 5_000, 'full'),
  ]

  expect(counts).toEqual([1, 0, 0])
  expect((await schedules.find('c1'))?.skippedBecause).toBe('full')
  expect((await schedules.find('c2'))?.skippedBecause).toBeNull()
})

test('advance() changes nothing when the schedule was set again meanwhile', async () => {
  const schedules = await openSchedules({ connectionId: 'c1' })
  const seen = (await schedules.find('c1')) as ScheduleRecord
  await schedules.put({ ...seen, cron: '0 7 * * *', updatedAtMs: 1_500 })

  const moved = await schedules.advance(seen, { nextAtMs: 99, computedAtMs: 99, skippedBecause: null })

  expect(moved).toBe(false)
  expect(await schedules.find('c1')).toMatchObject({ cron: '0 7 * * *', nextAtMs: 2_000 })
})
