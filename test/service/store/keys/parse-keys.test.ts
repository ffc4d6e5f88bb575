import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeKeyText, parseKeys } from '../../../../src/service/store/keys/parse-keys.ts'

const one = randomBytes(32)
const two = randomBytes(32)

describe('parseKeys()', () => {
  test.each([
    ['commas', `k2:${two.toString('base64')},k1:${one.toString('base64')}`],
    [
      'lines, notes and blanks',
      `# note: with a colon\n\n k2:${two.toString('base64')} \r\nk1: ${one.toString('base64')},\n`,
    ],
    ['base64url without padding', `k2:${two.toString('base64url')},k1:${one.toString('base64url')}`],
  ])('reads keys in order, given with %s', (_, text) => {
    expect(parseKeys(text, 'TEST')).toEqual([
      { id: 'k2', bytes: two },
      { id: 'k1', bytes: one },
    ])
  })

  test('reads what makeKeyText() makes, each with its own id', () => {
    const texts = Array.from({ length: 50 }, makeKeyText)

    const ids = texts.flatMap((text) => parseKeys(text, 'TEST').map((key) => key.id))

    expect(new Set(ids).size).toBe(50)
  })

  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
  test.each([
    ['no key', '', 'TEST has no key'],
    ['notes alone', '# nothing here\n', 'TEST has no key'],
    ['no id', base64(one), 'TEST has no id before entry 1'],
    ['an empty id', `k1:${base64(one)},:${base64(two)}`, 'TEST has no id before entry 2'],
    ['key and id the wrong way round', `${base64(one)}:k1`, 'TEST has no id before entry 1'],
    ['a repeated id', `k1:${base64(one)},k1:${base64(two)}`, 'TEST names key "k1" twice'],
    ['31 bytes', `k1:${base64(one.subarray(1))}`, 'TEST has key "k1" with 31 bytes; it must have 32'],
    ['33 bytes', `k1:${base64(Buffer.concat([one, Buffer.of(1)]))}`, 'TEST has key "k1" with 33 bytes'],
    ['no bytes', 'k1:', 'TEST has key "k1" with 0 bytes'],
    ['hexadecimal', `k1:${one.toString('hex')}`, 'TEST has key "k1" with 48 bytes'],
    ['other characters', `k1:${base64(one).slice(0, 20)}!${base64(one).slice(20)}`, 'which is not base64'],
    ['zeros', `k1:${base64(new Uint8Array(32))}`, 'TEST has key "k1", which is all zero'],
    ['one byte repeated', `k1:${base64(new Uint8Array(32).fill(7))}`, 'which is a pattern'],
    ['a few bytes repeated', `k1:${base64(Buffer.from('deadbeef'.repeat(8), 'hex'))}`, 'which is a pattern'],
    ['counting up', `k1:${base64(Uint8Array.from({ length: 32 }, (_, index) => index))}`, 'which is a pattern'],
    ['a passphrase', `k1:${base64(Buffer.from('Correct-Horse_Battery+Staple 42!'))}`, 'which is readable text'],
  ])('refuses %s', (_, text, message) => {
    const parse = () => parseKeys(text, 'TEST')

    expect(parse).toThrow(expect.objectContaining({ name: 'StoreError', code: 'KEYS_INVALID' }))
    expect(parse).toThrow(message)
  })

  test('never repeats any part of the material, however the text is garbled', () => {
    const secret = one.toString('base64')
    const garbled = fc
      .tuple(
        fc.nat(secret.length),
        fc.string({ unit: fc.constantFrom(':', ',', ' ', '!', '\n', '=', 'k'), maxLength: 3 }),
      )
      .map(([at, noise]) => `k1:${secret.slice(0, at)}${noise}${secret.slice(at)}`)

    fc.assert(
      fc.property(garbled, (text) => {
        const said = saidAbout(text)
        for (let at = 0; at + 8 <= secret.length; at++) expect(said).not.toContain(secret.slice(at, at + 8))
      }),
    )
  })
})

function saidAbout(text: string): string {
  try {
    parseKeys(text, 'TEST')
    return ''
  } catch (error) {
    return String(error)
  }
}
