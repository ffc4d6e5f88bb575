import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createTempFolder } from '../../setup/temp-folder.ts'

const program = fileURLToPath(new URL('children/package-many-runs.ts', import.meta.url))
const isSoak = process.env.MODE === 'soak'

async function makePackageOf(runs: number, results: number) {
  const args = ['--expose-gc', program, String(runs), String(results), createTempFolder()]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return JSON.parse(stdout) as { readonly named: number; readonly grownBytes: number }
}

test('memory does not grow with the runs of a package (1,000 of 200 results in soak)', async () => {
  const [few, many, results] = isSoak ? [100, 1_000, 200] : [10, 60, 50]

  const small = await makePackageOf(few, results)
  const large = await makePackageOf(many, results)

  expect([small.named, large.named]).toEqual([few, many])
  // The many results are 60 MB in soak. The moment at which memory is freed adds some to the few and to the many.
  expect(large.grownBytes - small.grownBytes).toBeLessThan(8e6)
}, 600_000)
