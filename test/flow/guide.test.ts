import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const checkout = fileURLToPath(new URL('../../', import.meta.url))
const page = await readFile(join(checkout, 'docs/guides/first-connector.md'), 'utf8')
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'checkwright-guide-'))
  await mkdir(join(folder, 'node_modules'))
  // What `npm install` of the guide does, from the build of this checkout.
  await symlink(checkout, join(folder, 'node_modules/checkwright'))
  await symlink(join(checkout, 'node_modules/vitest'), join(folder, 'node_modules/vitest'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  for (const name of ['team.ts', 'vendor.ts', 'team.test.ts']) await writeFile(join(folder, name), fileOf(name))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

test('the first connector of the guide has at most 17 lines', () => {
  expect(fileOf('team.ts').trim().split('\n').length).toBeLessThanOrEqual(17)
})

test('the guide runs as written: vendor, run, and what each exit code says', { timeout: 60_000 }, async () => {
  const vendor = spawn(process.execPath, ['vendor.ts'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    await once(vendor.stdout, 'data')

    const found = await run({ CHECKWRIGHT_CREDENTIAL_API_KEY: 'a-key-for-trying' })
    const refused = await run({ CHECKWRIGHT_CREDENTIAL_API_KEY: 'another-key' })
    const confined = await run({ CHECKWRIGHT_CREDENTIAL_API_KEY: 'a-key-for-trying' }, [])

    expect(found).toMatchObject({ code: 1, stdout: expect.stringContaining('bob') })
    expect(found.stdout).toContain('Enrol one under Profile → Security.')
    expect(found.stdout + found.stderr).not.toContain('a-key-for-trying')
    expect(refused.code).toBe(5)
    expect(confined.code).not.toBe(0)
    expect(confined.stdout + confined.stderr).toMatch(/private network/i)
  } finally {
    vendor.kill()
    await once(vendor, 'exit')
  }
})

test("the guide's own tests pass", { timeout: 60_000 }, async () => {
  const vitest = join(checkout, 'node_modules/vitest/vitest.mjs')

  const { code, stdout } = await command([vitest, 'run', '--root', folder], {})

  expect(stdout).toMatch(/2 passed/)
  expect(code).toBe(0)
})

/** The block of the guide that is to be saved under this name. */
function fileOf(name: string): string {
  const block = new RegExp(`^\`\`\`ts file=${name.replaceAll('.', '\\.')}\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(page)
  if (!block?.[1]) throw new Error(`The guide has no block for ${name}`)
  return block[1]
}

function run(env: Record<string, string>, flags = ['--allow-private-network']) {
  return command([join(checkout, 'dist/cli/bin.js'), 'run', './team.ts', ...flags], env)
}

async function command(args: readonly string[], env: Record<string, string>) {
  const child = spawn(process.execPath, args, { cwd: folder, env: { ...process.env, ...env, NO_COLOR: '1' } })
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code: code as number, stdout, stderr }
}

async function text(stream: NodeJS.ReadableStream): Promise<string> {
  let all = ''
  for await (const chunk of stream) all += String(chunk)
  return all
}
