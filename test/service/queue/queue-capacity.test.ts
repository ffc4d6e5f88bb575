import { describe, expect, test } from 'vitest'
import { QueueRoom } from '../../../src/service/queue/queue-capacity.ts'

/** A queue that holds so many runs of each organization, and counts how often it is counted. */
function createQueue(counts: Record<string, number>) {
  let asked = 0
  return {
    countByOrganization: async () => {
      asked++
      return new Map(Object.entries(counts))
    },
    get asked() {
      return asked
    },
  }
}

describe('QueueRoom.take()', () => {
  test('refuses a run of a full queue, retryable, and says what to do', async () => {
    const room = new QueueRoom(createQueue({ acme: 10 }), { queueMax: 10 })

    await expect(room.take('acme')).rejects.toMatchObject({ code: 'QUEUE_FULL', retryable: true })
    await expect(room.take('acme')).rejects.toThrow(/10 runs already wait.*Start the run later, or add workers\./)
  })

  test('lets an organization in that has less than its share, although others have filled the queue', async () => {
    const room = new QueueRoom(createQueue({ acme: 99, blue: 1 }), { queueMax: 100 })

    await room.take('blue')
    await room.take('newcomer')
    await expect(room.take('acme')).rejects.toMatchObject({ code: 'QUEUE_FULL' })
  })

  test('holds each organization to its own quota', async () => {
    const room = new QueueRoom(createQueue({ acme: 2 }), { queueMax: 100, queueMaxPerOrganization: 3 })

    await room.take('acme')
    await room.take('blue')
    await expect(room.has('blue')).resolves.toBe(true)
  })

  test('counts what it let in itself, so that a rush does not pass together', async () => {
    const queue = createQueue({})
    const room = new QueueRoom(queue, { queueMax: 2 })

    await Promise.all([room.take('a'), room.take('a')])

    // The queue that is counted anew is empty: what was let in has gone on.
    await room.take('a')
    expect(queue.asked).toBe(2)
  })
})

test('QueueRoom.has() counts once for all who ask at the same time', async () => {
  const queue = createQueue({ acme: 1 })
  const room = new QueueRoom(queue, { queueMax: 10 })

  const all = await Promise.all(Array.from({ length: 50 }, () => room.has('acme')))

  expect(all.every(Boolean)).toBe(true)
  expect(queue.asked).toBe(1)
})
