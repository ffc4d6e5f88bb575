import { describe, expect, test } from 'vitest'
import { writeFindings } from '../../../src/things/findings/reading/send-findings.ts'
import type { Runtime } from '../../../src/things/runtime/runtime.ts'
import { judge, judgeGuest, openGuestsWorld } from './world.ts'

const organizationId = 'acme'
const states = ['open', 'regressed', 'resolved'] as const

async function open() {
  const world = await openGuestsWorld()
  world.state.guests = world.state.guests.filter(({ id }) => id !== 'hal')
  await world.run()
  return world
}

/** What everything that shows findings says, of one that stands alone. */
async function tell(runtime: Runtime) {
  const [finding, ...others] = await runtime.findings.list({ organizationId, state: states })
  const { open: failing, resolved } = await runtime.findings.tally({ organizationId })
  const total = await runtime.findings.count({ organizationId })
  expect(others).toEqual([])
  expect(total).toBe(failing)
  return [finding?.state, finding?.resolution, failing, resolved]
}

async function readHistory(runtime: Runtime) {
  const [finding] = await runtime.findings.list({ organizationId, state: states })
  const detail = await runtime.findings.get({ organizationId, id: finding?.id ?? '' })
  return detail?.history.map(({ change, resolution, judgementId }) => [change, resolution, judgementId !== null])
}

describe('a refused judgement', () => {
  test('opens a finding at once, which everything counts, finds and dates', async () => {
    const { runtime, clock } = await open()

    const made = await judgeGuest(runtime, 'gil', { decision: 'refused' })

    expect(await tell(runtime)).toEqual(['open', null, 1, 0])
    const [finding] = await runtime.findings.list({ organizationId, text: 'GIL is a guest', control: 'soc2:CC6.2' })
    expect(finding).toMatchObject({
      judgementId: made.id,
      waived: false,
      severity: 'medium',
      checkId: 'guests-reviewed',
      runId: made.runId,
      id: made.findingId,
      changedAtMs: clock.nowMs(),
      firstSeenAtMs: clock.nowMs(),
      lastSeenAtMs: clock.nowMs(),
      result: { status: 'manual', judged: { id: made.id, decision: 'refused', by: 'ada@example.com' } },
    })
    // 90 days from 1 May.
    expect(new Date(finding?.dueAtMs ?? 0).toISOString()).toBe('2026-07-30T23:59:59.999Z')
    const rows = await Array.fromAsync(writeFindings({ runtime, users: runtime.users }, { organizationId }))
    expect(rows.join('')).toContain('2026-12-31,ada@example.com,Our auditor.')
    expect(await readHistory(runtime)).toEqual([['open', null, true]])
  })

  test('stands from run to run, keeps its owner and day, and resolves when its resource passes or is gone', async () => {
    const { runtime, run, state } = await open()
    const { findingId: id } = await judgeGuest(runtime, 'gil', { decision: 'refused' })
    const due = { day: '2026-05-20', reason: 'Soon.' }
    await runtime.findings.update({ id, organizationId, ownerId: 'ada', due })
    const [gil, ann] = state.guests as [(typeof state.guests)[0], (typeof state.guests)[0]]

    state.guests = [{ ...gil, idleDays: 8 }, ann]
    const again = await run()
    const stands = await runtime.findings.get({ id, organizationId })
    state.guests = [{ ...gil, kind: 'person' }, ann]
    await run()
    const passed = await tell(runtime)
    state.guests = [gil, ann]
    await run()
    const regressed = await tell(runtime)
    state.guests = [ann]
    await run()

    expect(stands).toMatchObject({ state: 'open', runId: again.id, ownerId: 'ada', dueReason: 'Soon.' })
    expect(stands?.result.evidence).toMatchObject({ idleDays: 8 })
    expect(passed).toEqual(['resolved', 'passed', 0, 1])
    expect(regressed).toEqual(['regressed', null, 1, 0])
    expect(await tell(runtime)).toEqual(['resolved', 'gone', 0, 1])
    expect(await readHistory(runtime)).toEqual([
      ['resolved', 'gone', false],
      ['regressed', null, true],
      ['resolved', 'passed', false],
      ['open', null, true],
    ])
  })

  test('needs review again with other evidence, and stands again when the same evidence comes back', async () => {
    const { runtime, run, state } = await open()
    await judgeGuest(runtime, 'gil', { decision: 'refused' })
    const before = state.guests

    state.guests = before.map((guest) => (guest.id === 'gil' ? { ...guest, role: 'owner' } : guest))
    await run()
    const changed = await tell(runtime)
    state.guests = before
    await run()

    expect(changed).toEqual(['resolved', 'needs_review', 0, 1])
    expect(await tell(runtime)).toEqual(['regressed', null, 1, 0])
  })

  test('resolves when it is withdrawn, and when somebody accepts the result', async () => {
    const { runtime, clock, run } = await open()
    const first = await judgeGuest(runtime, 'gil', { decision: 'refused' })
    clock.advance(1_000)
    await runtime.judgements.withdraw({ id: first.id, organizationId, by: 'ada@example.com' })
    const withdrawn = await tell(runtime)
    // A second withdrawal changes nothing.
    await runtime.judgements.withdraw({ id: first.id, organizationId, by: 'ada@example.com' })
    clock.advance(1_000)
    const second = await judgeGuest(runtime, 'gil', { decision: 'refused' })
    const refused = await tell(runtime)
    clock.advance(1_000)
    const { runId, findingId, evidenceSha256, reason, expires } = second
    const rest = { organizationId, runId, findingId, evidenceSha256, reason, expires, judge }
    await runtime.judgements.create({ ...rest, decision: 'accepted' })
    const accepted = await tell(runtime)
    await run()

    expect(withdrawn).toEqual(['resolved', 'needs_review', 0, 1])
    expect(refused).toEqual(['regressed', null, 1, 0])
    expect(accepted).toEqual(['resolved', 'accepted', 0, 1])
    expect(await tell(runtime)).toEqual(accepted)
    expect((await readHistory(runtime))?.map(([change]) => change)).toEqual([
      ...['resolved', 'regressed', 'resolved', 'open'],
    ])
  })

  test('is over on the day after its last one, without a run, and then was open until that day', async () => {
    const { runtime, clock } = await open()
    await judgeGuest(runtime, 'gil', { decision: 'refused', expires: '2026-05-10' })
    const endMs = Date.parse('2026-05-11T00:00:00Z')

    clock.advance(endMs - 1 - clock.nowMs())
    const last = await tell(runtime)
    clock.advance(86_400_000)
    const [one, two] = await Promise.all([tell(runtime), tell(runtime)])

    expect(last).toEqual(['open', null, 1, 0])
    expect(one).toEqual(['resolved', 'needs_review', 0, 1])
    expect(two).toEqual(one)
    const [finding] = await runtime.findings.list({ organizationId, state: 'resolved' })
    expect(finding?.changedAtMs).toBe(endMs)
    expect((await readHistory(runtime))?.length).toBe(2)
    const then = { fromMs: 0, toMs: endMs - 1 }
    expect(await runtime.findings.list({ organizationId, within: then })).toMatchObject([
      { state: 'open', result: { status: 'manual', judged: { decision: 'refused' } } },
    ])
  })

  test('is as it was for who sees an earlier time', async () => {
    const { runtime, clock, run, state } = await open()
    const made = await judgeGuest(runtime, 'gil', { decision: 'refused' })
    const thenMs = clock.nowMs()
    state.guests = state.guests.filter(({ id }) => id !== 'gil')
    await run()
    const of = { organizationId, state: states }

    expect(await runtime.findings.list({ ...of, within: { fromMs: 0, toMs: thenMs - 1 } })).toEqual([])
    expect(await runtime.findings.list({ ...of, within: { fromMs: 0, toMs: thenMs } })).toMatchObject([
      { id: made.findingId, state: 'open', judgementId: made.id, result: { judged: { id: made.id } } },
    ])
    expect(await runtime.findings.list({ ...of, within: { fromMs: 0, toMs: clock.nowMs() } })).toMatchObject([
      { id: made.findingId, state: 'resolved', judgementId: null },
    ])
  })

  test('is no accepted risk: a waiver covers what a check sees failing', async () => {
    const { runtime } = await open()
    await judgeGuest(runtime, 'gil', { decision: 'refused' })
    await runtime.waivers.create({
      organizationId,
      connector: 'club',
      check: 'guests-reviewed',
      resource: 'gil',
      allConnections: true,
      justification: 'Known.',
      approver: 'ada@example.com',
      expires: '2026-12-31',
    })

    expect(await runtime.findings.tally({ organizationId })).toEqual({ open: 1, accepted: 0, resolved: 0 })
    expect(await runtime.findings.list({ organizationId, waived: true })).toEqual([])
  })

  test('stands while its check could not tell, also if somebody refuses it again', async () => {
    const { runtime, clock, run, state } = await open()
    const first = await judgeGuest(runtime, 'gil', { decision: 'refused', expires: '2026-05-10' })
    const { guests } = state
    state.guests = 'no list' as unknown as typeof guests
    const { status } = await run()
    const { runId, findingId, evidenceSha256 } = first
    const rest = { organizationId, runId, findingId, evidenceSha256, reason: 'Still no.', judge }
    await runtime.judgements.create({ ...rest, decision: 'refused', expires: '2026-08-01' })
    clock.advance(20 * 86_400_000)

    expect(status).toBe('error')
    expect(await tell(runtime)).toEqual(['open', null, 1, 0])
    expect(await runtime.findings.list({ organizationId })).toMatchObject([
      { result: { judged: { reason: 'Still no.', expires: '2026-08-01' } } },
    ])
  })

  test('changes nothing about what its check has seen failing, and an accepted one resolves that', async () => {
    const { runtime, run, state } = await open()
    const guests = state.guests
    state.guests = guests.map((guest) => (guest.id === 'gil' ? { ...guest, kind: 'banned' as const } : guest))
    await run()
    state.guests = guests
    await run()
    const refused = await judgeGuest(runtime, 'gil', { decision: 'refused' })
    const [failing] = await runtime.findings.list({ organizationId })
    await runtime.judgements.withdraw({ id: refused.id, organizationId, by: 'ada@example.com' })
    const stays = await tell(runtime)
    await judgeGuest(runtime, 'gil')

    expect(failing).toMatchObject({ state: 'open', judgementId: null, result: { status: 'fail' } })
    expect(stays).toEqual(['open', null, 1, 0])
    expect(await tell(runtime)).toEqual(['resolved', 'accepted', 0, 1])
  })

  test('fails by itself when its check says so, and then does not end with the judgement', async () => {
    const { runtime, clock, run, state } = await open()
    await judgeGuest(runtime, 'gil', { decision: 'refused', expires: '2026-05-10' })
    state.guests = state.guests.map((guest) => (guest.id === 'gil' ? { ...guest, kind: 'banned' as const } : guest))
    await run()
    clock.advance(20 * 86_400_000)

    expect(await tell(runtime)).toEqual(['open', null, 1, 0])
    expect(await runtime.findings.list({ organizationId })).toMatchObject([
      { judgementId: null, result: { status: 'fail' } },
    ])
  })

  test('counts in a run that began before it and ends after it', async () => {
    const { runtime, state, connectionId, clock } = await open()
    const gate = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    state.beforeAnswer = () => {
      asked.resolve()
      return gate.promise
    }
    const handle = await runtime.runs.start({ connectionId })
    await asked.promise
    clock.advance(5_000)
    const made = await judgeGuest(runtime, 'gil', { decision: 'refused' })
    gate.resolve()
    const { summary } = await handle.result

    expect(summary.judged).toBeUndefined()
    expect(await runtime.findings.list({ organizationId })).toMatchObject([{ state: 'open', judgementId: made.id }])
    expect((await readHistory(runtime))?.length).toBe(1)
  })

  test('of another organization or connection opens nothing here', async () => {
    const { runtime, run, connect } = await open()
    const theirs = await connect('other')
    await run(theirs)
    await judgeGuest(runtime, 'gil', { organizationId: 'other', decision: 'refused' })
    await run()

    expect(await runtime.findings.count({ organizationId })).toBe(0)
    expect(await runtime.findings.count({ organizationId: 'other' })).toBe(1)
  })
})
