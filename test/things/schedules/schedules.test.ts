import { describe, expect, test } from 'vitest'
import { scheduleObstacle } from '../../../src/things/schedules/schedules.ts'
import { startLoopbackVendor } from '../../service/queue/loopback-vendor.ts'
import { createStepsConnector } from '../../service/queue/steps-connector.ts'
import { openWorldWith, waitUntil } from '../../service/queue/world.ts'

async function world(now = '2026-05-01T05:00:00Z') {
  const vendor = await startLoopbackVendor()
  let nowMs = Date.parse(now)
  const clock = { nowMs: () => nowMs, sleep: async () => undefined }
  const worker = { pollMs: 20 }
  const made = await openWorldWith(
    { store: 'memory:', connectors: [createStepsConnector(vendor.url)], clock, worker },
    2,
  )
  const [connectionId = '', other = ''] = made.connectionIds
  return { ...made, vendor, connectionId, other, goTo: (time: string) => (nowMs = Date.parse(time)) }
}

test.each([
  ['active', null, undefined],
  ['error', 'Acme does not answer.', undefined],
  // Each run would be one more refused sign-in, and vendors lock an account after a few.
  ['error', 'Acme does not accept the credentials. Enter new ones.', /does not accept the credentials/],
  ['needs_reauth', 'Acme does not accept the access that was granted. Reconnect.', /needs_reauth/],
  ['paused', 'Paused by a person.', /paused/],
] as const)('scheduleObstacle() of a connection in the state %s (%s)', async (state, stateReason, says) => {
  const parts = { store: { connections: { find: async () => ({ state, stateReason }) } } } as never

  const obstacle = await scheduleObstacle(parts, { connectionId: 'c1', connectorId: 'acme' })

  if (says) expect(obstacle).toMatch(says)
  else expect(obstacle).toBeUndefined()
})

describe('runtime.schedules', () => {
  test('set() creates and replaces, get() and list() show it, and none of another organization', async () => {
    const { runtime, connectionId, other } = await world()
    await runtime.schedules.set({ connectionId, cron: '0 7 * * *' })

    const set = await runtime.schedules.set({
      connectionId,
      organizationId: 'acme',
      cron: '30 6 * * *',
      timeZone: 'Europe/Berlin',
      checks: ['steps'],
      spread: false,
    })

    expect(set).toMatchObject({
      cron: '30 6 * * *',
      checks: ['steps'],
      spread: false,
      nextAt: '2026-05-02T04:30:00.000Z',
    })
    expect(await runtime.schedules.get({ connectionId })).toEqual(set)
    expect(await runtime.schedules.list({ organizationId: 'acme' })).toEqual([set])
    expect(await runtime.schedules.get({ connectionId, organizationId: 'other' })).toBeUndefined()
    expect(await runtime.schedules.delete({ connectionId, organizationId: 'other' })).toBe(false)
    expect(await runtime.schedules.delete({ connectionId })).toBe(true)
    expect(await runtime.schedules.get({ connectionId: other })).toBeUndefined()
  })

  test('set() refuses what it cannot read, and a check or connection that there is not', async () => {
    const { runtime, connectionId } = await world()
    const set = (more: object) => runtime.schedules.set({ connectionId, cron: '0 6 * * *', ...more })

    await expect(set({ cron: 'every morning' })).rejects.toMatchObject({ code: 'SCHEDULE_INVALID' })
    await expect(set({ cron: '0 6 31 2 *' })).rejects.toThrow('never comes')
    await expect(set({ timeZone: '' })).rejects.toMatchObject({ code: 'SCHEDULE_INVALID' })
    await expect(set({ checks: ['misspelt'] })).rejects.toMatchObject({ code: 'CHECK_UNKNOWN' })
    await expect(set({ connectionId: 'unknown' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(set({ organizationId: 'other' })).rejects.toMatchObject({ code: 'NOT_FOUND' })

    expect(await runtime.schedules.list({ organizationId: 'acme' })).toEqual([])
  })

  test('runs a connection when its time has come, and one that is paused when it is resumed and the next has come', async () => {
    const { runtime, connectionId, goTo } = await world()
    const runs = () => runtime.runs.list({ organizationId: 'acme' })
    await runtime.schedules.set({ connectionId, cron: '0 6 * * *', spread: false })
    goTo('2026-05-01T06:00:00Z')
    await waitUntil(async () => (await runs())[0]?.status === 'pass')
    await runtime.connections.pause(connectionId)

    goTo('2026-05-02T06:00:00Z')
    await waitUntil(async () => (await runtime.schedules.get({ connectionId }))?.skippedBecause !== undefined)
    const passedOver = await runtime.schedules.get({ connectionId })
    await runtime.connections.resume(connectionId)
    goTo('2026-05-03T06:00:00Z')
    await waitUntil(async () => (await runs()).length === 2 && (await runs())[0]?.status === 'pass')

    expect(passedOver).toMatchObject({
      skippedBecause: 'The connection is paused.',
      nextAt: '2026-05-03T06:00:00.000Z',
    })
    expect((await runs()).map(({ trigger }) => trigger)).toEqual(['schedule', 'schedule'])
    expect((await runtime.schedules.get({ connectionId }))?.skippedBecause).toBeUndefined()
  })
})
