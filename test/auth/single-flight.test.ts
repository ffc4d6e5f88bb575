import { describe, expect, test } from 'vitest'
import { SingleFlight, waitUnlessAborted } from '../../src/auth/single-flight.ts'

const never = new AbortController().signal

/** Work that ends when the test says so. */
function held() {
  const calls: AbortSignal[] = []
  const ends: { resolve: (value: string) => void; reject: (error: Error) => void }[] = []
  const work = (abandoned: AbortSignal) => {
    calls.push(abandoned)
    return new Promise<string>((resolve, reject) => ends.push({ resolve, reject }))
  }
  return { calls, ends, work }
}

describe('SingleFlight.join()', () => {
  test('does the work once for all who ask meanwhile, and again for who asks later', async () => {
    const flight = new SingleFlight<string>()
    const { calls, ends, work } = held()

    const first = Promise.all([flight.join(work, never), flight.join(work, never), flight.join(work, never)])
    ends[0]?.resolve('one')
    const answers = await first
    const later = flight.join(work, never)
    ends[1]?.resolve('two')

    expect(answers).toEqual(['one', 'one', 'one'])
    expect(await later).toBe('two')
    expect(calls).toHaveLength(2)
  })

  test('fails for all when the work fails, and begins anew after that', async () => {
    const flight = new SingleFlight<string>()
    const { ends, work } = held()
    const first = Promise.allSettled([flight.join(work, never), flight.join(work, never)])

    ends[0]?.reject(new Error('no'))
    const outcomes = await first
    const again = flight.join(work, never)
    ends[1]?.resolve('yes')

    expect(outcomes).toEqual(Array(2).fill({ status: 'rejected', reason: new Error('no') }))
    expect(await again).toBe('yes')
  })

  test('lets one give up without harm to the others', async () => {
    const flight = new SingleFlight<string>()
    const { calls, ends, work } = held()
    const quitter = new AbortController()
    const quit = flight.join(work, quitter.signal)
    const other = flight.join(work, never)

    quitter.abort(new Error('enough'))
    await expect(quit).rejects.toThrow('enough')
    const abandoned = calls[0]?.aborted
    ends[0]?.resolve('here')

    expect(abandoned).toBe(false)
    expect(await other).toBe('here')
  })

  test('tells the work to stop when all have given up, and begins anew for the next', async () => {
    const flight = new SingleFlight<string>()
    const { calls, ends, work } = held()
    const quitters = [new AbortController(), new AbortController()]
    const quits = Promise.allSettled(quitters.map(({ signal }) => flight.join(work, signal)))

    for (const quitter of quitters) quitter.abort(new Error('enough'))
    await quits
    const next = flight.join(work, never)
    ends[0]?.resolve('late')
    ends[1]?.resolve('new')

    expect(calls.map(({ aborted }) => aborted)).toEqual([true, false])
    expect(await next).toBe('new')
  })

  test('does nothing for a signal that is aborted already', async () => {
    const flight = new SingleFlight<string>()
    const { calls, work } = held()

    await expect(flight.join(work, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')

    expect(calls).toEqual([])
  })
})

describe('waitUnlessAborted()', () => {
  test('gives the outcome of the promise', async () => {
    await expect(waitUnlessAborted(Promise.resolve(1), never)).resolves.toBe(1)
    await expect(waitUnlessAborted(Promise.reject(new Error('no')), never)).rejects.toThrow('no')
  })

  test('gives the reason of the signal, and the promise’s own failure is nobody’s then', async () => {
    const controller = new AbortController()
    let fail = (_error: Error) => {}
    const pending = waitUnlessAborted(new Promise((_resolve, reject) => (fail = reject)), controller.signal)

    controller.abort(new Error('enough'))
    fail(new Error('later'))

    await expect(pending).rejects.toThrow('enough')
    await expect(
      waitUnlessAborted(Promise.reject(new Error('x')), AbortSignal.abort(new Error('gone'))),
    ).rejects.toThrow('gone')
  })
})
