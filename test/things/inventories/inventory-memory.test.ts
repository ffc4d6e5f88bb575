import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { measureMemoryGrowth } from '../../setup/growth.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'

const program = fileURLToPath(new URL('../runtime/children/many-inventory-records.ts', import.meta.url))

async function measure(count: number) {
  const args = ['--expose-gc', program, String(count), createTempFolder()]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return JSON.parse(stdout) as { readonly peakBytes: number }
}

test('an inventory of 100,000 accounts is stored and exported in memory that grows with its ids alone', async () => {
  // As text they are 35 MB, and as objects several times that. The ids, which find repetitions, are what grows.
  const limitBytes = 25e6
  const { large, moreBytes } = await measureMemoryGrowth(measure, [1_000, 100_000], limitBytes)

  expect(large).toMatchObject({ complete: true, count: 100_000, lines: 100_001, inOrder: true, last: 'u1099999' })
  expect(moreBytes).toBeLessThan(limitBytes)
})
