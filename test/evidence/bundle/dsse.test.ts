import { createSign, generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodePreAuthentication, isSignedBy, parseEnvelope } from '../../../src/evidence/bundle/dsse.ts'
import { signEnvelope } from '../../../src/evidence/bundle/sign-statements.ts'
import {
  createKeySigner,
  formatFingerprint,
  formatPem,
  isFingerprint,
  publicKeyOf,
  publicKeysIn,
} from '../../../src/evidence/bundle/signer.ts'
import { catchError } from '../../http/support.ts'
import { countRuns } from '../../setup/count-runs.ts'
import { ownKey, ownSigner } from '../bundle.ts'

const type = 'application/vnd.in-toto+json'

test('encodePreAuthentication() is the PAE of the DSSE specification, by its own example', () => {
  const bytes = encodePreAuthentication('http://example.com/HelloWorld', Buffer.from('hello world'))

  expect(Buffer.from(bytes).toString()).toBe('DSSEv1 29 http://example.com/HelloWorld 11 hello world')
})

test('encodePreAuthentication() counts bytes, not characters', () => {
  expect(Buffer.from(encodePreAuthentication('é', Buffer.from('Zoë'))).toString()).toBe('DSSEv1 2 é 4 Zoë')
})

test('signEnvelope() is read by parseEnvelope() and carries a signature by the key, of whatever is signed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array(), async (payload) => {
      const envelope = parseEnvelope(await signEnvelope(payload, type, ownSigner))

      expect(envelope && (await isSignedBy(envelope, ownKey))).toBe(true)
      expect(Buffer.from(envelope?.payload ?? '', 'base64')).toEqual(Buffer.from(payload))
    }),
    { numRuns: countRuns(50) },
  )
})

test('signEnvelope() refuses a signer that signs with another key than it names', async () => {
  const { privateKey } = generateKeyPairSync('ed25519')

  const error = await catchError(
    signEnvelope(Buffer.from('{}'), type, { ...createKeySigner(privateKey), publicKey: ownSigner.publicKey }),
  )

  expect(error).toMatchObject({ code: 'SIGNING_FAILED', message: expect.stringContaining(ownKey.fingerprint) })
})

describe('parseEnvelope() takes the one spelling that we write, and not', () => {
  test.each<[string, (line: string) => string]>([
    ['white space', (line) => line.replace(':', ': ')],
    ['another order', (line) => line.replace(/^\{("payload":"[^"]*"),("payloadType":"[^"]*"),/, '{$2,$1,')],
    ['a member more', (line) => line.replace(/\}$/, ',"more":1}')],
    ['a member twice', (line) => line.replace('{"payload":', '{"payload":"","payload":')],
    ['a signature without key id', (line) => line.replace(/"keyid":"[^"]*",/, '')],
    ['base64 without padding', (line) => line.replace(/=+"/, '"')],
    ['base64 with stray bits', (line) => line.replace('fQ==', 'fR==')],
    ['the alphabet for URLs', (line) => line.replace('fn5+', 'fn5-')],
    ['an escaped character', (line) => line.replace('"payload"', '"\\u0070ayload"')],
    ['a byte order mark', (line) => `\ufeff${line}`],
    ['no JSON', (line) => line.slice(0, -1)],
    ['null', () => 'null'],
  ])('%s', async (_name, change) => {
    const line = await signEnvelope(Buffer.from('{"a":"~~~","":1}'), type, ownSigner)
    expect(line).toMatch(/fn5\+.*fQ==/)

    expect(change(line)).not.toBe(line)
    expect(parseEnvelope(change(line))).toBeUndefined()
    expect(parseEnvelope(line)).toMatchObject({ payloadType: type })
  })
})

describe('publicKeyOf()', () => {
  test('gives the fingerprint under which people compare keys', () => {
    expect(ownKey.fingerprint).toBe(formatFingerprint(ownKey.der))
    expect(isFingerprint(ownKey.fingerprint)).toBe(true)
    expect(publicKeyOf(formatPem(ownKey.der)).fingerprint).toBe(ownKey.fingerprint)
  })

  test.each([
    ['RSA', () => generateKeyPairSync('rsa', { modulusLength: 2048 })],
    ['ECDSA', () => generateKeyPairSync('ec', { namedCurve: 'P-256' })],
    ['X25519', () => generateKeyPairSync('x25519')],
    ['Ed448', () => generateKeyPairSync('ed448')],
  ])('refuses %s: who signs must not choose how it is checked', (_name, generate) => {
    const der = generate().publicKey.export({ type: 'spki', format: 'der' })

    expect(() => publicKeyOf(der)).toThrow(expect.objectContaining({ code: 'SIGNING_KEY_INVALID' }))
  })

  test('does not take a signature of another length or algorithm for one of its own', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const bytes = Buffer.from('x')

    expect(ownKey.verifies(bytes, createSign('sha256').update(bytes).sign(privateKey))).toBe(false)
    expect(ownKey.verifies(bytes, new Uint8Array())).toBe(false)
    expect(ownKey.verifies(bytes, new Uint8Array(64))).toBe(false)
  })
})

describe('publicKeysIn()', () => {
  test('reads every key of a file, as keys export prints them', () => {
    const other = publicKeyOf(generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'der' }))

    const keys = publicKeysIn(formatPem(ownKey.der) + formatPem(other.der))

    expect(keys.map(({ fingerprint }) => fingerprint)).toEqual([ownKey.fingerprint, other.fingerprint])
  })

  test.each([
    ['nothing', 'hello', /The file has no public key/],
    ['a private key', '-----BEGIN PRIVATE KEY-----\nx\n-----END PRIVATE KEY-----', /private key/],
  ])('refuses %s', (_name, text, message) => {
    expect(() => publicKeysIn(text)).toThrow(message)
  })
})
