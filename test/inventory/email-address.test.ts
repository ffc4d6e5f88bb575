import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  blurEmail,
  formatEmailAddress,
  isSameEmail,
  parseEmailAddress,
  readDomain,
  unwrapAddress,
} from '../../src/inventory/email-address.ts'

describe('parseEmailAddress()', () => {
  test.each([
    ['Ada@ACME.example', 'ada@acme.example'],
    [' ada@acme.example\u00a0', 'ada@acme.example'],
    ['ada@münchen.example', 'ada@xn--mnchen-3ya.example'],
    ['ada@XN--MNCHEN-3YA.example', 'ada@xn--mnchen-3ya.example'],
    ['ada@mu\u0308nchen.example', 'ada@xn--mnchen-3ya.example'],
    ['ada@acme.example.', 'ada@acme.example'],
    // The Kelvin sign is the letter K by its canonical equivalence.
    ['\u212aim@acme.example', 'kim@acme.example'],
    ['jose\u0301@acme.example', 'jos\u00e9@acme.example'],
  ])('%s is %s', (written, canonical) => {
    const address = parseEmailAddress(written)

    expect(address && formatEmailAddress(address)).toBe(canonical)
    expect(isSameEmail(written, canonical)).toBe(true)
  })

  test.each([
    ['ada+x@acme.example', 'ada@acme.example'],
    ['a.da@acme.example', 'ada@acme.example'],
    ['\u0430da@acme.example', 'ada@acme.example'],
    ['\u0130da@acme.example', 'ida@acme.example'],
    ['ada@acme.example', 'ada@acme.example.org'],
  ])('%s is another address than %s', (one, other) => {
    expect(isSameEmail(one, other)).toBe(false)
  })

  test.each([undefined, null, 7, '', 'ada', '@acme.example', 'ada@', 'ada@acme', 'ada@ac me.example'])(
    '%s is none',
    (input) => {
      expect(parseEmailAddress(input)).toBeUndefined()
    },
  )

  test('comes to an end: the canonical text of an address is that address, and its domain is lower case', () => {
    const local = fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' })
    fc.assert(
      fc.property(local, fc.domain(), (name, domain) => {
        const address = parseEmailAddress(`${name}@${domain.toUpperCase()}`)
        if (address === undefined) return
        expect(parseEmailAddress(formatEmailAddress(address)) === address).toBe(true)
        expect(readDomain(address)).toBe(readDomain(address).toLowerCase())
        expect(blurEmail(address)).toContain(`@${readDomain(address)}`)
      }),
    )
  })

  test('is no text, so that nothing that somebody wrote is compared with it', () => {
    const address = parseEmailAddress('ada@acme.example')
    if (address === undefined) throw new TypeError('no address')

    // @ts-expect-error: an address is compared with an address
    const isWritten = address === 'Ada@acme.example'
    // @ts-expect-error: it has its form already
    expect(() => address.toLowerCase()).not.toThrow()
    expect(isWritten).toBe(false)
  })
})

test.each([
  ['mailto:ada@acme.example', 'ada@acme.example'],
  ['MAILTO:ada@acme.example?subject=Hello', 'ada@acme.example'],
  ['Ada Lovelace <ada@acme.example>', 'ada@acme.example'],
  ['"Lovelace, Ada" <ada@acme.example>', 'ada@acme.example'],
  [' <ada@acme.example> ', 'ada@acme.example'],
  ['“ada@acme.example”', 'ada@acme.example'],
  ['\u200bada@acme.example\u2060', 'ada@acme.example'],
  ['ada@acme.example, bob@acme.example', 'ada@acme.example, bob@acme.example'],
])('unwrapAddress() takes the address out of %o', (pasted, address) => {
  expect(unwrapAddress(pasted)).toBe(address)
})
