import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FakeVendor, fakeVendor } from '../../../src/author/testing/vendor/fake-vendor.ts'
import { canary, renderAcmeFile } from '../../app/acme.ts'
import { createFolder, type Finished, runCheckwright } from '../../app/command.ts'

let vendor: FakeVendor
beforeAll(async () => {
  vendor = await fakeVendor({
    auth: { type: 'api_key', in: 'header', name: 'X-Key', value: canary },
    routes: {
      'GET /me': { json: {} },
      'GET /people': {
        json: [
          { id: 'corp/ada', name: 'Ada', mfa: false },
          { id: 'corp/eve', name: 'Eve', mfa: false },
        ],
      },
      'GET /policy': { json: {} },
    },
  })
})
afterAll(() => vendor.close())

const terms = {
  justification: 'Leaves soon.',
  approver: 'Ada',
  expires: new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10),
}

interface Given {
  readonly waivers: unknown
  readonly args?: readonly string[]
}

/** Runs the connector of the tests under waivers. */
async function run({ waivers, args = [] }: Given): Promise<Finished & { readonly cwd: string }> {
  const text = typeof waivers === 'string' ? waivers : JSON.stringify({ waivers }, null, 2)
  const cwd = createFolder({ 'acme.ts': renderAcmeFile(vendor.url), 'waivers.yaml': text })
  const finished = await runCheckwright(
    ['run', 'acme.ts', '--allow-private-network', '--waivers', 'waivers.yaml', ...args],
    { cwd, env: { CHECKWRIGHT_CREDENTIAL_API_KEY: canary } },
  )
  return { ...finished, cwd }
}

describe('checkwright run --waivers', () => {
  test('exits 0 when every finding is waived, shows them all the same, and says what was applied', async () => {
    const { stdout, stderr, exitCode } = await run({
      waivers: [{ connector: 'acme', check: 'people', resource: 'corp/*', ...terms }],
    })

    expect(stdout).toContain('[low, waived]')
    expect(stdout).toContain('✗ fail ')
    expect(stderr).toMatch(/\nWaivers: 1 applied, to 2 failing results\n$/)
    expect(exitCode).toBe(0)
  })

  test('keeps exit code 1 for a finding that is left, and says which waivers somebody has to see to', async () => {
    const { stdout, stderr, exitCode, cwd } = await run({
      waivers: [
        { connector: 'acme', check: 'people', resource: 'corp/eve', ...terms },
        { connector: 'acme', check: 'people', resource: 'corp/ada', ...terms, expires: '2020-01-31' },
        { connector: 'acme', check: 'poeple', ...terms },
        { connector: 'acmee', check: 'people', ...terms },
        { connector: 'github', check: 'members-two-factor', ...terms },
      ],
      args: ['--json', '--out', 'out'],
    })

    const result = JSON.parse(stdout)
    expect(exitCode).toBe(1)
    expect(result.summary.results).toMatchObject({ fail: 2, waived: 1 })
    expect(
      result.waivers.map(({ source, state, results }: Record<string, unknown>) => [source, state, results]),
    ).toEqual([
      ['waivers.yaml:3', 'applied', 1],
      ['waivers.yaml:11', 'expired', 1],
      ['waivers.yaml:19', 'unused', 0],
    ])
    const kept = JSON.parse(readFileSync(join(cwd, 'out/run.json'), 'utf8'))
    expect(kept.waivers).toEqual(result.waivers)
    expect(
      stderr.slice(stderr.indexOf('Waivers:')).replace(/\n {4}/g, ' '),
    ).toBe(`Waivers: 1 applied, to 1 failing result
  ! waivers.yaml:11 expired after 2020-01-31: 1 failing result that it matches counts again
  ! waivers.yaml:19 matches no failing result; remove or correct it (acme has no check "poeple"; did you mean "people"?)
  ! waivers.yaml:26 names the unknown connector "acmee"; did you mean "acme"?
`)
  })

  test('says that a waiver for a stored connection is not applied, and exits 1 for what it names', async () => {
    const { stderr, exitCode } = await run({
      waivers: [{ connector: 'acme', check: 'people', connection: 'c1', ...terms }],
    })

    expect(stderr.replace(/\n {4}/g, ' ')).toContain(
      'matches no failing result; remove or correct it (is for a stored connection, and this run has no stored connection, so it is not applied)',
    )
    expect(exitCode).toBe(1)
  })

  test('a file that is not well-formed ends it before anything is asked', async () => {
    const before = vendor.requests.length

    const { stdout, stderr, exitCode } = await run({ waivers: 'waivers:\n  - connector: acme\n    chek: people\n' })

    expect(exitCode).toBe(3)
    expect(stdout).toBe('')
    expect(stderr).toContain('  waivers.yaml:3:5: waivers[0].chek is not an option here; did you mean "check"?')
    expect(stderr).toContain('(WAIVERS_INVALID)')
    expect(vendor.requests.length).toBe(before)
  })

  test.each([['nowhere.yaml'], ['.'], ['/dev/zero']])('exits 3 when %s is the file', async (file) => {
    const { stderr, exitCode } = await runCheckwright(['run', 'github', '--waivers', file])

    expect(stderr).toMatch(/^error: The (file|waivers file) ".*" (of --waivers cannot be read|cannot be used)/)
    expect(exitCode).toBe(3)
  })
})

test.each([['out'], ['out.zip']])('a waived finding satisfies a control, by the bundle %s', async (out) => {
  const waivers = [{ connector: 'acme', check: 'people', ...terms }]
  const { cwd } = await run({ waivers, args: ['--out', out] })
  const mapping = { control: 'mine:A1', check: 'acme/people' }
  const mine = { id: 'mine', title: 'Mine', controls: [{ id: 'A1', title: 'Two factors' }], mappings: [mapping] }
  writeFileSync(join(cwd, 'mine.json'), JSON.stringify(mine))

  const { stdout, exitCode } = await runCheckwright(['controls', './mine.json', '--run', out], { cwd })

  expect(stdout).toContain('✓ acme/people: passes except for 2 waived results')
  expect(exitCode).toBe(0)
})
