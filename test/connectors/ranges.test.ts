import { describe, expect, test } from 'vitest'
import { isInternet, measureReach } from '../../connectors/_network/ranges.ts'

describe('isInternet()', () => {
  test.each([
    [['0.0.0.0/0']],
    [['0.0.0.0/1', '128.0.0.0/1']],
    [['64.0.0.0/2']],
    [['::/0']],
    [['2000::/3']],
    [['2000::/4', '3000::/4']],
    [['8000::/1', '::/1']],
    [['::ffff:0.0.0.0/96']],
    [['::ffff:0:0/97', '128.0.0.0/1']],
    [Array.from({ length: 256 }, (_, n) => `${n}.0.0.0/8`)],
    [['8.0.0.1/0']],
  ])('holds for %j', (ranges) => {
    expect(isInternet(ranges)).toBe(true)
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
    [['Internet', '*', 'sg-1', '0.0.0.0/33', '0/0', '::1/129', '1.2.3.4/x', '']],
  ])('does not hold for %j', (ranges) => {
    expect(isInternet(ranges)).toBe(false)
  })
})

describe('measureReach()', () => {
  test('counts what overlaps once, and nothing that is private', () => {
    const { ipv4, ipv6 } = measureReach(['8.0.0.0/9', '8.0.0.0/8', '10.0.0.0/7', '2600::/32', '2600::1'])

    expect(ipv4).toBe(2n ** 25n)
    expect(ipv6).toBe(2n ** 96n)
  })

  test('names what is no range of addresses', () => {
    expect(measureReach(['AzureCloud', '10.0.0.0/8', '1.2.3']).unreadable).toEqual(['AzureCloud', '1.2.3'])
  })
})
