/** Makes the pictures of the README: the pages in the story of test/browser. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const pictures = ['setup', 'connect', 'run', 'overview']

const folder = mkdtempSync(join(tmpdir(), 'checkwright-screenshots-'))
try {
  execFileSync('vitest', ['run', '--project', 'browser', 'test/browser/story.test.ts'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, CHECKWRIGHT_SHOTS: folder },
  })
  mkdirSync('docs/images', { recursive: true })
  for (const name of pictures) cpSync(join(folder, `story-${name}.png`), `docs/images/${name}.png`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
