import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createKeySigner, generateSigningKey, publicKeyOf } from '../../../src/evidence/bundle/signer.ts'
import { makeKeyText } from '../../../src/service/store/keys/parse-keys.ts'
import { createRuntime } from '../../../src/things/runtime/create-runtime.ts'
import type { RuntimeOptions } from '../../../src/things/runtime/runtime.ts'
import { catchError } from '../../http/support.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { publicUrl } from '../runtime/world.ts'

const keys = makeKeyText()

async function open(file: string, more: Partial<RuntimeOptions> = {}) {
  const runtime = await createRuntime({ connectors: [], store: `sqlite:${file}`, keys, publicUrl, ...more })
  onTestFinished(() => runtime.close())
  return runtime
}

test('runtime.signing makes one key on first use, and signs by it ever after', async () => {
  const file = join(createTempFolder(), 'store.db')
  const first = await open(file)
  const before = await first.signing.keys()

  const signer = await first.signing.signer()
  const later = await (await open(file)).signing.signer()

  const message = Buffer.from('message')
  const key = publicKeyOf(signer.publicKey)
  expect(before).toEqual([])
  expect(later.publicKey).toBe(signer.publicKey)
  expect(key.verifies(message, await later.sign(message))).toBe(true)
  expect(await first.signing.keys()).toEqual([
    {
      fingerprint: key.fingerprint,
      publicKey: key.der.toString('base64'),
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    },
  ])
})

test('runtime.signing of many first users at once gives all the same key', async () => {
  const file = join(createTempFolder(), 'store.db')
  const runtimes = await Promise.all([1, 2, 3].map(() => open(file)))

  const signers = await Promise.all(runtimes.map(({ signing }) => signing.signer()))

  expect(new Set(signers.map(({ publicKey }) => publicKey)).size).toBe(1)
})

test('runtime.signing keeps the private half sealed: neither in the store as it is, nor open to another master key', async () => {
  const file = join(createTempFolder(), 'store.db')
  const runtime = await open(file)
  const { publicKey, ...signer } = await runtime.signing.signer()
  await runtime.close()

  const other = await catchError(open(file, { keys: makeKeyText() }))

  // PKCS #8 of an Ed25519 key begins with these bytes (RFC 8410 §7), in base64 too.
  const header = Buffer.from('302e020100300506032b6570042204', 'hex')
  const stored = readFileSync(file)
  expect(stored.includes(header)).toBe(false)
  expect(stored.includes(header.toString('base64'))).toBe(false)
  expect(Object.keys(signer)).toEqual(['sign'])
  expect(other).toMatchObject({ code: 'KEYS_MISSING' })
})

test('createRuntime({ signer }) signs by that one, and makes no key of its own', async () => {
  const { privateKey, publicKey } = generateSigningKey()
  const signer = { ...createKeySigner(privateKey), keyId: 'kms/1' }
  const runtime = await open(join(createTempFolder(), 'store.db'), { signer })

  expect(await runtime.signing.signer()).toBe(signer)
  expect(await runtime.signing.keys()).toEqual([
    { fingerprint: publicKey.fingerprint, publicKey: publicKey.der.toString('base64'), createdAt: undefined },
  ])
})
