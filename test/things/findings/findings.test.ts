import { describe, expect, test } from 'vitest'
import { fixedClock } from '../../../src/author/testing/vendor/fixed-clock.ts'
import { createConnectorWith, secretKey } from '../../http/support.ts'
import { openRuntimeWith } from '../runtime/world.ts'

const dayMs = 86_400_000

/** A connection whose check fails for the users that a test names. */
async function openWorld() {
  const clock = fixedClock('2026-05-01T12:00:00Z')
  const failing = new Map<string, 'critical' | 'low'>([
    ['u1', 'critical'],
    ['u2', 'low'],
  ])
  const connector = {
    ...createConnectorWith({ baseUrl: 'https://api.acme.example' }),
    checks: [
      {
        id: 'mfa',
        title: 'Second factor',
        connectorId: 'acme',
        controls: ['soc2:CC6.1'],
        run: async (ctx: Parameters<ReturnType<typeof createConnectorWith>['checks'][number]['run']>[0]) => {
          for (const id of ['u1', 'u2']) {
            const resource = { type: 'user', id, name: `User ${id}` }
            const severity = failing.get(id)
            if (severity) ctx.fail({ resource, severity, title: 'Off', remediation: 'On.' })
            else ctx.pass({ resource, title: 'On' })
          }
        },
      },
    ],
  }
  const { runtime } = await openRuntimeWith({ connectors: [connector], clock })
  const organizationId = 'acme'
  const { id: connectionId } = await runtime.connections.create({
    organizationId,
    connector,
    credentials: { api_key: secretKey },
  })
  const run = async () => (await runtime.runs.start({ connectionId })).result
  await run()
  const find = async (user: string) => {
    const [found] = await runtime.findings.list({
      organizationId,
      text: user,
      state: ['open', 'regressed', 'resolved'],
    })
    if (found === undefined) throw new Error(`${user} has no finding`)
    return found
  }
  return { runtime, clock, failing, organizationId, connectionId, run, find }
}

const endOf = (day: string) => Date.parse(`${day}T23:59:59.999Z`)

test('people.remove() leaves the findings of the person to nobody, and each says so', async () => {
  const { runtime, organizationId, find } = await openWorld()
  for (const id of ['bob', 'eve'])
    await runtime.users.put({ organizationId, id, name: id, email: `${id}@acme.example` })
  for (const userId of ['bob', 'eve']) await runtime.people.setRole({ organizationId, userId, role: 'member' })
  const [first, second] = [await find('u1'), await find('u2')]
  await runtime.findings.update({ id: first.id, organizationId, ownerId: 'bob' })
  await runtime.findings.update({ id: second.id, organizationId, ownerId: 'eve' })

  await runtime.people.remove({ organizationId: 'other', userId: 'bob' })
  const before = (await find('u1')).ownerId
  await runtime.people.remove({ organizationId, userId: 'bob' })

  const detail = await runtime.findings.get({ id: first.id, organizationId })
  expect([before, detail?.ownerId, (await find('u2')).ownerId]).toEqual(['bob', null, 'eve'])
  expect(detail?.changes[0]).toMatchObject({ member: 'owner', earlier: 'bob', later: null })
  expect(await runtime.findings.count({ organizationId, ownerId: null })).toBe(1)
})

describe('findings.update()', () => {
  test('sets owner and due day, tells who and why, and is audited', async () => {
    const { runtime, organizationId, find } = await openWorld()
    const { id } = await find('u1')
    const ref = { id, organizationId, userId: 'ada' }

    await runtime.findings.update({ ...ref, ownerId: 'bob', due: { day: '2026-06-30', reason: 'Vendor' } })
    // What is so already is no change.
    const same = await runtime.findings.update({ ...ref, ownerId: 'bob' })
    const back = await runtime.findings.update({ ...ref, ownerId: null, due: null })

    expect([same?.ownerId, same?.dueAtMs, same?.dueReason]).toEqual(['bob', endOf('2026-06-30'), 'Vendor'])
    expect(
      same?.changes.map(({ member, earlier, later, reason, userId }) => [member, earlier, later, reason, userId]),
    ).toEqual([
      ['due', '2026-05-08', '2026-06-30', 'Vendor', 'ada'],
      ['owner', null, 'bob', null, 'ada'],
    ])
    expect([back?.ownerId, back?.dueAtMs, back?.dueReason]).toEqual([null, endOf('2026-05-08'), null])
    expect(back?.changes).toHaveLength(4)
    const entries = await runtime.workspace.audit.list({ organizationId, limit: 10 })
    expect(entries.find(({ action }) => action === 'finding.update')).toMatchObject({
      target: id,
      fields: expect.any(Array),
    })
  })

  test('a day counts until it is resolved; when it regresses it is due by its severity again', async () => {
    const { runtime, clock, failing, organizationId, run, find } = await openWorld()
    const { id } = await find('u1')
    await runtime.findings.update({ id, organizationId, due: { day: '2026-12-31', reason: 'Later' } })
    failing.delete('u1')
    clock.advance(dayMs)
    await run()
    failing.set('u1', 'low')
    clock.advance(dayMs)
    await run()

    expect(await find('u1')).toMatchObject({ state: 'regressed', dueReason: null, dueAtMs: endOf('2026-10-30') })
  })

  test.each([
    ['a day that is over', { day: '2026-04-30', reason: 'x' }],
    ['a day that does not exist', { day: '2026-06-31', reason: 'x' }],
    ['a day after ten years', { day: '2036-12-31', reason: 'x' }],
    ['no reason', { day: '2026-06-30', reason: '  ' }],
    ['half of a character as reason', { day: '2026-06-30', reason: '\ud800' }],
  ])('refuses %s, and changes nothing', async (_what, due) => {
    const { runtime, organizationId, find } = await openWorld()
    const before = await find('u1')

    const update = runtime.findings.update({ id: before.id, organizationId, ownerId: 'bob', due })

    await expect(update).rejects.toMatchObject({ code: 'API_INVALID' })
    expect(await find('u1')).toEqual(before)
  })

  test('knows no finding of another organization, and no due day of a resolved one', async () => {
    const { runtime, failing, organizationId, run, find } = await openWorld()
    const { id } = await find('u2')
    failing.delete('u2')
    await run()

    expect(await runtime.findings.update({ id, organizationId: 'other', ownerId: 'eve' })).toBeUndefined()
    expect((await find('u2')).ownerId).toBeNull()
    const update = runtime.findings.update({ id, organizationId, due: { day: '2026-06-30', reason: 'x' } })
    await expect(update).rejects.toMatchObject({ code: 'API_INVALID' })
  })
})

describe('findings.setDueDays()', () => {
  test('dates what fails again, keeps what is left out, and refuses what is no number of days', async () => {
    const { runtime, organizationId, find } = await openWorld()

    const days = await runtime.findings.setDueDays({ organizationId, days: { critical: 2, low: undefined } })

    expect(days).toEqual({ critical: 2, high: 30, medium: 90, low: 180, info: 365 })
    expect((await find('u1')).dueAtMs).toBe(endOf('2026-05-03'))
    for (const critical of [0, 1.5, -1, 4_000, Number.NaN])
      await expect(runtime.findings.setDueDays({ organizationId, days: { critical } })).rejects.toMatchObject({
        code: 'API_INVALID',
      })
    expect(await runtime.findings.dueDays({ organizationId })).toEqual(days)
  })
})

test('findings.setDueDays() keeps the days of other severities that are set at the same time', async () => {
  const { runtime, organizationId } = await openWorld()
  const set = (days: { critical?: number; low?: number; info?: number }) =>
    runtime.findings.setDueDays({ organizationId, days })

  await Promise.all([set({ critical: 2 }), set({ low: 77 }), set({ info: 99 })])

  expect(await runtime.findings.dueDays({ organizationId })).toMatchObject({ critical: 2, low: 77, info: 99 })
})

describe('findings.tally() and count()', () => {
  test('count by the waivers of now, on the connection that each names', async () => {
    const { runtime, clock, connectionId, organizationId } = await openWorld()
    const all = { organizationId, connectionId }
    const before = await runtime.findings.tally(all)
    await runtime.waivers.create({
      organizationId,
      connector: 'acme',
      check: 'mfa',
      resource: 'u1',
      connection: connectionId,
      justification: 'j',
      approver: 'a',
      expires: '2026-05-10',
    })

    expect(before).toEqual({ open: 2, accepted: 0, resolved: 0 })
    expect(await runtime.findings.tally(all)).toEqual({ open: 1, accepted: 1, resolved: 0 })
    expect(await runtime.findings.count({ organizationId, waived: true })).toBe(1)
    clock.advance(20 * dayMs)
    expect(await runtime.findings.tally(all)).toEqual(before)
  })
})

describe('findings.listCounted() and listTallied()', () => {
  test('say what list(), count() and tally() say, now and at a time', async () => {
    const { runtime, clock, connectionId, organizationId } = await openWorld()
    await runtime.waivers.create({
      organizationId,
      connector: 'acme',
      check: 'mfa',
      resource: 'u1',
      connection: connectionId,
      justification: 'j',
      approver: 'a',
      expires: '2026-05-10',
    })
    const { findings } = runtime
    const lists = { open: { waived: false }, accepted: { waived: true }, resolved: { state: 'resolved' } } as const

    for (const within of [undefined, { fromMs: 0, toMs: clock.nowMs() }])
      for (const text of [undefined, 'u1', 'nobody']) {
        const choice = { organizationId, within, text }
        const tally = await findings.tally(choice)
        expect(await findings.listCounted({ ...choice, limit: 1, order: 'due' })).toEqual({
          findings: await findings.list({ ...choice, limit: 1, order: 'due' }),
          total: await findings.count(choice),
        })
        expect((await findings.listTallied(choice)).tally).toEqual(tally)
        for (const list of ['open', 'accepted', 'resolved'] as const)
          expect(await findings.listTallied({ ...choice, list })).toEqual({
            findings: await findings.list({ ...choice, ...lists[list] }),
            tally,
          })
      }
  })
})

describe('for somebody who may know of a time alone', () => {
  test('owner, due day and order are those of then, and what came later is told nowhere', async () => {
    const { runtime, clock, organizationId, run, find, failing } = await openWorld()
    const [one, two] = [await find('u1'), await find('u2')]
    await runtime.findings.update({ id: one.id, organizationId, ownerId: 'bob' })
    const within = { fromMs: 0, toMs: clock.nowMs() }
    clock.advance(3 * dayMs)
    await runtime.findings.update({
      id: one.id,
      organizationId,
      ownerId: 'eve',
      due: { day: '2026-12-31', reason: 'L' },
    })
    await runtime.findings.setDueDays({ organizationId, days: { low: 1 } })
    failing.set('u2', 'critical')
    await run()

    const listed = await runtime.findings.list({ organizationId, within, order: 'due' })

    expect(
      listed.map(({ id, ownerId, dueAtMs, dueReason, severity }) => [id, ownerId, dueAtMs, dueReason, severity]),
    ).toEqual([
      [one.id, 'bob', endOf('2026-05-08'), null, 'critical'],
      [two.id, null, endOf('2026-10-28'), null, 'low'],
    ])
    const [first] = listed
    expect(await runtime.findings.list({ organizationId, within, order: 'due', before: first })).toHaveLength(1)
    expect(await runtime.findings.list({ organizationId, within, ownerId: 'eve' })).toEqual([])
    expect(await runtime.findings.count({ organizationId, within, ownerId: 'bob' })).toBe(1)
    expect(await runtime.findings.tally({ organizationId, within, text: 'USER u2' })).toMatchObject({ open: 1 })
    const detail = await runtime.findings.get({ id: one.id, organizationId, within })
    expect(detail?.changes.map(({ later }) => later)).toEqual(['bob'])
    expect(JSON.stringify(detail)).not.toContain('"eve"')
  })
})
