import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const checkout = fileURLToPath(new URL('../../', import.meta.url))

test('examples/both-forms passes its own tests: both forms come to the same verdicts', {
  timeout: 60_000,
}, async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', join(checkout, 'test/examples/from-source.ts'), '--test', '--test-reporter=tap', 'both-forms.test.ts'],
    { cwd: join(checkout, 'examples/both-forms'), env: { PATH: process.env.PATH } },
  )

  // Each check of four servers in two states and two forms, and the witnesses of each.
  expect(stdout).toMatch(/# pass 108\n# fail 0\n/)
})
