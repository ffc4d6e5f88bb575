import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { measureMemoryGrowth } from '../../setup/growth.ts'
import { locateChild } from '../../setup/locate-child.ts'
import { isSoak } from '../../setup/short-form.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'

const program = await locateChild(import.meta.url, 'children/many-stored-results.ts')

async function reported(count: number) {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--expose-gc',
    program,
    String(count),
    createTempFolder(),
  ])
  return JSON.parse(stdout) as { readonly peakBytes: number }
}

test('a run with very many results (200,000 in soak) is stored and read in flat memory', async () => {
  const [few, many] = isSoak ? [30_000, 200_000] : [500, 6_000]

  // As text the many are 2.5 MB, in soak 80 MB, and as objects several times that. Only the newest 20,000 events grow,
  // which readers of the run may still need, and 9 bytes a result, which find repetitions.
  const limitBytes = isSoak ? 20e6 : 14e6
  const { large, moreBytes } = await measureMemoryGrowth(reported, [few, many], limitBytes)

  expect(large).toMatchObject({ status: 'fail', read: many, inOrder: true, last: `u${many - 1}`, findings: 100 })
  expect(moreBytes).toBeLessThan(limitBytes)
})
