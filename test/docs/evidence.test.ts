import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { formatPem } from '../../src/evidence/bundle/signer.ts'
import { edit, ownKey, writeSampleBundle } from '../evidence/bundle.ts'
import { parseBlocks } from './blocks.ts'

const page = 'docs/evidence.md'
const script = parseBlocks(page, readFileSync(new URL(`../../${page}`, import.meta.url), 'utf8')).find(
  ({ info }) => info === 'file=verify-without-us.sh',
)

/** The output of the page's commands for a bundle, run as an auditor would, with the tools of the machine. */
async function withoutUs(bundle: string) {
  writeFileSync(join(bundle, 'signer.pem'), formatPem(ownKey.der))
  return promisify(execFile)('bash', ['-c', script?.text ?? 'exit 9'], { cwd: bundle })
}

describe('docs/evidence.md verifies a bundle without us,', () => {
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
