import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ConnectionState } from '../../../../src/auth/connection-store.ts'
import type { ResultStatus } from '../../../../src/define/index.ts'
import type { Store } from '../../../../src/things/all-stores/store.ts'
import { isSoak } from '../../../setup/short-form.ts'
import { createFindingIdOf, endRun } from '../kept-runs.ts'
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
        fc.asyncProperty(fc.array(anyChange, { minLength: 1, maxLength: 25, size: 'max' }), async (changes) => {
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
            expect(await readAlike(store, time)).toEqual(countGroup(all, time))
          }
        }),
        { numRuns: isSoak ? 100 : 6 },
      )
    })

    test('lists have the findings of connections that are not disconnected, before, while and after these follow', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(anyChange, { minLength: 10, maxLength: isSoak ? 25 : 14, size: 'max' }),
          async (changes) => {
            const store = await open()
            const connections = new Map<string, CountedConnection>()
            for (const [index, change] of [...failingFirst, ...changes].entries()) {
              await applyChange(store, connections, change, index)
              if (change.is === 'state' || change.is === 'relisted') await expectLists(store, connections)
            }

            // Another process goes on with what is left.
            while ((await store.findings.relist(10)).rows > 0);
            await expectLists(store, connections)
            for (const connection of ['c1', 'c2'] as const) {
              await applyChange(store, connections, { is: 'state', connection, state: 'active' }, 0)
              await expectLists(store, connections)
            }
            while ((await store.findings.relist(10)).rows > 0);
            await expectLists(store, connections)
          },
        ),
        { numRuns: isSoak ? 30 : 2 },
      )
    })

    test('are those of all outcomes, where runs end and connections come and go at once', async () => {
      const store = await open()
      const ids = ['c1', 'c2', 'c3', 'c4']
      for (const id of ids)
        await store.connections.insert(createConnection(id, { state: 'active' }), createCredentials())
      const run = (connectionId: string, at: number) =>
        endRun(store, {
          id: `r-${connectionId}-${at}`,
          connectionId,
          atMs: firstMs + at * dayMs,
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
        store.findings.countGroup('acme', { fromMs: firstMs, toMs: firstMs + dayMs }),
      ])

      const time = { fromMs: firstMs + 9.5 * dayMs, toMs: firstMs + 40 * dayMs }
      const counted = await store.findings.countGroup('acme', time)
      expect(counted.reduce((sum, { connections }) => sum + connections, 0)).toBeGreaterThanOrEqual(6)
      for (const { connections, ...kind } of counted)
        expect(
          await store.findings.listGroup({ ...kind, organizationId: 'acme', time, limit: 99 }),
          JSON.stringify(kind),
        ).toHaveLength(connections)
    })
  })
}

type Time = Parameters<Store['findings']['countGroup']>[1]

/** By check, verdict and freshness. Those that can be listed are as many as are counted. */
async function readAlike(store: Store, time: Time): Promise<Readonly<Record<string, number>>> {
  const said: Record<string, number> = {}
  for (const { connections, ...kind } of await store.findings.countGroup('acme', time)) {
    const listed = await store.findings.listGroup({ ...kind, organizationId: 'acme', time, limit: 99 })
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

function countGroup(all: readonly CountedConnection[], { fromMs, toMs }: Time): Readonly<Record<string, number>> {
  const said: Record<string, number> = {}
  for (const { state, outcomes, beganAtMs } of all)
    for (const [check, status] of state === 'disconnected' ? [] : outcomes) {
      const atMs = beganAtMs.get(check) ?? 0
      const key = [check, verdicts[status], atMs >= fromMs && atMs <= toMs].join(' ')
      said[key] = (said[key] ?? 0) + 1
    }
  return said
}

type FindingChoice = Parameters<Store['findings']['count']>[0]

/** Every list has just the findings of connections that are not disconnected, on pages as a whole, and as they are counted. */
async function expectLists(store: Store, connections: ReadonlyMap<string, CountedConnection>): Promise<void> {
  const all = [...connections].flatMap(([connectionId, { state, findings }]) =>
    [...findings.values()].map((finding) => ({ ...finding, connectionId, isShown: state !== 'disconnected' })),
  )
  for (const isResolved of [false, true]) {
    const shown = all.filter((finding) => finding.isShown && finding.isFailing !== isResolved)
    const choices: readonly (readonly [Partial<FindingChoice>, typeof shown])[] = [
      [{}, shown],
      [{ control: 'soc2:CC6.1' }, shown],
      [{ waived: false }, shown],
      [{ waived: true }, []],
      [{ text: 'fail' }, shown],
      [{ checkId: 'keys' }, shown.filter(({ checkId }) => checkId === 'keys')],
      [{ connectionId: 'c1' }, shown.filter(({ connectionId }) => connectionId === 'c1')],
    ]
    for (const [narrowing, wanted] of choices) {
      const choice = { organizationId: 'acme', state: isResolved ? 'resolved' : undefined, ...narrowing } as const
      const ids = wanted.map(({ id }) => id).toSorted()
      const text = JSON.stringify(choice)
      expect(await store.findings.count(choice), text).toBe(ids.length)
      for (const order of ['changed', 'due', 'severity'] as const) {
        const whole = await store.findings.list({ ...choice, order })
        const counted = await store.findings.listCounted({ ...choice, order, limit: 3 })
        expect(counted.findings, `${order} ${text}`).toEqual(whole.slice(0, 3))
        expect(counted.counts, `${order} ${text}`).toEqual({
          open: 0,
          accepted: 0,
          resolved: 0,
          [isResolved ? 'resolved' : narrowing.waived === true ? 'accepted' : 'open']: ids.length,
        })
        expect(whole.map(({ id }) => id).toSorted(), `${order} ${text}`).toEqual(ids)
        if (order === 'due') expect(await listPages(store, { ...choice, order })).toEqual(whole.map(({ id }) => id))
      }
    }
    if (isResolved) continue
    const resources = [...connections.keys()].map((connectionId) => ({ connectionId, id: 'v' }))
    const about = await store.findings.listAbout({ organizationId: 'acme', resources, limit: 99 })
    expect(about.map(({ id }) => id).toSorted()).toEqual(
      shown.flatMap(({ id, resource }) => (resource === 'v' ? id : [])).toSorted(),
    )
  }
}

async function listPages(store: Store, of: Parameters<Store['findings']['list']>[0]): Promise<readonly string[]> {
  const ids: string[] = []
  for (let before: Parameters<Store['findings']['list']>[0]['before']; ; ) {
    const page = await store.findings.list({ ...of, before, limit: 4 })
    ids.push(...page.map(({ id }) => id))
    const last = page.at(-1)
    if (last === undefined) return ids
    before = last
  }
}

interface CountedFinding {
  readonly id: string
  readonly checkId: string
  readonly resource: string
  readonly isFailing: boolean
}

interface CountedConnection {
  state: ConnectionState
  readonly days: Map<string, Counts>
  outcomes: Outcomes
  /** Of the run of each check. */
  readonly beganAtMs: Map<string, number>
  readonly findings: Map<string, CountedFinding>
}

const anyConnection = fc.constantFrom('c1', 'c2')
const anyStatus = fc.constantFrom<ResultStatus | 'error'>('pass', 'fail', 'fail', 'manual', 'not_applicable', 'error')
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
    weight: 3,
    arbitrary: fc.record({
      is: fc.constant('state' as const),
      connection: anyConnection,
      state: fc.constantFrom<ConnectionState>('active', 'paused', 'disconnected', 'disconnected'),
    }),
  },
  // Each is one piece of a sweep, which ends in the middle: its process may have been killed.
  { weight: 2, arbitrary: fc.record({ is: fc.constant('relisted' as const), rows: fc.constantFrom(4, 12, 100) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      is: fc.constant('retained' as const),
      day: fc.integer({ min: 0, max: 80 }),
      rows: fc.integer({ min: 1, max: 12 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('discarded' as const) }) },
)
type Change = typeof anyChange extends fc.Arbitrary<infer Each> ? Each : never

/** So that whatever happens to a connection happens to findings. */
const failingFirst = (['c1', 'c2'] as const).map((connection): Change => {
  const checks = { mfa: 'fail', keys: 'fail' } as const
  return { is: 'run', connection, day: 0, checks, isComplete: false }
})

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
  if (change.is === 'relisted') {
    await store.findings.relist(change.rows)
    return
  }
  if (change.is === 'retained') {
    await deletePiece(store, change)
    return
  }
  const id = change.connection
  const before: CountedConnection = connections.get(id) ?? {
    state: 'active',
    days: new Map(),
    outcomes: new Map(),
    beganAtMs: new Map(),
    findings: new Map(),
  }
  if (!connections.has(id))
    await store.connections.insert(createConnection(id, { state: 'active' }), createCredentials())
  connections.set(id, before)
  if (change.is === 'state') {
    const record = { changes: { state: change.state }, nowMs: firstMs }
    if (index % 2 === 0 && change.state === 'disconnected') await store.connections.wipeCredentials(id, record)
    else await store.connections.update(id, record.changes, record.nowMs)
    before.state = change.state
    return
  }
  const atMs = firstMs + change.day * dayMs
  const checks = Object.entries(change.checks)
  await endRun(
    store,
    {
      id: `r${index}`,
      atMs,
      connectionId: id,
      checks: Object.fromEntries(
        checks.map(([check, status]) => [
          check,
          { results: status === 'error' ? [] : seen(status).map((resource) => [resource, status] as const), status },
        ]),
      ),
    },
    // A connector may lose a check.
    change.isComplete ? checks.map(([check]) => check) : undefined,
  )
  before.outcomes = new Map([...(change.isComplete ? [] : before.outcomes), ...checks])
  for (const [check, status] of checks) noteFindings(before.findings, { connectionId: id, check, status })
  if (change.isComplete)
    for (const finding of before.findings.values())
      if (!(finding.checkId in change.checks)) before.findings.set(finding.id, { ...finding, isFailing: false })
  for (const [check] of checks) before.beganAtMs.set(check, atMs)
  before.days.set(formatDay(atMs), count([before.outcomes]))
}

/** What fails, fails for several resources; the others are not reported when it no longer does. */
function seen(status: ResultStatus): readonly string[] {
  return status === 'fail' ? ['u', 'v', 'w'] : ['u']
}

function noteFindings(
  findings: CountedConnection['findings'],
  {
    connectionId,
    check: checkId,
    status,
  }: { readonly connectionId: string; readonly check: string; readonly status: ResultStatus | 'error' },
): void {
  if (status === 'error') return
  for (const resource of ['u', 'v', 'w']) {
    const id = createFindingIdOf(checkId, resource, connectionId)
    // What needs review is undecided.
    const stays = status === 'manual' && resource === 'u'
    if (status === 'fail' || (findings.has(id) && !stays))
      findings.set(id, { id, checkId, resource, isFailing: status === 'fail' })
  }
}

/** One piece of retention, which may end within a run. */
async function deletePiece(
  { retention }: Store,
  { day, rows }: { readonly day: number; readonly rows: number },
): Promise<void> {
  const range = { after: undefined, throughMs: firstMs + day * dayMs, limit: 5 }
  const old = await retention.judgeRuns({ organizationId: 'acme' }, range)
  const ids = old.filter(({ mayGo }) => mayGo).map(({ id }) => id)
  if (ids.length > 0) await retention.deleteRuns(ids, rows, async () => undefined)
  await retention.deleteLeftovers(rows)
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
    day,
    connections: counted.length,
    pass: sum('pass'),
    fail: sum('fail'),
    manual: sum('manual'),
    not_applicable: sum('not_applicable'),
    error: sum('error'),
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
