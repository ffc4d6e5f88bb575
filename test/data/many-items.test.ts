import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { measureMemoryGrowth } from '../setup/growth.ts'
import { isSoak } from '../setup/short-form.ts'

const program = fileURLToPath(new URL('children/many-items.ts', import.meta.url))

async function report(count: number) {
  const { stdout } = await promisify(execFile)(process.execPath, [program, String(count)])
  if (isSoak) console.log(count, stdout)
  return JSON.parse(stdout)
}

test('a list of 20,000 items (a million in soak) is judged by a file in the memory of 2,000', {
  timeout: 900_000,
}, async () => {
  const [few, many] = [2_000, isSoak ? 1_000_000 : 20_000]

  // As objects they are more than a kilobyte each. What grows are the slots by which repetitions are found.
  const limitBytes = isSoak ? 120e6 : 14e6
  const { large, moreBytes } = await measureMemoryGrowth(report, [few, many], limitBytes)

  expect(large).toMatchObject({
    checks: [
      { id: 'each', status: 'fail' },
      { id: 'counted', status: 'fail' },
    ],
    // One of each page fails, and the count.
    pass: many - many / 1_000,
    fail: many / 1_000 + 1,
  })
  expect(moreBytes).toBeLessThan(limitBytes)
})
