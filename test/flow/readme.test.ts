import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const checkout = fileURLToPath(new URL('../../', import.meta.url))

test('README shows what npm start really prints', async () => {
  const readme = await readFile(join(checkout, 'README.md'), 'utf8')
  const shown = /^```text file=npm-start\.txt\n([\s\S]*?)^```$/m.exec(readme)?.[1] ?? ''
  const { scripts } = JSON.parse(await readFile(join(checkout, 'package.json'), 'utf8'))
  const folder = await mkdtemp(join(tmpdir(), 'checkwright-readme-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const [program, script, ...args] = scripts.start.split(' ')

  // A shell joins both streams, so that their order is the one that a person sees.
  const line = [process.execPath, join(checkout, script), ...args].map((part) => `"${part}"`).join(' ')
  const child = spawn(`${line} 2>&1`, { cwd: folder, shell: true, env: { ...process.env, NO_COLOR: '1' } })
  const [printed, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])

  expect(program).toBe('node')
  expect(settled(printed)).toEqual(settled(shown))
  expect(code).toBe(0)
})

/** Without what differs from run to run: ports, times, keys, and the order in which parallel checks end. */
function settled(output: string): readonly string[] {
  return output
    .replace(/:\d{4,5}\b/g, ':0')
    .replace(/\d+\.\d s\b/g, '0.0 s')
    .replace(/SHA256:[A-Za-z0-9+/]{43}/g, 'SHA256:')
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '' && !/^ {2}\[\d\/\d\]/.test(line))
}
