import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeAuditorPageDigest } from '../../../scripts/build/auditor-page.ts'
import { createFolder, runCheckwright } from '../command.ts'

test('checkwright auditor-page writes the page, with the digest that docs/evidence.md publishes', async () => {
  const cwd = createFolder({})
  const { stdout, exitCode } = await runCheckwright(['auditor-page', '--out', 'page.html'], { cwd })

  const page = readFileSync(join(cwd, 'page.html'))
  const digest = createHash('sha256').update(page).digest('hex')
  expect({ stdout, exitCode }).toEqual({ stdout: expect.stringContaining(digest), exitCode: 0 })
  expect(page.byteLength).toBeLessThan(200_000)
  expect(page.toString()).toContain("default-src 'none'; script-src 'sha256-")
  const docs = readFileSync('docs/evidence.md', 'utf8')
  expect(docs).toContain(`\`${digest}\``)
  expect(await writeAuditorPageDigest(docs)).toBe(docs)
})

test('checkwright auditor-page tells where it cannot write', async () => {
  const { stderr, exitCode } = await runCheckwright(['auditor-page', '--out', 'no/page.html'], {
    cwd: createFolder({}),
  })

  expect(stderr).toContain('The page cannot be written (ENOENT)')
  expect(exitCode).not.toBe(0)
})
