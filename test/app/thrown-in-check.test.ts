import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FakeVendor, fakeVendor } from '../../src/author/testing/vendor/fake-vendor.ts'
import type { RunResult } from '../../src/define/index.ts'
import { canary } from './acme.ts'
import { createFolder, runCheckwright } from './command.ts'

let vendor: FakeVendor
beforeAll(async () => {
  vendor = await fakeVendor({
    auth: { type: 'api_key', in: 'header', name: 'X-Key', value: canary },
    routes: { 'GET /people': { json: [{ id: 'u1' }] } },
  })
})
afterAll(() => vendor.close())

/** A connector whose check throws in a helper of a helper. */
function createConnectorFolder(): string {
  return createFolder({
    'acme.ts': `import { defineConnector } from 'checkwright'
import { judgePeople } from './people.ts'

const acme = defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: '${vendor.url}',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})

const people = acme.check({
  id: 'people',
  title: 'People sign in with a second factor',
  async run(ctx) {
    console.log('the key is', ctx.credentials.api_key)
    process.stdout.write('written to stdout: ')
    process.stdout.write(String(ctx.credentials.api_key).slice(0, 5))
    process.stdout.write(String(ctx.credentials.api_key).slice(5) + '\\n')
    process.stderr.write(\`written to stderr: \${ctx.credentials.api_key}\`)
    ctx.log('Reading people', { page: 1 })
    const list = await ctx.get<readonly { readonly id: string }[]>('/people')
    for (const person of list) judgePeople(ctx, person)
  },
})

export default acme.with(people)
`,
    'people.ts': `import type { CheckContext } from 'checkwright'
import { readFactor } from './factor.ts'

export function judgePeople(ctx: CheckContext, person: { readonly id: string }): void {
  const on = readFactor(person)
  ctx.pass({ resource: { type: 'user', id: person.id }, title: on ? 'On' : 'Off' })
}
`,
    'factor.ts': `interface Factor { readonly enabled: boolean }

export function readFactor(person: { readonly id: string; readonly factor?: Factor }): boolean {
  const { factor } = person
  return factor!.enabled
}
`,
  })
}

function run(cwd: string, args: readonly string[]) {
  return runCheckwright(['run', './acme.ts', '--allow-private-network', ...args], {
    cwd,
    env: { CHECKWRIGHT_CREDENTIAL_API_KEY: canary },
  })
}

describe('checkwright run, of a check that throws in a helper two files deep', () => {
  test('names the line of the helper on the terminal, and with --debug every place that led there', async () => {
    const cwd = createConnectorFolder()

    const [plain, debug] = await Promise.all([run(cwd, []), run(cwd, ['--debug'])])

    expect(plain.stdout).toContain('at factor.ts:5:18 (readFactor)\n')
    expect(plain.stdout).not.toContain('people.ts')
    expect(debug.stdout).toMatch(
      /at factor\.ts:5:18 \(readFactor\)\n +at people\.ts:5:14 \(judgePeople\)\n +at acme\.ts:22:32 \(run\)\n/,
    )
    expect([plain.exitCode, plain.stdout.includes(cwd)]).toEqual([2, false])
  })

  test('keeps the places in run.json and in every format', async () => {
    const cwd = createConnectorFolder()

    await run(cwd, ['--out', 'proof'])
    const formats = await Promise.all(
      ['json', 'ndjson', 'markdown', 'sarif', 'junit', 'ocsf', 'oscal', 'html'].map(async (format) => {
        const { stdout } = await run(cwd, ['--format', format])
        return [format, /factor\.ts(?:&#58;|:)5|"file": ?"factor\.ts"/.test(stdout)]
      }),
    )

    const kept = JSON.parse(readFileSync(`${cwd}/proof/run.json`, 'utf8')) as RunResult
    expect(kept.checks[0]?.error?.frames).toEqual([
      { file: 'factor.ts', line: 5, column: 18, function: 'readFactor' },
      { file: 'people.ts', line: 5, column: 14, function: 'judgePeople' },
      { file: 'acme.ts', line: 22, column: 32, function: 'run' },
    ])
    expect(formats.filter(([, named]) => !named)).toEqual([])
  })

  test('what the check prints goes to stderr without secrets, and --json stays JSON', async () => {
    const { stdout, stderr } = await run(createConnectorFolder(), ['--json'])

    expect((JSON.parse(stdout) as RunResult).schema).toBe('checkwright.run/v1')
    expect(stderr).toContain('the key is [redacted]\n')
    expect(stderr).toContain('written to stdout: [redacted]\n')
    expect(stderr).toContain('written to stderr: [redacted]\n')
    expect(stdout + stderr).not.toContain(canary)
  })

  test('--verbose shows what the check says, and nothing shows it without', async () => {
    const cwd = createConnectorFolder()

    const [quiet, verbose] = await Promise.all([run(cwd, []), run(cwd, ['--verbose'])])

    expect(verbose.stderr).toContain('  people: Reading people {"page":1}\n')
    expect(quiet.stderr).not.toContain('Reading people')
  })

  test('--trace shows each request as it goes, and once more in a table', async () => {
    const { stderr } = await run(createConnectorFolder(), ['--trace'])

    expect(stderr).toMatch(/ {2}people: GET http:\/\/127\.0\.0\.1:\d+\/people → 200, \d+ ms\n/)
    expect(stderr).toMatch(/check +status +time +waited +request\npeople +200 +\d+ ms +GET http:\/\/127/)
  })
})
