import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSecret, hashSecret, isSameHash } from '../../src/auth/secret.ts'

test('createSecret() gives 256 bits as base64url, different every time', () => {
  const secrets = Array.from({ length: 100 }, createSecret)

  expect(new Set(secrets).size).toBe(100)
  for (const secret of secrets) {
    expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
  }
})

test('hashSecret() is SHA-256 as base64url', () => {
  const hash = hashSecret('abc')

  expect(hash).toBe(createHash('sha256').update('abc').digest('base64url'))
  // FIPS 180-2 appendix B.1
  expect(Buffer.from(hash, 'base64url').toString('hex')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  )
})

test('isSameHash() tells equal from different, and does not throw for another length', () => {
  expect(isSameHash(hashSecret('a'), hashSecret('a'))).toBe(true)
  expect(isSameHash(hashSecret('a'), hashSecret('b'))).toBe(false)
  expect(isSameHash(hashSecret('a'), '')).toBe(false)
  expect(isSameHash(hashSecret('a'), `${hashSecret('a')}=`)).toBe(false)
})
