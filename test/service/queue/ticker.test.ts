import { expect, test } from 'vitest'
import { Ticker } from '../../../src/service/queue/ticker.ts'

const breathe = () => new Promise((resolve) => setTimeout(resolve, 5))

test('Ticker.trigger() never runs the work twice at once, and once more for all who asked meanwhile', async () => {
  let running = 0
  let most = 0
  let count = 0
  const ticker = new Ticker(
    async () => {
      most = Math.max(most, ++running)
      await breathe()
      running--
      count++
    },
    () => {},
  )

  for (let asked = 0; asked < 5; asked++) ticker.trigger()
  await breathe()
  await breathe()
  await ticker.stop()

  expect([most, count]).toEqual([1, 2])
})

test('Ticker goes on after work that fails, and tells of it', async () => {
  const errors: unknown[] = []
  let count = 0
  const ticker = new Ticker(
    async () => {
      if (count++ === 0) throw new Error('first')
    },
    (error) => errors.push(error),
  )

  ticker.trigger()
  await breathe()
  ticker.trigger()
  await ticker.stop()

  expect(count).toBe(2)
  expect(errors).toEqual([expect.objectContaining({ message: 'first' })])
})

test('Ticker.stop() waits for what is under way, and nothing begins after it', async () => {
  let done = 0
  const ticker = new Ticker(
    async () => {
      await breathe()
      done++
    },
    () => {},
  )

  ticker.start(1)
  ticker.trigger()
  await ticker.stop()
  const atEnd = done
  ticker.trigger()
  ticker.start(1)
  await breathe()

  expect(atEnd).toBe(1)
  expect(done).toBe(1)
})
