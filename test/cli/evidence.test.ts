import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FakeVendor, fakeVendor } from '../../src/testing/fake-vendor.ts'
import { paginated } from '../../src/testing/vendor/paginated.ts'
import { canary, renderAcmeFile } from './acme.ts'
import { createFolder, runCheckwright } from './command.ts'

let vendor: FakeVendor
let cwd: string
const env = { CHECKWRIGHT_CREDENTIAL_API_KEY: canary }

beforeAll(async () => {
  const people = [
    { id: 'u1', name: 'Ada', mfa: true },
    { id: 'u2', name: 'Eve \u001b[31mred', mfa: false },
  ]
  vendor = await fakeVendor({
    auth: { type: 'api_key', in: 'header', name: 'X-Key', value: canary },
    routes: { 'GET /people': paginated(people, { style: 'link', pageSize: 1 }), 'GET /policy': { json: {} } },
  })
  cwd = createFolder({ 'acme.ts': renderAcmeFile(vendor.url) })
  for (const out of ['out', 'out.zip'])
    await runCheckwright(['run', './acme.ts', '--allow-private-network', '--out', out], { cwd, env })
  cpSync(join(cwd, 'out'), join(cwd, 'changed'), { recursive: true })
  const path = join(cwd, 'changed/run.json')
  writeFileSync(path, readFileSync(path, 'utf8').replace('"status":"fail","resource"', '"status":"pass","resource"'))
})
afterAll(() => vendor.close())

describe('checkwright run --out', () => {
  test('leaves one file for a name that ends in .zip, and no secret in it', () => {
    expect(readdirSync(cwd).toSorted()).toEqual(['acme.ts', 'changed', 'data', 'out', 'out.zip'])
    expect(readFileSync(join(cwd, 'out.zip'), 'latin1')).not.toContain(canary)
  })

  test('refuses one zip for several runs before anything is asked', async () => {
    const list = createFolder({
      'one.ts': renderAcmeFile(vendor.url),
      'list.ts': "import one from './one.ts'\nexport default [one]",
    })

    const { stderr, exitCode } = await runCheckwright(['run', './list.ts', '--out', 'a.zip'], { cwd: list, env })

    expect(stderr).toContain('A zip holds the bundle of one run')
    expect(exitCode).toBe(3)
    expect(existsSync(join(list, 'a.zip'))).toBe(false)
  })

  test('refuses a folder with something else in it, where no bundle could be verified, before anything is asked', async () => {
    const busy = createFolder({ 'acme.ts': renderAcmeFile(vendor.url) })
    mkdirSync(join(busy, 'audit'))
    writeFileSync(join(busy, 'audit', 'notes.txt'), 'mine')
    vendor.reset()

    const { stderr, exitCode } = await runCheckwright(
      ['run', './acme.ts', '--allow-private-network', '--out', 'audit'],
      {
        cwd: busy,
        env,
      },
    )

    expect(stderr).toContain('"audit" holds "notes.txt", which is no part of a bundle')
    expect(exitCode).toBe(3)
    expect(vendor.requests).toEqual([])
  })
})

describe('checkwright verify', () => {
  test.each(['out', 'out.zip'])('proves %s by the key of the store, and exits 0', async (bundle) => {
    const { stdout, stderr, exitCode } = await runCheckwright(['verify', bundle], { cwd })

    expect(stdout).toMatch(
      /^✓ \S+ is, to the last byte, what SHA256:\S{43} signed\.\nRun \S+ of acme 1\.0\.0, \S+: fail\n$/,
    )
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
  })

  test('names what was changed, and exits 6', async () => {
    const { stdout, exitCode } = await runCheckwright(['verify', 'changed'], { cwd })

    expect(stdout).toContain('  run.json\n    checks[0].results[1].status was changed; it says "pass" now.\n')
    expect(exitCode).toBe(6)
  })

  test('goes elsewhere by the exported key, or by its fingerprint', async () => {
    const { stdout: pem, stderr } = await runCheckwright(['keys', 'export'], { cwd })
    const fingerprint = /SHA256:\S+/.exec(stderr)?.[0] ?? ''
    const elsewhere = createFolder({ 'signer.pem': pem })
    const bundle = join(cwd, 'out')

    const byFile = await runCheckwright(['verify', bundle, '--key', 'signer.pem', '--json'], { cwd: elsewhere })
    const byName = await runCheckwright(['verify', bundle, '--key', fingerprint], { cwd: elsewhere })
    const byNobody = await runCheckwright(['verify', bundle], { cwd: elsewhere })
    const byStranger = await runCheckwright(['verify', bundle, '--key', `SHA256:${'A'.repeat(43)}`], { cwd: elsewhere })

    expect(pem).toMatch(/^-----BEGIN PUBLIC KEY-----\n.*\n-----END PUBLIC KEY-----\n$/)
    expect(JSON.parse(byFile.stdout)).toMatchObject({ verified: true, signer: fingerprint })
    expect(byNobody.stderr).toContain('has no signing key')
    expect(byStranger.stdout).toContain(`is signed by "${fingerprint}", which is not a key that you trust`)
    expect([byFile, byName, byNobody, byStranger].map(({ exitCode }) => exitCode)).toEqual([0, 0, 3, 6])
    expect(readdirSync(elsewhere)).toEqual(['signer.pem'])
  })

  test('tells what is no bundle, and exits 6', async () => {
    const { stderr, exitCode } = await runCheckwright(['verify', 'acme.ts'], { cwd })

    expect(stderr).toMatch(/acme\.ts" cannot be read as a zip: it is none, or was cut off.*\(BUNDLE_INVALID\)/)
    expect(exitCode).toBe(6)
  })

  test.each(['verify', 'replay'])('tells a path that leads nowhere from a bundle that is bad (%s)', async (command) => {
    const { stderr, exitCode } = await runCheckwright([command, 'nowhere'], { cwd })

    expect(stderr).toContain('"nowhere" cannot be read (ENOENT)')
    expect(exitCode).toBe(3)
  })

  test('looks for no file where a fingerprint has lost a character', async () => {
    const { stderr, exitCode } = await runCheckwright(['verify', 'out', '--key', `SHA256:${'A'.repeat(42)}`], { cwd })

    expect(stderr).toContain('is not whole: it has "SHA256:" and 43 characters. (SIGNING_KEY_INVALID)')
    expect(exitCode).toBe(3)
  })
})

describe('checkwright keys export', () => {
  test('makes neither store nor key by looking', async () => {
    const empty = createFolder()

    const { stderr, exitCode } = await runCheckwright(['keys', 'export'], { cwd: empty })

    expect(stderr).toContain('There is no store at')
    expect(exitCode).toBe(3)
    expect(readdirSync(empty)).toEqual([])
  })
})

describe('checkwright replay', () => {
  test.each(['out', 'out.zip'])(
    'reaches the results of %s again without asking anybody, and exits 0',
    async (bundle) => {
      vendor.reset()

      const { stdout, stderr, exitCode } = await runCheckwright(['replay', bundle, './acme.ts', '--trace'], { cwd })

      expect(stdout).toMatch(
        /^✓ same {6}people {3}2 results\n✓ same {6}policy {3}1 result\n\nAll 2 checks of \S+ reach/,
      )
      expect(stderr).toMatch(/\ncheck +status +time +waited +request\npeople +200 /)
      expect(exitCode).toBe(0)
      expect(vendor.requests).toEqual([])
    },
  )

  test('shows where another check comes to something else, and exits 6', async () => {
    const source = renderAcmeFile(vendor.url)
      .replace("title: 'No second factor'", "title: 'None'")
      .replace("'/policy'", "'/rules'")
    writeFileSync(join(cwd, 'data', 'other.ts'), source)

    const { stdout, exitCode } = await runCheckwright(['replay', 'out', './data/other.ts'], { cwd })
    const json = await runCheckwright(['replay', 'out', './data/other.ts', '--json'], { cwd })

    expect(stdout).toContain(
      '✗ different people   2 results\n            user u2, title: "No second factor" → "None"\n',
    )
    expect(stdout).toMatch(/asks for GET \S+\/rules, and the bundle has no answer to it/)
    expect(JSON.parse(json.stdout)).toMatchObject({ same: false, checks: [{ id: 'people' }, { id: 'policy' }] })
    expect([exitCode, json.exitCode]).toEqual([6, 6])
  })

  test('asks for the file of a connector that is not shipped, and exits 3', async () => {
    const { stderr, exitCode } = await runCheckwright(['replay', 'out'], { cwd })

    expect(stderr).toContain('There is no connector "acme"')
    expect(exitCode).toBe(3)
  })
})
