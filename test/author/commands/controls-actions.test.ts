import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { fakeVendor } from '../../../src/author/testing/vendor/fake-vendor.ts'
import type { CheckOutcome, RunResult } from '../../../src/define/index.ts'
import { canary, renderAcmeFile } from '../../app/acme.ts'
import { createFolder, runCheckwright } from '../../app/command.ts'
import { createOutcome, createResult, failed, type RunShape, run } from '../../checks/controls/support.ts'

const anHourAgo = new Date(Date.now() - 3_600_000).toISOString()
const good = createOutcome({ id: 'people' })
const bad = createOutcome({ id: 'people', status: 'fail', results: [createResult('fail')] })
const unclear = createOutcome({
  id: 'admins',
  controls: ['soc2:CC6.3'],
  status: 'error',
  error: failed,
  complete: false,
})

/** A folder with a run in it. */
function runFile(checks: readonly CheckOutcome[], shape: RunShape = {}): string {
  return createFolder({ 'run.json': JSON.stringify(run(checks, { at: anHourAgo, ...shape })) })
}

function controls(cwd: string, ...args: readonly string[]) {
  return runCheckwright(['controls', ...args], { cwd })
}

describe('checkwright controls --run', () => {
  test.each<[string, readonly CheckOutcome[], number]>([
    ['every covered control is satisfied', [good], 0],
    ['one is not satisfied', [bad], 1],
    ['one is undetermined', [good, unclear], 2],
    ['one is not satisfied and one undetermined', [bad, unclear], 2],
    ['no control is covered', [createOutcome({ controls: ['acme:1'] })], 0],
  ])('when %s, by %#', async (_name, checks, expected) => {
    const { exitCode } = await controls(runFile(checks), 'soc2', '--run', 'run.json')

    expect(exitCode).toBe(expected)
  })

  test('prints a table, and on stderr by which runs', async () => {
    const { stdout, stderr } = await controls(runFile([bad]), 'soc2', '--run', '.')

    expect(stdout).toContain('✗ not satisfied  CC6.1  Logical access security\n')
    expect(stdout).toContain('✗ acme/people: 1 failing result\n')
    expect(stdout).toMatch(/\n61 controls: 1 not satisfied, 60 uncovered\n$/)
    expect(stderr).toBe(`By run run-1 of acme 1.0.0, ${anHourAgo.slice(0, 10)}\n`)
  })

  test.each([[['--json']], [['--format', 'json']]])('%j prints the report and nothing else on stdout', async (args) => {
    const { stdout } = await controls(runFile([good]), 'soc2', 'gdpr', '--run', 'run.json', ...args)

    const report = JSON.parse(stdout)
    expect(report.schema).toBe('checkwright.controls/v1')
    expect(report.frameworks.map(({ id, summary }: Record<string, unknown>) => [id, summary])).toEqual([
      ['soc2', { satisfied: 1, not_satisfied: 0, undetermined: 0, uncovered: 60 }],
      ['gdpr', { satisfied: 0, not_satisfied: 0, undetermined: 0, uncovered: 7 }],
    ])
  })

  test('--stale-after moves the line', async () => {
    const cwd = runFile([good], { at: new Date(Date.now() - 50 * 3_600_000).toISOString() })

    const [fresh, stale] = await Promise.all(
      ['3d', '48h'].map((time) => controls(cwd, 'soc2', '--run', 'run.json', '--stale-after', time)),
    )

    expect([fresh?.exitCode, stale?.exitCode]).toEqual([0, 2])
    expect(stale?.stdout).toContain('its evidence is 2 days old')
  })

  test('expects every check of a shipped connector', async () => {
    const check = createOutcome({ id: 'org-two-factor-required' })

    const { stdout, exitCode } = await controls(runFile([check], { connector: 'github' }), 'soc2', '--run', 'run.json')

    expect(stdout).toContain('? github/members-two-factor: was not run')
    expect(exitCode).toBe(2)
  })

  test('reads a file of several runs', async () => {
    const runs: readonly RunResult[] = [run([good], { id: 'a', at: anHourAgo }), run([bad], { id: 'b', at: anHourAgo })]
    const cwd = createFolder({ 'runs.json': JSON.stringify(runs) })

    const { stderr, exitCode } = await controls(cwd, 'soc2', '--run', 'runs.json')

    expect(stderr.match(/By run/g)).toHaveLength(2)
    expect(exitCode).toBe(1)
  })

  test('takes a framework of your own, whose mappings demand more of others', async () => {
    const cwd = runFile([{ ...good, variables: { most: 12 } }])
    writeFileSync(
      join(cwd, 'acme.yaml'),
      `id: acme-baseline
title: Acme baseline
controls:
  - { id: A1, title: Everybody has a second factor }
mappings:
  - { control: acme-baseline:A1, check: acme/people }
  - { control: soc2:CC6.1, check: acme/people, requires: { most: { max: 4 } } }
`,
    )

    const { stdout } = await controls(cwd, 'soc2', './acme.yaml', '--run', 'run.json')

    expect(stdout.replace(/\s+/g, ' ')).toContain('variable too loose: most is 12, and must be at most 4')
    expect(stdout).toContain('✓ satisfied      A1  Everybody has a second factor\n')
  })
})

describe('checkwright controls refuses, with exit code 3,', () => {
  let cwd: string
  beforeAll(() => {
    cwd = createFolder({
      'run.json': JSON.stringify(run([good])),
      'other.json': '{}',
      'cut.json': JSON.stringify(run([good])).slice(0, 200),
      'half.json': JSON.stringify({ ...run([good]), checks: [{ id: 'a', results: [] }] }),
      'no.zip': 'PK',
      'bad.yaml': 'id: acme\ntitle: Acme\ncontrols:\n  - { id: A 1, title: x }\n',
    })
  })

  test.each<[string, readonly string[], RegExp]>([
    [
      'a framework that nobody knows',
      ['soc3', '--run', 'run.json'],
      /There is no framework "soc3"\. Did you mean soc2\?.*\.\/soc3\.yaml/,
    ],
    ['the same framework twice', ['soc2', 'soc2', '--run', 'run.json'], /Two of the frameworks have the id "soc2"/],
    [
      'a malformed framework',
      ['./bad.yaml', '--run', 'run.json'],
      /bad\.yaml:4:11: controls\[0\]\.id must have at least one character, and no spaces\s+\(CONTROLS_INVALID\)/,
    ],
    ['a file that is no run', ['--run', 'other.json'], /"other\.json" is not a run of Checkwright/],
    ['a run that is cut off', ['--run', 'cut.json'], /"cut\.json" is not a run of Checkwright/],
    ['a run that lacks what is judged', ['--run', 'half.json'], /"half\.json" has no run, or only a part of one/],
    ['a zip that is none', ['--run', 'no.zip'], /"no\.zip" is not a bundle with a run/],
    ['a file that is not there', ['--run', 'nowhere.json'], /"nowhere\.json" cannot be read \(ENOENT\)/],
    [
      'a time that is none',
      ['--run', 'run.json', '--stale-after', 'soon'],
      /It must be a whole number of hours, days or weeks/,
    ],
    ['nothing to judge by', ['soc2'], /There is no run yet, so no control can be judged\./],
  ])('%s', async (_name, args, message) => {
    const { stdout, stderr, exitCode } = await controls(cwd, ...args)

    expect(stderr).toMatch(message)
    expect(stdout).toBe('')
    expect(exitCode).toBe(3)
  })
})

test('checkwright controls goes by the connections and runs of the store', async () => {
  const vendor = await fakeVendor({
    auth: { type: 'api_key', in: 'header', name: 'X-Key', value: canary },
    routes: {
      'GET /me': { json: {} },
      'GET /people': { json: [{ id: 'u1', name: 'Ada', mfa: true }] },
      'GET /policy': { json: {} },
    },
  })
  onTestFinished(() => vendor.close())
  const mappings = ['people', 'policy'].map((check) => ({ control: 'mine:A1', check: `acme/${check}` }))
  const mine = { id: 'mine', title: 'Mine', controls: [{ id: 'A1', title: 'Two factors' }], mappings }
  const cwd = createFolder({ 'acme.ts': renderAcmeFile(vendor.url), 'mine.json': JSON.stringify(mine) })
  const env = { CHECKWRIGHT_CREDENTIAL_API_KEY: canary }
  const stand = async () => {
    const { stdout, exitCode } = await controls(cwd, './mine.json', '--json')
    const [control] = JSON.parse(stdout).frameworks[0].controls
    return [exitCode, ...control.checks.map(({ id, because }: Record<string, string>) => `${id} ${because}`)]
  }
  await runCheckwright(['connect', 'acme.ts', '--allow-private-network'], { cwd, env })

  const before = await stand()
  await runCheckwright(['run', 'acme.ts', '--allow-private-network', '--check', 'people'], { cwd })
  const between = await stand()
  await runCheckwright(['run', 'acme.ts', '--allow-private-network', '--check', 'policy'], { cwd })
  const after = await stand()

  expect(before).toEqual([2, 'people was not run', 'policy was not run'])
  expect(between).toEqual([2, 'people passes', 'policy was not run'])
  expect(after).toEqual([0, 'people passes', 'policy passes'])
})
