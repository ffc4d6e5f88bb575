import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ConnectionState } from '../../../src/auth/connection-store.ts'
import type { ResultStatus } from '../../../src/define/index.ts'
import type { Store } from '../../../src/store/store.ts'
import { endRun } from '../kept-runs.ts'
import { createConnection, createCredentials } from '../records.ts'

const firstMs = Date.UTC(2026, 4, 1, 12)
const dayMs = 86_400_000
const none = { pass: 0, fail: 0, manual: 0, not_applicable: 0, error: 0 }
type Counts = typeof none
type Outcomes = ReadonlyMap<string, keyof Counts>

/** The numbers that an organization keeps, beside those of somebody who counts every connection. */
export function describeStandings(name: string, open: () => Promise<Store>): void {
  describe(`${name}: numbers of an organization`, () => {
    test('are what a count of all connections gives, whatever has changed', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(anyChange, { minLength: 1, maxLength: 25 }), async (changes) => {
          const store = await open()
          const connections = new Map<string, CountedConnection>()
          for (const [index, change] of changes.entries()) await applyChange(store, connections, change, index)

          const all = [...connections.values()]
          for (const back of [0, 40]) {
            const nowMs = firstMs + (90 - back) * dayMs
            expect(await store.findings.trend({ organizationId: 'acme', days: 70, nowMs })).toEqual(
              Array.from({ length: 70 }, (_, at) => countDay(all, nowMs - (69 - at) * dayMs)),
            )
          }
          expect(await store.findings.tallyOutcomes('acme')).toEqual(countNow(all))
          expect(await store.connections.tally('acme')).toEqual(countStates(all))
          expect(await store.findings.tallyOutcomes('other')).toEqual({ connections: 0, checks: none })
          // Also where the time begins or ends within a day, and where runs are dated in the future.
          for (const [fromDay, toDay] of [
            [-1, 90],
            [30, 60],
            [10.4, 10.6],
            [7.5, 30],
            [80, 80],
          ] as const) {
            const time = { fromMs: firstMs + fromDay * dayMs, toMs: firstMs + toDay * dayMs }
            expect(await readAlike(store, time)).toEqual(countAlike(all, time))
          }
        }),
        { numRuns: 15 },
      )
    })

    test('are those of all outcomes, where runs end and connections come and go at once', async () => {
      const store = await open()
      const ids = ['c1', 'c2', 'c3', 'c4']
      for (const id of ids)
        await store.connections.insert(createConnection(id, { state: 'active' }), createCredentials())
      const run = (connectionId: string, at: number) =>
        endRun(store, {
          ...{ id: `r-${connectionId}-${at}`, connectionId, atMs: firstMs + at * dayMs },
          checks: Object.fromEntries(
            ['mfa', 'keys', 'guests'].map((check, index) => [
              check,
              { results: [['u', (at + index) % 3 === 0 ? 'fail' : 'pass'] as const] },
            ]),
          ),
        })

      await Promise.all([
        ...Array.from({ length: 12 }, (_, at) => ids.map((id) => run(id, at))).flat(),
        store.connections.update('c2', { state: 'disconnected' }, firstMs),
        store.connections.update('c3', { state: 'disconnected' }, firstMs),
        store.connections.update('c3', { state: 'active' }, firstMs),
        store.findings.countAlike('acme', { fromMs: firstMs, toMs: firstMs + dayMs }),
      ])

      const time = { fromMs: firstMs + 9.5 * dayMs, toMs: firstMs + 40 * dayMs }
      const counted = await store.findings.countAlike('acme', time)
      expect(counted.reduce((sum, { connections }) => sum + connections, 0)).toBeGreaterThanOrEqual(6)
      for (const { connections, ...kind } of counted)
        expect(
          await store.findings.listAlike({ ...kind, organizationId: 'acme', time, limit: 99 }),
          JSON.stringify(kind),
        ).toHaveLength(connections)
    })
  })
}

type Time = Parameters<Store['findings']['countAlike']>[1]

/** By check, verdict and freshness. Those that can be listed are as many as are counted. */
async function readAlike(store: Store, time: Time): Promise<Readonly<Record<string, number>>> {
  const said: Record<string, number> = {}
  for (const { connections, ...kind } of await store.findings.countAlike('acme', time)) {
    const listed = await store.findings.listAlike({ ...kind, organizationId: 'acme', time, limit: 99 })
    expect(listed).toHaveLength(connections)
    const key = [kind.checkId, kind.verdict, kind.isFresh].join(' ')
    if (connections > 0) said[key] = (said[key] ?? 0) + connections
  }
  return said
}

const verdicts = {
  pass: 'satisfied',
  fail: 'not_satisfied',
  manual: 'to_review',
  not_applicable: 'not_applicable',
  error: 'undetermined',
} as const

function countAlike(all: readonly CountedConnection[], { fromMs, toMs }: Time): Readonly<Record<string, number>> {
  const said: Record<string, number> = {}
  for (const { state, outcomes, beganAtMs } of all)
    for (const [check, status] of state === 'disconnected' ? [] : outcomes) {
      const atMs = beganAtMs.get(check) ?? 0
      const key = [check, verdicts[status], atMs >= fromMs && atMs <= toMs].join(' ')
      said[key] = (said[key] ?? 0) + 1
    }
  return said
}

interface CountedConnection {
  state: ConnectionState
  readonly days: Map<string, Counts>
  outcomes: Outcomes
  /** Of the run of each check. */
  readonly beganAtMs: Map<string, number>
}

const anyConnection = fc.constantFrom('c1', 'c2', 'c3')
const anyStatus = fc.constantFrom<ResultStatus | 'error'>('pass', 'fail', 'manual', 'not_applicable', 'error')
const anyChange = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      is: fc.constant('run' as const),
      connection: anyConnection,
      // Clocks of two processes differ, so a run may end before one that ended earlier.
      day: fc.integer({ min: 0, max: 80 }),
      checks: fc.dictionary(fc.constantFrom('mfa', 'keys', 'guests'), anyStatus, { minKeys: 1 }),
      isComplete: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      is: fc.constant('state' as const),
      connection: anyConnection,
      state: fc.constantFrom<ConnectionState>('active', 'paused', 'needs_reauth', 'disconnected'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('discarded' as const) }) },
)
type Change = typeof anyChange extends fc.Arbitrary<infer Each> ? Each : never

async function applyChange(
  store: Store,
  connections: Map<string, CountedConnection>,
  change: Change,
  index: number,
): Promise<void> {
  if (change.is === 'discarded') {
    const id = `discarded-${index}`
    await store.connections.insert(createConnection(id, { state: 'pending' }), createCredentials())
    if (index % 2 === 0) await store.connections.discard(id)
    else await store.expiry.deleteSome({ nowMs: 0, unusedSinceMs: 0, pendingSinceMs: Number.MAX_SAFE_INTEGER }, 100)
    return
  }
  const id = change.connection
  const before = connections.get(id) ?? { state: 'active', days: new Map(), outcomes: new Map(), beganAtMs: new Map() }
  if (!connections.has(id))
    await store.connections.insert(createConnection(id, { state: 'active' }), createCredentials())
  connections.set(id, before)
  if (change.is === 'state') {
    await store.connections.update(id, { state: change.state }, firstMs)
    before.state = change.state
    return
  }
  const atMs = firstMs + change.day * dayMs
  const checks = Object.entries(change.checks)
  await endRun(
    store,
    {
      ...{ id: `r${index}`, atMs, connectionId: id },
      checks: Object.fromEntries(
        checks.map(([check, status]) => [
          check,
          { results: status === 'error' ? [] : [['u', status] as const], status },
        ]),
      ),
    },
    // A connector may lose a check.
    change.isComplete ? checks.map(([check]) => check) : undefined,
  )
  before.outcomes = new Map([...(change.isComplete ? [] : before.outcomes), ...checks])
  for (const [check] of checks) before.beganAtMs.set(check, atMs)
  before.days.set(formatDay(atMs), count([before.outcomes]))
}

function count(all: readonly Outcomes[]): Counts {
  const counts = { ...none }
  for (const outcomes of all) for (const status of outcomes.values()) counts[status]++
  return counts
}

function formatDay(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10)
}

/** By the newest day of each connection that is at most 30 days old. */
function countDay(connections: readonly CountedConnection[], atMs: number) {
  const [day, oldest] = [formatDay(atMs), formatDay(atMs - 30 * dayMs)]
  const counted = connections.flatMap(({ days, state }) => {
    const newest =
      [...days.keys()]
        .filter((each) => each <= day)
        .toSorted()
        .at(-1) ?? ''
    return newest >= oldest && (state !== 'disconnected' || newest === day) ? [days.get(newest) ?? none] : []
  })
  const sum = (status: keyof Counts) => counted.reduce((total, each) => total + each[status], 0)
  return {
    ...{ day, connections: counted.length, pass: sum('pass'), fail: sum('fail'), manual: sum('manual') },
    ...{ not_applicable: sum('not_applicable'), error: sum('error') },
  }
}

function countNow(all: readonly CountedConnection[]) {
  const outcomes = all.filter(({ state }) => state !== 'disconnected').map((each) => each.outcomes)
  return { connections: outcomes.filter(({ size }) => size > 0).length, checks: count(outcomes) }
}

function countStates(all: readonly CountedConnection[]) {
  const states = { pending: 0, active: 0, needs_reauth: 0, error: 0, paused: 0, disconnected: 0 }
  for (const { state } of all) states[state]++
  const present = all.filter(({ state }) => state !== 'disconnected').length
  return { states, connectors: new Map(present > 0 ? [['github', present]] : []) }
}
