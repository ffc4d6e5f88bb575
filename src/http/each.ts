import { defaultConcurrency } from './pacer.ts'

/**
 * Works on items in parallel, at most `concurrency` at a time, in constant memory. After the first error, also one of
 * the source, nothing new is begun; it is thrown when what was begun has ended.
 */
export async function each<T>(
  items: Iterable<T> | AsyncIterable<T>,
  work: (item: T, index: number) => Promise<void>,
  { concurrency = defaultConcurrency }: { readonly concurrency?: number } = {},
): Promise<void> {
  if (!Number.isInteger(concurrency) || concurrency < 1)
    throw new TypeError('each: concurrency must be a whole number of 1 or more')
  const running = new Set<Promise<void>>()
  let failure: { readonly error: unknown } | undefined
  const fail = (error: unknown) => {
    failure ??= { error }
  }
  // Asynchronous, so that work which throws at once fails like any other.
  const begin = async (item: T, index: number) => work(item, index)
  try {
    let index = 0
    for await (const item of items) {
      if (failure) break
      const task: Promise<void> = begin(item, index++)
        .catch(fail)
        .finally(() => running.delete(task))
      running.add(task)
      if (running.size >= concurrency) await Promise.race(running)
    }
  } catch (error) {
    fail(error)
  }
  await Promise.all(running)
  if (failure) throw failure.error
}
