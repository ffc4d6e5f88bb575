import { describe, expect, test } from 'vitest'
import { Pacers } from '../../src/runtime/pacers.ts'
import { fixedClock } from '../../src/testing/fixed-clock.ts'

const signal = new AbortController().signal

describe('Pacers', () => {
  test('give each connection a pacer of its own, the same every time', () => {
    const pacers = new Pacers(fixedClock(0))

    const first = pacers.of('a', {})

    expect(pacers.of('a', {})).toBe(first)
    expect(pacers.of('b', {})).not.toBe(first)
  })

  test('forget the one that was not used for longest, and none that is in use', async () => {
    const pacers = new Pacers(fixedClock(0))
    const busy = pacers.of('busy', {})
    await busy.acquire(signal, () => undefined)
    const idle = pacers.of('idle', {})

    for (let index = 0; index < 999; index++) pacers.of(`other-${index}`, {})

    expect(pacers.of('busy', {})).toBe(busy)
    expect(pacers.of('idle', {})).not.toBe(idle)
  })
})
