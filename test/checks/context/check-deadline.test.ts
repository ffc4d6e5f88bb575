import { describe, expect, test, vi } from 'vitest'
import { runCheckWithDeadline } from '../../../src/checks/context/check-deadline.ts'
import { HttpError } from '../../../src/errors/index.ts'
import { catchError } from '../../http/support.ts'

const never = new AbortController().signal
const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

describe('runCheckWithDeadline()', () => {
  test('gives what the work gives, and throws what it throws', async () => {
    expect(await runCheckWithDeadline(1000, never, () => 1)).toBe(1)
    expect(await catchError(runCheckWithDeadline(1000, never, () => Promise.reject(new Error('no'))))).toEqual(
      new Error('no'),
    )
    expect(
      await catchError(
        runCheckWithDeadline(1000, never, () => {
          throw new Error('at once')
        }),
      ),
    ).toEqual(new Error('at once'))
  })

  test.each([
    ['that obeys its signal', untilAborted],
    ['that ignores it', () => new Promise<void>(() => {})],
    ['that swallows it', (signal: AbortSignal) => untilAborted(signal).catch(() => undefined)],
    [
      'that throws something else for it',
      (signal: AbortSignal) => untilAborted(signal).catch(() => Promise.reject(new Error('mine'))),
    ],
  ])('ends work %s when the time is over', async (_name, work) => {
    const error = await catchError(runCheckWithDeadline(20, never, work))

    expect(error).toMatchObject({
      code: 'CHECK_TIMEOUT',
      retryable: true,
      message: expect.stringContaining('within 0.02 s'),
    })
  })

  test('ends at once when it is cancelled, before or meanwhile', async () => {
    const cancelled = new AbortController()
    const work = vi.fn()
    const meanwhile = catchError(runCheckWithDeadline(10_000, cancelled.signal, untilAborted))

    cancelled.abort(new Error('cancelled'))
    const before = await catchError(runCheckWithDeadline(10_000, cancelled.signal, work))

    expect([await meanwhile, before]).toEqual([new Error('cancelled'), new Error('cancelled')])
    expect(work).not.toHaveBeenCalled()
  })

  test('aborts what the work left running', async () => {
    let left: AbortSignal | undefined

    await runCheckWithDeadline(1000, never, (signal) => {
      left = signal
    })

    expect(left?.aborted).toBe(true)
    expect(left?.reason).toMatchObject({ code: 'CANCELLED' })
  })

  test('keeps the error of a request that failed by itself just before', async () => {
    const failure = new HttpError('m', { code: 'HTTP_NETWORK', method: 'GET', url: 'u' })
    const cancelled = new AbortController()

    const error = await catchError(
      runCheckWithDeadline(1000, cancelled.signal, async () => {
        queueMicrotask(() => cancelled.abort(new Error('cancelled')))
        throw failure
      }),
    )

    expect(error).toBe(failure)
  })

  test('takes a time longer than timers can be for no deadline', async () => {
    expect(
      await runCheckWithDeadline(2 ** 40, never, () => new Promise((resolve) => setTimeout(() => resolve('done'), 5))),
    ).toBe('done')
  })
})
