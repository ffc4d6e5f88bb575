import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  createKeySigner,
  formatFingerprint,
  formatPem,
  generateSigningKey,
  isFingerprint,
  publicKeyOf,
  publicKeysIn,
} from '../../../src/evidence/bundle/signer.ts'
import { countRuns } from '../../setup/count-runs.ts'

const { privateKey, publicKey } = generateSigningKey()

describe('publicKeyOf()', () => {
  test('verifies what the private half signed, and nothing else (property)', async () => {
    const signer = createKeySigner(privateKey)

    await fc.assert(
      fc.asyncProperty(fc.uint8Array(), fc.nat(63), async (bytes, at) => {
        const signature = Buffer.from(await signer.sign(bytes))
        const forged = Buffer.from(signature)
        forged[at] = (forged[at] ?? 0) ^ 1

        expect(publicKey.verifies(bytes, signature)).toBe(true)
        expect(publicKey.verifies(bytes, forged)).toBe(false)
        expect(publicKey.verifies(Buffer.concat([bytes, Buffer.of(0)]), signature)).toBe(false)
        expect(publicKey.verifies(bytes, signature.subarray(0, at))).toBe(false)
      }),
      { numRuns: countRuns(30) },
    )
  })

  test('reads the PEM that formatPem() writes, and gives the same fingerprint for both forms', () => {
    const fingerprints = [publicKeyOf(publicKey.der), publicKeyOf(formatPem(publicKey.der))].map(
      (key) => key.fingerprint,
    )

    expect(fingerprints).toEqual([publicKey.fingerprint, publicKey.fingerprint])
    expect(isFingerprint(publicKey.fingerprint)).toBe(true)
  })

  test.each([
    ['an RSA key', () => generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey],
    ['an EC key', () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey],
  ])('refuses %s', (_kind, create) => {
    const pem = create().export({ type: 'spki', format: 'pem' }).toString()

    expect(() => publicKeyOf(pem)).toThrow(expect.objectContaining({ code: 'SIGNING_KEY_INVALID' }))
  })
})

describe('publicKeysIn()', () => {
  test('gives every key of a file, in order', () => {
    const other = generateSigningKey().publicKey
    const pem = `Ours:\n${formatPem(publicKey.der)}\n${formatPem(other.der)}`

    expect(publicKeysIn(pem).map(({ fingerprint }) => fingerprint)).toEqual([publicKey.fingerprint, other.fingerprint])
  })

  test('refuses a private key without showing it, and a file without any key', () => {
    const secret = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

    expect(() => publicKeysIn(secret)).toThrow(/Give the public key only/)
    expect(() => publicKeysIn(secret)).not.toThrow(secret.split('\n')[1])
    expect(() => publicKeysIn('notes')).toThrow(/The file has no public key/)
  })
})

test('isFingerprint() takes what formatFingerprint() writes, whole', () => {
  const whole = formatFingerprint(Buffer.from('any'))

  expect([whole, whole.slice(0, -1), `${whole}A`, `x${whole}`, whole.toLowerCase()].map(isFingerprint)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ])
})
