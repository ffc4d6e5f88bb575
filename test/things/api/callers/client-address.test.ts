import { describe, expect, test } from 'vitest'
import { createAddressReader } from '../../../../src/things/api/callers/client-address.ts'

const read = (trusted: string[], remoteAddress: string, forwarded?: string) =>
  createAddressReader(trusted)(new Headers(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }), {
    remoteAddress,
  })

describe('createAddressReader()', () => {
  test('believes the socket alone where no proxy is trusted', () => {
    expect(read([], '192.0.2.1', '203.0.113.9')).toBe('192.0.2.1')
  })

  test('goes back from the end as far as trusted proxies wrote, and never into the word of the client', () => {
    const trusted = ['10.0.0.0/8', '192.0.2.1']

    expect(read(trusted, '192.0.2.1', '203.0.113.9')).toBe('203.0.113.9')
    expect(read(trusted, '192.0.2.1', '6.6.6.6, 203.0.113.9, 10.1.2.3')).toBe('203.0.113.9')
    expect(read(trusted, '203.0.113.7', '6.6.6.6')).toBe('203.0.113.7')
  })

  test.each(['', 'unknown', '203.0.113.9:443', '<script>'])('stops at %j, which is no address', (forwarded) => {
    expect(read(['192.0.2.1'], '192.0.2.1', forwarded)).toBe('192.0.2.1')
  })

  test('counts a customer of IPv6 by their /64, and IPv4 in IPv6 as IPv4', () => {
    const [one, neighbour, other] = ['2001:db8::1', '2001:db8::ffff:2', '2001:db8:0:1::1'].map((from) => read([], from))

    expect(one).toBe(neighbour)
    expect(one).not.toBe(other)
    expect(read(['192.0.2.1'], '::ffff:192.0.2.1', '203.0.113.9')).toBe('203.0.113.9')
  })

  test('says nothing where nobody knows', () => {
    expect(createAddressReader([])(new Headers(), undefined)).toBeUndefined()
  })
})
