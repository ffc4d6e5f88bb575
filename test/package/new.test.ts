import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rules } from '../../src/testing/contract/rules.ts'
import { fakeVendor, paginated } from '../../src/testing/index.ts'
import { type Finished, installed, manifest } from './consumer.ts'

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url))
const checkwright = join(installed, manifest.bin.checkwright ?? '')
const home = mkdtempSync(join(tmpdir(), 'checkwright-new-'))
const project = join(home, 'acme')

/** What a newcomer does: a project with the first connector, and three more beside it, each by another strategy. */
beforeAll(async () => {
  const made = [await node(home, [checkwright, 'new', 'acme', '--auth', 'api_key'])]
  for (const auth of ['basic', 'oauth2', 'custom'])
    made.push(
      await node(project, [
        checkwright,
        'new',
        `by-${auth}`,
        '--auth',
        auth,
        '--base-url',
        'https://{host}.acme.example/x-{account-id}/v1',
      ]),
    )
  expect(made.map(({ exitCode, stderr }) => `${exitCode} ${stderr}`)).toEqual(['0 ', '0 ', '0 ', '0 '])
  // In place of "npm install": the packed package, and the tools of this checkout.
  mkdirSync(join(project, 'node_modules'))
  symlinkSync(installed, join(project, 'node_modules/checkwright'), 'junction')
  for (const name of ['vitest', 'typescript', '@types'])
    symlinkSync(join(modules, name), join(project, 'node_modules', name), 'junction')
})

afterAll(() => rmSync(home, { recursive: true, force: true }))

describe('checkwright new', () => {
  test('writes projects whose tests pass at once, the contract of every connector among them', async () => {
    const totals = join(home, 'totals.json')

    const { exitCode } = await node(project, [
      join(modules, 'vitest/vitest.mjs'),
      'run',
      '--reporter=json',
      `--outputFile=${totals}`,
    ])

    const { numTotalTests, numPassedTests, testResults } = JSON.parse(readFileSync(totals, 'utf8'))
    const failed = testResults.flatMap((file: { assertionResults: { status: string; title: string }[] }) =>
      file.assertionResults.filter(({ status }) => status !== 'passed'),
    )
    expect(failed).toEqual([])
    expect({ exitCode, files: testResults.length, isEvery: numPassedTests === numTotalTests }).toEqual({
      exitCode: 0,
      files: 4,
      isEvery: true,
    })
    expect(numTotalTests).toBe(4 * (rules.length + 2))
  })

  test('writes what compiles strictly, and builds to what can be published', async () => {
    const checked = await node(project, [join(modules, 'typescript/bin/tsc')])
    const built = await node(project, [join(modules, 'typescript/bin/tsc'), '--project', 'tsconfig.build.json'])
    const imported = await node(project, [
      '--input-type=module',
      '--eval',
      "console.log((await import('checkwright-connector-acme')).default.id)",
    ])

    expect([checked.stdout, built.stdout, imported.stdout]).toEqual(['', '', 'acme\n'])
  })

  test('writes what a formatter and a linter have nothing to say about', async () => {
    const { formatter, javascript } = JSON.parse(readFileSync(join(modules, '../biome.json'), 'utf8'))
    const config = join(home, 'biome.json')
    writeFileSync(config, JSON.stringify({ formatter, javascript }))

    const { exitCode, stdout, stderr } = await node(home, [
      join(modules, '@biomejs/biome/bin/biome'),
      'check',
      '--error-on-warnings',
      `--config-path=${config}`,
      ...['acme.ts', 'acme.test.ts', 'package.json', 'tsconfig.json', 'tsconfig.build.json'].map((name) =>
        join(project, name),
      ),
      ...['by-basic', 'by-oauth2', 'by-custom'].map((name) => join(project, name)),
    ])

    expect({ exitCode, said: exitCode === 0 ? '' : stdout + stderr }).toEqual({ exitCode: 0, said: '' })
  })

  test('writes connectors that "checkwright validate" has no warning about', async () => {
    const files = ['./acme.ts', ...['basic', 'oauth2', 'custom'].map((auth) => `./by-${auth}/by-${auth}.ts`)]

    const { stdout } = await node(project, [checkwright, 'validate', '--json', ...files])

    const validations: { readonly findings: readonly { readonly level: string }[] }[] = JSON.parse(stdout)
    expect(validations).toEqual(files.map((target) => expect.objectContaining({ target, valid: true })))
    const findings = validations.flatMap((validation) => validation.findings)
    expect(findings.filter(({ level }) => level !== 'hint')).toEqual([])
  })

  test('writes a connector that runs on a vendor as it is', async () => {
    const users = [
      { id: 'ada', mfa_enabled: true },
      { id: 'bob', mfa_enabled: false },
    ]
    await using vendor = await fakeVendor({
      auth: { type: 'api_key', in: 'header', name: 'Authorization', value: 'Bearer sesame-open' },
      routes: { 'GET /users': paginated(users, { pageSize: 1, style: 'link' }) },
    })
    await node(project, [checkwright, 'new', 'nearby', '--auth', 'api_key', '--base-url', vendor.url])
    const tested = await node(project, [join(modules, 'vitest/vitest.mjs'), 'run', 'nearby'])

    const { stdout, exitCode } = await node(
      project,
      [checkwright, 'run', './nearby/nearby.ts', '--allow-private-network', '--json'],
      { CHECKWRIGHT_CREDENTIAL_API_KEY: 'sesame-open' },
    )

    const results = JSON.parse(stdout).checks[0].results
    expect(results.map((result: { status: string }) => result.status)).toEqual(['pass', 'fail'])
    expect([exitCode, tested.exitCode]).toEqual([1, 0])
  })
})

/** Without the environment of this test runner, which another one would take for its own. */
function node(cwd: string, args: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<Finished> {
  const env = { PATH: process.env.PATH, HOME: home, NO_COLOR: '1', ...more }
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd, env, maxBuffer: 2 ** 24 }, (error, stdout, stderr) => {
      const exitCode = error === null ? 0 : typeof error.code === 'number' ? error.code : 1
      resolve({ exitCode, stdout, stderr })
    })
  })
}
