import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { parse } from 'yaml'
import { fakeVendor, faults, paginated } from '../../src/author/testing/index.ts'
import { type AnyConnector, systemClock } from '../../src/define/index.ts'
import { makeKeyText } from '../../src/service/store/keys/parse-keys.ts'
import { createRuntime } from '../../src/things/runtime/create-runtime.ts'
import { findFreePort } from '../examples/free-port.ts'
import { type Finished, installed, manifest } from './consumer.ts'

const checkout = fileURLToPath(new URL('../../', import.meta.url))
const checkwright = join(installed, manifest.bin.checkwright ?? '')
const home = mkdtempSync(join(tmpdir(), 'checkwright-examples-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const keys = makeKeyText()

/** A copy of an example outside of the checkout, with the packed package and this checkout's tools where npm puts them. */
function copyOf(example: string, tools: readonly string[] = []): string {
  const folder = join(mkdtempSync(join(home, 'copy-')), example)
  cpSync(join(checkout, 'examples', example), folder, { recursive: true })
  for (const name of tools) {
    mkdirSync(dirname(join(folder, 'node_modules', name)), { recursive: true })
    symlinkSync(join(checkout, 'node_modules', name), join(folder, 'node_modules', name), 'junction')
  }
  mkdirSync(join(folder, 'node_modules'), { recursive: true })
  symlinkSync(installed, join(folder, 'node_modules/checkwright'), 'junction')
  return folder
}

function run(
  cwd: string,
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Finished> {
  const all = { PATH: process.env.PATH, HOME: home, NO_COLOR: '1', CHECKWRIGHT_KEYS: keys, ...env }
  return new Promise((resolve) => {
    execFile(command, args, { cwd, env: all }, (error, stdout, stderr) => {
      const exitCode = error === null ? 0 : typeof error.code === 'number' ? error.code : 1
      resolve({ exitCode, stdout, stderr })
    })
  })
}

/** The requests of the examples' connectors. */
const usersVendor = () =>
  fakeVendor({
    auth: { type: 'api_key', in: 'header', name: 'X-Api-Key', value: 'key-of-nobody-4tGh8wQz' },
    routes: {
      'GET /users': paginated(
        [
          { id: 'ada', mfa: true },
          { id: 'bob', mfa: false },
        ],
        { pageSize: 1, style: 'link' },
      ),
    },
  })

function replaceIn(file: string, text: string, other: string): void {
  writeFileSync(file, readFileSync(file, 'utf8').replace(text, other))
}

describe('examples/connector-package', () => {
  test('passes its tests, compiles, validates, and has the page that its definition makes', async () => {
    const folder = copyOf('connector-package', ['@types/node'])
    const node = (...args: string[]) => run(folder, process.execPath, args)

    const [tested, compiled, validated, documented] = await Promise.all([
      node('--test'),
      node(join(checkout, 'node_modules/typescript-7/bin/tsc'), '--project', 'tsconfig.build.json'),
      node(checkwright, 'validate', './beacon.ts', '--hints'),
      node(checkwright, 'docs', './beacon.ts', '--check'),
    ])
    // As whoever installed it imports it.
    symlinkSync(folder, join(folder, 'node_modules/checkwright-connector-beacon'), 'junction')
    const imported = await node(
      '--input-type=module',
      '--eval',
      "import('checkwright-connector-beacon').then((m) => console.log(m.default.id))",
    )

    expect(tested).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/pass 3\d\n.* fail 0\n/) })
    // It has no witnesses: its rules wait for them by name, and "validate" says so once.
    expect(
      [...tested.stdout.matchAll(/contract\/([\w-]+): .*\(skipped: ([\w ]+)/g)].map(([, ...parts]) => parts),
    ).toEqual(['judgement', 'siblings', 'words'].map((rule) => [rule, 'not yet proven']))
    expect(tested.stdout).toMatch(/ skipped 3\n/)
    expect([compiled.stdout, documented.exitCode]).toEqual(['', 0])
    expect(validated.stdout).toMatch(
      /^✓ .*beacon 1\.0\.0 is valid, 2 checks\n· beacon has no witnesses, .* \(not-proven\)\n$/,
    )
    expect(imported.stdout).toBe('beacon\n')
  })
})

describe('examples/host-express', () => {
  test('starts, answers under its path, by the API and by pages, and stops', async () => {
    const folder = copyOf('host-express', ['express', '@hono/node-server'])
    const port = await findFreePort()
    const publicUrl = `http://127.0.0.1:${port}/checks`
    const child = spawn(process.execPath, ['server.ts'], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: home, CHECKWRIGHT_KEYS: keys, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    await once(child.stdout, 'data')

    const health = await fetch(`${publicUrl}/v1/health`, { headers: { connection: 'close' } })
    const refused = await fetch(`${publicUrl}/v1/organization`, { headers: { connection: 'close' } })
    const page = await fetch(`${publicUrl}/`, { headers: { connection: 'close', accept: 'text/html' } })
    child.kill('SIGTERM')

    expect([health.status, refused.status]).toEqual([200, 401])
    expect(await page.text()).toMatch(/<!doctype html>[\s\S]*sign in/i)
    expect(await once(child, 'exit')).toEqual([0, null])
  })
})

describe('examples/scheduled-worker', () => {
  test('makes up for a time that was missed, tells what changed, and stops', async () => {
    await using vendor = await usersVendor()
    const folder = copyOf('scheduled-worker')
    replaceIn(join(folder, 'acme.ts'), 'https://api.acme.example', vendor.url)
    replaceIn(join(folder, 'worker.ts'), 'publicUrl:', 'allowPrivateNetwork: true,\n  publicUrl:')
    const store = `sqlite:${join(folder, 'store.db')}`
    const { default: acme } = (await import(/* @vite-ignore */ join(folder, 'acme.ts'))) as {
      readonly default: AnyConnector
    }
    const clock = { ...systemClock, nowMs: () => Date.now() - 86_400_000 }
    const yesterday = await createRuntime({
      connectors: [acme],
      store,
      keys,
      publicUrl: 'http://127.0.0.1',
      clock,
      worker: false,
    })
    const { id: organizationId } = await yesterday.organizations.create({ name: 'Acme' })
    const credentials = { api_key: 'key-of-nobody-4tGh8wQz' }
    const { id: connectionId } = await yesterday.connections.create({ connector: 'acme', organizationId, credentials })
    await yesterday.schedules.set({ connectionId, cron: '0 6 * * *' })
    await yesterday.close()

    const child = spawn(process.execPath, ['worker.ts'], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: home, CHECKWRIGHT_KEYS: keys, CHECKWRIGHT_STORE: store },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    let said = ''
    child.stdout.on('data', (chunk) => (said += chunk))
    const logged = text(child.stderr)
    await vi.waitUntil(() => said.includes('\nopen: '), { timeout: 30_000 })
    child.kill('SIGTERM')

    expect(await once(child, 'exit')).toEqual([0, null])
    expect(said).toMatch(/ runs by "0 6 \* \* \*", next at \d{4}-.*\nopen: No second factor, user bob \[high\]\n$/)
    expect(await logged).toMatch(/"message":"Run finished".*"status":"fail"/)
    expect(said + (await logged)).not.toContain(credentials.api_key)
  })
})

interface Step {
  readonly name?: string
  readonly uses?: string
  readonly run?: string
  readonly if?: string
  readonly env?: Readonly<Record<string, string>>
  readonly with?: Readonly<Record<string, unknown>>
}

describe('examples/ci-github-actions', () => {
  const file = '.github/workflows/compliance.yml'
  const {
    jobs,
    permissions,
  }: { jobs: { checks: { env: Record<string, string>; steps: Step[] } }; permissions: unknown } = parse(
    readFileSync(join(checkout, 'examples/ci-github-actions', file), 'utf8'),
  )
  const { env, steps } = jobs.checks
  const secrets: Readonly<Record<string, string>> = { CHECKWRIGHT_KEYS: keys, ACME_API_KEY: 'key-of-nobody-4tGh8wQz' }
  const filled = (values: Readonly<Record<string, string>> = {}) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        value.replace(/\$\{\{ secrets\.(\w+) \}\}/, (_, secret) => secrets[secret] ?? ''),
      ]),
    )

  /** The job as a runner executes it: step by step in bash, and after a failure only what runs always. */
  async function job(vendorUrl: string) {
    const folder = copyOf('ci-github-actions')
    replaceIn(join(folder, 'acme.ts'), 'https://api.acme.example', vendorUrl)
    const bin = join(folder, 'bin')
    mkdirSync(bin)
    // The program that npx would start, allowed to reach the vendor on this machine.
    const shim = `#!/bin/sh\nshift\n[ "$1" = run ] && set -- "$@" --allow-private-network\nexec "${process.execPath}" "${checkwright}" "$@"\n`
    writeFileSync(join(bin, 'npx'), shim, { mode: 0o755 })
    const PATH = [bin, dirname(process.execPath), process.env.PATH].join(delimiter)
    const own = { PATH, GITHUB_STEP_SUMMARY: join(folder, 'summary.md'), ...filled(env) }
    const exitCodes: Record<string, number> = {}
    let failed = false
    for (const step of steps) {
      // The network is the runner's.
      if (step.run === undefined || step.run === 'npm ci' || (failed && step.if !== 'always()')) continue
      const { exitCode } = await run(folder, 'bash', ['-e', '-c', step.run], { ...own, ...filled(step.env) })
      exitCodes[step.name ?? step.run] = exitCode
      failed ||= exitCode !== 0
    }
    const read = (name: string) => readFileSync(join(folder, name), 'utf8')
    const verified = await run(folder, process.execPath, [
      checkwright,
      'verify',
      'audit/run',
      '--key',
      'audit/signer.pem',
    ])
    return { exitCodes, read, verified: verified.exitCode }
  }

  test('uploads what is open, tells people, and keeps evidence that verifies', async () => {
    await using server = await usersVendor()

    const { exitCodes, read, verified } = await job(server.url)

    expect(exitCodes).toEqual({ 'Run the checks': 0, 'Leave what is open': 0, 'Tell people': 0, 'Name the signer': 0 })
    const [sarif] = JSON.parse(read('open.sarif')).runs
    expect(sarif.results.map((result: { ruleId: string; kind: string }) => [result.ruleId, result.kind])).toEqual([
      ['acme/user-mfa', 'fail'],
    ])
    expect(read('summary.md')).toContain('bob')
    expect(read('all.sarif') + read('audit/run/exchanges.har')).not.toContain(secrets.ACME_API_KEY)
    expect(verified).toBe(0)
  })

  test('fails the job when nobody could tell, and uploads what there is', async () => {
    await using server = await usersVendor()
    server.fail('GET /users', faults.status(403))

    const { exitCodes, verified } = await job(server.url)

    expect(exitCodes).toEqual({ 'Run the checks': 2, 'Leave what is open': 0, 'Tell people': 0, 'Name the signer': 0 })
    expect(verified).toBe(0)
  })

  test('has the permission to upload, and uploads the files that its steps make', () => {
    const uses = (action: string) => steps.find((step) => step.uses?.startsWith(action))?.with

    expect(permissions).toEqual({ contents: 'read', 'security-events': 'write' })
    expect(uses('github/codeql-action/upload-sarif')?.sarif_file).toBe('open.sarif')
    expect(uses('actions/upload-artifact')?.path).toBe('audit')
    expect(steps.flatMap(({ uses }) => (uses && !/@v\d+$/.test(uses) ? [uses] : []))).toEqual([])
  })
})
