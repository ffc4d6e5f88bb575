import { expect, test, vi } from 'vitest'
import { Alive } from '../../../src/service/queue/alive.ts'

test('Alive has one timer while anybody waits, and none afterwards', () => {
  vi.useFakeTimers()
  try {
    const alive = new Alive()
    alive.add('r1')
    alive.add('r2')
    expect(vi.getTimerCount()).toBe(1)

    alive.delete('r1')
    expect(vi.getTimerCount()).toBe(1)
    alive.delete('r2')
    expect(vi.getTimerCount()).toBe(0)

    alive.add('r3')
    alive.clear()
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})
