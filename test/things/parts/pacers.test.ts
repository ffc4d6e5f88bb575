import { describe, expect, test } from 'vitest'
import { fixedClock } from '../../../src/author/testing/vendor/fixed-clock.ts'
import type { RateStore } from '../../../src/http/pace/shared-rate.ts'
import { Pacers } from '../../../src/things/parts/pacers.ts'

const signal = new AbortController().signal

function newPacers(asked: string[] = []): Pacers {
  const rates: RateStore = {
    reserve: async (name) => {
      asked.push(name)
      return 0
    },
  }
  return new Pacers(fixedClock(0), rates)
}

function connected(id: string, organizationId = 'acme') {
  return { id, organizationId, connectorId: 'github' }
}

describe('Pacers', () => {
  test('give each connection a pacer of its own, the same every time', () => {
    const pacers = newPacers()

    const first = pacers.getPacer(connected('a'))

    expect(pacers.getPacer(connected('a'))).toBe(first)
    expect(pacers.getPacer(connected('b'))).not.toBe(first)
  })

  test("give connections of one app one pacer where limits are 'app', whichever organizations they are of", () => {
    const pacers = newPacers()
    const limits = { per: 'app' } as const

    const first = pacers.getPacer(connected('a'), limits, 'app-1')

    expect(pacers.getPacer(connected('b', 'other'), limits, 'app-1')).toBe(first)
    expect(pacers.getPacer(connected('c'), limits, 'app-2')).not.toBe(first)
  })

  test("give an organization's connections one pacer where limits are 'app' and there is none", () => {
    const pacers = newPacers()
    const limits = { per: 'app' } as const

    const first = pacers.getPacer(connected('a'), limits)

    expect(pacers.getPacer(connected('b'), limits)).toBe(first)
    expect(pacers.getPacer(connected('c', 'other'), limits)).not.toBe(first)
    expect(pacers.getPacer({ ...connected('d'), connectorId: 'slack' }, limits)).not.toBe(first)
  })

  test("ask the store for the rate of an app, and for none of a connection's own", async () => {
    const asked: string[] = []
    const pacers = newPacers(asked)

    await pacers.getPacer(connected('a'), { requestsPerSecond: 5 }).acquire(signal, () => undefined)
    await pacers.getPacer(connected('a'), { per: 'app' }, 'app-1').acquire(signal, () => undefined)
    await pacers
      .getPacer(connected('a'), { per: 'app', requestsPerSecond: 5 }, 'app-2')
      .acquire(signal, () => undefined)

    expect(asked).toEqual(['app:app-2'])
  })

  test('let no host that a customer names make the connections of other hosts wait, and share the rate all the same', async () => {
    const asked: string[] = []
    const pacers = newPacers(asked)
    const limits = { per: 'app', requestsPerSecond: 5 } as const
    const theirs = pacers.getPacer(connected('a', 'other'), limits, 'app-1', 'https://theirs.example')
    const ours = pacers.getPacer(connected('b'), limits, 'app-1', 'https://vendor.example')
    const turn = await theirs.acquire(signal, () => undefined)

    theirs.learn(turn, '/', { status: 429, headers: { 'retry-after': '86400' } })
    theirs.release()

    await expect(theirs.acquire(signal, () => undefined)).rejects.toThrow('longer than a run')
    expect(await ours.acquire(signal, () => undefined)).toBe(1)
    expect(pacers.getPacer(connected('c'), limits, 'app-1', 'https://vendor.example')).toBe(ours)
    expect(new Set(asked)).toEqual(new Set(['app:app-1']))
  })

  test('forget the one that was not used for longest, and none that is in use', async () => {
    const pacers = newPacers()
    const busy = pacers.getPacer(connected('busy'))
    await busy.acquire(signal, () => undefined)
    const idle = pacers.getPacer(connected('idle'))

    for (let index = 0; index < 999; index++) pacers.getPacer(connected(`other-${index}`))

    expect(pacers.getPacer(connected('busy'))).toBe(busy)
    expect(pacers.getPacer(connected('idle'))).not.toBe(idle)
  })
})
