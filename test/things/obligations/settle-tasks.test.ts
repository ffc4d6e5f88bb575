import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { fixedClock } from '../../../src/author/testing/index.ts'
import { toStatementResult } from '../../../src/checks/obligations/statement-result.ts'
import { taskStates } from '../../../src/checks/obligations/task-state.ts'
import { defineConnector } from '../../../src/define/index.ts'
import { openStore } from '../../../src/things/all-stores/open-store.ts'
import { countRuns } from '../../setup/count-runs.ts'
import { describePostgres } from '../../setup/postgres.ts'
import { SharedDatabase } from '../../setup/shared-database.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { openRuntimeWith } from '../runtime/world.ts'

const dayMs = 86_400_000
const beganMs = Date.parse('2026-03-01T12:00:00Z')
const organizationId = 'acme'
const bob = { userId: 'bob', name: 'Bob', email: 'bob@example.com' }
const ada = { userId: 'ada', name: 'Ada', email: 'ada@example.com' }

/** Who has access there has to be reviewed. */
function createListingConnector() {
  const listing = defineConnector({
    id: 'listing',
    name: 'Listing',
    version: '1.0.0',
    baseUrl: 'https://listing.example.com',
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
  })
  return listing.with(listing.inventory({ of: 'account', tells: ['email'], covers: ['members'], async *list() {} }))
}

const of = fc.nat({ max: 2 })
const anyChange = fc.oneof(
  fc.record({ is: fc.constant('state' as const), of, doneAgo: fc.constantFrom(0, 0, 3, 30, 40) }),
  fc.record({ is: fc.constant('state' as const), of, doneAgo: fc.constantFrom(0, 0, 3, 30, 40) }),
  fc.record({
    is: fc.constant('decide' as const),
    nth: fc.nat({ max: 9 }),
    decision: fc.constantFrom<'accepted' | 'refused'>('accepted', 'accepted', 'refused'),
    /** Days until the judgement is over. */
    expires: fc.constantFrom(1, 5, 200),
  }),
  fc.record({ is: fc.constant('withdraw' as const), nth: fc.nat({ max: 9 }) }),
  fc.record({
    is: fc.constant('change' as const),
    of,
    change: fc.constantFrom(
      { everyDays: 7 },
      { everyDays: 92 },
      { firstDueDay: '2026-03-02' },
      { firstDueDay: '2026-12-31' },
      { satisfiedBy: { checks: ['cross-check/leavers'], statements: false } },
      { satisfiedBy: { checks: ['cross-check/leavers'], statements: true } },
      { satisfiedBy: { accessReviews: true, statements: true } },
      { satisfiedBy: { statements: true } },
      { ownerId: 'ada' },
    ),
  }),
  fc.record({ is: fc.constant('end' as const), of }),
  // The clock of another process may be behind.
  fc.record({ is: fc.constant('pass' as const), days: fc.constantFrom<number>(-1, 0.5, 1, 2, 6, 31, 70) }),
  fc.record({ is: fc.constant('ask' as const) }),
  fc.record({ is: fc.constant('ask' as const) }),
)
type Change = typeof anyChange extends fc.Arbitrary<infer Each> ? Each : never

/** What changes by itself, or in one way. */
const stories: readonly Change[][] = [
  // The last ms of a judgement, of a statement that nobody has judged, and one more.
  [
    ...[{ is: 'state', of: 0, doneAgo: 0 } as const, { is: 'ask' } as const],
    ...[{ is: 'decide', nth: 0, decision: 'accepted', expires: 1 } as const, { is: 'ask' } as const],
    ...[{ is: 'pass', days: 1 } as const, { is: 'ask' } as const],
    ...[{ is: 'pass', days: 0.5 - 1 / dayMs } as const, { is: 'ask' } as const],
    ...[{ is: 'pass', days: 1 / dayMs } as const, { is: 'ask' } as const],
  ],
  [{ is: 'state', of: 1, doneAgo: 30 }, { is: 'ask' }, { is: 'pass', days: 1 }, { is: 'ask' }, { is: 'pass', days: 1 }],
  // A clock that is ahead, and one that is behind.
  [
    ...[
      { is: 'state', of: 0, doneAgo: 0 } as const,
      { is: 'decide', nth: 0, decision: 'accepted', expires: 1 } as const,
    ],
    ...[{ is: 'pass', days: 2 } as const, { is: 'ask' } as const, { is: 'pass', days: -1 } as const],
  ],
  [
    { is: 'state', of: 2, doneAgo: 30 },
    { is: 'ask' },
    { is: 'change', of: 2, change: { everyDays: 7 } },
    { is: 'ask' },
  ],
  [
    ...[
      { is: 'state', of: 0, doneAgo: 0 } as const,
      { is: 'decide', nth: 0, decision: 'accepted', expires: 200 } as const,
    ],
    ...[{ is: 'ask' } as const, { is: 'withdraw', nth: 0 } as const],
  ],
]

onStore('SQLite', async () => `sqlite:${createTempFolder()}/store.db`)
const shared = new SharedDatabase()
describePostgres('on PostgreSQL', () => onStore('PostgreSQL', () => shared.empty()))

function onStore(name: string, makeUrl: () => Promise<string>): void {
  test(`what is kept of statements on ${name} tells the states that all of them tell, whatever has changed since somebody asked`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyChange, { minLength: 4, maxLength: 16 }), async (changes) => {
        const organization = await openOrganization(await makeUrl())

        for (const change of [...changes, { is: 'ask' } as const])
          if (change.is === 'ask') await compare(organization)
          else await apply(organization, change)

        await organization.close()
      }),
      { numRuns: name === 'SQLite' ? countRuns(20, 400) : countRuns(3, 50), examples: stories.map((story) => [story]) },
    )
  })

  test(`what was found out of statements on ${name} is kept, and not if somebody states something meanwhile`, async () => {
    const { runtime, store, ids, close } = await openOrganization(await makeUrl())
    onTestFinished(close)
    const place = { organizationId, taskId: ids[0] ?? '' }
    await runtime.tasks.state({ ...place, text: 'Done.', author: bob })
    const list = async () =>
      (await store.tasks.listVerdicts({ organizationId })).map(({ verdict: said }) => said?.derivedState?.state)
    const before = await list()
    await runtime.tasks.judge({ organizationId })
    const [settled] = await store.tasks.listVerdicts({ organizationId })
    const { decisions = 0, verdict: said } = settled ?? {}
    if (!said) throw new Error('Nothing was kept.')

    await runtime.tasks.state({ ...place, text: 'Done again.', author: bob })
    const after = await list()
    const keep = (known: number) =>
      store.tasks.saveVerdicts({ organizationId, tasks: [{ id: place.taskId, decisions: known, verdict: said }] })
    await keep(decisions)
    const late = await list()
    await keep(decisions + 1)

    expect(before).toEqual([undefined, undefined, undefined])
    expect(said.derivedState?.state).toBe('provided')
    expect([after, late]).toEqual([
      [undefined, 'open', 'open'],
      [undefined, 'open', 'open'],
    ])
    expect(await list()).toEqual(['provided', 'open', 'open'])
  })
}

type Organization = Awaited<ReturnType<typeof openOrganization>>

async function openOrganization(url: string) {
  const time = { nowMs: beganMs }
  const clock = { ...fixedClock(beganMs), nowMs: () => time.nowMs }
  const { runtime } = await openRuntimeWith({ connectors: [createListingConnector()], clock, store: url })
  const store = await openStore(url)
  for (const { userId: id, ...person } of [ada, bob]) await runtime.users.put({ organizationId, id, ...person })
  await runtime.connections.create({ connector: 'listing', organizationId, credentials: { api_key: 'k'.repeat(20) } })
  const ids: string[] = []
  for (const everyDays of [31, 31, 92]) {
    const terms = { organizationId, userId: 'ada', title: `Every ${everyDays}`, controls: [], everyDays }
    ids.push((await runtime.tasks.add({ ...terms, firstDueDay: '2026-03-05' })).id)
  }
  const close = async () => {
    await store.close()
    await runtime.close()
  }
  return { runtime, store, ids, time, close }
}

async function apply({ runtime, ids, time }: Organization, change: Exclude<Change, { is: 'ask' }>): Promise<void> {
  const day = (days: number) => new Date(time.nowMs + days * dayMs).toISOString().slice(0, 10)
  if (change.is === 'pass') time.nowMs += Math.round(change.days * dayMs)
  if (change.is === 'decide') {
    const all = (await Promise.all(ids.map((taskId) => runtime.tasks.statements({ organizationId, taskId })))).flat()
    const stated = all[change.nth % Math.max(1, all.length)]
    if (stated)
      await runtime.judgements.create({
        organizationId,
        runId: stated.id,
        findingId: toStatementResult(stated).findingId,
        judge: ada,
        evidenceSha256: stated.evidenceSha256,
        reason: 'I saw it.',
        expires: day(change.expires),
        decision: change.decision,
      })
  }
  if (change.is === 'withdraw') {
    const all = await runtime.judgements.list({ organizationId })
    const chosen = all[change.nth % Math.max(1, all.length)]
    if (chosen) await runtime.judgements.withdraw({ id: chosen.id, organizationId, by: 'ada' })
  }
  if (!('of' in change)) return
  const id = ids[change.of] ?? ''
  const task = await runtime.tasks.get({ id, organizationId })
  if (task === undefined) return
  if (change.is === 'state' && task.satisfiedBy.statements) {
    const doneDay = day(-change.doneAgo)
    await runtime.tasks.state({ organizationId, taskId: id, text: 'Done.', doneDay, author: bob })
  }
  if (change.is === 'change') await runtime.tasks.change({ id, organizationId, userId: 'ada' }, change.change)
  if (change.is === 'end') await runtime.tasks.end({ id, organizationId, userId: 'ada' })
}

async function compare({ runtime, ids }: Organization): Promise<void> {
  const each = await Promise.all(ids.map((id) => runtime.tasks.get({ id, organizationId })))
  const inForce = each.flatMap((task) => task ?? [])

  const standing = await runtime.tasks.listWithState({ organizationId })
  expect(standing).toEqual(
    inForce.map(({ id, createdAtMs, ownerId, state, dueDay, satisfiedBy }) => ({
      id,
      createdAtMs,
      ownerId,
      state,
      dueDay,
      isStated: satisfiedBy.statements,
    })),
  )

  // Once it is found out, and once it is kept.
  for (const _ of [1, 2]) {
    const some = inForce.slice(1).map(({ id }) => id)
    expect((await runtime.tasks.judge({ organizationId, ids: some })).map(({ id }) => id)).toEqual(some)
    const judged = await runtime.tasks.judge({ organizationId })
    expect(judged.map(({ id }) => id)).toEqual(inForce.map(({ id }) => id))
    expect(inForce).toMatchObject(judged)
    expect(
      judged.every(({ because, dueDay, state }) => because !== '' && dueDay !== '' && taskStates.includes(state)),
    ).toBe(true)
  }
  for (const state of taskStates)
    for (const ownerId of [undefined, 'ada']) {
      const { tasks, total } = await runtime.tasks.listPage({ organizationId, state, ownerId, limit: 2 })
      const inState = inForce.filter((task) => task.state === state && [undefined, task.ownerId].includes(ownerId))
      expect(total).toBe(inState.length)
      expect(inState.slice(0, 2)).toMatchObject(tasks.map(({ evidence: _, ...task }) => task))
      expect(tasks.length).toBe(Math.min(2, total))
    }
}
