import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fixedClock } from '../../../src/author/testing/index.ts'
import type { TimeSpan } from '../../../src/checks/runs/run-store.ts'
import { makeKeyText } from '../../../src/service/store/keys/parse-keys.ts'
import { judgeConnections } from '../../../src/things/controls/reading/judge-connections.ts'
import { listMissing } from '../../../src/things/obligations/reading/list-missing.ts'
import type { Runtime } from '../../../src/things/runtime/runtime.ts'
import { countRuns } from '../../setup/count-runs.ts'
import { testStore } from '../../setup/store.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import {
  createActs,
  createVault,
  dayMs,
  decide,
  firstDay,
  openWorld,
  organizationId,
  ownChecks,
  readPackage,
  review,
} from './world.ts'

const rita = { userId: 'rita', name: 'Rita', email: 'rita@example.com' }

/** What somebody may do in a store, in any order. `at` chooses among what is there. */
const anyAct = fc.record({
  does: fc.constantFrom(
    ...['connect', 'connect', 'run', 'run', 'run', 'run one check', 'disconnect', 'connect again', 'rename'],
    ...['list people', 'forget people', 'cross-check', 'cross-check', 'owe', 'owe', 'state', 'accept', 'refuse'],
    ...['withdraw', 'waive', 'revoke', 'review', 'end an obligation', 'change an obligation', 'newer version'],
    ...['keep no lists', 'keep lists'],
  ),
  at: fc.nat(5),
  says: fc.constantFrom('pp', 'pp', 'fp', 'pm', 'ep', 'mf'),
  days: fc.constantFrom(0, 0, 1, 1, 3, 12, 35),
})

type AnyAct = typeof anyAct extends fc.Arbitrary<infer Each> ? Each : never

async function openStore() {
  const shared = { store: await testStore(`sqlite:${join(createTempFolder(), 'store.db')}`), keys: makeKeyText() }
  const clock = fixedClock(`${firstDay}T06:00:00Z`)
  let { runtime } = await openWorld({ ...shared, clock })
  const ids: string[] = []
  const pick = <Each>(all: readonly Each[], at: number) => all[at % all.length]
  const act = async ({ does, at, says }: AnyAct): Promise<void> => {
    const acts = createActs(runtime)
    const connectionId = pick(ids, at)
    const task = pick(await runtime.tasks.list({ organizationId }), at)
    if (does === 'connect') ids.push(await acts.connect(says))
    if (does === 'list people') await acts.setPeople(true)
    if (does === 'forget people') await acts.setPeople(false)
    if (does === 'cross-check') await acts.cross(at % 2 === 0 ? 'odd-people' : 'odd-accounts')
    if (does === 'keep no lists' || does === 'keep lists')
      await runtime.inventories.setKeeping({ organizationId, keepsInventories: does === 'keep lists' })
    if (does === 'owe') await owe(runtime, at)
    if (does === 'newer version') {
      const connectors = [createVault(['mfa', 'keys', 'logs'])]
      runtime = (await openWorld({ ...shared, connectors, crossChecks: ownChecks, clock })).runtime
    }
    if (does === 'revoke')
      for (const { id } of await runtime.waivers.list({ organizationId }))
        await runtime.waivers.revoke({ id, organizationId })
    if (does === 'withdraw')
      for (const { id } of await runtime.judgements.list({ organizationId }))
        await runtime.judgements.withdraw({ id, organizationId, by: 'rita' })
    if (task && does === 'state')
      await runtime.tasks.state({ organizationId, taskId: task.id, text: 'It was done.', author: rita })
    if (task && does === 'end an obligation') await runtime.tasks.end({ id: task.id, organizationId })
    if (task && does === 'change an obligation')
      await runtime.tasks.change({ id: task.id, organizationId }, { everyDays: at < 3 ? 7 : 90 })
    if (connectionId === undefined) return
    if (does === 'run') await acts.run(connectionId)
    if (does === 'run one check') await acts.run(connectionId, ['mfa'])
    if (does === 'disconnect') await runtime.connections.disconnect(connectionId)
    if (does === 'connect again') await acts.connectAgain(connectionId, says)
    if (does === 'rename') await runtime.connections.update(connectionId, { name: `Name ${at}` })
    if (does === 'accept') await decide(runtime, connectionId, 'accepted')
    if (does === 'refuse') await decide(runtime, connectionId, 'refused')
    if (does === 'waive') await decide(runtime, connectionId, 'waived')
    if (does === 'review') await review(runtime, [connectionId])
  }
  return {
    clock,
    act: (drawn: AnyAct) => act(drawn).catch(ignoreRefusal),
    current: () => runtime,
  }
}

/** What cannot be done at that moment, such as a run of what is disconnected. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof Error && 'code' in error)) throw error
}

async function owe(runtime: Runtime, at: number): Promise<void> {
  const kind = ['checks', 'statements', 'reviews'][at % 3]
  await runtime.tasks.add({
    organizationId,
    title: `Owed: ${kind}`,
    everyDays: 30,
    controls: ['soc2:CC6.1', 'soc2:CC6.2'],
    satisfiedBy: {
      checks: kind === 'checks' ? ['vault/mfa', '*/keys', 'cross-check/odd-accounts'] : [],
      statements: kind === 'statements',
      accessReviews: kind === 'reviews',
    },
  })
}

/** What a reader is told at a moment: states of controls and of obligations, what is missing, and what reviews came to. */
async function look(runtime: Runtime, within: TimeSpan | undefined) {
  const { frameworks } = await judgeConnections(runtime, organizationId, { frameworks: ['soc2'], within })
  const missing = await listMissing(runtime, organizationId, { frameworks: ['soc2'], within })
  const tasks = await runtime.tasks.list({ organizationId, within })
  const atMs = within?.toMs ?? runtime.workspace.clock.nowMs()
  const reviews = await runtime.accessReviews.listEvidence({ organizationId, atMs })
  return {
    reviews: reviews.map(({ connectionId, results }) => JSON.stringify([connectionId, results])).toSorted(),
    controls: (frameworks[0]?.controls ?? [])
      .filter(({ state }) => state !== 'uncovered')
      .map(({ id, state }) => `${id} ${state}`),
    missing: (missing[0]?.missing ?? [])
      .filter(({ checks }) => checks.length > 0)
      .map(({ id, checks }) => `${id} ${checks.map((check) => check.id).toSorted()}`),
    tasks: tasks.map(({ title, state }) => `${title} ${state}`).toSorted(),
    judged: (await runtime.tasks.judge({ organizationId, within }))
      .map(({ title, state }) => `${title} ${state}`)
      .toSorted(),
  }
}

/** The states of controls at the end of each day, as a package has them. */
async function readPackageDays(runtime: Runtime) {
  const to = new Date(runtime.workspace.clock.nowMs()).toISOString().slice(0, 10)
  const { json } = await readPackage(runtime, to)
  const controls: { id: string; history: { from: string; to: string; state: string }[] }[] = json.controls
  return (day: string) =>
    controls
      .map(({ id, history }) => `${id} ${history.find((span) => span.from <= day && day <= span.to)?.state}`)
      .filter((line) => !line.endsWith('uncovered'))
}

test('whoever looks back at a moment is told what they were told who were there', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyAct, { minLength: 4, maxLength: 13 }), async (acts) => {
      const { clock, act, current } = await openStore()
      const seen: { readonly atMs: number; readonly told: Awaited<ReturnType<typeof look>> }[] = []
      const see = async () => seen.push({ atMs: clock.nowMs(), told: await look(current(), undefined) })
      const connected: AnyAct = { does: 'connect', at: 0, says: 'pp', days: 0 }
      for (const drawn of [connected, ...acts]) {
        await act(drawn)
        clock.advance(1_000)
        await see()
        clock.advance(1_000)
        if (drawn.days > 0) {
          clock.advance(dayMs - 1 - (clock.nowMs() % dayMs))
          await see()
          clock.advance(1 + (drawn.days - 1) * dayMs + 6 * 3_600_000)
        }
      }
      const ofPackage = await readPackageDays(current())

      for (const { atMs, told } of seen) {
        const at = new Date(atMs).toISOString()
        expect({ at, ...(await look(current(), { fromMs: 0, toMs: atMs })) }).toEqual({ at, ...told })
        if ((atMs + 1) % dayMs === 0)
          expect({ at, controls: ofPackage(at.slice(0, 10)) }).toEqual({ at, controls: told.controls })
      }
    }),
    { numRuns: countRuns(6, 120) },
  )
})

test('a new name of a disconnected connection changes nothing about when it was connected', async () => {
  const { runtime, clock, connect } = await openWorld()
  const id = await connect('pp')
  clock.advance(dayMs)
  await runtime.connections.disconnect(id)
  clock.advance(dayMs)
  const atMs = clock.nowMs()
  const there = await look(runtime, undefined)
  clock.advance(dayMs)

  await runtime.connections.update(id, { name: 'Old vault' })

  expect(await look(runtime, { fromMs: 0, toMs: atMs })).toEqual(there)
})

test('the days between are those of a disconnected connection for everybody, once it is connected again', async () => {
  const { runtime, clock, connect, connectAgain, run } = await openWorld()
  const id = await connect('fp')
  const seen: { readonly atMs: number; readonly there: Awaited<ReturnType<typeof look>> }[] = []
  const see = async () => {
    clock.advance(dayMs)
    seen.push({ atMs: clock.nowMs(), there: await look(runtime, undefined) })
    clock.advance(dayMs)
  }
  await run(id)
  await see()
  await runtime.connections.disconnect(id)
  await see()
  await connectAgain(id, 'pp')
  await see()
  await runtime.connections.disconnect(id)
  await see()
  await connectAgain(id, 'pp')
  await run(id)
  await see()

  for (const { atMs, there } of seen) expect(await look(runtime, { fromMs: 0, toMs: atMs })).toEqual(there)
  const open = await Promise.all(
    seen.map(({ atMs }) => runtime.findings.list({ organizationId, within: { fromMs: 0, toMs: atMs } })),
  )
  expect(open.map((findings) => findings.length)).toEqual([1, 0, 1, 0, 0])
})
