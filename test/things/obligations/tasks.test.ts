import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { fakeVendor, fixedClock } from '../../../src/author/testing/index.ts'
import { frameworkIds, loadFramework } from '../../../src/checks/controls/frameworks/shipped-frameworks.ts'
import { taskTemplates } from '../../../src/checks/obligations/templates/index.ts'
import { allCrossChecks } from '../../../src/crosscheck/index.ts'
import { defineConnector } from '../../../src/define/index.ts'
import { openStore } from '../../../src/things/all-stores/open-store.ts'
import { judgeConnections } from '../../../src/things/controls/reading/judge-connections.ts'
import { listMissing } from '../../../src/things/obligations/reading/list-missing.ts'
import { tellOverdueTasks } from '../../../src/things/obligations/tell-overdue.ts'
import { CrossCheckRegistry } from '../../../src/things/parts/cross-check-registry.ts'
import type { Runtime, RuntimeOptions } from '../../../src/things/runtime/runtime.ts'
import { testStore } from '../../setup/store.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { openRuntimeWith } from '../runtime/world.ts'

const dayMs = 86_400_000
const ada = { userId: 'ada', name: 'Ada Lovelace', email: 'ada@example.com' }
const bob = { userId: 'bob', name: 'Bob', email: 'bob@example.com' }
const organizationId = 'acme'
type Answer = 'good' | 'bad' | 'manual' | 'broken' | 'none'

/** A vendor whose answer a test chooses, and obligations that its check satisfies. */
async function openTaskWorld(options: Partial<RuntimeOptions> = {}) {
  const state: { answer: Answer } = { answer: 'good' }
  const vendor = await fakeVendor({
    auth: { type: 'api_key', in: 'header', name: 'X-Key', value: 'acme-key-1234' },
    routes: { 'GET /backups': () => (state.answer === 'broken' ? { status: 500 } : { json: { state: state.answer } }) },
  })
  onTestFinished(() => vendor.close())
  const club = defineConnector({
    id: 'club',
    name: 'Club',
    version: '1.0.0',
    baseUrl: vendor.url,
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
  })
  const connector = club.with(
    club.check({
      id: 'backups',
      title: 'Backups are restored',
      controls: ['soc2:A1.3'],
      onEmpty: 'not_applicable',
      async run(ctx) {
        const body = await ctx.get<{ readonly state: Answer }>('/backups')
        const told = { resource: { type: 'backup', id: 'b1' }, title: 'The backup', evidence: { state: body.state } }
        if (body.state === 'good') ctx.pass(told)
        else if (body.state === 'bad') ctx.fail({ ...told, remediation: 'Mend it.' })
        else if (body.state === 'manual') ctx.manual({ ...told, description: 'Look at it.' })
      },
    }),
  )
  const clock = fixedClock('2026-05-01T12:00:00Z')
  const { runtime } = await openRuntimeWith({ connectors: [connector], clock, ...options })
  for (const { userId: id, name, email } of [ada, bob]) await runtime.users.put({ organizationId, id, name, email })
  const { id: connectionId } = await runtime.connections.create({
    connector: 'club',
    organizationId,
    credentials: { api_key: 'acme-key-1234' },
  })
  const run = async (answer: Answer = state.answer) => {
    state.answer = answer
    clock.advance(60_000)
    return (await runtime.runs.start({ connectionId })).result
  }
  const add = (more: Partial<Parameters<Runtime['tasks']['add']>[0]> = {}) =>
    runtime.tasks.add({
      organizationId,
      title: 'Restore a backup',
      everyDays: 10,
      controls: ['soc2:A1.2'],
      userId: 'ada',
      satisfiedBy: { checks: ['club/backups'] },
      ...more,
    })
  const stateOf = async (id: string) => (await runtime.tasks.get({ id, organizationId }))?.state
  return { runtime, clock, connectionId, run, add, stateOf, connector }
}

async function judge(
  runtime: Runtime,
  statement: Awaited<ReturnType<Runtime['tasks']['state']>>,
  more: Partial<Parameters<Runtime['judgements']['create']>[0]> = {},
) {
  const { toStatementResult } = await import('../../../src/checks/obligations/statement-result.ts')
  return runtime.judgements.create({
    organizationId,
    runId: statement.id,
    findingId: toStatementResult(statement).findingId,
    evidenceSha256: statement.evidenceSha256,
    decision: 'accepted',
    reason: 'Seen.',
    expires: '2027-04-30',
    judge: ada,
    ...more,
  })
}

describe('an obligation with a check', () => {
  test('is met by a run, and overdue again by time alone', async () => {
    const { clock, run, add, stateOf, runtime } = await openTaskWorld()
    const { id, state } = await add()
    expect(state).toBe('open')

    await run('good')
    expect(await runtime.tasks.get({ id, organizationId })).toMatchObject({ state: 'met', metUntil: '2026-05-11' })

    clock.advance(Date.parse('2026-05-11T23:59:59.999Z') - clock.nowMs())
    expect(await stateOf(id)).toBe('met')
    clock.advance(1)
    expect(await runtime.tasks.get({ id, organizationId })).toMatchObject({ state: 'overdue', dueDay: '2026-05-11' })
    await run('good')
    expect(await stateOf(id)).toBe('met')
  })

  test('follows what the newest run says, and is never met by what nobody could tell', async () => {
    const { clock, run, add, stateOf, connectionId, runtime } = await openTaskWorld()
    const { id } = await add()
    const states: unknown[] = []
    for (const answer of ['bad', 'broken', 'manual', 'none', 'good'] as const) {
      await run(answer)
      states.push(await stateOf(id))
    }
    clock.advance(11 * dayMs)
    await run('bad')
    states.push(await stateOf(id))

    expect(states).toEqual(['open', 'could_not_tell', 'provided', 'open', 'met', 'overdue'])
    await run('good')
    await runtime.connections.disconnect(connectionId)
    expect(await stateOf(id)).not.toBe('met')
  })

  test('counts a failing result that a waiver covers as controls do, until the waiver is revoked', async () => {
    const { run, add, stateOf, runtime, connectionId } = await openTaskWorld()
    const { id } = await add()
    await run('bad')
    const waiver = await runtime.waivers.create({
      organizationId,
      connector: 'club',
      check: 'backups',
      connection: connectionId,
      justification: 'Known.',
      approver: 'Ada',
      expires: '2026-12-31',
    })

    expect(await stateOf(id)).toBe('met')
    await runtime.waivers.revoke({ id: waiver.id, organizationId })
    expect(await stateOf(id)).toBe('open')
  })

  test('cannot be stated to be met by a person, and a check that does not exist is refused', async () => {
    const { add, runtime } = await openTaskWorld()
    const { id } = await add()

    await expect(runtime.tasks.state({ organizationId, taskId: id, text: 'Done.', author: bob })).rejects.toMatchObject(
      { code: 'TASK_INVALID' },
    )
    await expect(add({ satisfiedBy: { checks: ['club/backup'] } })).rejects.toThrow('There is no check "club/backup"')
    await expect(add({ controls: ['soc2:CC99'] })).rejects.toMatchObject({ code: 'TASK_INVALID' })
  })
})

describe('an obligation with statements', () => {
  test('is provided by a file, met when another person accepts it, until its cadence runs out', async () => {
    const { clock, add, stateOf, runtime } = await openTaskWorld()
    const { id } = await add({ satisfiedBy: { statements: true } })
    const statement = await runtime.tasks.state({
      organizationId,
      taskId: id,
      text: 'Done.',
      author: bob,
      doneDay: '2026-04-30',
    })
    expect([statement.state, await stateOf(id)]).toEqual(['provided', 'provided'])

    await expect(judge(runtime, statement, { judge: bob })).rejects.toMatchObject({ code: 'JUDGEMENT_REFUSED' })
    await expect(judge(runtime, statement, { evidenceSha256: '0'.repeat(64) })).rejects.toMatchObject({
      code: 'JUDGEMENT_INVALID',
    })
    const made = await judge(runtime, statement)

    expect(await stateOf(id)).toBe('met')
    expect(made).toMatchObject({ connectorId: 'task', checkId: id, runId: statement.id })
    // The cadence counts from the day on which it was done.
    clock.advance(Date.parse('2026-05-10T23:59:59Z') - clock.nowMs())
    expect(await stateOf(id)).toBe('met')
    clock.advance(Date.parse('2026-05-11T00:00:00Z') - clock.nowMs())
    expect(await stateOf(id)).toBe('open')
    clock.advance(Date.parse('2026-05-12T00:00:00Z') - clock.nowMs())
    expect(await stateOf(id)).toBe('overdue')
  })

  test('waits again when the judgement is withdrawn, and a refusal leaves an earlier acceptance alone', async () => {
    const { add, stateOf, runtime } = await openTaskWorld()
    const { id } = await add({ satisfiedBy: { statements: true } })
    const first = await runtime.tasks.state({ organizationId, taskId: id, text: 'One.', author: bob })
    const accepted = await judge(runtime, first)
    const second = await runtime.tasks.state({ organizationId, taskId: id, text: 'Two.', author: bob })
    await judge(runtime, second, { decision: 'refused' })

    expect(await stateOf(id)).toBe('met')
    expect((await runtime.tasks.statements({ organizationId, taskId: id })).map(({ state }) => state)).toEqual([
      ...['missing', 'met'],
    ])
    await runtime.judgements.withdraw({ id: accepted.id, organizationId, by: 'ada' })
    expect(await stateOf(id)).toBe('provided')
  })

  test('ends with the judgement, if that is sooner than its cadence', async () => {
    const { clock, add, stateOf, runtime } = await openTaskWorld()
    const { id } = await add({ satisfiedBy: { statements: true }, firstDueDay: '2026-05-02' })
    await judge(runtime, await runtime.tasks.state({ organizationId, taskId: id, text: 'Done.', author: bob }), {
      expires: '2026-05-03',
    })

    clock.advance(Date.parse('2026-05-03T23:00:00Z') - clock.nowMs())
    expect(await stateOf(id)).toBe('met')
    clock.advance(Date.parse('2026-05-04T00:00:00Z') - clock.nowMs())
    expect(await stateOf(id)).toBe('overdue')
  })

  test('belongs to its organization: nobody else finds, changes, states or judges it', async () => {
    const { add, runtime } = await openTaskWorld()
    const { id } = await add({ satisfiedBy: { statements: true } })
    const statement = await runtime.tasks.state({ organizationId, taskId: id, text: 'Done.', author: bob })
    const strange = { id, organizationId: 'other' }

    expect(await runtime.tasks.get(strange)).toBeUndefined()
    expect(await runtime.tasks.list(strange)).toEqual([])
    expect(await runtime.tasks.end(strange)).toBe(false)
    expect(await runtime.tasks.statement({ id: statement.id, organizationId: 'other' })).toBeUndefined()
    await expect(runtime.tasks.change(strange, { title: 'x' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(
      runtime.tasks.state({ organizationId: 'other', taskId: id, text: 'x', author: bob }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(judge(runtime, statement, { organizationId: 'other' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

test('changes of other terms at the same time all stay', async () => {
  const { add, runtime } = await openTaskWorld({ store: await testStore('memory:') })
  const { id } = await add({ ownerId: 'bob' })
  const ref = { id, organizationId }

  await Promise.all([
    runtime.tasks.change(ref, { title: 'Renamed' }),
    runtime.tasks.change(ref, { everyDays: 30 }),
    runtime.tasks.change(ref, { description: 'By hand' }),
  ])

  expect(await runtime.tasks.get(ref)).toMatchObject({ title: 'Renamed', everyDays: 30, description: 'By hand' })
})

test('somebody who knows of a time alone sees the obligations, terms and states of then', async () => {
  const { clock, add, run, runtime } = await openTaskWorld()
  const { id } = await add()
  const fromMs = clock.nowMs() - dayMs
  await run('good')
  const within = { fromMs, toMs: clock.nowMs() }
  clock.advance(dayMs)
  await runtime.tasks.change({ id, organizationId }, { title: 'Renamed', everyDays: 1 })
  await run('bad')
  await add({ title: 'Later' })
  await runtime.tasks.end({ id, organizationId })

  const then = await runtime.tasks.list({ organizationId, within })

  expect(then.map(({ title, state, everyDays }) => [title, state, everyDays])).toEqual([
    ['Restore a backup', 'met', 10],
  ])
  expect((await runtime.tasks.list({ organizationId })).map(({ title }) => title)).toEqual(['Later'])
})

describe('the notice', () => {
  test('is told once for each time that it becomes overdue, by several processes and after a restart', async () => {
    const url = await testStore(`sqlite:${join(createTempFolder(), 'store.db')}`)
    const { clock, add, run, runtime, connector } = await openTaskWorld({ store: url, worker: false })
    const { id } = await add({ title: 'Secret' })
    await add({ title: 'Far away', firstDueDay: '2027-01-01' })
    const { webhook: hook } = await runtime.webhooks.create({
      organizationId,
      name: 'Ours',
      sink: 'webhook',
      url: 'https://a.example/',
    })
    /** A process that has just started looks. */
    const look = async () => {
      const store = await openStore(url)
      const parts = {
        store,
        clock,
        crossChecks: new CrossCheckRegistry(allCrossChecks),
        connectors: new Map([[connector.id, connector]]),
      }
      await Promise.all([tellOverdueTasks(parts), tellOverdueTasks(parts)])
      const told = await store.notices.list({ organizationId, id: hook.id }, { limit: 50 })
      const [newest] = told
      const notice = newest && (await store.notices.find({ organizationId, id: hook.id }, newest.id))?.notice
      await store.close()
      return { count: told.filter(({ type }) => type === 'task.overdue').length, notice }
    }
    const counts: number[] = []
    const lookLater = async (ms: number) => {
      clock.advance(ms)
      counts.push((await look()).count)
    }

    await lookLater(0)
    await lookLater(11 * dayMs)
    await lookLater(dayMs)
    await look()
    const { notice } = await look()
    expect(notice).toMatchObject({ type: 'task.overdue', details: null })
    expect(notice?.data).toEqual({ entityType: 'task', entityId: id, dueDay: '2026-05-11', controls: ['soc2:A1.2'] })
    expect(JSON.stringify(notice)).not.toContain('Secret')

    await run('good')
    await lookLater(dayMs)
    await lookLater(11 * dayMs)
    await lookLater(dayMs)
    expect(counts).toEqual([0, 1, 1, 1, 2, 2])
  })

  test('waits for no time of a clock that was set back', async () => {
    const url = await testStore(`sqlite:${join(createTempFolder(), 'store.db')}`)
    const { clock, add } = await openTaskWorld({ store: url, worker: false })
    await add({ title: 'Ours' })
    const store = await openStore(url)
    onTestFinished(() => store.close())
    const look = (aheadMs: number) => {
      const nowMs = clock.nowMs() + aheadMs
      return store.tasks.takeTurn({ organizationId, beforeMs: nowMs - 600_000, nowMs })
    }

    expect([await look(dayMs), await look(0), await look(0)]).toEqual([true, true, false])
  })

  test('comes from the clock of the process by itself', async () => {
    const told: string[] = []
    const { clock, add } = await openTaskWorld({
      worker: { pollMs: 5 },
      onEvent: ({ type, data }) => void (type === 'task.overdue' && told.push(String(data.entityId))),
    })
    const { id } = await add({ satisfiedBy: { statements: true }, firstDueDay: '2026-05-01' })

    clock.advance(dayMs)

    await vi.waitFor(() => expect(told).toEqual([id]), { timeout: 30_000 })
  })
})

test('templates name controls that exist, in words of their own, and add each once', async () => {
  const { runtime } = await openTaskWorld()
  const frameworks = await Promise.all(frameworkIds.map(loadFramework))
  const known = new Set(frameworks.flatMap((each) => each?.controls.map(({ id }) => `${each.id}:${id}`) ?? []))
  for (const { id, controls, satisfiedBy, title, description } of taskTemplates) {
    expect(
      controls.filter((control) => !known.has(control)),
      id,
    ).toEqual([])
    expect(title.length * description.length, id).toBeGreaterThan(0)
    for (const check of satisfiedBy?.checks ?? [])
      expect(runtime.crossCheckConnector.checks.map((each) => `cross-check/${each.id}`)).toContain(check)
  }
  expect(new Set(taskTemplates.map(({ id }) => id)).size).toBe(taskTemplates.length)

  const soc2 = await runtime.tasks.addTemplates({ organizationId, framework: 'soc2' })
  const both = await runtime.tasks.addTemplates({ organizationId, framework: 'iso27001' })

  expect(soc2.length).toBeGreaterThan(30)
  expect(both.every(({ controls }) => controls.every((control) => control.startsWith('iso27001:')))).toBe(true)
  expect(await runtime.tasks.addTemplates({ organizationId, framework: 'soc2' })).toEqual([])
  // Where nobody wrote templates, they follow from the groups of the framework.
  const hipaa = await runtime.tasks.addTemplates({ organizationId, framework: 'hipaa' })
  expect(hipaa.map(({ title }) => title)).toContain('HIPAA: Policies and documentation')
  await expect(runtime.tasks.addTemplates({ organizationId, framework: 'acme' })).rejects.toMatchObject({
    code: 'TASK_INVALID',
  })
})

test('controls show obligations, and what is missing says so control by control', async () => {
  const { clock, add, run, runtime } = await openTaskWorld()
  const { id } = await add({ satisfiedBy: { statements: true } })
  const controlState = async () => {
    const { frameworks } = await judgeConnections(runtime, organizationId, { frameworks: ['soc2'] })
    const control = frameworks[0]?.controls.find((each) => each.id === 'A1.2')
    return [control?.state, control?.checks[0]?.taskId]
  }
  const missing = async () => {
    const [framework] = await listMissing(runtime, organizationId, { frameworks: ['soc2'] })
    return Object.fromEntries(framework?.missing.map((each) => [each.id, each.lacks]) ?? [])
  }
  expect(await controlState()).toEqual(['undetermined', id])
  expect(await missing()).toMatchObject({ 'A1.2': 'fresh_evidence', 'A1.3': 'fresh_evidence', 'CC1.2': 'check' })

  await judge(runtime, await runtime.tasks.state({ organizationId, taskId: id, text: 'Done.', author: bob }))
  await run('good')

  expect(await controlState()).toEqual(['satisfied', id])
  expect(Object.keys(await missing())).not.toContain('A1.2')
  expect(Object.keys(await missing())).not.toContain('A1.3')
  clock.advance(60 * dayMs)
  expect((await controlState())[0]).toBe('undetermined')
  expect(await missing()).toMatchObject({ 'A1.2': 'fresh_evidence', 'A1.3': 'fresh_evidence' })
})
