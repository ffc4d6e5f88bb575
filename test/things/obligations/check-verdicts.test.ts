import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fixedClock } from '../../../src/author/testing/index.ts'
import { deriveTaskState } from '../../../src/checks/obligations/task-state.ts'
import { countRuns } from '../../setup/count-runs.ts'
import {
  countSaid,
  createTellingConnector,
  decide,
  judgeEach,
  organizationId,
  readEach,
  tells,
  waive,
} from '../runtime/telling-connector.ts'
import { openRuntimeWith } from '../runtime/world.ts'

const dayMs = 86_400_000
const anyConnection = fc.record({
  connector: fc.constantFrom('telling', 'telling', 'telling', 'other'),
  tells: fc.constantFrom(...tells),
  most: fc.constantFrom(3, 3, 3, 9),
  /** How long ago it ran, in days. */
  ran: fc.constantFrom<number | 'never' | 'mfa alone'>(1, 1, 1, 1, 6, 40, -1, 'never', 'mfa alone'),
  isDisconnected: fc.constantFrom(false, false, false, false, true),
  decision: fc.constantFrom('none', 'none', 'none', 'waived', 'revoked', 'accepted', 'refused'),
})

/** Most organizations have few kinds of connections, so that some kinds have more than are looked at. */
const anyConnections = fc
  .array(anyConnection, { minLength: 1, maxLength: 4 })
  .chain((kinds) => fc.array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 40 }))

const anyTask = fc.record({
  checks: fc.constantFrom(['telling/mfa'], ['telling/keys'], ['*/mfa'], ['other/keys', '*/keys'], ['other/mfa']),
  controls: fc.constantFrom(['soc2:CC6.1'], ['soc2:CC6.2'], []),
  everyDays: fc.constantFrom(3, 31, 92),
  firstDueDay: fc.constantFrom('2026-02-01', '2026-12-31'),
})

const anyOrganization = fc.record({
  connections: anyConnections,
  tasks: fc.array(anyTask, { minLength: 1, maxLength: 6 }),
  waiver: fc.constantFrom<'none' | 'everywhere' | 'by wildcard'>('none', 'none', 'everywhere', 'by wildcard'),
})

type Organization = typeof anyOrganization extends fc.Arbitrary<infer Each> ? Each : never

async function openOrganization({ connections, tasks, waiver }: Organization) {
  const nowMs = Date.parse('2026-03-01T12:00:00Z')
  const time = { nowMs }
  const clock = { ...fixedClock(nowMs), nowMs: () => time.nowMs }
  const connectors = [createTellingConnector('telling'), createTellingConnector('other')]
  const { runtime } = await openRuntimeWith({ connectors, clock })
  await runtime.users.put({ organizationId, id: 'ada', name: 'Ada', email: 'ada@example.com' })
  const ids: string[] = []
  for (const { connector, most, tells } of connections) {
    const credentials = { api_key: 'k'.repeat(20), tells }
    ids.push((await runtime.connections.create({ connector, organizationId, credentials, variables: { most } })).id)
  }
  for (const back of [40, 6, 1, -1]) {
    // One of them ran on a machine whose clock was a day ahead.
    time.nowMs = nowMs - back * dayMs
    for (const [index, { ran }] of connections.entries()) {
      if (ran !== back && !(back === 1 && ran === 'mfa alone')) continue
      const checks = ran === 'mfa alone' ? ['mfa'] : undefined
      await (await runtime.runs.start({ connectionId: ids[index] ?? '', organizationId, checks })).recorded
    }
  }
  time.nowMs = nowMs
  for (const [index, { decision }] of connections.entries()) await decide(runtime, ids[index] ?? '', decision)
  if (waiver === 'everywhere') await waive(runtime, { check: 'mfa' })
  if (waiver === 'by wildcard') await waive(runtime, { check: 'k*', resource: 'a0' })
  for (const [index, { isDisconnected }] of connections.entries())
    if (isDisconnected) await runtime.connections.disconnect(ids[index] ?? '')
  const terms = { organizationId, title: 'It is done', userId: 'ada' }
  for (const { checks, ...task } of tasks) await runtime.tasks.add({ ...terms, ...task, satisfiedBy: { checks } })
  return { runtime, nowMs }
}

test('obligations stand as by every run of every connection, however many are alike', async () => {
  await fc.assert(
    fc.asyncProperty(anyOrganization, async (organization) => {
      const { runtime, nowMs } = await openOrganization(organization)

      const tasks = await runtime.tasks.list({ organizationId })

      const each = await readEach(runtime, nowMs)
      for (const task of tasks) {
        const evidence = judgeEach(task, each, nowMs)
        expect(task).toMatchObject(deriveTaskState(task, evidence, nowMs))
        expect(countSaid(task.evidence)).toEqual(countSaid(evidence))
      }
    }),
    { numRuns: countRuns(12) },
  )
})

const usual: Organization['connections'][number] = {
  connector: 'telling',
  tells: 'p p',
  most: 3,
  ran: 1,
  isDisconnected: false,
  decision: 'none',
}
const neverRun: typeof usual = { ...usual, ran: 'never' }
const owed: Organization['tasks'][number] = {
  checks: ['telling/mfa'],
  controls: [],
  everyDays: 31,
  firstDueDay: '2026-02-01',
}

test('of connections of which a check says the same, ten are named, and the others counted', async () => {
  const { runtime } = await openOrganization({
    connections: [
      ...Array.from({ length: 13 }, () => usual),
      ...Array.from({ length: 12 }, () => neverRun),
      { ...usual, tells: 'pf p' },
    ],
    tasks: [owed],
    waiver: 'none',
  })

  const [task] = await runtime.tasks.list({ organizationId })

  const evidence = task?.evidence ?? []
  expect(evidence.filter(({ connectionId }) => connectionId !== undefined)).toHaveLength(10 + 10 + 1)
  expect(evidence.filter(({ connections }) => connections !== undefined)).toMatchObject([
    { state: 'missing', because: 'was not run', connections: 2, connector: 'telling', checkId: 'mfa' },
    { state: 'met', because: 'passes', connections: 3, untilMs: Date.parse('2026-04-01') - 1 },
  ])
  expect(task).toMatchObject({ state: 'overdue', because: 'mfa of telling is used: 1 failing result' })
})

test('as it stood at the end of a time, an obligation names every connection', async () => {
  const { runtime, nowMs } = await openOrganization({
    connections: Array.from({ length: 13 }, () => usual),
    tasks: [owed],
    waiver: 'none',
  })

  const [task] = await runtime.tasks.list({ organizationId, within: { fromMs: 0, toMs: nowMs } })

  expect(new Set(task?.evidence.map(({ connectionId }) => connectionId)).size).toBe(13)
  expect(task?.evidence.every(({ connections }) => connections === undefined)).toBe(true)
})
