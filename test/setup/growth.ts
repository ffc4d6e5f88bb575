/**
 * How much longer work takes on an input that is four times as long: 4 where time grows linearly, 16 where it grows with the
 * square. It counts processor time, which other work of the machine does not change, and takes the best of several turns,
 * because collecting garbage only ever adds to one.
 * @param make the input of a length
 * @param small the shorter length; long enough for a time that can be told from nothing
 */
export async function measureGrowth<T>(
  make: (length: number) => T,
  work: (input: T) => unknown,
  small: number,
): Promise<{ readonly ratio: number; readonly largeMs: number }> {
  const [short, long] = [make(small), make(small * 4)]
  const time = async (input: T) => {
    const beganAtMs = readCpuMs()
    await work(input)
    return readCpuMs() - beganAtMs
  }
  const [smalls, larges]: [number[], number[]] = [[], []]
  for (let turn = 0; turn < 5; turn++) {
    smalls.push(await time(short))
    larges.push(await time(long))
  }
  const largeMs = Math.min(...larges)
  // Such a small amount is lost in the noise of a garbage collection.
  return { ratio: largeMs / Math.max(noiseMs, Math.min(...smalls)), largeMs }
}

/** What this process has used so far. */
function readCpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

const noiseMs = 4

/** Between linear and quadratic, with room for caches that a longer input no longer fits into. */
export const linearMax = 11

/**
 * What a measurement of memory tells. Garbage that is not collected yet at the moment of measuring adds to it by chance, so what is
 * above the limit is measured again, up to three turns: what really grows is above it in each.
 * @param growthOf how much the memory has grown, in the unit of the limit
 */
export async function measureMemory<T>(
  measure: () => Promise<T>,
  growthOf: (told: T) => number,
  limit: number,
): Promise<T> {
  for (let turn = 1; ; turn++) {
    const told = await measure()
    if (growthOf(told) < limit || turn === 3) return told
  }
}

/**
 * How much more memory work takes on many than on few, at most, in bytes.
 * @param tell does the work on that many, in a process of its own
 * @param limitBytes see `measureMemory()`
 */
export function measureMemoryGrowth<T extends { readonly peakBytes: number }>(
  tell: (count: number) => Promise<T>,
  [few, many]: readonly [few: number, many: number],
  limitBytes: number,
): Promise<{ readonly small: T; readonly large: T; readonly moreBytes: number }> {
  return measureMemory(
    async () => {
      const [small, large] = [await tell(few), await tell(many)]
      return { small, large, moreBytes: large.peakBytes - small.peakBytes }
    },
    ({ moreBytes }) => moreBytes,
    limitBytes,
  )
}
