import { execFile, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { createKeySigner, formatPem, generateSigningKey } from '../../src/evidence/bundle/signer.ts'
import { signCheckpoint } from '../../src/evidence/log/checkpoint.ts'
import { edit, ownKey, writeSampleBundle } from '../evidence/bundle.ts'
import { createTempFolder } from '../setup/temp-folder.ts'
import { parseBlocks } from './blocks.ts'

const page = 'docs/evidence.md'
const blocks = parseBlocks(page, readFileSync(new URL(`../../${page}`, import.meta.url), 'utf8'))

/** The output of the page's commands in a folder, run as an auditor would, with the tools of the machine. */
function runBlock(file: string, cwd: string) {
  const script = blocks.find(({ info }) => info === `file=${file}`)
  return promisify(execFile)('bash', ['-c', script?.text ?? 'exit 9'], { cwd })
}

async function withoutUs(bundle: string) {
  writeFileSync(join(bundle, 'signer.pem'), formatPem(ownKey.der))
  return runBlock('verify-without-us.sh', bundle)
}

const hasOpenssl = spawnSync('openssl', ['version']).status === 0
const describeOpenssl = (name: string, tests: () => void) =>
  hasOpenssl ? describe(name, tests) : describe.skip(`${name} (no openssl here)`, tests)

describeOpenssl('docs/evidence.md verifies a checkpoint without us,', () => {
  test('by openssl, and refuses one that was changed', async () => {
    const folder = createTempFolder()
    const { privateKey, publicKey } = generateSigningKey()
    const note = await signCheckpoint(
      { origin: 'checkwright/0192', size: 1_204, root: Buffer.alloc(32, 7) },
      createKeySigner(privateKey),
    )
    writeFileSync(join(folder, 'signer.pem'), formatPem(publicKey.der))
    const verify = (checkpoint: string) => {
      writeFileSync(join(folder, 'checkpoint.txt'), checkpoint)
      return runBlock('verify-checkpoint.sh', folder)
    }

    expect((await verify(note)).stdout).toContain('Signature Verified Successfully')
    await expect(verify(note.replace('1204', '1205'))).rejects.toMatchObject({
      stdout: expect.stringMatching(/Verification Failure/i),
    })
  })
})

describeOpenssl('docs/evidence.md verifies a bundle without us,', () => {
  test('by openssl and sha256sum', async () => {
    const { stdout } = await withoutUs(await writeSampleBundle())

    expect(stdout).toContain(`${ownKey.fingerprint}\n`)
    expect(stdout.match(/Signature Verified Successfully/g)).toHaveLength(2)
    expect(stdout.match(/: OK$/gm)).toHaveLength(6)
  })

  test('and refuses a file that was changed, and a signature', async () => {
    const changed = await writeSampleBundle()
    edit(changed, 'run.json', (text) => text.replace('"most":3', '"most":4'))
    const resigned = await writeSampleBundle()
    edit(resigned, 'statement.intoto.jsonl', (text) => text.replace(/"sig":"..../, '"sig":"AAAA'))

    await expect(withoutUs(changed)).rejects.toMatchObject({ stdout: expect.stringContaining('run.json: FAILED') })
    await expect(withoutUs(resigned)).rejects.toMatchObject({ stdout: expect.stringMatching(/Verification Failure/i) })
  })
})
