import { describe, expect, onTestFinished, test } from 'vitest'
import type { EngineLogger } from '../../../src/service/queue/engine.ts'
import { computeDailyCron, computeNextDueMs } from '../../../src/service/queue/next-due.ts'
import { type ScheduleRecord, waitsForRoom } from '../../../src/service/queue/schedule-store.ts'
import { createScheduler } from '../../../src/service/queue/scheduler.ts'
import { openStore } from '../../../src/things/all-stores/index.ts'
import { addOrganizations, createConnection, createCredentials } from '../../things/all-stores/records.ts'

const at = (text: string) => Date.parse(text)
const dayMs = 86_400_000

interface Given {
  readonly now: string
  readonly cron?: string
  readonly obstacle?: string
  readonly hasRoom?: (organizationId: string) => boolean
  readonly logger?: EngineLogger
}

/** A store with a connection that is run each day at 06:00, and what a scheduler of any process puts into its queue. */
async function scheduled({ now, cron = '0 6 * * *', obstacle, hasRoom = () => true, logger }: Given) {
  const store = await addOrganizations(await openStore('memory:'))
  onTestFinished(() => store.close())
  await store.connections.insert(createConnection('c1'), createCredentials())
  const clock = { now: at(now), nowMs: () => clock.now }
  const timing = { connectionId: 'c1', cron, timeZone: 'UTC', spread: 0 } as const
  const schedule: ScheduleRecord = {
    ...timing,
    organizationId: 'acme',
    connectorId: 'github',
    checks: ['admin-mfa'],
    inventories: ['account'],
    createdAtMs: clock.now,
    updatedAtMs: clock.now,
    computedAtMs: clock.now,
    lastRunId: null,
    nextAtMs: computeNextDueMs(timing, clock.now) ?? null,
    skippedBecause: null,
  }
  await store.schedules.put(schedule)
  const silent = { info: () => undefined, warn: () => undefined }
  const process = () =>
    createScheduler({
      store,
      clock,
      logger: logger ?? silent,
      listConnectorIds: () => ['github'],
      pollMs: 1_000,
      engine: {
        hasRoom: async (organizationId) => hasRoom(organizationId),
        dispatch: undefined,
        wake: () => undefined,
      },
      listCrossCheckIds: () => [],
      findObstacle: async () => obstacle,
    })
  const runs = async () =>
    (await store.runs.list({ organizationId: 'acme' })).map(({ startedAtMs }) => new Date(startedAtMs).toISOString())
  /** As if a worker had taken and ended what waits. */
  const clear = async () => {
    for (const run of await store.queue.listForConnection('c1')) await store.queue.withdraw(run.runId, 'x')
  }
  return { store, clock, process, runs, clear, next: async () => (await store.schedules.find('c1'))?.nextAtMs }
}

describe('createScheduler()', () => {
  test('puts one run into the queue when the time has come, with its checks, and moves on', async () => {
    const { store, clock, process, runs, next } = await scheduled({ now: '2026-05-01T05:00:00Z' })
    const scheduler = process()
    await scheduler.tick()
    const before = await runs()
    clock.now = at('2026-05-01T06:00:01Z')

    for (let n = 0; n < 3; n++) await scheduler.tick()

    expect(before).toEqual([])
    expect(await runs()).toEqual(['2026-05-01T06:00:01.000Z'])
    expect(await next()).toBe(at('2026-05-02T06:00:00Z'))
    const [run] = await store.queue.listForConnection('c1')
    expect(run).toMatchObject({
      request: { checks: ['admin-mfa'], inventories: ['account'] },
      state: 'queued',
      owner: null,
    })
    expect(await store.runs.find(run?.runId ?? '')).toMatchObject({ trigger: 'schedule', status: 'queued' })
    expect(await store.schedules.find('c1')).toMatchObject({ lastRunId: run?.runId, skippedBecause: null })
  })

  test.each([
    ['a daily run may use a fifth of a quota', computeDailyCron('c1'), 0.2],
    ['a run at a time that somebody chose may use all of it', '30 7 * * *', undefined],
  ])('%s', async (_, cron, share) => {
    const { store, clock, process } = await scheduled({ now: '2026-05-01T00:00:00Z', cron })
    clock.now = at('2026-05-02T23:59:59Z')

    await process().tick()

    expect((await store.queue.listForConnection('c1'))[0]?.request.quotaShare).toBe(share)
  })

  test('of several processes one puts it in', async () => {
    const { clock, process, runs } = await scheduled({ now: '2026-05-01T05:00:00Z' })
    clock.now = at('2026-05-01T06:00:00Z')

    await Promise.all(Array.from({ length: 5 }, () => process().tick()))

    expect(await runs()).toHaveLength(1)
  })

  test('makes up by one run for all times that were missed while no process was there', async () => {
    const { clock, process, runs, next } = await scheduled({ now: '2026-05-01T05:00:00Z', cron: '*/5 * * * *' })
    clock.now = at('2026-05-08T05:02:00Z')

    await process().tick()

    expect(await runs()).toEqual(['2026-05-08T05:02:00.000Z'])
    expect(await next()).toBe(at('2026-05-08T05:05:00Z'))
  })

  test('when the clock jumps a day ahead, one run makes up for it; when it is set back, the next is not a day late', async () => {
    const { clock, process, runs, next, clear } = await scheduled({ now: '2026-05-01T05:00:00Z' })
    const scheduler = process()
    clock.now += dayMs
    await scheduler.tick()
    const ahead = { runs: await runs(), next: await next() }
    await clear()

    clock.now -= dayMs
    await scheduler.tick()
    const back = await next()
    clock.now = at('2026-05-01T06:00:00Z')
    await scheduler.tick()

    expect(ahead).toEqual({ runs: ['2026-05-02T05:00:00.000Z'], next: at('2026-05-02T06:00:00Z') })
    expect(back).toBe(at('2026-05-01T06:00:00Z'))
    expect(await runs()).toContain('2026-05-01T06:00:00.000Z')
  })

  test('lets a time pass for a connection that cannot be run, and says why', async () => {
    const { store, clock, process, runs, next } = await scheduled({
      now: '2026-05-01T05:00:00Z',
      obstacle: 'The connection is paused.',
    })
    clock.now = at('2026-05-01T06:00:00Z')

    await process().tick()

    expect(await runs()).toEqual([])
    expect(await next()).toBe(at('2026-05-02T06:00:00Z'))
    expect(await store.schedules.find('c1')).toMatchObject({ skippedBecause: 'The connection is paused.' })
  })

  test('does not pile up runs: while one waits, times pass', async () => {
    const { clock, process, runs, store } = await scheduled({ now: '2026-05-01T05:00:00Z', cron: '* * * * *' })
    const scheduler = process()

    for (let minute = 0; minute < 10; minute++) {
      clock.now += 60_000
      await scheduler.tick()
    }

    expect(await runs()).toHaveLength(1)
    expect((await store.schedules.find('c1'))?.skippedBecause).toContain('still waits')
  })

  test('leaves due what finds no room in the queue', async () => {
    let room = false
    const { clock, process, runs } = await scheduled({ now: '2026-05-01T05:00:00Z', hasRoom: () => room })
    clock.now = at('2026-05-01T06:00:00Z')
    const scheduler = process()
    await scheduler.tick()
    const full = await runs()
    room = true

    await scheduler.tick()

    expect(full).toEqual([])
    expect(await runs()).toHaveLength(1)
  })

  test('says in the schedule and once in the log that a run waits for room, and keeps nobody else waiting', async () => {
    let isFull = true
    const logged: object[] = []
    const { store, clock, process } = await scheduled({
      now: '2026-05-01T05:00:00Z',
      hasRoom: (organizationId) => organizationId !== 'acme' || !isFull,
      logger: { info: () => undefined, warn: (fields, message) => logged.push({ ...fields, message }) },
    })
    const mine = await store.schedules.find('c1')
    if (!mine) throw new Error('no schedule')
    const due = at('2026-05-01T06:00:00Z')
    for (let n = 0; n < 120; n++) {
      const connectionId = `many-${n}`
      await store.connections.insert(createConnection(connectionId), createCredentials())
      await store.schedules.put({ ...mine, connectionId, nextAtMs: due - 1 })
    }
    await store.connections.insert(createConnection('theirs', { organizationId: 'other' }), createCredentials())
    await store.schedules.put({ ...mine, connectionId: 'theirs', organizationId: 'other', nextAtMs: due })
    clock.now = due
    const scheduler = process()

    await scheduler.tick()
    await scheduler.tick()
    const waiting = await store.schedules.find('c1')
    isFull = false
    await scheduler.tick()

    expect(await store.queue.listForConnection('theirs')).toHaveLength(1)
    expect(waiting).toMatchObject({ skippedBecause: waitsForRoom, nextAtMs: due })
    expect(logged).toEqual([{ organizationId: 'acme', schedules: 121, message: expect.stringContaining('wait') }])
    expect(await store.schedules.find('c1')).toMatchObject({ skippedBecause: null })
  })

  test('one schedule that can be read no longer keeps no other from its turn', async () => {
    const { store, clock, process, runs } = await scheduled({ now: '2026-05-01T05:00:00Z' })
    await store.connections.insert(createConnection('c0'), createCredentials())
    const good = await store.schedules.find('c1')
    if (!good) throw new Error('no schedule')
    await store.schedules.put({ ...good, connectionId: 'c0', cron: 'gone', nextAtMs: clock.now })
    clock.now = at('2026-05-01T06:00:00Z')

    await process().tick()

    expect((await store.queue.listForConnection('c1')).length).toBe(1)
    expect(await store.schedules.find('c0')).toMatchObject({ nextAtMs: null })
    expect(await runs()).toHaveLength(2)
  })
})
