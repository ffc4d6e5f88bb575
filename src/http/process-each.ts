import { Turns } from '../text/work-in-pieces.ts'
import { defaultConcurrency } from './pace/pacer.ts'

/**
 * Works on items in parallel, at most `concurrency` at a time, in constant memory. After the first error, also an error
 * of the source, no new work begins. The error is thrown when the running work has ended.
 */
export async function processEach<T>(
  items: Iterable<T> | AsyncIterable<T>,
  work: (item: T, index: number) => Promise<void>,
  { concurrency = defaultConcurrency }: { readonly concurrency?: number | undefined } = {},
): Promise<void> {
  if (!Number.isInteger(concurrency) || concurrency < 1)
    throw new TypeError('each: concurrency must be a whole number of 1 or more')
  let running = 0
  let failure: { readonly error: unknown } | undefined
  let wake = () => {}
  const fail = (error: unknown) => {
    failure ??= { error }
  }
  // Asynchronous, so that work which throws at once fails like any other.
  const begin = async (item: T, index: number) => {
    try {
      await work(item, index)
    } catch (error) {
      fail(error)
    } finally {
      running--
      wake()
    }
  }
  const fewerThan = async (count: number) => {
    while (running >= count)
      await new Promise<void>((resolve) => {
        wake = resolve
      })
  }
  const turns = new Turns()
  try {
    let index = 0
    for await (const item of items) {
      if (failure) break
      if (turns.areDue) await turns.serveOthers()
      running++
      begin(item, index++)
      if (running >= concurrency) await fewerThan(concurrency)
    }
  } catch (error) {
    fail(error)
  }
  await fewerThan(1)
  if (failure) throw failure.error
}
