import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createRun, ownKey, writeSampleBundle } from '../../evidence/bundle.ts'
import { writeBundles } from '../bundles.ts'
import { createFolder, runCheckwright } from '../command.ts'

const { cwd } = await writeBundles('out', 'out.zip')
cpSync(join(cwd, 'out'), join(cwd, 'changed'), { recursive: true })
const run = join(cwd, 'changed/run.json')
writeFileSync(run, readFileSync(run, 'utf8').replace('"status":"fail","resource"', '"status":"pass","resource"'))

async function writeRunOf(of: Parameters<typeof createRun>[0]) {
  return { bundle: await writeSampleBundle({ run: createRun(of) }), signer: ownKey.fingerprint }
}

describe('checkwright verify', () => {
  test.each(['out', 'out.zip'])('proves %s by the key of the store, and exits 0', async (bundle) => {
    const { stdout, stderr, exitCode } = await runCheckwright(['verify', bundle], { cwd })

    expect(stdout).toMatch(
      /^✓ \S+ is exactly what SHA256:\S{43} signed\.\nRun \S+ of acme 1\.0\.0, \S+: fail\n.*page of this version has the SHA-256 [0-9a-f]{64}\n$/,
    )
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
  })

  test('tells whose run it is, because one key signs for all organizations of a store', async () => {
    const { bundle, signer } = await writeRunOf({ organizationId: 'org_1', connectionId: 'con_1' })

    const { stdout } = await runCheckwright(['verify', bundle, '--key', signer], { cwd })

    expect(stdout).toMatch(/\nRun \S+ of acme 1\.0\.0, \S+: fail\nOf organization org_1, connection con_1\n/)
  })

  test('names what was changed, and exits 6', async () => {
    const { stdout, exitCode } = await runCheckwright(['verify', 'changed'], { cwd })

    expect(stdout).toMatch(/^✗ changed differs from what a trusted key signed:\n/)
    expect(stdout).toContain(
      '  run.json\n    checks[0].results[1].status was changed to "pass".\n  Nothing in it is proven.',
    )
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
    expect(byStranger.stdout).toMatch(/^\? \S+ could not be judged:\n/)
    expect(byStranger.stdout).toContain(`is signed by "${fingerprint}", a key that you do not trust`)
    expect([byFile, byName, byNobody, byStranger].map(({ exitCode }) => exitCode)).toEqual([0, 0, 3, 6])
    expect(readdirSync(elsewhere)).toEqual(['signer.pem'])
  })

  test.each(['{}', 'no proof'])(
    'says that a bundle is signed where only its proof is wrong (%s), and exits 6',
    async (proof) => {
      const name = `logged-${proof.length}`
      cpSync(join(cwd, 'out.zip'), join(cwd, `${name}.zip`))
      writeFileSync(join(cwd, `${name}.zip.proof.json`), proof)

      const { stdout, exitCode } = await runCheckwright(['verify', `${name}.zip`], { cwd })

      expect(
        stdout.startsWith(
          `✗ ${name}.zip is what a trusted key signed, but the proof beside it does not show that the log has it:`,
        ),
      ).toBe(true)
      expect(stdout).toContain('  proof.json\n    is not a proof that this version can read.')
      expect(stdout).not.toContain('Nothing in it is proven.')
      expect(exitCode).toBe(6)
    },
  )

  test('tells what is no bundle, and exits 6', async () => {
    const { stderr, exitCode } = await runCheckwright(['verify', 'acme.ts'], { cwd })

    expect(stderr).toMatch(
      /acme\.ts" cannot be read as a zip\. It is another kind of file, or somebody cut it off.*\(BUNDLE_INVALID\)/,
    )
    expect(exitCode).toBe(6)
  })

  test.each(['verify', 'replay'])('tells a path that leads nowhere from a bundle that is bad (%s)', async (command) => {
    const { stderr, exitCode } = await runCheckwright([command, 'nowhere'], { cwd })

    expect(stderr).toContain('"nowhere" cannot be read (ENOENT)')
    expect(exitCode).toBe(3)
  })

  test('looks for no file where a fingerprint has lost a character', async () => {
    const { stderr, exitCode } = await runCheckwright(['verify', 'out', '--key', `SHA256:${'A'.repeat(42)}`], { cwd })

    expect(stderr).toContain('is incomplete. It must be "SHA256:" and 43 characters. (SIGNING_KEY_INVALID)')
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
