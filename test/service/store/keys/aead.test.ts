import { describe, expect, test } from 'vitest'
import { loadAead } from '../../../../src/service/store/keys/aead.ts'

/** draft-irtf-cfrg-xchacha-03, appendix A.3.1. */
const vector = {
  plaintext:
    "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen would be it.",
  associatedData: Buffer.from('50515253c0c1c2c3c4c5c6c7', 'hex'),
  key: Buffer.from('808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f', 'hex'),
  nonce: Buffer.from('404142434445464748494a4b4c4d4e4f5051525354555657', 'hex'),
  ciphertext: Buffer.from(
    'bd6d179d3e83d43b9576579493c0e939572a1700252bfaccbed2902c21396cbb' +
      '731c7f1b0b4aa6440bf3a82f4eda7e39ae64c6708c54c216cb96b72e1213b452' +
      '2f8c9ba40db5d945b11b69b982c1bb9e3f3fac2bc369488f76b2383565d3fff9' +
      '21f9664c97637da9768812f615c68b13b52e' +
      'c0875924c1c7987947deafd8780acf49',
    'hex',
  ),
}

describe('loadAead()', () => {
  test("decrypts the draft's own vector: the algorithm is XChaCha20-Poly1305 IETF and nothing like it", async () => {
    const aead = await loadAead()

    const plaintext = aead.decrypt(vector.key, vector, vector.associatedData)

    expect(Buffer.from(plaintext).toString()).toBe(vector.plaintext)
  })

  test('encrypts under a nonce of 24 bytes that is another each time', async () => {
    const aead = await loadAead()
    const encrypt = () => aead.encrypt(vector.key, Buffer.from('x'), vector.associatedData)

    const nonces = Array.from({ length: 100 }, () => Buffer.from(encrypt().nonce).toString('hex'))

    expect(new Set(nonces).size).toBe(100)
    expect(nonces.every((nonce) => nonce.length === 48)).toBe(true)
  })

  test('does not decrypt with other associated data', async () => {
    const aead = await loadAead()

    expect(() => aead.decrypt(vector.key, vector, Buffer.alloc(0))).toThrow()
  })
})
