import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Sweeper } from '../../../src/service/queue/sweeper.ts'

/** Work that holds the whole process, as a statement of SQLite does. */
function workFor(ms: number): void {
  for (const untilMs = performance.now() + ms; performance.now() < untilMs; );
}

test('Sweeper makes pieces as large as fit in two milliseconds, and smaller as soon as they take longer', async () => {
  let left = 20_000
  let rowMs = 0.002
  const asked: number[] = []
  const gone = await new Sweeper({ share: 'asked' }).takeAll(async (rows) => {
    asked.push(rows)
    const done = Math.min(rows, left)
    workFor(done * rowMs)
    left -= done
    if (left < 10_000) rowMs = 0.01
    if (left < 9_000) left = 0
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

test('Sweeper finds the size of pieces for each kind of work by itself', async () => {
  let nowMs = 0
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  onTestFinished(() => void vi.restoreAllMocks())
  const sweeper = new Sweeper({ share: 'asked' })
  vi.spyOn(sweeper, 'rest').mockResolvedValue()
  const [quick, slow] = [sweeper.begin(), sweeper.begin()]
  const asked = { quick: 0, slow: 0 }
  for (let n = 0; n < 4; n++) {
    await quick(async (rows) => {
      asked.quick = rows
      nowMs += 0.1
      return { rows, gone: 0 }
    })
    await slow(async (rows) => {
      asked.slow = rows
      nowMs += 4
      return { rows, gone: 0 }
    })
  }

  expect(asked).toEqual({ quick: 800, slow: 100 })
})

test('Sweeper takes twice as much of the time each hour, up to a tenth, and rests a quarter of a second at most', async () => {
  let nowMs = 0
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  onTestFinished(() => void vi.restoreAllMocks())
  const sweeper = new Sweeper({ share: 'background' })
  const rests = vi.spyOn(sweeper, 'rest').mockResolvedValue()
  const take = sweeper.begin()
  for (let hours = 0; hours < 7; hours++) {
    for (const pieceMs of [1, 20])
      await take(async () => {
        nowMs += pieceMs
        return { rows: 1, gone: 0 }
      })
    nowMs += 3_600_000
  }

  expect(rests.mock.calls.map(([ms]) => Math.round(ms))).toEqual([
    199, 250, 99, 250, 49, 250, 24, 250, 12, 230, 9, 180, 9,
  ])
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
  expect(performance.now() - beganAtMs).toBeLessThan(2_000)
  expect(await sweeper.begin()(async () => ({ rows: 9, gone: 9 }))).toEqual({ rows: 0, gone: 0 })
})
