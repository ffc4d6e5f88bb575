import { join } from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import type { ControlState, FrameworkOutcome } from '../../../src/checks/controls/evaluate-controls.ts'
import { openPackage } from '../../../src/evidence/package/open-package.ts'
import { readControls } from '../../../src/evidence/package/read-controls.ts'
import { gatherPublicControls } from '../../../src/evidence/status/public-status.ts'
import { makeKeyText } from '../../../src/service/store/keys/parse-keys.ts'
import { judgeConnections } from '../../../src/things/controls/reading/judge-connections.ts'
import { listMissing } from '../../../src/things/obligations/reading/list-missing.ts'
import type { Runtime } from '../../../src/things/runtime/runtime.ts'
import { countRuns } from '../../setup/count-runs.ts'
import { testStore } from '../../setup/store.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { openRuntimeWith } from '../runtime/world.ts'
import { createVault, dayMs, decide, openWorld, organizationId, ownChecks, readPackage, review } from './world.ts'

type States = Readonly<Record<string, string>>

function readStates(controls: readonly { readonly id: string; readonly state: ControlState }[]): States {
  return Object.fromEntries(controls.map(({ id, state }) => [id, state]))
}

function readOutcome(frameworks: readonly FrameworkOutcome[]): States {
  return readStates(frameworks[0]?.controls ?? [])
}

/** The state of each control, as every reader is told it at the same moment. */
async function readEverywhere(runtime: Runtime): Promise<ReadonlyMap<string, States>> {
  const nowMs = runtime.workspace.clock.nowMs()
  const within = { fromMs: 0, toMs: nowMs }
  const frameworks = ['soc2']
  const { json, read } = await readPackage(runtime, new Date(nowMs).toISOString().slice(0, 10))
  const rows = read('controls.csv').trim().split(/\r?\n/).slice(1)
  const controls: { id: string; state: ControlState; history: { state: ControlState }[] }[] = json.controls
  return new Map([
    ['administrator', readOutcome((await judgeConnections(runtime, organizationId, { frameworks })).frameworks)],
    ['auditor', readOutcome((await judgeConnections(runtime, organizationId, { frameworks, within })).frameworks)],
    ['package', readStates(controls)],
    [
      'last day of the package',
      readStates(controls.map(({ id, history }) => ({ id, state: history.at(-1)?.state ?? 'uncovered' }))),
    ],
    [
      'table of the package',
      Object.fromEntries(
        controls.map(({ id }) => {
          const row = rows.find((one) => one.split(',').includes(id)) ?? ''
          return [id, /not_satisfied|satisfied|undetermined|uncovered/.exec(row)?.[0] ?? row]
        }),
      ),
    ],
  ])
}

async function readStatusPage(path: string): Promise<States> {
  const source = await openPackage(path)
  const { controls } = await gatherPublicControls(readControls(source), () => true)
  await source.close()
  return readStates(controls)
}

/** What is missing, as both readers are told it. */
async function readMissing(runtime: Runtime) {
  const within = { fromMs: 0, toMs: runtime.workspace.clock.nowMs() }
  const read = async (of: object) =>
    (await listMissing(runtime, organizationId, { frameworks: ['soc2'], ...of }))[0]?.missing.map(
      ({ id, lacks, checks }) => ({ id, lacks, checks: checks.map((check) => check.id).toSorted() }),
    )
  return [await read({}), await read({ within })]
}

const anyConnection = fc.record({
  says: fc.constantFrom('pp', 'pp', 'pp', 'fp', 'pm', 'ep', 'mf'),
  state: fc.constantFrom('ran', 'ran', 'ran', 'never ran', 'long ago', 'disconnected', 'one check alone'),
  decision: fc.constantFrom('none', 'none', 'waived', 'accepted', 'refused'),
})

const anyStore = fc.record({
  connections: fc.array(anyConnection, { minLength: 1, maxLength: 4 }),
  people: fc.constantFrom('never', 'listed', 'removed'),
  crossed: fc.subarray(['odd-people', 'odd-accounts']),
  owed: fc.subarray(['checks', 'statements', 'reviews']),
  isReviewed: fc.boolean(),
  isNewer: fc.boolean(),
  keepsLists: fc.constantFrom(true, true, false),
})

type AnyStore = typeof anyStore extends fc.Arbitrary<infer Each> ? Each : never

/** Lives what was drawn, in an order in which it can happen. */
async function live(drawn: AnyStore): Promise<Runtime> {
  const shared = { store: await testStore(`sqlite:${join(createTempFolder(), 'store.db')}`), keys: makeKeyText() }
  const { runtime, clock, connect, run, cross, setPeople } = await openWorld(shared)
  const ids: string[] = []
  for (const { says } of drawn.connections) ids.push(await connect(says))
  const runAll = async (...states: readonly string[]) => {
    for (const [index, { state }] of drawn.connections.entries())
      if (states.includes(state)) await run(ids[index] ?? '', state === 'one check alone' ? ['mfa'] : undefined)
  }
  await runAll('long ago')
  clock.advance(40 * dayMs)
  await runAll('ran', 'disconnected', 'one check alone')
  if (drawn.people !== 'never') await setPeople(true)
  for (const id of drawn.crossed) await cross(id)
  clock.advance(dayMs)
  for (const kind of drawn.owed)
    await runtime.tasks.add({
      organizationId,
      title: `Owed: ${kind}`,
      everyDays: 30,
      controls: ['soc2:CC6.1', 'soc2:CC6.2'],
      satisfiedBy: {
        checks: kind === 'checks' ? ['vault/mfa', 'cross-check/odd-accounts'] : [],
        statements: kind === 'statements',
        accessReviews: kind === 'reviews',
      },
    })
  for (const [index, { decision }] of drawn.connections.entries()) await decide(runtime, ids[index] ?? '', decision)
  const listed = drawn.connections.flatMap(({ state }, index) => (state === 'ran' ? (ids[index] ?? '') : []))
  if (drawn.isReviewed && listed.length > 0) await review(runtime, listed)
  for (const [index, { state }] of drawn.connections.entries())
    if (state === 'disconnected') await runtime.connections.disconnect(ids[index] ?? '')
  if (drawn.people === 'removed') await setPeople(false)
  if (!drawn.keepsLists) await runtime.inventories.setKeeping({ organizationId, keepsInventories: false })
  clock.advance(dayMs)
  if (!drawn.isNewer) return runtime
  const connectors = [createVault(['mfa', 'keys', 'logs'])]
  return (await openRuntimeWith({ ...shared, connectors, crossChecks: ownChecks, clock })).runtime
}

test('every reader of a store at one moment is told the same state of every control', async () => {
  await fc.assert(
    fc.asyncProperty(anyStore, async (drawn) => {
      const runtime = await live(drawn)

      const told = await readEverywhere(runtime)
      const [now, then] = await readMissing(runtime)
      const { target } = await readPackage(
        runtime,
        new Date(runtime.workspace.clock.nowMs()).toISOString().slice(0, 10),
      )
      const published = await readStatusPage(target)

      const [first] = told.values()
      for (const [reader, states] of told) expect({ reader, states }).toEqual({ reader, states: first })
      expect(then).toEqual(now)
      // No run here keeps evidence, so nothing is published as satisfied. Nothing else may differ.
      const unproven = Object.entries(first ?? {}).map(([id, state]) => [
        id,
        state === 'satisfied' ? 'undetermined' : state,
      ])
      expect(published).toEqual(Object.fromEntries(unproven))
    }),
    { numRuns: countRuns(6, 120) },
  )
})

/** How a check of a control stood, day by day, as a package has it. */
async function readDays(runtime: Runtime, to: string, check: string) {
  const { json } = await readPackage(runtime, to)
  const control = json.controls.find(({ id }: { id: string }) => id === 'CC6.1')
  const found = control.checks.find(({ id }: { id: string }) => id === check)
  return (found?.history ?? []).map(({ from, because }: Record<string, string>) => `${from} ${because}`)
}

test('a cross-check that never ran is expected from the day on which it could run', async () => {
  const { runtime, clock, connect, run, setPeople } = await openWorld()
  const id = await connect('pp')
  clock.advance(dayMs)
  await run(id)
  clock.advance(dayMs)
  await setPeople(true)
  clock.advance(2 * dayMs)
  await setPeople(false)
  clock.advance(dayMs)

  const ofPeople = await readDays(runtime, '2026-01-06', 'odd-people')
  const ofAccounts = await readDays(runtime, '2026-01-06', 'odd-accounts')

  expect(ofAccounts).toEqual(['2026-01-02 was not run'])
  expect(ofPeople).toEqual(['2026-01-03 was not run'])
  const past = { fromMs: 0, toMs: Date.parse('2026-01-02T23:59:59Z') }
  const { frameworks } = await judgeConnections(runtime, organizationId, { frameworks: ['soc2'], within: past })
  const checks = frameworks[0]?.controls.find((control) => control.id === 'CC6.1')?.checks ?? []
  expect(checks.map((check) => check.id)).toEqual(['mfa', 'keys', 'odd-accounts'])
})

test('a cross-check that ran stays expected, whatever it lacks since', async () => {
  const { runtime, clock, connect, run, cross, setPeople } = await openWorld()
  await run(await connect('pp'))
  await setPeople(true)
  await cross('odd-people')
  await setPeople(false)
  clock.advance(60 * dayMs)

  const { frameworks } = await judgeConnections(runtime, organizationId, { frameworks: ['soc2'] })

  const checks = frameworks[0]?.controls.find((control) => control.id === 'CC7.1')?.checks ?? []
  expect(checks.find(({ id }) => id === 'odd-people')?.because).toBe('its evidence is 60 days old')
})

test('a check that came with a newer version is expected from then on, and no earlier', async () => {
  const shared = { store: await testStore(`sqlite:${join(createTempFolder(), 'store.db')}`), keys: makeKeyText() }
  const { runtime, clock, connect, run } = await openWorld(shared)
  await run(await connect('pp'))
  clock.advance(2 * dayMs)
  const newer = await openRuntimeWith({ ...shared, connectors: [createVault(['mfa', 'keys', 'logs'])], clock })
  onTestFinished(() => newer.runtime.close())
  await judgeConnections(newer.runtime, organizationId, { frameworks: ['soc2'] })
  clock.advance(dayMs)

  expect(await readDays(newer.runtime, '2026-01-04', 'logs')).toEqual(['2026-01-03 was not run'])
  expect(await readDays(newer.runtime, '2026-01-04', 'keys')).toEqual(['2026-01-01 passes'])
  expect(await readDays(runtime, '2026-01-04', 'logs')).toEqual([])
})

test('a connection that never ran is expected from the day on which somebody connected it', async () => {
  const { runtime, clock, connect, run } = await openWorld()
  await run(await connect('pp'))
  clock.advance(dayMs)
  await connect('pp')

  const { json } = await readPackage(runtime, '2026-01-02')

  const control = json.controls.find(({ id }: { id: string }) => id === 'CC6.2')
  expect(control.history).toEqual([
    { from: '2026-01-01', to: '2026-01-01', state: 'satisfied' },
    { from: '2026-01-02', to: '2026-01-02', state: 'undetermined' },
  ])
})
