import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Sweeper } from '../../src/engine/sweeper.ts'

/** Work that holds the whole process, as a statement of SQLite does. */
function workFor(ms: number): void {
  for (const untilMs = performance.now() + ms; performance.now() < untilMs; );
}

test('Sweeper makes pieces as large as fit in a few milliseconds, and smaller as soon as they take longer', async () => {
  let left = 20_000
  let rowMs = 0.01
  const asked: number[] = []
  const gone = await new Sweeper({ share: 'asked' }).takeAll(async (rows) => {
    asked.push(rows)
    const done = Math.min(rows, left)
    workFor(done * rowMs)
    left -= done
    if (left < 10_000) rowMs = 0.04
    if (left < 8_000) left = 0
    return { rows: done, gone: done }
  })

  const slowFrom = asked.findIndex((_, index) => asked.slice(0, index).reduce((sum, rows) => sum + rows, 0) > 10_000)
  expect(gone).toBeGreaterThan(10_000)
  expect(Math.max(...asked)).toBeGreaterThan(200)
  expect(Math.max(...asked)).toBeLessThanOrEqual(1_000)
  // After one that took far too long, none is larger than what fits.
  expect(Math.max(...asked.slice(slowFrom + 1))).toBeLessThanOrEqual(200)
  expect(Math.min(...asked)).toBeGreaterThanOrEqual(100)
})

test('Sweeper rests several times as long as it works, so that others of the process go on', async () => {
  let worked = 0
  let others = 0
  const timer = setInterval(() => others++, 1)
  const beganAtMs = performance.now()
  let pieces = 40
  await new Sweeper({ share: 'background' }).takeAll(async () => {
    const beforeMs = performance.now()
    workFor(2)
    worked += performance.now() - beforeMs
    return { rows: pieces--, gone: 1 }
  })
  const tookMs = performance.now() - beganAtMs
  clearInterval(timer)

  expect(worked / tookMs).toBeLessThan(0.25)
  expect(others).toBeGreaterThan(40)
})

test('Sweeper stops in its rest, and does nothing more', async () => {
  const closing = new AbortController()
  const sweeper = new Sweeper({ share: 'background', signal: closing.signal })
  let pieces = 0
  const beganAtMs = performance.now()
  const swept = sweeper.takeAll(async () => {
    pieces++
    workFor(300)
    return { rows: 1, gone: 1 }
  })
  await sleep(0)
  closing.abort()

  expect(await swept).toBe(1)
  expect(pieces).toBe(1)
  expect(performance.now() - beganAtMs).toBeLessThan(900)
  expect(await sweeper.take(async () => ({ rows: 9, gone: 9 }))).toEqual({ rows: 0, gone: 0 })
})
