import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const checkout = fileURLToPath(new URL('../../', import.meta.url))

test('examples/vendor-kinds passes its own tests, on the sources', async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', join(checkout, 'test/examples/from-source.ts'), '--test', '--test-reporter=tap', 'harbor.test.ts'],
    { cwd: join(checkout, 'examples/vendor-kinds'), env: { PATH: process.env.PATH } },
  )

  expect(stdout).toMatch(/# pass 7\n# fail 0\n/)
})
