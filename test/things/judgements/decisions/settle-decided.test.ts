import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { fixedClock } from '../../../../src/author/testing/index.ts'
import { type ControlsReport, evaluateControls } from '../../../../src/checks/controls/evaluate-controls.ts'
import { loadFramework } from '../../../../src/checks/controls/frameworks/shipped-frameworks.ts'
import { judgeDecided } from '../../../../src/checks/controls/outcome-groups.ts'
import { chooseEffectiveStatus } from '../../../../src/checks/judgements/effective-status.ts'
import { toControlTask } from '../../../../src/checks/obligations/control-task.ts'
import { deriveTaskState } from '../../../../src/checks/obligations/task-state.ts'
import { createPostgresPool } from '../../../../src/service/store/sql/postgres/postgres-pool.ts'
import { parsePostgresUrl } from '../../../../src/service/store/sql/postgres/postgres-url.ts'
import { openSqliteDatabase } from '../../../../src/service/store/sql/sqlite/sqlite-database.ts'
import { formatDay } from '../../../../src/text/calendar-day.ts'
import { openStore } from '../../../../src/things/all-stores/open-store.ts'
import { createPostgresKysely } from '../../../../src/things/all-stores/postgres-store.ts'
import { createSqliteKysely } from '../../../../src/things/all-stores/sqlite-store.ts'
import type { Store } from '../../../../src/things/all-stores/store.ts'
import { judgeConnections } from '../../../../src/things/controls/reading/judge-connections.ts'
import { listNewestRuns } from '../../../../src/things/findings/newest-runs.ts'
import { countRuns } from '../../../setup/count-runs.ts'
import { describePostgres } from '../../../setup/postgres.ts'
import { recountTallies } from '../../../setup/recount-tallies.ts'
import { SharedDatabase } from '../../../setup/shared-database.ts'
import { isSoak } from '../../../setup/short-form.ts'
import { createTempFolder } from '../../../setup/temp-folder.ts'
import {
  countSaid,
  createTellingConnector,
  decide,
  judgeEach,
  organizationId,
  readEach,
  tells,
  waive,
} from '../../runtime/telling-connector.ts'
import { openRuntimeWith } from '../../runtime/world.ts'

const dayMs = 86_400_000
const beganMs = Date.parse('2026-03-01T12:00:00Z')
const connections = ['pf f', 'm n', 'mm f', 'm mm', 'p p', 'pe p', 'fe m', 'fm f', 'f m', 'p m'] as const

const anyIndex = fc.nat({ max: connections.length - 1 })
/** Days until something ends. */
const anyDays = fc.constantFrom(2, 5, 200)
const anyChange = fc.oneof(
  fc.record({ is: fc.constant('run' as const), of: anyIndex, tells: fc.constantFrom(...tells, ...connections) }),
  fc.record({
    is: fc.constant('decide' as const),
    of: anyIndex,
    decision: fc.constantFrom('waived', 'revoked', 'accepted', 'refused'),
    days: anyDays,
  }),
  fc.record({
    is: fc.constant('waive' as const),
    check: fc.constantFrom('mfa', 'k*'),
    resource: fc.constantFrom('a0', 'a1'),
    days: anyDays,
  }),
  fc.record({ is: fc.constant('revoke' as const), of: fc.nat({ max: 9 }) }),
  fc.record({ is: fc.constant('withdraw' as const), of: fc.nat({ max: 9 }) }),
  fc.record({ is: fc.constant('disconnect' as const), of: anyIndex }),
  fc.record({ is: fc.constant('pass' as const), days: fc.constantFrom(1, 3, 26, 35) }),
  fc.record({ is: fc.constant('retain' as const) }),
  // Whoever asks keeps what was found out, for those who ask later.
  fc.record({ is: fc.constant('ask' as const) }),
  fc.record({ is: fc.constant('ask' as const) }),
  fc.record({ is: fc.constant('count' as const) }),
)
type Change = typeof anyChange extends fc.Arbitrary<infer Each> ? Each : never

/** What changes by itself, or in few ways. */
const stories: readonly Change[][] = [
  [{ is: 'decide', of: 1, decision: 'accepted', days: 2 }, { is: 'ask' }, { is: 'pass', days: 3 }],
  [{ is: 'decide', of: 2, decision: 'refused', days: 2 }, { is: 'ask' }, { is: 'pass', days: 3 }],
  [{ is: 'waive', check: 'mfa', resource: 'a1', days: 2 }, { is: 'ask' }, { is: 'pass', days: 3 }],
  [{ is: 'decide', of: 1, decision: 'accepted', days: 200 }, { is: 'ask' }, { is: 'run', of: 1, tells: 'm n' }],
  [{ is: 'waive', check: 'mfa', resource: 'a1', days: 200 }, { is: 'ask' }, { is: 'run', of: 0, tells: 'pf f' }],
  // Some are older than 30 days, and others of the same week are not.
  [
    ...[{ is: 'decide', of: 1, decision: 'accepted', days: 200 } as const, { is: 'pass', days: 1 } as const],
    ...[{ is: 'run', of: 2, tells: 'mm f' } as const, { is: 'decide', of: 2, decision: 'refused', days: 200 } as const],
    ...[{ is: 'run', of: 3, tells: 'm mm' } as const, { is: 'ask' } as const],
    ...[{ is: 'pass', days: 26 } as const, { is: 'pass', days: 3 } as const],
    ...[{ is: 'pass', days: 1 } as const, { is: 'retain' } as const],
  ],
  [{ is: 'decide', of: 1, decision: 'accepted', days: 200 }, { is: 'ask' }, { is: 'disconnect', of: 1 }],
  // What a check saw failing before it ended in an error.
  [{ is: 'waive', check: 'mfa', resource: 'a0', days: 200 }, { is: 'ask' }, { is: 'run', of: 6, tells: 'fe m' }],
  // No finding names this waiver.
  [{ is: 'decide', of: 6, decision: 'waived', days: 200 }, { is: 'ask' }, { is: 'pass', days: 1 }],
]

onStore('SQLite', async () => `sqlite:${createTempFolder()}/store.db`)
const shared = new SharedDatabase()
describePostgres('PostgreSQL', () => onStore('PostgreSQL', () => shared.empty()))

function onStore(name: string, makeUrl: () => Promise<string>): void {
  // A statement to PostgreSQL takes four times as long.
  const isWhole = isSoak || name === 'SQLite'
  const told = stories.filter((_, nth) => isWhole || nth % 3 === 0)

  test(`controls, obligations and the trend on ${name} say what every run and every decision says, whatever has changed since somebody asked`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyChange, { minLength: 4, maxLength: 14 }), async (changes) => {
        const organization = await openOrganization(await makeUrl())

        const [ask, count] = [{ is: 'ask' } as const, { is: 'count' } as const]
        for (const change of [ask, ...changes, count, ask, count])
          if (change.is === 'ask') await compare(organization)
          else if (change.is === 'count') await compareNumbers(organization)
          else await apply(organization, change)
        await recount(organization)

        await organization.close()
      }),
      { numRuns: countRuns(isWhole ? 12 : 2), examples: told.map((story) => [story]) },
    )
  })

  test(`what decisions make of outcomes is found out once on ${name}, and again only where they have changed`, async () => {
    const { runtime, store, ids, time, close } = await openOrganization(await makeUrl())
    onTestFinished(close)
    await waive(runtime, { check: 'mfa', resource: 'a1' }, '2026-03-10')
    await decide(runtime, ids[1] ?? '', 'accepted', '2026-03-05')
    const list = async () => {
      const found = await store.findings.listUnsettled({ organizationId, limit: 99 })
      return found
        .map(({ connectionId, checkId }) => `${connections[ids.indexOf(connectionId)]}: ${checkId}`)
        .toSorted()
    }
    const ask = () => judgeConnections(runtime, organizationId, { frameworks: ['soc2'] })
    await ask()
    expect(await list()).toEqual([])

    await decide(runtime, ids[8] ?? '', 'refused')
    expect(await list()).toEqual(['f m: keys'])
    await ask()
    await (await runtime.runs.start({ connectionId: ids[0] ?? '', organizationId })).recorded
    expect(await list()).toEqual(['pf f: mfa'])
    await ask()
    // The judgement ends, and then the waiver.
    time.nowMs = Date.parse('2026-03-06T12:00:00Z')
    await store.findings.endDecided({ organizationId, nowMs: time.nowMs })
    expect(await list()).toEqual(['m n: mfa'])
    await ask()
    time.nowMs = Date.parse('2026-03-11T12:00:00Z')
    await store.findings.settleWaivers({ organizationId, nowMs: time.nowMs, connectors: runtime.connectors })
    expect(await list()).toEqual(['fe m: mfa', 'pf f: mfa'])
    await ask()
    expect(await list()).toEqual([])
  })

  test(`what was found out on ${name} is not kept if something was decided meanwhile`, async () => {
    const { runtime, store, ids, close } = await openOrganization(await makeUrl())
    onTestFinished(close)
    await decide(runtime, ids[1] ?? '', 'accepted')
    const [outcome] = await store.findings.listUnsettled({ organizationId, limit: 1 })
    if (outcome === undefined) throw new Error('There is nothing to find out.')
    const settled = { ...outcome, decided: 'satisfied', accepted: 1, refused: 0, untilMs: null } as const

    const [judgement] = await runtime.judgements.list({ organizationId })
    await runtime.judgements.withdraw({ id: judgement?.id ?? '', organizationId, by: 'ada' })
    await store.findings.saveSettled({ organizationId, outcomes: [settled] })
    const [again] = await store.findings.listUnsettled({ organizationId, limit: 1 })
    await store.findings.saveSettled({ organizationId, outcomes: [{ ...settled, decisions: again?.decisions ?? 0 }] })

    expect(again).toEqual({ ...outcome, decisions: outcome.decisions + 1 })
    expect(await store.findings.listUnsettled({ organizationId, limit: 1 })).toEqual([])
  })
}

type Organization = Awaited<ReturnType<typeof openOrganization>>

async function openOrganization(url: string) {
  const time = { nowMs: beganMs }
  const connectors = [createTellingConnector('telling'), createTellingConnector('other')]
  const clock = { ...fixedClock(beganMs), nowMs: () => time.nowMs }
  const { runtime } = await openRuntimeWith({ connectors, clock, store: url })
  const store = await openStore(url)
  await runtime.users.put({ organizationId, id: 'ada', name: 'Ada', email: 'ada@example.com' })
  const ids: string[] = []
  for (const [index, told] of connections.entries()) {
    const credentials = { api_key: 'k'.repeat(20), tells: told }
    const connector = index % 5 === 4 ? 'other' : 'telling'
    const { id } = await runtime.connections.create({ connector, organizationId, credentials })
    ids.push(id)
    await (await runtime.runs.start({ connectionId: id, organizationId })).recorded
  }
  for (const [index, checks] of [['telling/mfa'], ['*/keys']].entries())
    await runtime.tasks.add({
      organizationId,
      title: `It is done ${index}`,
      userId: 'ada',
      everyDays: 31,
      firstDueDay: '2026-03-02',
      controls: ['soc2:CC6.2'],
      satisfiedBy: { checks },
    })
  const close = async () => {
    await store.close()
    await runtime.close()
  }
  return { runtime, store, url, ids, time, close }
}

async function apply({ runtime, store, ids, time }: Organization, change: Exclude<Change, { is: 'ask' | 'count' }>) {
  const after = (days: number) => new Date(time.nowMs + days * dayMs).toISOString().slice(0, 10)
  if (change.is === 'run') {
    const connectionId = ids[change.of] ?? ''
    if ((await runtime.connections.get(connectionId))?.state === 'disconnected') return
    const credentials = { api_key: 'k'.repeat(20), tells: change.tells }
    await runtime.connections.update(connectionId, { credentials })
    time.nowMs += 1_000
    await (await runtime.runs.start({ connectionId, organizationId })).recorded
  }
  if (change.is === 'decide') await decide(runtime, ids[change.of] ?? '', change.decision, after(change.days))
  if (change.is === 'waive')
    await waive(runtime, { check: change.check, resource: change.resource }, after(change.days))
  if (change.is === 'revoke') {
    const waivers = await runtime.waivers.list({ organizationId })
    const chosen = waivers[change.of % Math.max(1, waivers.length)]
    if (chosen) await runtime.waivers.revoke({ id: chosen.id, organizationId })
  }
  if (change.is === 'withdraw') {
    const all = await runtime.judgements.list({ organizationId })
    const chosen = all[change.of % Math.max(1, all.length)]
    if (chosen) await runtime.judgements.withdraw({ id: chosen.id, organizationId, by: 'ada' })
  }
  if (change.is === 'disconnect') await runtime.connections.disconnect(ids[change.of] ?? '')
  if (change.is === 'retain') {
    const runs = await store.retention.judgeRuns(
      { organizationId },
      { after: undefined, throughMs: time.nowMs, limit: 999 },
    )
    const ids = runs.filter(({ mayGo }) => mayGo).map(({ id }) => id)
    if (ids.length > 0) await store.retention.deleteRuns(ids, 10_000, async () => undefined)
  }
  if (change.is === 'pass') time.nowMs += change.days * dayMs
}

async function compare({ runtime, store, time }: Organization): Promise<void> {
  const framework = await loadFramework('soc2')
  if (framework === undefined) throw new Error('There is no such framework.')

  const controls = await judgeConnections(runtime, organizationId, { frameworks: ['soc2'] })
  const tasks = await runtime.tasks.list({ organizationId })

  const each = await readEach(runtime, time.nowMs)
  for (const task of tasks) {
    const evidence = judgeEach(task, each, time.nowMs)
    expect(task).toMatchObject(deriveTaskState(task, evidence, time.nowMs))
    expect(countSaid(task.evidence)).toEqual(countSaid(evidence))
  }
  const runs = async function* () {
    for (const { id } of each.connections) yield* listNewestRuns(runtime, { organizationId, connectionId: id })
  }
  const expected = each.connections.flatMap(({ id, connector: of }) => {
    const connector = runtime.connectors.find((one) => one.id === of)
    return connector ? [{ connector, connectionId: id }] : []
  })
  const decisions = await runtime.waivers.inForce({ organizationId })
  const how = { now: new Date(time.nowMs), expected, decisions, tasks: tasks.map(toControlTask) }
  expect(countStates(controls)).toEqual(countStates(await evaluateControls([framework], runs(), how)))
  // Also of those that nobody would look at if there were more of them.
  const toKey = (connectionId: string | undefined, checkId: string) => `${connectionId} ${checkId}`
  expect(await readDecided(store, toKey)).toEqual(
    Object.fromEntries(
      each.evidence.map((found) => [toKey(found.connectionId, found.check.id), judgeDecided(found)] as const),
    ),
  )
}

/** What the trend counts today, and the overview. */
async function compareNumbers({ runtime, time }: Organization): Promise<void> {
  const [today] = await runtime.runs.trend({ organizationId, days: 1 })
  const total = await runtime.judgements.total({ organizationId })

  const { evidence } = await readEach(runtime, time.nowMs)
  const counts = { pass: 0, fail: 0, manual: 0, not_applicable: 0, error: 0, running: 0, cancelled: 0 }
  const expected = { accepted: 0, refused: 0, checks: 0 }
  for (const { check, results, judged, atMs } of evidence) {
    const { accepted, refused } = judged ?? { accepted: 0, refused: 0 }
    const open = results.manual - accepted - refused
    // Whole days count.
    if (formatDay(atMs) >= formatDay(time.nowMs - 30 * dayMs))
      counts[chooseEffectiveStatus(check.status, { accepted, refused, open })]++
    expected.accepted += accepted
    expected.refused += refused
    if (check.status === 'manual' && judged !== undefined && open === 0) expected.checks++
  }
  // What ran today counts today, also if it was disconnected since.
  for (const { id, state } of await runtime.connections.list({ organizationId })) {
    if (state !== 'disconnected') continue
    for (const { atMs, effectiveStatus } of await runtime.findings.newestOutcomes({ organizationId, connectionId: id }))
      if (formatDay(atMs) === formatDay(time.nowMs)) counts[effectiveStatus]++
  }
  const { running: _running, cancelled: _cancelled, ...said } = counts
  expect(today).toMatchObject(said)
  expect(total).toEqual(expected)
}

/** What is kept beside every outcome is what follows from the outcomes. */
async function recount({ store, url, time }: Organization): Promise<void> {
  const times = [0, time.nowMs - 30 * dayMs, time.nowMs - dayMs, time.nowMs + dayMs]
  const read = () => Promise.all(times.map((fromMs) => store.findings.tallyJudged({ organizationId, fromMs })))
  const sort = (all: Awaited<ReturnType<typeof read>>) =>
    all.map((some) => some.map((each) => JSON.stringify(each)).toSorted())
  const kept = await read()
  const { db, close } = await openDatabase(url)
  await db.transaction().execute((tx) => recountTallies(tx))
  await close()
  expect(sort(kept)).toEqual(sort(await read()))
}

async function openDatabase(url: string) {
  if (url.startsWith('sqlite:')) {
    const database = await openSqliteDatabase(url.slice('sqlite:'.length))
    return { db: createSqliteKysely(database), close: async () => database.handle.close() }
  }
  const pool = await createPostgresPool(parsePostgresUrl(url))
  return { db: createPostgresKysely(pool), close: () => pool.close() }
}

async function readDecided(store: Store, toKey: (connectionId: string, checkId: string) => string) {
  const time = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER }
  const decided: Record<string, string | null> = {}
  for (const { connections, ...kind } of await store.findings.countGroup(organizationId, time)) {
    const listed = await store.findings.listGroup({ ...kind, organizationId, time, limit: 99 })
    expect(listed).toHaveLength(connections)
    for (const { connectionId, checkId } of listed) decided[toKey(connectionId, checkId)] = kind.decided
  }
  return decided
}

/** The state of each control, and how many connections say what. */
function countStates({ frameworks }: ControlsReport) {
  return frameworks.flatMap(({ controls }) =>
    controls
      .filter(({ checks }) => checks.length > 0)
      .map(({ id, state, checks }) => {
        const said: Record<string, number> = {}
        for (const { connector, id: check, state: says, lacksEvidence, connections = 1 } of checks) {
          const key = [connector, check, says, lacksEvidence].join()
          said[key] = (said[key] ?? 0) + connections
        }
        return { id, state, said }
      }),
  )
}
