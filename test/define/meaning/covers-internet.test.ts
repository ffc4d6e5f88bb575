import { coversInternet, isWithinRange } from 'checkwright'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

describe('coversInternet()', () => {
  test.each([
    [['0.0.0.0/0']],
    [['0.0.0.0/0.0.0.0']],
    [['0.0.0.0/1', '128.0.0.0/1']],
    [['0.0.0.0-255.255.255.255']],
    [['1.0.0.0-126.255.255.255']],
    [['64.0.0.0/2']],
    [['::/0']],
    [['2000::/3']],
    [['2000::/4', '3000::/4']],
    [['8000::/1', '::/1']],
    [['::ffff:0.0.0.0/96']],
    [['::ffff:0:0/97', '128.0.0.0/1']],
    [Array.from({ length: 256 }, (_, n) => `${n}.0.0.0/8`)],
    [['8.0.0.1/0']],
    [['office', '0.0.0.0/0', null]],
  ])('is true for %j', (ranges) => {
    expect(coversInternet(ranges)).toBe(true)
  })

  test.each([
    [[]],
    [['10.0.0.0/8']],
    [['203.0.113.7']],
    [['203.0.113.0/24', '203.0.113.0/24']],
    [['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7', 'fe80::/10']],
    [['52.0.0.0/8']],
    [Array.from({ length: 500 }, () => '52.0.0.0/8')],
    [['2600::/16']],
    // Nobody sends from a group's address (RFC 5771) or a reserved one.
    [['224.0.0.0/4', '240.0.0.0/4', 'ff00::/8']],
    [['0.0.0.0']],
    // The parts beside the public ones.
    [['9.255.255.255-11.0.0.0']],
  ])('is false for %j', (ranges) => {
    expect(coversInternet(ranges)).toBe(false)
  })

  test.each([
    [['office']],
    [['Internet', '10.0.0.0/8']],
    [['pl-63a5400a']],
    [['any']],
    [['0/0']],
    [['']],
    [[null]],
    [[undefined]],
    [[0]],
    [[['0.0.0.0/0']]],
    [Array.from({ length: 100_001 }, () => '10.0.0.0/8')],
  ])('is unknown for a list that something else decides: %j', (ranges) => {
    expect(coversInternet(ranges)).toBeUndefined()
  })

  test('counts what overlaps once, and nothing that is private', () => {
    expect(coversInternet(['8.0.0.0/8', '11.0.0.0/8', '10.0.0.0/7', '8.0.0.0/9', '10.0.0.0/8'])).toBe(true)
    expect(coversInternet(['8.0.0.0/8', '10.0.0.0/8', '8.0.0.0/9', '8.128.0.0/9'])).toBe(false)
  })

  const ipv4 = fc.tuple(fc.ipV4(), fc.integer({ min: 0, max: 32 })).map(([address, bits]) => `${address}/${bits}`)
  const ipv6 = fc.tuple(fc.ipV6(), fc.integer({ min: 0, max: 128 })).map(([address, bits]) => `${address}/${bits}`)
  const ranges = fc.array(fc.oneof(ipv4, ipv6, fc.constantFrom('office', 'any')), { maxLength: 12 })

  test('does not depend on the order', () => {
    fc.assert(
      fc.property(ranges, (list) => {
        expect(coversInternet(list.toReversed())).toBe(coversInternet(list))
      }),
    )
  })

  test('of more ranges is never less', () => {
    fc.assert(
      fc.property(ranges, ipv4, (list, more) => {
        if (coversInternet(list) === true) expect(coversInternet([...list, more])).toBe(true)
        if (coversInternet([...list, more]) === false) expect(coversInternet(list)).toBe(false)
      }),
    )
  })

  test('of two halves of each range is what it is of the ranges', () => {
    const cut = (range: string) => {
      const [address = '', bits = ''] = range.split('/')
      const bytes = address.split('.').map(Number)
      const length = Number(bits)
      if (length > 31) return [range]
      const flip = (value: number, index: number) => (index === length >> 3 ? value ^ (128 >> (length & 7)) : value)
      return [`${address}/${length + 1}`, `${bytes.map(flip).join('.')}/${length + 1}`]
    }
    fc.assert(
      fc.property(fc.array(ipv4, { maxLength: 8 }), (list) => {
        expect(coversInternet(list.flatMap(cut))).toBe(coversInternet(list))
      }),
    )
  })

  test('of IPv4 addresses that are mapped into IPv6 is what it is of them', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.ipV4(), fc.integer({ min: 0, max: 32 })), { maxLength: 8 }), (list) => {
        const plain = list.map(([address, bits]) => `${address}/${bits}`)
        const mapped = list.map(([address, bits]) => `::ffff:${address}/${bits + 96}`)

        expect(coversInternet(mapped)).toBe(coversInternet(plain))
      }),
    )
  })
})

describe('isWithinRange()', () => {
  test.each([
    ['10.0.0.0/8', '10.1.2.3', true],
    ['10.0.0.0/8', '10.1.0.0/16', true],
    ['10.1.0.0/16', '10.0.0.0/8', false],
    ['10.0.0.0/8', '11.0.0.0', false],
    ['10.0.0.1-10.0.0.9', '10.0.0.9', true],
    ['10.0.0.0/8', '::ffff:10.0.0.1', true],
    ['::/0', '10.0.0.1', false],
    ['0.0.0.0/0', '::1', false],
    ['::/0', '2001:db8::1', true],
    ['office', '10.0.0.1', undefined],
    ['10.0.0.0/8', 'office', undefined],
  ])('of %s and %s is %s', (range, inner, expected) => {
    expect(isWithinRange(range, inner)).toBe(expected)
  })
})
