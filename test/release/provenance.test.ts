import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { createProvenance, formatProvenance, readReleaseSigner } from '../../scripts/release/provenance.ts'
import { isSignedBy, parseEnvelope } from '../../src/evidence/bundle/dsse.ts'
import { generateSigningKey } from '../../src/evidence/bundle/signer.ts'

const data = process.env.CHECKWRIGHT_TEST_DATA

const release = {
  file: { name: 'checkwright-0.1.0.tgz', sha256: 'a'.repeat(64), sha512: 'b'.repeat(128) },
  repository: 'https://github.com/acme/checkwright',
  commit: '0'.repeat(40),
  isChanged: false,
  builder: 'https://github.com/acme/checkwright/actions/runs/1',
  node: 'v24.0.0',
  startedAt: '2026-11-30T10:00:00.000Z',
  finishedAt: '2026-11-30T10:01:00.000Z',
}

test.skipIf(data === undefined)(
  'createProvenance() writes an in-toto statement about the file, with the commit',
  () => {
    const schema = JSON.parse(readFileSync(join(data ?? '', 'schemas/in-toto-statement-v1.schema.json'), 'utf8'))

    const statement = createProvenance(release)

    expect(new Ajv2020({ strict: false, validateFormats: false }).validate(schema, statement)).toBe(true)
    expect(statement.subject[0]?.digest.sha256).toBe('a'.repeat(64))
    expect(statement.predicate.buildDefinition.resolvedDependencies[0]?.digest).toEqual({ gitCommit: release.commit })
  },
)

test('formatProvenance() signs with the key of a release, and says that a statement without one is unsigned', async () => {
  const { privateKey, publicKey } = generateSigningKey()
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const statement = createProvenance(release)

  const signed = await formatProvenance(statement, readReleaseSigner('key.pem', pem))
  const plain = await formatProvenance(statement, undefined)

  const envelope = parseEnvelope(signed.text.trim())
  expect(envelope && (await isSignedBy(envelope, publicKey))).toBe(true)
  expect(JSON.parse(Buffer.from(envelope?.payload ?? '', 'base64').toString())).toEqual(statement)
  expect([signed.extension, signed.signedBy]).toEqual(['.intoto.jsonl', `signed by ${publicKey.fingerprint}`])
  expect([plain.extension, plain.signedBy, JSON.parse(plain.text)]).toEqual(['.intoto.json', undefined, statement])
})

test('readReleaseSigner() takes no key of another kind, and repeats nothing of it', () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey.export({ type: 'pkcs8', format: 'pem' })

  expect(() => readReleaseSigner('key.pem', `${rsa}`)).toThrow('The key in key.pem is not an Ed25519 key.')
  expect(() => readReleaseSigner('key.pem', 'secret')).toThrow(/^The key in key\.pem is no private key/)
})
