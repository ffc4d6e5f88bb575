import fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import { expect, test } from 'vitest'
import { isIpv4, parseRange } from '../../../src/define/meaning/address-range.ts'

/** First and last address of a range as text. */
function format(written: string): string | undefined {
  const range = parseRange(written)
  if (!range) return undefined
  const [first, last] = [range.first, range.last].map((value) => {
    const hex = value.toString(16).padStart(32, '0')
    const bytes = (hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))
    return isIpv4(range) ? bytes.slice(12).join('.') : new ipaddr.IPv6(bytes).toString()
  })
  return `${first} to ${last}`
}

test.each([
  ['192.0.2.1', '192.0.2.1 to 192.0.2.1'],
  [' 192.0.2.1 ', '192.0.2.1 to 192.0.2.1'],
  ['0.0.0.0/0', '0.0.0.0 to 255.255.255.255'],
  ['10.1.2.3/8', '10.0.0.0 to 10.255.255.255'],
  ['10.1.2.3/255.255.0.0', '10.1.0.0 to 10.1.255.255'],
  ['1.2.3.4/0.0.0.0', '0.0.0.0 to 255.255.255.255'],
  ['192.0.2.1-192.0.2.9', '192.0.2.1 to 192.0.2.9'],
  ['192.0.2.1 - 192.0.2.9', '192.0.2.1 to 192.0.2.9'],
  ['::/0', ':: to ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:DB8::1', '2001:db8::1 to 2001:db8::1'],
  ['2001:db8::-2001:db8::f', '2001:db8:: to 2001:db8::f'],
  ['64:ff9b::192.0.2.1', '64:ff9b::c000:201 to 64:ff9b::c000:201'],
  ['::ffff:192.0.2.1', '192.0.2.1 to 192.0.2.1'],
  ['::ffff:0:0/96', '0.0.0.0 to 255.255.255.255'],
  ['::ffff:10.0.0.0/104', '10.0.0.0 to 10.255.255.255'],
])('parseRange() reads %s as %s', (written, expected) => {
  expect(format(written)).toBe(expected)
})

test.each([
  ...['', ' ', 'any', '*', 'Internet', 'sg-1', 'pl-63a5400a', '10.0.0.0/office', 'corp-office', '{{ip}}', '<cidr>'],
  ...[
    '0/0',
    '10.1',
    '010.0.0.0',
    '0x0a.0.0.1',
    '256.0.0.1',
    '1.2.3.4.5',
    '1.2.3.4/33',
    '1.2.3.4/',
    '1.2.3.4/-1',
    '1.2.3.4/8/8',
  ],
  ...[
    '1.2.3.4/255.0.255.0',
    '::/255.0.0.0',
    '10.0.0.9-10.0.0.1',
    '10.0.0.1-::1',
    '10.0.0.1-',
    '-10.0.0.1',
    '10.0.0.1-2-3',
  ],
  ...[
    '::1/129',
    ':::',
    '1::2::3',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '1:2:3:4:5:6:7::8',
    '12345::',
    '::g',
    'fe80::1%eth0',
    '[::1]',
  ],
  `${'1'.repeat(60)}.0.0.${'1'.repeat(60)}`,
])('parseRange() does not read %j', (written) => {
  expect(parseRange(written)).toBeUndefined()
})

test('parseRange() reads every address of IPv6 that ipaddr.js reads, in each of its forms', () => {
  fc.assert(
    fc.property(fc.ipV6(), (written) => {
      const parsed = ipaddr.parse(written) as ipaddr.IPv6
      const expected = BigInt(
        `0x${parsed
          .toByteArray()
          .map((byte) => byte.toString(16).padStart(2, '0'))
          .join('')}`,
      )

      for (const form of [written, parsed.toString(), parsed.toNormalizedString()])
        expect(parseRange(form)).toEqual({ first: expected, last: expected })
    }),
  )
})

test('parseRange() refuses or reads any text, and never throws', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'0123456789abcf.:/- ') }), (written) => {
      const range = parseRange(written)
      if (range) expect(range.first <= range.last).toBe(true)
    }),
  )
})
