import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { description, descriptionFile, listNewcomers } from '../../scripts/measure/newcomer-steps.ts'
import { importConnector } from '../../src/author/new/described/import-connector.ts'
import { writeFiles } from '../../src/author/new/write-files.ts'
import { rules } from '../../src/author/testing/contract/contract-rules.ts'
import { fakeVendor } from '../../src/author/testing/index.ts'
import { CheckwrightError } from '../../src/errors/index.ts'
import { isSoak } from '../setup/short-form.ts'
import { type Finished, installed, manifest } from './consumer.ts'

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url))
const checkwright = join(installed, manifest.bin.checkwright ?? '')
const home = mkdtempSync(join(tmpdir(), 'checkwright-new-'))
const project = join(home, 'acme')

const folder = process.env.CHECKWRIGHT_TEST_DATA
/** All are imported by the soak; a few are enough to see that what the command writes works once it is installed. */
const wellKnown = new Set(['cloudflare', 'okta'])
/** Providers whose descriptions are there; AWS has none of OpenAPI. */
const described = (folder === undefined ? [] : readdirSync(join(folder, 'contracts')))
  .filter((name) => name.endsWith('.json.gz') && name !== 'aws.json.gz')
  .map((name) => name.replace('.json.gz', ''))
  .filter((id) => isSoak || wellKnown.has(id))
/** Those of which a connector was made. */
const providers: string[] = []
/** Those whose descriptions have no list to check, by the code of the error that says so. */
const refusals: Record<string, unknown> = {}

/** A project with the first connector, and beside it one of each other strategy, and one of each description that is there. */
beforeAll(async () => {
  const made = [await node(home, [checkwright, 'new', 'acme', '--auth', 'api_key'])]
  writeFileSync(join(project, descriptionFile), description)
  made.push(await node(project, [checkwright, 'new', 'by-openapi', '--openapi', descriptionFile]))
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
  expect(made.map(({ exitCode, stderr }) => `${exitCode} ${stderr}`)).toEqual(['0 ', '0 ', '0 ', '0 ', '0 '])
  for (const id of described) {
    try {
      if (await importProvider(id)) providers.push(id)
    } catch (error) {
      refusals[id] = error instanceof CheckwrightError ? error.code : error
    }
  }
  // In place of "npm install": the packed package, and the tools of this checkout.
  mkdirSync(join(project, 'node_modules'))
  symlinkSync(installed, join(project, 'node_modules/checkwright'), 'junction')
  for (const name of ['vitest', '@types'])
    symlinkSync(join(modules, name), join(project, 'node_modules', name), 'junction')
  symlinkSync(join(modules, 'typescript-7'), join(project, 'node_modules/typescript'), 'junction')
})

/**
 * As the command does it, in this process: starting the command for each would take longer than all that they do.
 * @returns false where the files ask their author for an id, and do not compile before there is an answer
 */
async function importProvider(id: string): Promise<boolean> {
  const file = join(home, `${id}.json`)
  writeFileSync(file, gunzipSync(readFileSync(join(folder ?? '', 'contracts', `${id}.json.gz`))))
  const given = {
    id,
    name: undefined,
    authType: undefined,
    keyPrefix: undefined,
    baseUrl: undefined,
    endpoints: [],
    most: 5,
  }
  const { files } = await importConnector(file, { ...given, madeUpUrl: `https://api.${id}.example` })
  if (Object.values(files).some((text) => text.includes('does not compile until you have found out'))) return false
  await writeFiles(join(project, 'providers', id), files)
  return true
}

afterAll(() => rmSync(home, { recursive: true, force: true }))

describe('checkwright new', () => {
  test('writes projects whose tests pass at once, the contract of every connector among them', async () => {
    const totals = join(home, 'totals.json')

    const { exitCode } = await node(project, [
      join(modules, 'vitest/vitest.mjs'),
      'run',
      '--reporter=json',
      `--outputFile=${totals}`,
      // Connectors do not see each other, and loading the package once is most of the work.
      '--no-isolate',
      // Twenty connectors run beside each other here, and slower than one in its own project.
      '--testTimeout=60000',
    ])

    const { numTotalTests, numPassedTests, numPendingTests, testResults } = JSON.parse(readFileSync(totals, 'utf8'))
    const failed = testResults.flatMap((file: { assertionResults: { status: string; title: string }[] }) =>
      file.assertionResults.filter(({ status }) => status !== 'passed' && status !== 'skipped' && status !== 'pending'),
    )
    expect(failed).toEqual([])
    expect({
      exitCode,
      files: testResults.length,
      isEvery: numPassedTests + numPendingTests === numTotalTests,
    }).toEqual({
      exitCode: 0,
      files: 5 + providers.length,
      isEvery: true,
    })
    // Where a description does not say how the list of accounts goes on, the rule about whole inventories waits. Three rules wait for the
    // witnesses that only a person can begin.
    const waiting = testResults.flatMap((file: { assertionResults: { status: string; title: string }[] }) =>
      file.assertionResults.flatMap(({ status, title }) => (status === 'passed' ? [] : [title])),
    )
    const forWitnesses = waiting.filter((title: string) =>
      title.includes('(skipped: not yet proven: it has no witnesses'),
    )
    const others = waiting.filter((title: string) => !forWitnesses.includes(title))
    expect(others.filter((title: string) => !title.startsWith('contract/inventory-members:'))).toEqual([])
    const count = 5 + providers.length
    expect(
      Object.entries(Object.groupBy(forWitnesses, readRule)).map(([rule, titles]) => [rule, titles?.length]),
    ).toEqual([
      ['judgement', count],
      ['siblings', count],
      ['words', count],
    ])
    // One of a strategy has five tests of its own, and one of a description has two.
    expect(numTotalTests).toBe((5 + providers.length) * rules.length + 4 * 5 + (1 + providers.length) * 2)
  })

  test("makes connectors of every provider's description, which compile and hold to the contract", ({ skip }) => {
    if (folder === undefined) skip("needs the providers' descriptions in CHECKWRIGHT_TEST_DATA")

    // They lie in the project, so that the tests beside this one run them, and compile them in one program.
    expect(readdirSync(join(project, 'providers')).sort()).toEqual(providers.toSorted())
    expect(providers.length).toBeGreaterThanOrEqual(isSoak ? 10 : wellKnown.size)
    expect(providers.length).toBeGreaterThan(described.length * 0.8)
    // Only the soak has descriptions without a list.
    expect(Object.keys(refusals).filter((id) => wellKnown.has(id))).toEqual([])
    expect(Object.entries(refusals).filter(([, code]) => code !== 'CLI_USAGE')).toEqual([])
  })

  test('writes what compiles strictly, and builds to what can be published', async () => {
    const checked = await node(project, [join(modules, 'typescript-7/bin/tsc')])
    const built = await node(project, [join(modules, 'typescript-7/bin/tsc'), '--project', 'tsconfig.build.json'])
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
      ...['by-basic', 'by-oauth2', 'by-custom', 'by-openapi', ...providers.map((id) => `providers/${id}`)].map((name) =>
        join(project, name),
      ),
    ])

    expect({ exitCode, said: exitCode === 0 ? '' : stdout + stderr }).toEqual({ exitCode: 0, said: '' })
  })

  test('writes connectors that "checkwright validate" has no warning about', async () => {
    const files = ['./acme.ts', ...['basic', 'oauth2', 'custom', 'openapi'].map((auth) => `./by-${auth}/by-${auth}.ts`)]

    const { stdout } = await node(project, [checkwright, 'validate', '--json', ...files])

    const validations: { readonly findings: readonly { readonly level: string }[] }[] = JSON.parse(stdout)
    expect(validations).toEqual(files.map((target) => expect.objectContaining({ target, valid: true })))
    const findings = validations.flatMap((validation) => validation.findings)
    expect(findings.filter(({ level }) => level !== 'hint')).toEqual([])
  })

  test.each(listNewcomers(home))(
    'leads a newcomer from an empty folder to a verdict: $kind',
    async ({ kind, options, env, vendor, edit }) => {
      await using server = await fakeVendor(vendor)
      const id = `my-${kind.replace('_', '-')}`
      const place = join(project, id)
      writeFileSync(join(home, descriptionFile), description)

      const made = await node(project, [checkwright, 'new', id, ...options, '--base-url', server.url])
      await edit(place, id)
      const target = [`./${id}/${id}.ts`, '--allow-private-network', '--json']
      const { stdout, exitCode } = await node(project, [checkwright, 'run', ...target], env)

      const results = JSON.parse(stdout).checks[0].results
      expect(results.map((result: { status: string }) => result.status)).toEqual(['pass', 'fail'])
      expect([made.exitCode, exitCode]).toEqual([0, 1])
    },
  )

  test('writes tests that pass for what a newcomer made of them', async () => {
    const { exitCode, stdout } = await node(project, [join(modules, 'vitest/vitest.mjs'), 'run', '--no-isolate', 'my-'])

    expect(stdout).toMatch(/Test Files +5 passed/)
    expect(exitCode).toBe(0)
  })
})

/** `judgement` of "contract/judgement: …". */
function readRule(title: string): string {
  return /^contract\/([\w-]+):/.exec(title)?.[1] ?? title
}

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
