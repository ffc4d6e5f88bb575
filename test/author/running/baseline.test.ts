import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FakeVendor, fakeVendor } from '../../../src/author/testing/vendor/fake-vendor.ts'
import { canary, renderAcmeFile } from '../../app/acme.ts'
import { createFolder, runCheckwright } from '../../app/command.ts'

interface Person {
  readonly id: string
  readonly name: string
  readonly mfa: boolean
}

let vendor: FakeVendor
let people: readonly Person[] = []
let isPolicyThere = true
beforeAll(async () => {
  vendor = await fakeVendor({
    auth: { type: 'api_key', in: 'header', name: 'X-Key', value: canary },
    routes: {
      'GET /me': { json: {} },
      'GET /people': () => ({ json: people }),
      'GET /policy': () => (isPolicyThere ? { json: {} } : { status: 500, json: {} }),
    },
  })
})
afterAll(() => vendor.close())
beforeEach(() => {
  people = before
  isPolicyThere = true
})

const person = (id: string, mfa: boolean): Person => ({ id, name: id.toUpperCase(), mfa })
/** Fails, passes, fails. */
const before = [person('ada', false), person('bob', true), person('eve', false)]
/** Ada still fails, Bob does now, Eve does no longer, Max is new. */
const after = [person('ada', false), person('bob', false), person('eve', true), person('max', false)]

const env = { CHECKWRIGHT_CREDENTIAL_API_KEY: canary }
const run = (cwd: string, ...args: readonly string[]) =>
  runCheckwright(['run', 'acme.ts', '--allow-private-network', ...args], { cwd, env })

describe('checkwright run --baseline', () => {
  test('tells what changed since a run, also where the new one takes its place', async () => {
    const cwd = createFolder({ 'acme.ts': renderAcmeFile(vendor.url) })
    await run(cwd, '--out', 'kept')
    const { id } = JSON.parse(readFileSync(join(cwd, 'kept', 'run.json'), 'utf8'))
    people = after

    const { stdout, exitCode } = await run(cwd, '--baseline', 'kept', '--out', 'kept')

    expect(stdout).toContain(`Since run ${id}: 1 new, 1 regressed, 1 persisting, 1 resolved`)
    expect(exitCode).toBe(1)
  })

  test('counts a resource that was reported twice as one finding, and says who did so', async () => {
    const cwd = createFolder({ 'acme.ts': renderAcmeFile(vendor.url) })
    people = [person('ada', false), person('ada', true)]
    await run(cwd, '--out', 'kept')

    const { stdout, stderr } = await run(cwd, '--baseline', 'kept')

    expect(stdout).toMatch(/\nSince run \S+: 1 persisting\n/)
    expect(stderr).toMatch(/\nWarnings of checks: 1\n {2}! people: .*reported the same resource with two statuses/)
  })

  test('knows a file of run --json, and says of each result how it stands in other formats', async () => {
    const cwd = createFolder({ 'acme.ts': renderAcmeFile(vendor.url) })
    const { stdout: earlier } = await run(cwd, '--json')
    writeFileSync(join(cwd, 'before.json'), earlier)
    people = after

    const { stdout } = await run(cwd, '--baseline', 'before.json', '--format', 'ndjson')

    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const changes = lines.flatMap(({ type, change, resource }) =>
      type === 'result' && change ? [[resource.id, change]] : [],
    )
    expect(changes).toEqual([
      ['ada', 'persisting'],
      ['bob', 'regressed'],
      ['eve', 'resolved'],
      ['max', 'new'],
    ])
  })

  test('calls what a check could not see unseen, not resolved', async () => {
    const cwd = createFolder({ 'acme.ts': renderAcmeFile(vendor.url) })
    await run(cwd, '--out', 'kept')

    const { stdout } = await run(cwd, '--baseline', 'kept', '--check', 'policy')

    expect(stdout).toMatch(/Since run \S+: 2 unseen/)
  })

  test.each([
    ['is not there', 'missing', /"missing" cannot be read \(ENOENT\)/],
    ['is no run', 'other.json', /"other\.json" is not a run of Checkwright/],
    ['is of another connector', 'okta.json', /The earlier run r1 is of the connector "okta", and this one of "acme"/],
    ['is "last", without a connection', 'last', /The store keeps only runs of a connection/],
  ])('refuses what %s, before anything is asked', async (_what, path, message) => {
    const okta = { schema: 'checkwright.run/v1', id: 'r1', connector: { id: 'okta' }, inputs: { now: '' }, checks: [] }
    const cwd = createFolder({
      'acme.ts': renderAcmeFile(vendor.url),
      'other.json': '{}',
      'okta.json': JSON.stringify(okta),
    })
    vendor.reset()

    const { stderr, stdout, exitCode } = await run(cwd, '--baseline', path)

    expect(stderr).toMatch(message)
    expect([stdout, exitCode, vendor.requests]).toEqual(['', 3, []])
  })

  test('"last" is the newest run of the connection that came to its end', async () => {
    const cwd = createFolder({ 'acme.ts': renderAcmeFile(vendor.url) })
    await runCheckwright(['connect', 'acme.ts', '--allow-private-network'], { cwd, env })
    const ofConnection = (...args: readonly string[]) =>
      runCheckwright(['run', 'acme.ts', '--allow-private-network', ...args], { cwd })

    const first = await ofConnection('--baseline', 'last')
    people = after
    const second = await ofConnection('--baseline', 'last')

    expect(first.stderr).toContain('Acme: there is no earlier run to compare with.')
    expect(first.stdout).not.toContain('Since run')
    expect(second.stdout).toMatch(/Since run \S+: 1 new, 1 regressed, 1 persisting, 1 resolved/)
  })
})

describe('The exit code of checkwright run', () => {
  const waivers = (until: string) =>
    JSON.stringify({
      waivers: [{ connector: 'acme', check: 'people', justification: 'Known.', approver: 'Ada', expires: until }],
    })

  test.each<[string, readonly string[], { readonly mfa?: boolean; readonly policy?: boolean }, number]>([
    ['1: a result failed', [], {}, 1],
    ['0: below --fail-on', ['--fail-on', 'medium'], {}, 0],
    ['0: under --exit-zero', ['--exit-zero'], {}, 0],
    ['0: waived', ['--waivers', 'valid.json'], {}, 0],
    ['1: waived, but expired', ['--waivers', 'expired.json'], {}, 1],
    ['2: a check could not tell', [], { mfa: true, policy: false }, 2],
    ['2: under --exit-zero', ['--exit-zero'], { policy: false }, 2],
    ['2: under --fail-on', ['--fail-on', 'critical'], { policy: false }, 2],
    ['2: with all waived', ['--waivers', 'valid.json'], { policy: false }, 2],
  ])('is %s', async (_what, args, { mfa = false, policy = true }, expected) => {
    people = [person('ada', mfa)]
    isPolicyThere = policy
    const cwd = createFolder({
      // Nothing waits for a vendor that is down.
      'acme.ts': renderAcmeFile(vendor.url).replace("ctx.get('/policy')", "ctx.get('/policy', { retry: false })"),
      'valid.json': waivers(new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10)),
      'expired.json': waivers('2020-01-01'),
    })

    // Printed in another way it is the same number.
    const { exitCode } = await run(cwd, ...args, ...(args.length === 2 ? ['--format', 'json'] : []))

    expect(exitCode).toBe(expected)
  })
})
