import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { formats } from '../../src/report/reports.ts'
import { locateChild } from '../setup/locate-child.ts'
import { isSoak } from '../setup/short-form.ts'

const child = await locateChild(import.meta.url, './children/write-many.ts')

/** Results that no heap of 48 MB could hold, each of so many bytes. */
const [count, size] = isSoak ? [200_000, 2_000] : [12_500, 4_000]

test(`every format writes a run of ${count} results in a heap of 48 MB`, { timeout: 600_000 }, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--max-old-space-size=48',
    child,
    formats.join(),
    `${count}`,
    `${size}`,
  ])

  console.log(stdout)
  expect(stdout.trim().split('\n')).toHaveLength(formats.length)
})
