import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { formats } from '../../src/report/reports.ts'

const child = fileURLToPath(new URL('./children/write-many.ts', import.meta.url))
const soak = process.env.MODE === 'soak'

/** Results of 2 kB each that no heap of 48 MB could hold. */
const count = soak ? 200_000 : 25_000

test(`every format writes a run of ${count} results in a heap of 48 MB`, { timeout: 600_000 }, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--max-old-space-size=48',
    child,
    formats.join(),
    `${count}`,
  ])

  console.log(stdout)
  expect(stdout.trim().split('\n')).toHaveLength(formats.length)
})
