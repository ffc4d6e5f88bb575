import { describe, expect, test } from 'vitest'
import { fixedClock } from '../../../src/author/testing/index.ts'
import { crossCheckConnectorId } from '../../../src/define/index.ts'
import { judgeConnections } from '../../../src/things/controls/reading/judge-connections.ts'
import { openRuntimeWith } from '../runtime/world.ts'
import { connectSystems, fewAdministrators, readLists, type Systems, startSystems } from './systems.ts'

const ada = { id: 'u1', name: 'Ada', email: 'ada@example.com', admin: true }
const bob = { id: 'u2', name: 'Bob', email: 'bob@example.com' }
const id = fewAdministrators.id

async function openWorld(given: Partial<Systems> = {}, options: object = {}) {
  const systems: Systems = { staff: [], code: [ada, bob], chat: [bob], ...given }
  const connectors = await startSystems(systems)
  const clock = fixedClock('2026-11-22T10:00:00Z')
  const { runtime, lines } = await openRuntimeWith({ connectors, crossChecks: [fewAdministrators], clock, ...options })
  const connections = await connectSystems(runtime)
  const read = () => readLists(runtime, connections.code, connections.chat)
  const run = async (more: object = {}) =>
    (await runtime.crossChecks.run({ organizationId: 'acme', id, ...more })).result
  const findings = (more: object = {}) => runtime.findings.list({ organizationId: 'acme', ...more })
  return { runtime, systems, connections, clock, read, run, findings, lines }
}

describe('crossChecks.list()', () => {
  test('says what is missing, and what the newest run came to', async () => {
    const { runtime, read, run } = await openWorld()
    const find = async () => runtime.crossChecks.get({ organizationId: 'acme', id })
    const before = await find()
    await read()
    await run()
    const all = await runtime.crossChecks.list({ organizationId: 'acme' })

    expect(before).toMatchObject({ missing: [expect.stringContaining('No connection has read')], newest: undefined })
    expect(await find()).toMatchObject({ missing: [], newest: { status: 'fail', checkId: id } })
    expect(all.find(({ check }) => check.id === 'leavers')).toMatchObject({
      missing: [expect.stringContaining('There is no directory')],
    })
    expect(await runtime.crossChecks.get({ organizationId: 'acme', id: 'none' })).toBeUndefined()
  })

  test('says that an organization keeps no lists, and a run could not tell then', async () => {
    const { runtime, read, run } = await openWorld()
    await read()
    await runtime.inventories.setKeeping({ organizationId: 'acme', keepsInventories: false })

    expect(await runtime.crossChecks.get({ organizationId: 'acme', id })).toMatchObject({
      missing: [expect.stringContaining('does not keep')],
    })
    expect(await run()).toMatchObject({
      status: 'error',
      replayable: false,
      checks: [{ error: { kind: 'config', code: 'INVENTORIES_NOT_KEPT' } }],
    })
  })
})

describe('crossChecks.run()', () => {
  test('stores its run beside those of connections, and no connection shows of it', async () => {
    const { runtime, read, run, findings, connections } = await openWorld()
    await read()
    const result = await run()

    expect(result).toMatchObject({ status: 'fail', connector: { id: crossCheckConnectorId }, organizationId: 'acme' })
    expect(await runtime.runs.list({ organizationId: 'acme', crossCheckId: id })).toMatchObject([
      { id: result.id, crossCheckId: id, status: 'fail', trigger: 'request' },
    ])
    expect(await findings()).toMatchObject([
      { connectorId: crossCheckConnectorId, checkId: id, result: { resource: { id: `${connections.code}/u1` } } },
    ])
    expect(await runtime.connections.list({ organizationId: 'acme' })).toHaveLength(3)
    expect(await runtime.connections.get({ id: 'acme', organizationId: 'acme' })).toBeUndefined()
    expect(await runtime.findings.list({ organizationId: 'other' })).toEqual([])
    expect((await runtime.runs.trend({ organizationId: 'acme', days: 1 })).at(-1)).toMatchObject({
      connections: 2,
      fail: 1,
    })
  })

  test('resolves what is gone from a complete list, and nothing of one that could not be read', async () => {
    const { systems, read, run, findings, clock, connections } = await openWorld({ chat: [{ ...ada, id: 'c1' }] })
    await read()
    await run()
    const opened = await findings()
    systems.code = [bob]
    systems.chat = undefined
    clock.advance(60_000)
    await read()
    const second = await run()

    expect(opened).toHaveLength(2)
    expect(second).toMatchObject({ status: 'error', checks: [{ error: { code: 'CHECK_UNDECIDED' } }] })
    expect(await findings({ state: 'resolved' })).toMatchObject([
      { resolution: 'gone', result: { resource: { id: `${connections.code}/u1` } } },
    ])
    expect(await findings()).toMatchObject([{ state: 'open', result: { resource: { id: `${connections.chat}/c1` } } }])
  })

  test('a waiver of a connection, and one of all, cover what was found there', async () => {
    const { runtime, read, run, findings, connections } = await openWorld({ chat: [{ ...ada, id: 'c1' }] })
    await read()
    await run()
    const waiver = {
      organizationId: 'acme',
      connector: crossCheckConnectorId,
      check: id,
      justification: 'Until Friday.',
      approver: 'Grace',
      expires: '2026-12-01',
    }
    const { id: waiverId } = await runtime.waivers.create({ ...waiver, connection: connections.chat })
    const first = await findings({ waived: true })
    const again = await run()
    await runtime.waivers.revoke({ id: waiverId, organizationId: 'acme' })
    const none = await findings({ waived: true })
    await runtime.waivers.create({ ...waiver, resource: `${connections.code}/*`, allConnections: true })

    expect(first).toMatchObject([{ result: { resource: { id: `${connections.chat}/c1` } } }])
    expect(again.summary.results).toMatchObject({ fail: 2, waived: 1 })
    expect(none).toEqual([])
    expect(await findings({ waived: true })).toMatchObject([{ result: { resource: { id: `${connections.code}/u1` } } }])
  })

  test('controls and obligations follow the waivers of what was found, also where a system could not be read', async () => {
    const { runtime, read, run, clock, systems, connections } = await openWorld({ chat: [{ ...ada, id: 'c1' }] })
    const terms = { organizationId: 'acme', controls: ['soc2:CC6.3'], everyDays: 31, userId: 'ada' }
    await runtime.tasks.add({
      ...terms,
      title: 'It is so',
      satisfiedBy: { checks: [`${crossCheckConnectorId}/${id}`] },
    })
    await read()
    await run()
    const ask = async () => {
      const report = await judgeConnections(runtime, 'acme', { frameworks: ['soc2'] })
      const control = report.frameworks[0]?.controls.find((each) => each.id === 'CC6.3')
      const check = control?.checks.find((each) => each.id === id)
      const [task] = await runtime.tasks.list({ organizationId: 'acme' })
      return [check?.state, check?.results?.waived, task?.evidence[0]?.state]
    }
    const waive = (more: object) =>
      runtime.waivers.create({
        organizationId: 'acme',
        connector: crossCheckConnectorId,
        check: id,
        justification: 'Until Friday.',
        approver: 'Grace',
        expires: '2026-12-01',
        ...more,
      })
    const states = [await ask()]
    const first = await waive({ connection: connections.chat })
    states.push(await ask())
    const second = await waive({ resource: `${connections.code}/*`, allConnections: true })
    states.push(await ask())
    await runtime.waivers.revoke({ id: first.id, organizationId: 'acme' })
    states.push(await ask())
    await waive({ resource: 'unused', allConnections: true })
    await waive({ connection: connections.chat })
    systems.chat = undefined
    clock.advance(60_000)
    await read()
    expect(await run()).toMatchObject({ status: 'error' })
    states.push(await ask())
    await runtime.waivers.revoke({ id: second.id, organizationId: 'acme' })

    expect([...states, await ask()]).toEqual([
      ['not_satisfied', 0, 'failing'],
      ['not_satisfied', 1, 'failing'],
      ['satisfied', 2, 'met'],
      ['not_satisfied', 1, 'failing'],
      ['undetermined', 1, 'could_not_tell'],
      ['not_satisfied', 0, 'failing'],
    ])
  })

  test('where the waiver that covers what was found is over, another one counts', async () => {
    const { runtime, read, run, findings, clock, connections } = await openWorld()
    await read()
    await run()
    for (const expires of ['2026-12-31', '2026-12-01'])
      await runtime.waivers.create({
        organizationId: 'acme',
        connector: crossCheckConnectorId,
        check: id,
        connection: connections.code,
        justification: 'Until Friday.',
        approver: 'Grace',
        expires,
      })
    expect(await findings({ waived: true })).toHaveLength(1)
    clock.advance(20 * 86_400_000)

    const { frameworks } = await judgeConnections(runtime, 'acme', { frameworks: ['soc2'] })

    const checks = frameworks.flatMap(({ controls }) => controls.flatMap((control) => control.checks))
    expect(checks.filter((check) => check.id === id)).toMatchObject([{ state: 'satisfied', results: { waived: 1 } }])
  })

  test('a judgement holds as long as the account stays the same, and is not for its owner', async () => {
    const odd = { id: 'odd-1', name: 'Build', email: 'grace@example.com' }
    const { runtime, read, run, clock, connections, systems } = await openWorld({ code: [bob, odd], chat: [] })
    await read()
    await run()
    const needed = () => runtime.judgements.listNeeded({ organizationId: 'acme' })
    const [first] = await needed()
    const judge = { userId: 'ada', name: 'Ada', email: 'ada@example.com' }
    const decision = {
      organizationId: 'acme',
      runId: first?.runId ?? '',
      findingId: first?.result.findingId ?? '',
      evidenceSha256: first?.evidenceSha256 ?? '',
      decision: 'accepted' as const,
      reason: 'A build.',
      expires: '2027-01-31',
    }
    await expect(
      runtime.judgements.create({ ...decision, judge: { userId: 'grace', name: 'G', email: 'grace@example.com' } }),
    ).rejects.toMatchObject({ code: 'JUDGEMENT_REFUSED' })
    await runtime.judgements.create({ ...decision, judge })
    const judged = await needed()
    clock.advance(60_000)
    await read()
    const recorded = await run()
    const readAgain = await needed()
    systems.code = [bob, { ...odd, email: 'somebody@example.com' }]
    clock.advance(60_000)
    await read()
    await run()

    expect(first?.result.resource.id).toBe(`${connections.code}/odd-1`)
    expect(judged).toEqual([])
    expect(recorded.summary).toMatchObject({ results: { manual: 1 }, judged: { accepted: 1, refused: 0 } })
    expect(recorded.checks[0]?.results.filter((each) => each.judged)).toMatchObject([
      { judged: { reason: 'A build.' } },
    ])
    expect(readAgain).toEqual([])
    expect(await needed()).toHaveLength(1)
  })

  test('a run with its own variables changes nothing; unknown ids and values are refused', async () => {
    const { runtime, read, run, findings } = await openWorld()
    await read()
    const scoped = await run({ variables: { max_age_hours: 1 } })

    expect(scoped).toMatchObject({ scoped: true, status: 'fail' })
    expect(await findings()).toEqual([])
    await expect(run({ variables: { max_age_hours: 1_000 } })).rejects.toMatchObject({ code: 'VARIABLE_INVALID' })
    await expect(runtime.crossChecks.run({ organizationId: 'acme', id: 'none' })).rejects.toMatchObject({
      code: 'CROSS_CHECK_UNKNOWN',
    })
    await expect(runtime.crossChecks.run({ organizationId: 'nobody', id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('a run takes the variables of its organization, which are checked and audited', async () => {
    const { runtime, read, run, findings, clock } = await openWorld()
    const set = (variables: object, organizationId = 'acme') =>
      runtime.crossChecks.setVariables({ organizationId, id, variables: { ...variables } })
    await read()
    clock.advance(3 * 3_600_000)
    await set({ max_age_hours: 2 })
    const old = await run()
    const own = await run({ variables: { max_age_hours: 4 } })
    await set({})
    const again = await run()

    expect(old).toMatchObject({ status: 'error', inputs: { variables: { max_age_hours: 2 } } })
    expect(old.scoped).toBeUndefined()
    expect(own).toMatchObject({ scoped: true, status: 'fail' })
    expect(again).toMatchObject({ status: 'fail', inputs: { variables: { max_age_hours: 48 } } })
    expect(await findings()).toHaveLength(1)
    await expect(set({ max_age_hours: 1_000 })).rejects.toMatchObject({ code: 'VARIABLE_INVALID' })
    await expect(set({ none: 1 })).rejects.toMatchObject({ code: 'VARIABLE_INVALID' })
    await expect(set({}, 'nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await set({ max_age_hours: 3 })
    const readOf = async (organizationId: string) => (await runtime.crossChecks.get({ organizationId, id }))?.variables
    expect([await readOf('acme'), await readOf('other')]).toEqual([{ max_age_hours: 3 }, {}])
    expect(await runtime.audit.list({ organizationId: 'acme', limit: 1 })).toMatchObject([
      { action: 'cross_check.variables', target: id, fields: ['max_age_hours'] },
    ])
  })

  test('controls count it, dated by the oldest list', async () => {
    const { read, run, runtime, clock, systems } = await openWorld({ code: [bob] })
    await read()
    clock.advance(3_600_000)
    await run()
    const { judgeConnections } = await import('../../../src/things/controls/reading/judge-connections.ts')
    const judge = async () => {
      const { frameworks } = await judgeConnections(runtime, 'acme', { frameworks: ['soc2'] })
      return frameworks[0]?.controls.find((control) => control.id === 'CC6.3')?.checks.find((check) => check.id === id)
    }
    const passing = await judge()
    systems.code = [ada]
    await read()
    await run()

    expect(passing).toMatchObject({ state: 'satisfied', at: '2026-11-22T10:00:00.000Z' })
    expect(await judge()).toMatchObject({ state: 'not_satisfied' })
  })
})
