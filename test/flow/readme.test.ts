import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
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

test("README's first connector has at most 17 lines of code, and judges what a vendor says", async () => {
  const readme = await readFile(join(checkout, 'README.md'), 'utf8')
  const connector = /^## Your first connector\n[\s\S]*?^```ts\n([\s\S]*?)^```$/m.exec(readme)?.[1] ?? ''
  const folder = await mkdtemp(join(tmpdir(), 'checkwright-readme-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'node_modules'))
  await symlink(checkout, join(folder, 'node_modules/checkwright'), 'junction')
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'acme.ts'), connector)
  await writeFile(join(folder, 'run.ts'), judging)

  const child = spawn(process.execPath, ['run.ts'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
  const [printed] = await Promise.all([text(child.stdout), once(child, 'exit')])

  expect(connector.split('\n').filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(17)
  expect(printed).toBe('pass ada, fail bob\n')
})

/** The connector of the page on a vendor that has what it asks for. */
const judging = `
import { runChecks } from 'checkwright/runtime'
import { fakeVendor, paginated } from 'checkwright/testing'
import acme from './acme.ts'
await using vendor = await fakeVendor({
  auth: { type: 'api_key', in: 'header', name: 'X-Api-Key', value: 'sesame' },
  routes: { 'GET /users': paginated([{ id: 'ada', mfa: true }, { id: 'bob', mfa: false }], { style: 'link', pageSize: 1 }) },
})
const { checks } = await runChecks(acme, { credentials: { api_key: 'sesame' }, fetch: vendor.fetch })
console.log(checks[0].results.map(({ status, resource }) => status + ' ' + resource.id).join(', '))
`

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
