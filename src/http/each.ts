import { defaultConcurrency } from './pacer.ts'

/** Works on items in parallel, at most `concurrency` at a time, in constant memory; the first error stops it. */
export async function each<T>(
  items: Iterable<T> | AsyncIterable<T>,
  work: (item: T, index: number) => Promise<void>,
  { concurrency = defaultConcurrency }: { readonly concurrency?: number } = {},
): Promise<void> {
  if (!Number.isInteger(concurrency) || concurrency < 1)
    throw new TypeError('each: concurrency must be a whole number of 1 or more')
  const running = new Set<Promise<void>>()
  let failure: { readonly error: unknown } | undefined
  let index = 0
  for await (const item of items) {
    if (failure) break
    const task: Promise<void> = work(item, index++)
      .catch((error: unknown) => {
        failure ??= { error }
      })
      .finally(() => running.delete(task))
    running.add(task)
    if (running.size >= concurrency) await Promise.race(running)
  }
  await Promise.all(running)
  if (failure) throw failure.error
}
