import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { measureMemoryGrowth } from '../../setup/growth.ts'
import { locateChild } from '../../setup/locate-child.ts'
import { isSoak } from '../../setup/short-form.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'

const program = await locateChild(import.meta.url, '../runtime/children/many-inventory-records.ts')

async function measure(count: number) {
  const args = ['--expose-gc', program, String(count), createTempFolder()]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return JSON.parse(stdout) as { readonly peakBytes: number }
}

test('an inventory of very many accounts (100,000 in soak) is stored and exported in memory that grows with its ids alone', async () => {
  const count = isSoak ? 100_000 : 30_000
  // As text they are 10 MB, in soak 35 MB, and as objects several times that. The ids, which find repetitions, are what grows.
  const limitBytes = isSoak ? 25e6 : 10e6
  const { large, moreBytes } = await measureMemoryGrowth(measure, [1_000, count], limitBytes)

  expect(large).toMatchObject({
    complete: true,
    count,
    lines: count + 1,
    inOrder: true,
    last: `u${1_000_000 + count - 1}`,
  })
  expect(moreBytes).toBeLessThan(limitBytes)
})
