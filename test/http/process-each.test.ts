import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { processEach } from '../../src/http/process-each.ts'
import { catchError } from './support.ts'

describe('processEach()', () => {
  test.each([1, 4, undefined])('works on every item once, at most %s at a time', async (concurrency) => {
    let running = 0
    let most = 0
    const seen: [number, number][] = []

    await processEach(
      Array.from({ length: 100 }, (_item, index) => index * 2),
      async (item, index) => {
        most = Math.max(most, ++running)
        await wait(item % 3)
        seen.push([item, index])
        running--
      },
      concurrency === undefined ? {} : { concurrency },
    )

    expect(most).toBe(concurrency ?? 64)
    expect(seen.map(([item]) => item).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 100 }, (_item, index) => index * 2),
    )
    expect(seen.every(([item, index]) => item === index * 2)).toBe(true)
  })

  test('takes only as much of a stream as it can work on', async () => {
    let given = 0
    let done = 0
    async function* endless() {
      for (; given < 500; ) yield given++
    }

    await processEach(
      endless(),
      async () => {
        await wait(0)
        done++
        expect(given - done).toBeLessThanOrEqual(4)
      },
      { concurrency: 3 },
    )

    expect(done).toBe(500)
  })

  test('begins nothing more after the first error, and waits for what it began', async () => {
    const begun: number[] = []
    let finished = 0
    const error = await catchError(
      processEach(
        [0, 1, 2, 3, 4, 5, 6, 7],
        async (item) => {
          begun.push(item)
          await wait(item === 1 ? 1 : 10)
          if (item === 1) throw new Error('first')
          finished++
        },
        { concurrency: 3 },
      ),
    )

    expect(error).toEqual(new Error('first'))
    expect(begun).toEqual([0, 1, 2])
    expect(finished).toBe(2)
  })

  test('closes the stream that it leaves', async () => {
    let closed = false
    async function* stream() {
      try {
        yield 1
        yield 2
        yield 3
      } finally {
        closed = true
      }
    }

    await catchError(processEach(stream(), () => Promise.reject(new Error('no')), { concurrency: 1 }))

    expect(closed).toBe(true)
  })

  test('throws what the stream threw, after the work that was begun', async () => {
    let finished = false
    async function* stream() {
      yield 1
      throw new Error('source')
    }

    const error = await catchError(
      processEach(stream(), async () => {
        await wait(5)
        finished = true
      }),
    )

    expect(error).toEqual(new Error('source'))
    expect(finished).toBe(true)
  })

  test('takes work that throws at once for failed work', async () => {
    const throwing = (): Promise<void> => {
      throw new Error('at once')
    }

    expect(await catchError(processEach([1, 2], throwing))).toEqual(new Error('at once'))
  })

  test.each([0, -1, 1.5, Number.NaN])('refuses a concurrency of %d', async (concurrency) => {
    expect(await catchError(processEach([1], async () => {}, { concurrency }))).toBeInstanceOf(TypeError)
  })
})
