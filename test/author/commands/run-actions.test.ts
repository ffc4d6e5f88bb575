import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type FakeVendor, fakeVendor } from '../../../src/author/testing/vendor/fake-vendor.ts'
import { faults } from '../../../src/author/testing/vendor/faults.ts'
import { paginated } from '../../../src/author/testing/vendor/paginated.ts'
import type { CheckOutcome } from '../../../src/define/index.ts'
import { canary, renderAcmeFile } from '../../app/acme.ts'
import {
  type CommandOptions,
  createFolder,
  type Finished,
  runCheckwright,
  runProcess,
  start,
  waitForSaid,
} from '../../app/command.ts'
import { findHarProblems } from '../../evidence/har-problems.ts'

let vendor: FakeVendor
beforeAll(async () => {
  const people = [
    { id: 'u1', name: 'Ada', mfa: true },
    { id: 'u2', name: 'Eve \u001b[31mred\u001b[0m \u202ereversed', mfa: false },
  ]
  vendor = await fakeVendor({
    auth: { type: 'api_key', in: 'header', name: 'X-Key', value: canary },
    routes: {
      'GET /me': { json: {} },
      'GET /people': paginated(people, { style: 'link', pageSize: 1 }),
      'GET /policy': { json: {} },
    },
  })
})
afterAll(() => vendor.close())
afterEach(() => vendor.reset())

/** Runs the connector of the tests by the key in the environment, whatever other arguments say. */
function run(
  args: readonly string[],
  options: {
    readonly key?: string
    readonly cwd?: string
    /** @default `runCheckwright` */
    readonly by?: typeof runProcess
  } = {},
): Promise<Finished> {
  const { key = canary, cwd = createFolder({ 'acme.ts': renderAcmeFile(vendor.url) }), by = runCheckwright } = options
  return by(['run', 'acme.ts', '--allow-private-network', ...args], {
    cwd,
    env: { CHECKWRIGHT_CREDENTIAL_API_KEY: key },
  })
}

describe('checkwright run <file>', () => {
  test('prints the results for people, without what a vendor hides in its names, and exits 1 for a finding', async () => {
    const { stdout, stderr, exitCode } = await run([], { by: runProcess })

    expect(stdout).toBe(`acme 1.0.0

✗ fail         People sign in with a second factor                                    1 fail, 1 pass
               ✗ No second factor: Eve red reversed (user u2) [low]
                 → Enrol one.
✓ pass         There is a policy                                                              1 pass

2 checks: 1 fail, 1 pass · 3 results · 3 requests · ${stdout.match(/[\d.]+ s\n$/)?.[0]}`)
    expect(stderr).toMatch(/^Running 2 checks of Acme 1\.0\.0\n {2}\[1\/2\] \w+: .*\n {2}\[2\/2\] .*\n$/)
    expect(exitCode).toBe(1)
  })

  test('--timeout ends a run with what there is: a check that was still asking could not tell', async () => {
    vendor.fail('GET /policy', faults.hang())

    const { exitCode, stdout } = await run(['--timeout', '1s', '--json'])
    const refused = await run(['--timeout', '1d'])

    const { checks } = JSON.parse(stdout) as { checks: readonly CheckOutcome[] }
    expect(exitCode).toBe(2)
    expect(checks.map(({ status, error }) => [status, error?.code])).toEqual([
      ['fail', undefined],
      ['error', 'CHECK_TIMEOUT'],
    ])
    expect([refused.exitCode, refused.stderr]).toEqual([3, expect.stringContaining('such as 10m')])
  })

  test.each([[['--json']], [['--format', 'json']]])(
    '%j prints the run result and nothing else on stdout',
    async (args) => {
      const { stdout, exitCode } = await run(args)

      const result = JSON.parse(stdout)
      expect(result.schema).toBe('checkwright.run/v1')
      expect(result.summary.results).toMatchObject({ pass: 2, fail: 1 })
      expect(result.inputs.variables).toEqual({ most: 3 })
      expect(exitCode).toBe(1)
    },
  )

  test('--out keeps a bundle, from which "witness" begins a case: its answers without people, and nothing of the verdict', async () => {
    const cwd = createFolder({ 'acme.ts': renderAcmeFile(vendor.url) })
    await run(['--out', 'kept'], { cwd })
    const [bundle = ''] = readdirSync(join(cwd, 'kept'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('run.json'))
      .map((name) => join('kept', dirname(name)))

    const begun = await runCheckwright(['witness', bundle, '--check', 'people', '--connector', './acme.ts'], { cwd })

    expect([begun.stderr, begun.exitCode]).toEqual(['', 0])
    const proposed = readFileSync(join(cwd, 'acme.proposed.yaml'), 'utf8')
    const world = readFileSync(join(cwd, 'worlds/acme.recording.json'), 'utf8')
    expect(proposed).toMatch(/recorded: worlds\/acme\.recording\.json/)
    expect(proposed).not.toMatch(/pass|fail/)
    expect(JSON.parse(world)).toMatchObject({
      schema: 'checkwright.recording/v1',
      connector: { id: 'acme', file: '../acme.ts' },
    })
    expect(world).not.toContain(canary)
    expect(world).not.toContain('Eve')
  })

  test('an array gives an array, and a folder for each of its runs', async () => {
    const cwd = createFolder({
      'one.ts': renderAcmeFile(vendor.url),
      'acme.ts': "import acme from './one.ts'\nexport default [acme]",
    })

    const { stdout } = await run(['--json', '--check', 'policy', '--out', 'out'], { cwd })

    expect(JSON.parse(stdout).map(({ connector }: { connector: { id: string } }) => connector.id)).toEqual(['acme'])
    expect(JSON.parse(readFileSync(join(cwd, 'out/acme/run.json'), 'utf8'))).toEqual(JSON.parse(stdout)[0])
  })

  test('--out writes run.json for its owner alone, and the table points to it', async () => {
    const cwd = createFolder({ 'acme.ts': renderAcmeFile(vendor.url) })

    const { stderr } = await run(['--out', 'results/today'], { cwd })

    const path = join(cwd, 'results/today/run.json')
    expect(JSON.parse(readFileSync(path, 'utf8')).checks).toHaveLength(2)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(stderr).toMatch(
      /\nWritten: results\/today\/run\.json\n(?:Written: .*\n){3}Signed: {2}SHA256:\S{43} \(checkwright verify results\/today\)\n$/,
    )
  })

  test('--out writes beside it the exchanges that run.json names, for their owner alone, and nothing else', async () => {
    const cwd = createFolder({ 'acme.ts': renderAcmeFile(vendor.url) })

    await run(['--out', 'out'], { cwd })

    const path = join(cwd, 'out/exchanges.har')
    const har = JSON.parse(readFileSync(path, 'utf8'))
    const result = JSON.parse(readFileSync(join(cwd, 'out/run.json'), 'utf8'))
    const kept = har.log.entries.map((entry: Record<string, unknown>) => [entry._check, entry._exchange])
    const named = result.checks.flatMap(({ id, exchanges }: CheckOutcome) => exchanges.map((number) => [id, number]))
    expect(findHarProblems(har)).toEqual([])
    expect(result.replayable).toBe(true)
    expect(kept.toSorted()).toEqual(named.toSorted())
    expect(named).toHaveLength(3)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(readdirSync(join(cwd, 'out')).toSorted()).toEqual([
      'exchanges.har',
      'manifest.json',
      'run.json',
      'statement.intoto.jsonl',
    ])
  })

  test('--out that cannot be written is told before anything is asked', async () => {
    const cwd = createFolder({ 'acme.ts': renderAcmeFile(vendor.url), out: 'a file' })

    const { stderr, exitCode } = await run(['--out', 'out'], { cwd })

    expect(stderr).toMatch(
      /^error: The result cannot be written to "out" \(EEXIST\)\. Name another folder with --out\./m,
    )
    expect(vendor.requests).toEqual([])
    expect(exitCode).toBe(3)
  })

  test.each([
    [['--check', 'policy'], 0],
    [['--fail-on', 'low'], 1],
    [['--fail-on', 'medium'], 0],
    [['--exit-zero'], 0],
  ])('%j ends in exit code %i', async (args, expected) => {
    const { exitCode } = await run(args)

    expect(exitCode).toBe(expected)
  })

  test('a check that could not tell wins over a finding, under --exit-zero too', async () => {
    vendor.fail('GET /policy', faults.status(403), { times: 2 })

    const [plain, zero] = [await run([]), await run(['--exit-zero'])]

    expect(plain.stdout).toMatch(/\? error {8}There is a policy +permission\n/)
    expect([plain.exitCode, zero.exitCode]).toEqual([2, 2])
  })

  test('a wrong key ends every check in auth, which is exit code 5, and is never shown', async () => {
    const wrong = 'canary-wrong-77aa0c3e'

    const { stdout, stderr, exitCode } = await run(['--debug'], { key: wrong })

    expect(stdout).toMatch(/People sign in.* auth\n.*answered 401/)
    expect(stdout + stderr).not.toContain(wrong)
    expect(exitCode).toBe(5)
  })

  test('an unreachable vendor is exit code 2', async () => {
    const cwd = createFolder({ 'acme.ts': renderAcmeFile('http://127.0.0.1:9') })

    const { stdout, exitCode } = await run(['--check', 'policy'], { cwd })

    expect(stdout).toMatch(/ network\n.*127\.0\.0\.1:9 cannot be reached/)
    expect(exitCode).toBe(2)
  })

  test('without --allow-private-network nothing on this machine is asked, which is a matter of configuration', async () => {
    const cwd = createFolder({ 'acme.ts': renderAcmeFile(vendor.url) })

    const { exitCode } = await runCheckwright(['run', 'acme.ts'], {
      cwd,
      env: { CHECKWRIGHT_CREDENTIAL_API_KEY: canary },
    })

    expect(exitCode).toBe(3)
    expect(vendor.requests).toEqual([])
  })

  test('a promise that a check does not wait for is its error, and no other check’s', async () => {
    const source = renderAcmeFile(vendor.url).replace(
      "await ctx.get('/policy')",
      "void Promise.reject(new Error('lost'))",
    )

    const { stdout, exitCode } = await run(['--json'], {
      cwd: createFolder({ 'acme.ts': source }),
      by: runProcess,
    })

    const [people, policy] = JSON.parse(stdout).checks
    expect(people).toMatchObject({ id: 'people', status: 'fail' })
    expect(policy).toMatchObject({ id: 'policy', status: 'error', error: { kind: 'check_bug', code: 'CHECK_THREW' } })
    expect(policy.error.message).toMatch(/Error: lost.*Await every promise/)
    expect(exitCode).toBe(2)
  })

  test.each([
    [
      ['--check', 'nothing'],
      'error: Connector "acme" has no check "nothing". It has: people, policy. (CHECK_UNKNOWN)\n',
    ],
    [
      ['--var', 'mots=4'],
      'error: The variables cannot be used:\n  - mots: is not a variable; "acme" has most\n  (VARIABLE_INVALID)\n',
    ],
  ])('%j is refused before anything is asked', async (args, message) => {
    const { stdout, stderr, exitCode } = await run(args)

    expect({ stdout, stderr, exitCode }).toEqual({ stdout: '', stderr: message, exitCode: 3 })
    expect(vendor.requests).toEqual([])
  })

  test("a variable of the wrong kind is every check's config error", async () => {
    const { stdout, exitCode } = await run(['--var', 'most=many'])

    expect(stdout).toMatch(/config\n.*\n.*- most: must be a number \(Most\)/)
    expect(exitCode).toBe(3)
  })
})

describe('checkwright run: credentials', () => {
  const file = () => ({ 'acme.ts': renderAcmeFile(vendor.url) })
  const allow = '--allow-private-network'

  test('come from a JSON file, or from stdin', async () => {
    const json = JSON.stringify({ api_key: canary })
    const cwd = createFolder({ ...file(), 'key.json': json })

    const fromFile = await runCheckwright(['run', 'acme.ts', allow, '--credentials', 'key.json', '-c', 'policy'], {
      cwd,
    })
    const fromStdin = await runCheckwright(['run', 'acme.ts', allow, '--credentials', '-', '-c', 'policy'], {
      cwd,
      stdin: json,
    })

    expect([fromFile.exitCode, fromStdin.exitCode]).toEqual([0, 0])
    expect(vendor.requests.map((request) => request.headers['x-key'])).toEqual([canary, canary])
  })

  test('that are missing send nothing: one sentence names the variables, exit code 3', async () => {
    const { stdout, stderr, exitCode } = await runCheckwright(['run', 'acme.ts', allow], { cwd: createFolder(file()) })

    expect(stderr).toBe(
      'error: Acme needs credentials, and there is no terminal to enter them. Set CHECKWRIGHT_CREDENTIAL_API_KEY (API Key), or give --credentials <file>. (CREDENTIAL_MISSING)\n',
    )
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 3 })
    expect(vendor.requests).toEqual([])
  })

  test.each([
    [
      'no JSON',
      `{ "api_key": "${canary}", }`,
      'error: The file that --credentials names is not a JSON object of credentials. ',
    ],
    ['no object', `["${canary}"]`, 'error: The file that --credentials names is not a JSON object of credentials. '],
  ])('in a file that is %s are refused without being shown', async (_what, content, message) => {
    const cwd = createFolder({ ...file(), 'key.json': content })

    const { stdout, stderr, exitCode } = await runCheckwright(
      ['run', 'acme.ts', '--credentials', 'key.json', '--debug'],
      {
        cwd,
      },
    )

    expect(stderr.startsWith(message)).toBe(true)
    expect(stdout + stderr).not.toContain(canary)
    expect(exitCode).toBe(3)
  })

  test('that do not fit their field are named, never shown', async () => {
    const { stdout, stderr, exitCode } = await run(['--debug'], { key: `${canary}\nsecond line` })

    expect(stdout).toContain('- api_key: must not contain line breaks or control characters')
    expect(stdout + stderr).not.toContain(canary)
    expect(exitCode).toBe(3)
  })

  test('from a file that is not there are told by the option, in case the argument is the secret itself', async () => {
    const { stderr, exitCode } = await runCheckwright(['run', 'acme.ts', '--credentials', canary, '--debug'], {
      cwd: createFolder(file()),
    })

    expect(stderr).toMatch(
      /^error: The file that --credentials names cannot be read \(ENOENT\)\. .*\(CLI_FILE_FAILED\)\n/,
    )
    expect(stderr).not.toContain(canary)
    expect(exitCode).toBe(3)
  })

  test('are in no output of a run that uses them, in table, JSON, run.json, exchanges.har and debug alike', async () => {
    const cwd = createFolder(file())

    const table = await run(['--debug', '--out', 'out'], { cwd, by: runProcess })
    const json = await run(['--json', '--debug'], { cwd, by: runProcess })

    const said = [
      table.stdout,
      table.stderr,
      json.stdout,
      json.stderr,
      ...['run.json', 'exchanges.har'].map((name) => readFileSync(join(cwd, 'out', name), 'utf8')),
    ]
    expect(vendor.requests.some((request) => request.headers['x-key'] === canary)).toBe(true)
    expect(said.join('\n')).not.toContain(canary)
  })
})

describe('checkwright run, interrupted', () => {
  const allow = '--allow-private-network'
  const env = { CHECKWRIGHT_CREDENTIAL_API_KEY: canary }

  test.each(['SIGINT', 'SIGTERM'] as const)('by %s ends with the results so far and exit code 130', async (signal) => {
    const cwd = createFolder({ 'acme.ts': renderAcmeFile(vendor.url) })
    vendor.fail('GET /policy', faults.hang())

    const { stdout, stderr, exitCode } = await interrupted(['run', 'acme.ts', allow, '--json'], { cwd, env }, signal)

    const [people, policy] = JSON.parse(stdout).checks
    expect(people).toMatchObject({ id: 'people', status: 'fail', results: [{ status: 'pass' }, { status: 'fail' }] })
    expect(policy).toMatchObject({ id: 'policy', status: 'error', error: { code: 'CANCELLED' } })
    expect(stderr).toContain('Interrupted: the results so far follow.')
    expect(exitCode).toBe(130)
  })

  test('does the same with a stored connection', async () => {
    const cwd = createFolder({ 'acme.ts': renderAcmeFile(vendor.url) })
    await runCheckwright(['connect', 'acme.ts', allow], { cwd, env })
    vendor.fail('GET /policy', faults.hang())

    const { stdout, exitCode } = await interrupted(['run', 'acme.ts', allow, '--json'], { cwd }, 'SIGINT')

    const run = JSON.parse(stdout)
    expect(run.connectionId).toMatch(/^[0-9a-f-]{36}$/)
    expect(run.checks.map(({ status }: { status: string }) => status)).toEqual(['fail', 'error'])
    expect(exitCode).toBe(130)
  })

  test('leaves a bundle that verifies when it ends, and nothing when it is made to end at once', async () => {
    const cwd = createFolder({ 'acme.ts': renderAcmeFile(vendor.url) })
    vendor.fail('GET /policy', faults.hang(), { times: 2 })
    const args = ['run', 'acme.ts', allow, '--out']

    const once = await interrupted([...args, 'once'], { cwd, env }, 'SIGINT')
    const twice = start([...args, 'twice'], { cwd, env })
    await waitForSaid(twice.child, /people: fail/)
    // The second one while the first is being heeded: the vendor hangs, so that nothing is written before.
    twice.child.kill('SIGINT')
    twice.child.kill('SIGTERM')
    const { exitCode } = await twice.finished
    const verified = await runCheckwright(['verify', 'once'], { cwd })

    expect([once.exitCode, exitCode, verified.exitCode]).toEqual([130, 130, 0])
    expect(readdirSync(join(cwd, 'twice')).filter((name) => name.startsWith('.'))).toEqual([])
  })

  async function interrupted(
    args: readonly string[],
    options: CommandOptions,
    signal: NodeJS.Signals,
  ): Promise<Finished> {
    const command = start(args, options)
    await waitForSaid(command.child, /people: fail/)
    command.child.kill(signal)
    return command.finished
  }
})
