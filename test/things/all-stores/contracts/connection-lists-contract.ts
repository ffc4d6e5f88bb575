import { describe, expect, test } from 'vitest'
import type { ConnectionChoice, ConnectionOrder, ConnectionPlace } from '../../../../src/auth/connection-store.ts'
import type { ScheduleRecord } from '../../../../src/service/queue/schedule-store.ts'
import type { Store } from '../../../../src/things/all-stores/store.ts'
import { endRun } from '../kept-runs.ts'
import { createConnection, createCredentials } from '../records.ts'

/** The lists of connections and schedules that pages show. */
export function describeConnectionLists(name: string, open: () => Promise<Store>): void {
  /** Each order gives its own sequence of these. */
  const openWithOrders = async () => {
    const store = await open()
    const insert = (id: string, overrides: Parameters<typeof createConnection>[1]) =>
      store.connections.insert(createConnection(id, overrides), createCredentials())
    await insert('a', { name: 'Ärzte', createdAtMs: 1, state: 'paused' })
    await insert('b', { name: 'alpha', createdAtMs: 2 })
    await insert('c', { name: 'Beta 100%', createdAtMs: 3 })
    await insert('d', { name: 'Ärzte zwei', createdAtMs: 4, state: 'needs_reauth', connectorId: 'okta' })
    await insert('elsewhere', { name: 'Elsewhere', organizationId: 'other' })
    await endRun(store, { id: 'ra', atMs: 2_000, connectionId: 'a', checks: { mfa: { results: [['u', 'pass']] } } })
    await endRun(store, {
      id: 'rb',
      atMs: 8_000,
      connectionId: 'b',
      checks: { mfa: { results: [['u', 'fail']] }, keys: { results: [['u', 'fail']] } },
    })
    await endRun(store, {
      id: 'rc',
      atMs: 5_000,
      connectionId: 'c',
      checks: { mfa: { results: [['u', 'fail']] }, keys: { results: [['u', 'pass']] } },
    })
    return store
  }

  describe(`${name}: lists of connections`, () => {
    test('search() gives every connection once in each order, page by page, wherever a page ends', async () => {
      const store = await openWithOrders()
      const orders: Readonly<Record<ConnectionOrder, readonly string[]>> = {
        newest: ['d', 'c', 'b', 'a'],
        name: ['b', 'c', 'a', 'd'],
        attention: ['d', 'b', 'c', 'a'],
        'last-run': ['d', 'a', 'c', 'b'],
      }

      for (const [order, expected] of Object.entries(orders) as [ConnectionOrder, readonly string[]][])
        for (const limit of [1, 3, 9]) {
          const seen: string[] = []
          for (let after: ConnectionPlace | undefined; ; ) {
            const page = await store.connections.search({ organizationId: 'acme', order, limit, after })
            seen.push(...page.map(({ record }) => record.id))
            after = page.at(-1)?.place
            if (page.length < limit) break
          }
          expect([order, limit, seen]).toEqual([order, limit, expected])
        }
    })

    test('search() and count() give those in some states in each order, whether most are in them or few', async () => {
      const { connections } = await open()
      const states = ['active', 'paused', 'error', 'disconnected', 'needs_reauth', 'pending'] as const
      for (let index = 0; index < 60; index++) {
        const state = states[index < 30 ? index % 3 : 3 + (index % 2)] ?? 'active'
        const record = createConnection(`c${index}`, {
          name: `N ${(index * 37) % 60}`,
          createdAtMs: (index * 7) % 60,
          state,
        })
        await connections.insert(record, createCredentials())
      }
      const all = { organizationId: 'acme', limit: 99 }
      const chosen = [states.slice(0, 3), states.slice(3, 5), states.slice(4), states.slice(1, 3), states]

      await connections.update('c0', { state: 'error' }, 5)
      await connections.discard('c30')
      for (const state of [...chosen, undefined, 'paused' as const]) {
        const listed = await connections.search({ ...all, order: 'name', state })
        expect(await connections.count({ organizationId: 'acme', state })).toBe(listed.length)
      }
      for (const order of ['newest', 'name', 'attention', 'last-run'] as const)
        for (const state of chosen)
          for (const limit of [1, 4, 7, 40]) {
            const listed = (await connections.search({ ...all, order })).map(({ record }) => record)
            const expected = listed.filter((record) => state.includes(record.state)).map(({ id }) => id)
            const seen: string[] = []
            for (let after: ConnectionPlace | undefined; ; ) {
              const page = await connections.search({ ...all, state, order, limit, after })
              seen.push(...page.map(({ record }) => record.id))
              after = page.at(-1)?.place
              if (page.length < limit) break
            }
            expect([order, limit, seen]).toEqual([order, limit, expected])
          }
    })

    test('search() and count() select by state, schedule, connector, id and words, within the organization', async () => {
      const store = await openWithOrders()
      await store.schedules.put(createSchedule('b', { nextAtMs: 5 }))
      const idsOf = async (choice: Partial<ConnectionChoice>) => {
        const found = await store.connections.search({ organizationId: 'acme', order: 'name', limit: 9, ...choice })
        expect(await store.connections.count({ organizationId: 'acme', ...choice })).toBe(found.length)
        const page = await store.connections.searchCounted({
          organizationId: 'acme',
          order: 'name',
          limit: 1,
          ...choice,
        })
        expect(page).toEqual({ found: found.slice(0, 1), count: found.length })
        return found.map(({ record }) => record.id)
      }
      const word = (text: string, connectorIds: readonly string[] = []) => ({ words: [{ text, connectorIds }] })

      expect(await idsOf({ state: 'needs_reauth' })).toEqual(['d'])
      expect(await idsOf({ state: ['active', 'paused'] })).toEqual(['b', 'c', 'a'])
      expect(await idsOf({ isScheduled: true })).toEqual(['b'])
      expect(await idsOf({ isScheduled: false })).toEqual(['c', 'a', 'd'])
      await store.schedules.put(createSchedule('a', { nextAtMs: 5 }))
      await store.schedules.delete('b', 'acme')
      await store.schedules.put(createSchedule('a', { nextAtMs: 6 }))
      expect(await idsOf({ isScheduled: true })).toEqual(['a'])
      expect(await idsOf({ isScheduled: true, state: ['active', 'paused'] })).toEqual(['a'])
      expect(await idsOf({ isScheduled: false })).toEqual(['b', 'c', 'd'])
      expect(await idsOf({ connectorId: 'okta' })).toEqual(['d'])
      expect(await idsOf({ ids: ['a', 'd', 'elsewhere'] })).toEqual(['a', 'd'])
      expect(await idsOf({ ids: [] })).toEqual([])
      expect(await idsOf(word('ÄRZTE'))).toEqual(['a', 'd'])
      expect(await idsOf(word('%'))).toEqual(['c'])
      expect(await idsOf(word('nothing', ['okta']))).toEqual(['d'])
      expect(await idsOf({ organizationId: 'other' })).toEqual(['elsewhere'])
    })

    test('search() and count() find the same by words, whether few or many connections have them', async () => {
      const store = await open()
      const names = new Map<string, string>()
      for (let index = 0; index < 230; index++) {
        const name = index % 70 === 3 ? `Ünïted ${index} "Nations"` : `Branch ${index}`
        names.set(`n${index}`, name.toLowerCase())
        const more = { name, createdAtMs: index, connectorId: index % 2 === 0 ? 'github' : 'okta' }
        await store.connections.insert(createConnection(`n${index}`, more), createCredentials())
      }
      const elsewhere = { name: 'Ünïted 3', organizationId: 'other' }
      await store.connections.insert(createConnection('elsewhere', elsewhere), createCredentials())
      await store.connections.update('n73', { name: 'United at last' }, 5)
      names.set('n73', 'united at last')

      for (const texts of [
        ['ünïted'],
        ['united'],
        ['ünï', '"nations"'],
        ['branch', '12'],
        ['ch 22'],
        ['n22'],
        ['none'],
        ['%'],
      ]) {
        const words = texts.map((text) => ({ text, connectorIds: [] }))
        const expected = [...names]
          .filter(([id, name]) => texts.every((text) => name.includes(text) || id.includes(text)))
          .map(([id]) => id)
        const found = await store.connections.search({ organizationId: 'acme', order: 'last-run', limit: 300, words })
        expect(found.map(({ record }) => record.id)).toEqual(expected.toSorted())
        expect(await store.connections.count({ organizationId: 'acme', words })).toBe(expected.length)
        for (const order of ['last-run', 'name'] as const) {
          const counted = await store.connections.searchCounted({ organizationId: 'acme', order, limit: 300, words })
          expect(counted.count).toBe(expected.length)
          expect(counted.found.map(({ record }) => record.id).toSorted()).toEqual(expected.toSorted())
        }
      }
      const ofConnector = [
        { text: 'nations', connectorIds: [] },
        { text: 'okta', connectorIds: ['okta'] },
      ]
      const both = await store.connections.search({
        organizationId: 'acme',
        order: 'name',
        limit: 9,
        words: ofConnector,
      })
      expect(both.map(({ record }) => record.id)).toEqual(['n143', 'n213', 'n3'])
    })

    test('search() follows names, states and runs as they change', async () => {
      const store = await openWithOrders()
      const idsIn = async (order: ConnectionOrder) =>
        (await store.connections.search({ organizationId: 'acme', order, limit: 9 })).map(({ record }) => record.id)

      await store.connections.update('d', { name: 'aaa', state: 'disconnected' }, 5)
      await endRun(store, { id: 'late', atMs: 9_000, connectionId: 'a', checks: { mfa: { results: [['u', 'pass']] } } })
      const after = [await idsIn('name'), await idsIn('attention'), await idsIn('last-run')]
      await store.connections.update('d', { name: null, state: 'active' }, 6)

      expect(after).toEqual([
        ['d', 'b', 'c', 'a'],
        ['b', 'c', 'a', 'd'],
        ['d', 'c', 'b', 'a'],
      ])
      expect([await idsIn('name'), await idsIn('attention')]).toEqual([
        ['b', 'c', 'd', 'a'],
        ['b', 'c', 'd', 'a'],
      ])
    })

    test('countOutcomes() counts checks by status, of connections of this organization alone', async () => {
      const store = await openWithOrders()
      const count = (organizationId: string, connectionIds: string[]) =>
        store.findings.countOutcomes({ organizationId, connectionIds })

      expect((await count('acme', ['a', 'b', 'c', 'elsewhere'])).toSorted(byStatus)).toEqual([
        { connectionId: 'a', status: 'pass', count: 1 },
        { connectionId: 'b', status: 'fail', count: 2 },
        { connectionId: 'c', status: 'fail', count: 1 },
        { connectionId: 'c', status: 'pass', count: 1 },
      ])
      expect(await count('other', ['a', 'b', 'c'])).toEqual([])
      expect(await count('acme', [])).toEqual([])
    })

    test('listNext() gives the next to run first, page by page, without disconnected connections', async () => {
      const store = await openWithOrders()
      for (const [id, nextAtMs] of [
        ['a', null],
        ['b', 7],
        ['c', 7],
        ['d', 3],
      ] as const)
        await store.schedules.put(createSchedule(id, { nextAtMs }))
      await store.schedules.put(createSchedule('elsewhere', { nextAtMs: 1, organizationId: 'other' }))
      const list = async (limit: number) => {
        const seen: string[] = []
        for (let after: ScheduleRecord | undefined; ; ) {
          const page = await store.schedules.listNext({ organizationId: 'acme', limit, after })
          seen.push(...page.map(({ connectionId }) => connectionId))
          after = page.at(-1)
          if (page.length < limit) return seen
        }
      }

      expect([await list(1), await list(9)]).toEqual([
        ['d', 'b', 'c', 'a'],
        ['d', 'b', 'c', 'a'],
      ])
      await store.connections.update('b', { state: 'disconnected' }, 5)
      expect(await list(9)).toEqual(['d', 'c', 'a'])
    })
  })
}

function createSchedule(connectionId: string, overrides: Partial<ScheduleRecord>): ScheduleRecord {
  return {
    connectionId,
    organizationId: 'acme',
    connectorId: 'github',
    cron: '0 6 * * *',
    timeZone: 'UTC',
    spread: 0,
    checks: null,
    inventories: null,
    createdAtMs: 1,
    updatedAtMs: 1,
    computedAtMs: 1,
    nextAtMs: null,
    lastRunId: null,
    skippedBecause: null,
    ...overrides,
  }
}

function byStatus(a: { connectionId: string; status: string }, b: typeof a): number {
  return a.connectionId + a.status < b.connectionId + b.status ? -1 : 1
}
