import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { measureMemoryGrowth } from '../../setup/growth.ts'
import { locateChild } from '../../setup/locate-child.ts'
import { isSoak } from '../../setup/short-form.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'

const program = await locateChild(import.meta.url, 'children/package-many-runs.ts')

async function makePackageOf(runs: number, results: number) {
  const args = ['--expose-gc', program, String(runs), String(results), createTempFolder()]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return JSON.parse(stdout) as { readonly named: number; readonly peakBytes: number }
}

test('memory does not grow with the runs of a package (1,000 of 200 results in soak)', async () => {
  const [few, many, results] = isSoak ? [100, 1_000, 200] : [10, 60, 50]

  // The many results are 60 MB in soak.
  const limitBytes = 8e6
  const { small, large, moreBytes } = await measureMemoryGrowth(
    (runs) => makePackageOf(runs, results),
    [few, many],
    limitBytes,
  )

  expect([small.named, large.named]).toEqual([few, many])
  expect(moreBytes).toBeLessThan(limitBytes)
}, 600_000)
