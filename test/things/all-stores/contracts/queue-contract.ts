import { describe, expect, onTestFinished, test } from 'vitest'
import { toRecordedRun } from '../../../../src/checks/runs/recorded-run.ts'
import type { NewRun } from '../../../../src/service/queue/queue.ts'
import type { ScheduleRecord } from '../../../../src/service/queue/schedule-store.ts'
import type { Store } from '../../../../src/things/all-stores/store.ts'
import { addOrganizations, createConnection, createCredentials, runResult } from '../records.ts'

const by = { owner: 'me', ownOnly: false, connectorIds: ['github'], limit: 10, nowMs: 5_000 }

function entry(
  id: string,
  {
    connectionId = 'c1',
    atMs = 1_000,
    organizationId = 'acme',
    ...more
  }: Partial<NewRun> & { connectionId?: string; atMs?: number; organizationId?: string } = {},
): NewRun {
  const of = {
    organizationId,
    connectionId,
    connectorId: 'github',
    startedAtMs: atMs,
    trigger: 'request',
  } as const
  return { run: { id, ...of }, request: { checks: ['admin-mfa'] }, ...more }
}

const end = (id: string, attempt: number) => ({
  status: 'pass' as const,
  finishedAtMs: 9_000,
  run: toRecordedRun(runResult(id)),
  attempt,
})

/** The contract of every store for the queue of runs, the processes that share it, and schedules. */
export function describeQueueContract(name: string, openEmpty: () => Promise<Store>): void {
  const open = async () => {
    const store = await addOrganizations(await openEmpty())
    onTestFinished(() => store.close())
    for (const id of ['c1', 'c2', 'c3']) await store.connections.insert(createConnection(id), createCredentials())
    return store
  }

  describe(`${name}: queue`, () => {
    test('insert() puts a run in, which waits or begins at once when its connection is free', async () => {
      const { queue, runs } = await open()

      const begun = await queue.insert(entry('r1', { owner: 'me', begin: true }))
      const waiting = await queue.insert(entry('r2', { owner: 'me', begin: true }))

      expect(begun).toMatchObject({ runId: 'r1', state: 'running', attempt: 1, request: { checks: ['admin-mfa'] } })
      expect(waiting).toMatchObject({ runId: 'r2', state: 'queued', attempt: 0 })
      expect(await runs.find('r1')).toMatchObject({ status: 'running', attempts: 1, beganAtMs: 1_000 })
      expect(await runs.find('r2')).toMatchObject({ status: 'queued', attempts: 0, beganAtMs: null })
      expect(await queue.count()).toBe(2)
    })

    test('insert() writes nothing when the other queue cannot be told', async () => {
      const { queue, runs } = await open()

      const failing = queue.insert(entry('r1', { dispatch: () => Promise.reject(new Error('no job')) }))

      await expect(failing).rejects.toThrow('no job')
      expect(await runs.find('r1')).toBeUndefined()
      expect(await queue.count()).toBe(0)
    })

    test('claim() begins the first of each connection that is free, the oldest first, and never a second', async () => {
      const { queue } = await open()
      for (const [id, connectionId, atMs] of [
        ['r1', 'c1', 3_000],
        ['r2', 'c1', 1_000],
        ['r3', 'c2', 2_000],
        ['r4', 'c2', 2_000],
      ] as const)
        await queue.insert(entry(id, { connectionId, atMs }))

      const first = await queue.claim(by)
      const none = await queue.claim(by)

      expect(first.map(({ runId }) => runId)).toEqual(['r2', 'r3'])
      expect(none).toEqual([])
    })

    test('claim() serves organizations in turn, so that one run waits for one of each other organization', async () => {
      const { queue, connections } = await open()
      for (let n = 0; n < 6; n++) await connections.insert(createConnection(`a${n}`), createCredentials())
      for (const id of ['o0', 'o1'])
        await connections.insert(createConnection(id, { organizationId: 'other' }), createCredentials())
      for (let n = 0; n < 6; n++) await queue.insert(entry(`a${n}`, { connectionId: `a${n}`, atMs: n }))
      for (let n = 0; n < 2; n++)
        await queue.insert(entry(`o${n}`, { connectionId: `o${n}`, atMs: 100 + n, organizationId: 'other' }))

      const claimed: string[] = []
      for (let n = 0; n < 8; n++) {
        for (const { runId } of await queue.claim({ ...by, limit: 1 })) claimed.push(runId)
      }

      expect(claimed).toEqual(['a0', 'o0', 'a1', 'o1', 'a2', 'a3', 'a4', 'a5'])
      expect(await queue.countByOrganization()).toEqual(
        new Map([
          ['acme', 6],
          ['other', 2],
        ]),
      )
    })

    test('claim() and insert() leave an owner with no more runs of an organization than its share', async () => {
      const { queue, connections } = await open()
      await connections.insert(createConnection('o1', { organizationId: 'other' }), createCredentials())
      const begun = await queue.insert(entry('r1', { owner: 'me', begin: true, perOrganization: 1 }))
      const waiting = await queue.insert(
        entry('r2', { connectionId: 'c2', owner: 'me', begin: true, perOrganization: 1 }),
      )
      await queue.insert(entry('r3', { connectionId: 'c3' }))
      await queue.insert(entry('o1', { connectionId: 'o1', organizationId: 'other' }))

      const claimed = await queue.claim({ ...by, perOrganization: 1 })
      const elsewhere = await queue.claim({ ...by, owner: 'another', perOrganization: 1 })

      expect([begun.state, waiting.state]).toEqual(['running', 'queued'])
      expect(claimed.map(({ runId }) => runId)).toEqual(['o1'])
      expect(elsewhere.map(({ runId }) => runId)).toEqual(['r3'])
    })

    test('claimFrom() begins of what is handed out what is within the share, and hands the rest back', async () => {
      const { queue } = await open()
      for (const [n, id] of ['r1', 'r2', 'r3'].entries())
        await queue.insert(entry(id, { connectionId: `c${n + 1}`, atMs: n, dispatch: async () => undefined }))
      const dispatched: string[] = []

      const begun = await queue.claimFrom({
        owner: 'me',
        connectorIds: ['github'],
        nowMs: 5_000,
        perOrganization: 2,
        next: async () => ['r1', 'r2', 'r3'],
        settle: async () => undefined,
      })
      const none = await queue.claimFrom({
        owner: 'me',
        connectorIds: ['github'],
        nowMs: 5_000,
        perOrganization: 2,
        next: async () => ['r3'],
        settle: async () => undefined,
      })
      await queue.dispatch(10, async ({ runId }) => dispatched.push(runId))

      expect(begun.map(({ runId }) => runId).toSorted()).toEqual(['r1', 'r2'])
      expect(none).toEqual([])
      expect(dispatched).toEqual(['r3'])
    })

    test('claim() leaves what is kept for others or of connectors that it does not have', async () => {
      const { queue } = await open()
      await queue.insert(entry('r1', { connectionId: 'c1', owner: 'other' }))
      await queue.insert(entry('r2', { connectionId: 'c2' }))
      await queue.insert(entry('r3', { connectionId: 'c3', owner: 'me' }))

      const own = await queue.claim({ ...by, ownOnly: true })
      const without = await queue.claim({ ...by, connectorIds: ['okta'] })
      const rest = await queue.claim(by)

      expect(own.map(({ runId }) => runId)).toEqual(['r3'])
      expect(without).toEqual([])
      expect(rest.map(({ runId }) => runId)).toEqual(['r2'])
    })

    test('claim() keeps the order of a connection also behind a run that is kept for another process', async () => {
      const { queue } = await open()
      await queue.insert(entry('theirs', { atMs: 1_000, owner: 'other' }))
      await queue.insert(entry('anyones', { atMs: 2_000 }))

      const early = await queue.claim(by)
      const theirs = await queue.claim({ ...by, owner: 'other' })

      expect(early).toEqual([])
      expect(theirs.map(({ runId }) => runId)).toEqual(['theirs'])
    })

    test('claim() of own runs alone begins what stands in their way as well', async () => {
      const { queue } = await open()
      await queue.insert(entry('left', { atMs: 1_000 }))
      await queue.insert(entry('mine', { atMs: 2_000, owner: 'me' }))

      const claimed = await queue.claim({ ...by, ownOnly: true })

      expect(claimed.map(({ runId }) => runId)).toEqual(['left'])
    })

    test('claim() gives each run to one of many who ask at once, and one run of a connection at a time', async () => {
      const { queue } = await open()
      for (let n = 0; n < 12; n++) await queue.insert(entry(`r${n}`, { connectionId: `c${(n % 3) + 1}`, atMs: n }))

      const claimed = await Promise.all(
        Array.from({ length: 8 }, (_, n) => queue.claim({ ...by, owner: `owner-${n}` })),
      )

      const ids = claimed.flat().map(({ runId }) => runId)
      expect(ids.toSorted()).toEqual(['r0', 'r1', 'r2'])
    })

    test('finish() ends a run for who holds its present attempt alone, and its connection is free then', async () => {
      const { queue, runs } = await open()
      await queue.insert(entry('r1', { owner: 'slow', begin: true }))
      await queue.insert(entry('r2'))
      await queue.release('slow', 'lost')
      const [taken] = await queue.claim(by)

      const late = runs.finish('r1', end('r1', 1))

      await expect(late).rejects.toMatchObject({ code: 'STORE_CONFLICT' })
      expect(taken).toMatchObject({ runId: 'r1', attempt: 2, losses: 1 })
      expect(await runs.findRecorded('r1')).toBeUndefined()
      await runs.finish('r1', end('r1', 2))
      expect(await runs.find('r1')).toMatchObject({ status: 'pass', attempts: 2 })
      expect((await queue.claim(by)).map(({ runId }) => runId)).toEqual(['r2'])
    })

    test('finish() keeps the states of checks with the results, and those of no attempt that was taken over', async () => {
      const { queue, runs, checkState } = await open()
      await checkState.save('c1', 'admin-mfa', { seen: 0 })
      await queue.insert(entry('r1', { owner: 'slow', begin: true }))
      await queue.release('slow', 'lost')
      await queue.claim(by)
      const states = (seen: number) => new Map([['admin-mfa', { seen }]])

      await runs.finish('r1', { ...end('r1', 1), states: states(1) }).catch(() => undefined)
      const after = await checkState.load('c1')
      await runs.finish('r1', { ...end('r1', 2), states: states(2) })

      expect(after).toEqual({ 'admin-mfa': { seen: 0 } })
      expect(await checkState.load('c1')).toEqual({ 'admin-mfa': { seen: 2 } })
    })

    test('withdraw() takes a run out that waits behind another, for one caller, and finish() ends it', async () => {
      const { queue, runs } = await open()
      await queue.insert(entry('r1', { owner: 'me', begin: true }))
      await queue.insert(entry('r2'))

      const withdrawn = await Promise.all(['a', 'b', 'c'].map((owner) => queue.withdraw('r2', owner)))
      const running = await queue.withdraw('r1', 'me')

      expect(withdrawn.filter(Boolean)).toEqual([expect.objectContaining({ isCancelled: true, attempt: 1 })])
      expect(running).toBeUndefined()
      await runs.finish('r2', end('r2', 1))
      expect(await queue.count()).toBe(1)
    })

    test('requestCancel() tells the process that has a run, and says when there is nothing to end', async () => {
      const { queue, runs } = await open()
      await queue.insert(entry('r1', { owner: 'other', begin: true }))

      const asked = await queue.requestCancel('r1')

      expect(asked).toBe(true)
      expect(await queue.listCancelled('other')).toEqual(['r1'])
      await runs.finish('r1', end('r1', 1))
      expect(await queue.requestCancel('r1')).toBe(false)
    })

    test('saveProgress() keeps what has happened for who follows, of the present attempt alone', async () => {
      const { queue } = await open()
      await queue.insert(entry('r1', { owner: 'me', begin: true }))
      const progress = [{ type: 'check.started', checkId: 'admin-mfa' }] as const

      await queue.saveProgress('r1', 1, progress)
      const during = await queue.find('r1')
      await queue.handBack('r1', 1, 'left')
      await queue.saveProgress('r1', 0, progress)

      expect(during?.progress).toEqual(progress)
      expect(await queue.find('r1')).toMatchObject({ state: 'queued', owner: null, losses: 0, progress: [] })
    })

    test('releaseOrphans() puts back what is kept for processes that are not there', async () => {
      const { queue, workers, runs } = await open()
      await workers.insert({ id: 'alive', startedAtMs: 1 })
      await queue.insert(entry('r1', { connectionId: 'c1', owner: 'alive', begin: true }))
      await queue.insert(entry('r2', { connectionId: 'c2', owner: 'gone', begin: true }))
      await queue.insert(entry('r3', { connectionId: 'c3', owner: 'gone' }))

      const released = await queue.releaseOrphans()

      expect(released).toBe(2)
      expect(await queue.find('r1')).toMatchObject({ owner: 'alive', state: 'running' })
      expect(await queue.find('r2')).toMatchObject({ owner: null, state: 'queued', losses: 1 })
      expect(await runs.find('r2')).toMatchObject({ status: 'queued', beganAtMs: null })
    })

    test('dispatch() names each run whose turn has come once', async () => {
      const { queue } = await open()
      const told: string[] = []
      const dispatch = async ({ runId }: { readonly runId: string }) => void told.push(runId)
      await queue.insert(entry('r1', { dispatch }))
      await queue.insert(entry('r2', { dispatch }))
      await queue.insert(entry('r3', { connectionId: 'c2' }))

      const [many, none] = [await queue.dispatch(10, dispatch), await queue.dispatch(10, dispatch)]

      expect(told).toEqual(['r1', 'r3'])
      expect([many, none]).toEqual([1, 0])
    })
  })

  describe(`${name}: workers`, () => {
    test('beat() counts up while the worker is there; remove() by an old beat does nothing', async () => {
      const { workers } = await open()
      await workers.insert({ id: 'w1', startedAtMs: 1 })

      const beats = [await workers.recordBeat('w1'), await workers.remove('w1', 0), await workers.remove('w1', 1)]

      expect(beats).toEqual([true, false, true])
      expect(await workers.recordBeat('w1')).toBe(false)
      expect(await workers.list()).toEqual([])
    })
  })

  describe(`${name}: schedules`, () => {
    const schedule = (connectionId: string, overrides: Partial<ScheduleRecord> = {}): ScheduleRecord => ({
      connectionId,
      organizationId: 'acme',
      connectorId: 'github',
      cron: '0 6 * * *',
      timeZone: 'Europe/Berlin',
      checks: ['admin-mfa'],
      inventories: null,
      spread: 1,
      createdAtMs: 1_000,
      updatedAtMs: 1_000,
      nextAtMs: 2_000,
      computedAtMs: 1_000,
      lastRunId: null,
      skippedBecause: null,
      ...overrides,
    })

    test('put() creates and replaces, of an own connection alone', async () => {
      const { schedules } = await open()
      await schedules.put(schedule('c1'))
      const lists = { cron: '0 7 * * *', checks: null, inventories: ['account', 'credential.keys'] }

      await schedules.put(schedule('c1', { ...lists, createdAtMs: 8_000, updatedAtMs: 8_000 }))

      expect(await schedules.find('c1')).toEqual(schedule('c1', { ...lists, updatedAtMs: 8_000 }))
      expect(await schedules.find('c1', 'other')).toBeUndefined()
      expect(await schedules.delete('c1', 'other')).toBe(false)
      await expect(schedules.put(schedule('c2', { organizationId: 'other' }))).rejects.toMatchObject({
        code: 'NOT_FOUND',
      })
    })

    test('due() gives the longest overdue first; advance() moves one on for one of many, with its run', async () => {
      const { schedules, queue } = await open()
      await schedules.put(schedule('c1', { nextAtMs: 2_000 }))
      await schedules.put(schedule('c2', { nextAtMs: 1_500 }))
      await schedules.put(schedule('c3', { nextAtMs: 9_000 }))
      const due = await schedules.listDue(5_000, ['github'], 10)
      const next = { nextAtMs: 99_000, computedAtMs: 5_000, skippedBecause: null }

      const moved = await Promise.all(
        [1, 2, 3].map((n) => schedules.advance(schedule('c1'), next, [entry(`r${n}`, { connectionId: 'c1' })])),
      )

      expect(due.map(({ connectionId }) => connectionId)).toEqual(['c2', 'c1'])
      expect(moved.filter(Boolean)).toHaveLength(1)
      expect(await queue.count()).toBe(1)
      expect(await schedules.find('c1')).toMatchObject({ nextAtMs: 99_000, lastRunId: expect.stringMatching(/^r/) })
      expect((await schedules.listComputedAfter(4_000, 10)).map(({ connectionId }) => connectionId)).toEqual(['c1'])
    })
  })
}
