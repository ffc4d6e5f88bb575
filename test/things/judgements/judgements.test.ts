import { describe, expect, test } from 'vitest'
import { fixedClock } from '../../../src/author/testing/index.ts'
import { judgeConnections } from '../../../src/things/controls/reading/judge-connections.ts'
import type { Runtime } from '../../../src/things/runtime/runtime.ts'
import { judge, judgeGuest, openGuestsWorld } from './world.ts'

async function controlOf(runtime: Runtime, organizationId = 'acme') {
  const { frameworks } = await judgeConnections(runtime, organizationId, { frameworks: ['soc2'] })
  const control = frameworks[0]?.controls.find(({ id }) => id === 'CC6.2')
  return [control?.state, control?.checks[0]?.because]
}

describe('a judgement', () => {
  test('counts at once in its control, and in the next run', async () => {
    const { runtime, run, state } = await openGuestsWorld()
    state.guests = state.guests.filter(({ id }) => id !== 'hal')
    await run()
    const before = await controlOf(runtime)

    const made = await judgeGuest(runtime, 'gil')
    const after = await controlOf(runtime)
    const { checks, summary } = await run()

    expect(before).toEqual(['undetermined', '1 result needs review'])
    expect(after).toEqual(['satisfied', 'passes with 1 result that a person accepted'])
    expect(made).toMatchObject({ by: 'ada@example.com', state: 'holds', at: '2026-05-01T12:01:00.000Z' })
    expect(checks[0]?.status).toBe('manual')
    expect(checks[0]?.volatile).toEqual(['idleDays'])
    expect(summary).toMatchObject({ results: { manual: 1, pass: 1 }, judged: { accepted: 1, refused: 0 } })
    const { id, decision, by, at, reason, files, expires, evidenceSha256 } = made
    const judged = { id, decision, by, at, reason, files, expires, evidenceSha256 }
    expect(checks[0]?.results[0]).toMatchObject({ status: 'manual', judged })
    expect(checks[0]?.results[1]).not.toHaveProperty('judged')
  })

  test('fails its control if it refuses', async () => {
    const { runtime, run } = await openGuestsWorld()
    await run()

    await judgeGuest(runtime, 'gil', { decision: 'refused' })

    expect(await controlOf(runtime)).toEqual(['not_satisfied', 'a person refused 1 result that needed review'])
    expect((await run()).summary.judged).toEqual({ accepted: 0, refused: 1 })
  })

  test('goes on with other values of volatile members, and not with other evidence; the same evidence counts again', async () => {
    const { runtime, run, state } = await openGuestsWorld()
    await run()
    await judgeGuest(runtime, 'gil')
    await judgeGuest(runtime, 'hal')
    const [gil, ...others] = state.guests
    const counts = async () => {
      const { summary } = await run()
      return [summary.judged?.accepted, (await controlOf(runtime))[0]]
    }

    const older = { ...gil, idleDays: 90 } as typeof gil & object
    state.guests = [older, ...others]
    const aged = await counts()
    state.guests = [{ ...older, role: 'owner' }, ...others]
    const changed = await counts()
    const needed = await runtime.judgements.listNeeded({ organizationId: 'acme' })
    state.guests = [older, ...others]
    const again = await counts()

    expect(aged).toEqual([2, 'satisfied'])
    expect(changed).toEqual([1, 'undetermined'])
    expect(needed.map(({ result }) => result.resource.id)).toEqual(['gil'])
    expect(again).toEqual([2, 'satisfied'])
  })

  test('ends when it is withdrawn, replaced or over, and what it replaced does not come back', async () => {
    const { runtime, run, clock } = await openGuestsWorld()
    await run()
    await judgeGuest(runtime, 'hal')
    const first = await judgeGuest(runtime, 'gil')
    clock.advance(1)
    const found = { runId: first.runId, findingId: first.findingId, evidenceSha256: first.evidenceSha256 }
    const rest = { organizationId: 'acme', reason: 'Left.', expires: '2026-06-30', judge }
    const second = await runtime.judgements.create({ ...found, ...rest, decision: 'refused' })
    const states = async () =>
      (await runtime.judgements.list({ organizationId: 'acme', findingIds: [first.findingId] })).map(
        ({ state }) => state,
      )
    const replaced = [await states(), await controlOf(runtime)]

    await runtime.judgements.withdraw({ id: second.id, organizationId: 'acme', by: 'bob@example.com' })
    const withdrawn = [await states(), await controlOf(runtime)]
    const third = await runtime.judgements.create({ ...found, ...rest, decision: 'accepted' })
    const held = await controlOf(runtime)
    clock.advance(Date.parse('2026-07-01T00:00:00Z') - clock.nowMs())
    await run()

    expect(replaced).toEqual([
      ['holds', 'replaced'],
      ['not_satisfied', 'a person refused 1 result that needed review'],
    ])
    expect(withdrawn).toEqual([
      ['withdrawn', 'replaced'],
      ['undetermined', '1 result needs review'],
    ])
    expect(held[0]).toBe('satisfied')
    expect(await controlOf(runtime)).toEqual(['undetermined', '1 result needs review'])
    expect(await states()).toEqual(['expired', 'withdrawn', 'replaced'])
    expect(await runtime.judgements.get({ id: third.id, organizationId: 'acme' })).toMatchObject({ state: 'expired' })
  })

  test('is as it was for who sees an earlier time', async () => {
    const { runtime, run, clock } = await openGuestsWorld()
    await run()
    const made = await judgeGuest(runtime, 'gil')
    const thenMs = clock.nowMs()
    clock.advance(1_000)
    await runtime.judgements.withdraw({ id: made.id, organizationId: 'acme', by: 'ada@example.com' })
    const within = { fromMs: 0, toMs: thenMs }
    const idsOf = async (more: object) =>
      (await runtime.judgements.listNeeded({ organizationId: 'acme', ...more })).map(({ result }) => result.resource.id)

    expect(await idsOf({ within })).toEqual(['hal'])
    expect(await idsOf({})).toEqual(['gil', 'hal'])
    expect(await runtime.judgements.list({ organizationId: 'acme', atMs: thenMs })).toMatchObject([
      { id: made.id, state: 'holds', withdrawnAtMs: null, withdrawnBy: null },
    ])
    expect(await runtime.judgements.get({ id: made.id, organizationId: 'acme', atMs: thenMs - 1 })).toBeUndefined()
  })

  test('holds on one connection of one organization', async () => {
    const { runtime, run, connect, connectionId } = await openGuestsWorld()
    const [second, theirs] = [await connect(), await connect('other')]
    for (const id of [undefined, second, theirs]) await run(id)
    const mine = await judgeGuest(runtime, 'gil', { decision: 'refused' })
    const needed = async (organizationId: string) => (await runtime.judgements.listNeeded({ organizationId })).length

    expect([await needed('acme'), await needed('other')]).toEqual([3, 2])
    expect(await runtime.judgements.tally({ organizationId: 'other' })).toEqual([])
    expect(await runtime.judgements.get({ id: mine.id, organizationId: 'other' })).toBeUndefined()
    expect(await runtime.judgements.withdraw({ id: mine.id, organizationId: 'other', by: 'x' })).toBe(false)
    const [one, another] = mine.connectionId === connectionId ? [connectionId, second] : [second, connectionId]
    expect((await run(one)).summary.judged).toEqual({ accepted: 0, refused: 1 })
    expect((await run(another)).summary.judged).toBeUndefined()
    expect((await run(theirs)).summary.judged).toBeUndefined()
  })

  test('stays when its judge is deactivated, with what they looked at', async () => {
    const { runtime, run, state } = await openGuestsWorld()
    await run()
    const made = await judgeGuest(runtime, 'gil')
    await judgeGuest(runtime, 'hal')

    await runtime.users.put({ organizationId: 'acme', id: 'ada', name: 'Ada', email: judge.email, deactivated: true })
    state.guests = state.guests.slice(0, 1)

    expect((await run()).summary.judged).toEqual({ accepted: 1, refused: 0 })
    expect(await runtime.judgements.get({ id: made.id, organizationId: 'acme' })).toMatchObject({
      by: 'ada@example.com',
      result: { title: 'gil is a guest', evidence: { email: 'gil@partner.example', role: 'reader', idleDays: 3 } },
    })
  })
})

describe('create() refuses', () => {
  const invalid = { name: 'CheckwrightError', code: 'JUDGEMENT_INVALID' }

  test('what does not need review: a pass and a fail', async () => {
    const { runtime, run, state } = await openGuestsWorld()
    state.guests.push({ id: 'eve', kind: 'banned', role: 'reader', idleDays: 1 })
    const { id: runId, checks } = await run()
    const evidenceSha256 = (await runtime.judgements.listNeeded({ organizationId: 'acme' }))[0]?.evidenceSha256 ?? ''
    const judgeOne = (resource: string) => {
      const result = checks[0]?.results.find((one) => one.resource.id === resource)
      const given = { runId, findingId: result?.findingId ?? '', evidenceSha256, judge }
      const rest = { reason: 'r', decision: 'accepted', expires: '2026-12-31' } as const
      return runtime.judgements.create({ organizationId: 'acme', ...given, ...rest })
    }

    await expect(judgeOne('ann')).rejects.toMatchObject({ ...invalid, message: expect.stringContaining('"pass"') })
    await expect(judgeOne('eve')).rejects.toMatchObject({ ...invalid, message: expect.stringContaining('"fail"') })
    await expect(judgeOne('nobody')).rejects.toMatchObject({ name: 'StoreError', code: 'NOT_FOUND' })
  })

  test('the evidence of another result, and of another time', async () => {
    const { runtime, run, state } = await openGuestsWorld()
    await run()
    const needed = await runtime.judgements.listNeeded({ organizationId: 'acme' })
    const halsEvidence = needed.find(({ result }) => result.resource.id === 'hal')?.evidenceSha256
    const gils = needed.find(({ result }) => result.resource.id === 'gil')
    state.guests = state.guests.map((guest) => ({ ...guest, role: 'owner' }))
    await run()

    await expect(judgeGuest(runtime, 'gil', { evidenceSha256: halsEvidence ?? '' })).rejects.toMatchObject(invalid)
    await expect(judgeGuest(runtime, 'gil', { evidenceSha256: gils?.evidenceSha256 ?? '' })).rejects.toMatchObject(
      invalid,
    )
    await expect(judgeGuest(runtime, 'gil', { evidenceSha256: '' })).rejects.toMatchObject(invalid)
  })

  test("another organization's result and file", async () => {
    const { runtime, run, connect } = await openGuestsWorld()
    await run()
    const theirs = await connect('other')
    const { id } = await run(theirs)
    const file = { id: 'f1', organizationId: 'other', name: 'a.pdf', type: 'application/pdf', sizeBytes: 1 }
    await runtime.workspace.evidenceUploads.insert({
      formType: 'x',
      file: { ...file, sha256: '0'.repeat(64), objectKey: 'k', userId: null, createdAtMs: 1 },
    })

    await expect(judgeGuest(runtime, 'gil', { runId: id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(judgeGuest(runtime, 'gil', { files: ['f1'] })).rejects.toMatchObject(invalid)
    await expect(judgeGuest(runtime, 'gil', { files: ['none'] })).rejects.toMatchObject(invalid)
  })

  test.each([
    ['a day more than a year ahead', { expires: '2027-05-02' }],
    ['a day that is over', { expires: '2026-04-30' }],
    ['a day that does not exist', { expires: '2026-02-30' }],
    ['a time', { expires: '2026-12-31T00:00:00Z' }],
    ['no reason', { reason: '  ' }],
    ['a long reason', { reason: 'x'.repeat(10_001) }],
    ['another decision', { decision: 'passed' as 'accepted' }],
    ['many files', { files: Array.from({ length: 21 }, (_, index) => `f${index}`) }],
  ])('%s', async (_what, more) => {
    const { runtime, run } = await openGuestsWorld()
    await run()

    await expect(judgeGuest(runtime, 'gil', more)).rejects.toMatchObject(invalid)
    expect(await runtime.judgements.list({ organizationId: 'acme' })).toEqual([])
  })

  test('takes the last day that is a year ahead', async () => {
    const { runtime, run } = await openGuestsWorld()
    await run()

    expect(await judgeGuest(runtime, 'gil', { expires: '2027-05-01' })).toMatchObject({ expires: '2027-05-01' })
  })

  test.each([
    ['their address in the evidence', { email: 'Ada@Example.com' }],
    ['an address of theirs with an addition', { email: 'ada+club@example.com' }],
    ['their address as name of the account', { name: 'ada@example.com' }],
    ['their name, where nobody knows an address', { name: 'ada lovelace' }],
  ])('a result about the judge: %s', async (_what, own) => {
    const { runtime, run, state } = await openGuestsWorld()
    state.guests = [{ id: 'g1', kind: 'guest', role: 'reader', idleDays: 1, ...own }]
    await run()

    await expect(judgeGuest(runtime, 'g1')).rejects.toMatchObject({ code: 'JUDGEMENT_REFUSED' })
    const bob = { userId: 'bob', name: 'Bob', email: 'bob@example.com' }
    expect(await judgeGuest(runtime, 'g1', { judge: bob })).toMatchObject({ by: 'bob@example.com' })
  })
})

test('every change has its entry in the audit log', async () => {
  const { runtime, run } = await openGuestsWorld()
  await run()

  const { id } = await judgeGuest(runtime, 'gil')
  await runtime.judgements.withdraw({ id, organizationId: 'acme', by: 'ada@example.com' })

  const entries = await runtime.audit.list({ organizationId: 'acme', limit: 20 })
  const changes = entries.filter(({ action }) => action.startsWith('judgement.'))
  expect(changes.map(({ action, target }) => [action, target])).toEqual([
    ['judgement.withdraw', id],
    ['judgement.create', id],
  ])
  expect(JSON.stringify(changes)).not.toContain('Our auditor')
})

test('runtime.judgements.count() gives what list() would give without a limit', async () => {
  const { runtime, run } = await openGuestsWorld()
  await run()
  await judgeGuest(runtime, 'gil')
  await judgeGuest(runtime, 'hal', { decision: 'refused' })
  const of = { organizationId: 'acme' }

  const listed = await runtime.judgements.list({ ...of, limit: 1 })

  expect(listed).toHaveLength(1)
  expect(await runtime.judgements.count(of)).toBe(2)
  expect(await runtime.judgements.count({ ...of, decision: 'refused', holds: true })).toBe(1)
  expect(await runtime.judgements.count({ ...of, findingIds: [] })).toBe(0)
  expect(await runtime.judgements.count({ organizationId: 'other' })).toBe(0)
})

describe('the trend', () => {
  test('counts by the judgements in force: at once when one is made, withdrawn or over, and earlier days as their runs knew', async () => {
    const { runtime, run, state, clock } = await openGuestsWorld()
    state.guests = state.guests.filter(({ id }) => id !== 'hal')
    await run()
    const day = async (back = 0) => {
      const { pass, fail, manual } = (await runtime.runs.trend({ organizationId: 'acme', days: 3 })).at(-1 - back) ?? {}
      return { pass, fail, manual }
    }
    const [open, failing, passing] = [
      { pass: 0, fail: 0, manual: 1 },
      { pass: 0, fail: 1, manual: 0 },
      { pass: 1, fail: 0, manual: 0 },
    ]

    const before = await day()
    const made = await judgeGuest(runtime, 'gil', { decision: 'refused', expires: '2026-05-02' })
    const refused = await day()
    await run()
    const again = await day()
    await runtime.judgements.withdraw({ id: made.id, organizationId: 'acme', by: 'ada' })
    const withdrawn = await day()
    await judgeGuest(runtime, 'gil', { expires: '2026-05-02' })
    const accepted = await day()
    await run()
    clock.advance(2 * 86_400_000)

    expect([before, refused, again, withdrawn, accepted]).toEqual([open, failing, failing, open, passing])
    expect([await day(), await day(2)]).toEqual([open, passing])
    const other = await runtime.runs.trend({ organizationId: 'other', days: 1 })
    expect(other[0]).toMatchObject({ connections: 0, pass: 0, fail: 0 })
  })
})

test('a refusal counts although its machine has a clock that is behind that of the acceptance', async () => {
  const clock = fixedClock('2026-05-01T12:00:00Z')
  let behindMs = 0
  const { runtime, run, state } = await openGuestsWorld({
    clock: { ...clock, nowMs: () => clock.nowMs() - behindMs },
  })
  state.guests = state.guests.filter(({ id }) => id !== 'hal')
  await run()
  clock.advance(3_600_000)
  const { runId, findingId, evidenceSha256 } = await judgeGuest(runtime, 'gil')
  behindMs = 300_000

  await runtime.judgements.create({
    organizationId: 'acme',
    runId,
    findingId,
    evidenceSha256,
    judge,
    decision: 'refused',
    reason: 'No contract.',
    expires: '2026-12-31',
  })
  behindMs = 0
  clock.advance(60_000)
  const soon = await controlOf(runtime)
  const { checks } = await run()

  expect(soon[0]).toBe('not_satisfied')
  expect(checks[0]?.results[0]).toMatchObject({ status: 'manual', judged: { decision: 'refused' } })
})
