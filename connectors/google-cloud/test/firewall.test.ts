import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findOpenPorts, findWorldRanges } from '../firewall.ts'

describe('findWorldRanges()', () => {
  test.each<[ranges: readonly string[], found: readonly string[]]>([
    [['0.0.0.0/0', '203.0.113.0/24'], ['0.0.0.0/0']],
    [
      ['0.0.0.0/1', '2000::/3'],
      ['0.0.0.0/1', '2000::/3'],
    ],
    [['10.0.0.0/8', '35.235.240.0/20', '203.0.113.7', 'fd00::/16', '2001:db8::1'], []],
    [[], []],
    [['office', '0.0.0.0/0'], ['0.0.0.0/0']],
  ])('finds in %j what is everybody: %j', (ranges, found) => {
    expect(findWorldRanges(ranges)).toEqual(found)
  })

  test('does not know what a source that is no range means', () => {
    expect(findWorldRanges(['office', '10.0.0.0/8'])).toBeUndefined()
  })

  test('finds all of the ranges where they are everybody together alone', () => {
    const eighths = Array.from({ length: 20 }, (_each, index) => `${index + 20}.0.0.0/8`)

    expect(findWorldRanges(eighths)).toEqual(eighths)
  })
})

describe('findOpenPorts()', () => {
  test('finds a port exactly where a range holds it', () => {
    const port = fc.integer({ min: 0, max: 65_535 })

    fc.assert(
      fc.property(port, port, port, (a, b, asked) => {
        const [first, last] = [Math.min(a, b), Math.max(a, b)]
        const open = findOpenPorts([{ protocol: 'tcp', ports: [`${first}-${last}`] }], [asked])
        expect(open).toEqual(first <= asked && asked <= last ? [asked] : [])
      }),
    )
  })

  test('does not know what ports that are no numbers mean, unless others are open', () => {
    expect(findOpenPorts([{ protocol: 'tcp', ports: ['ssh'] }], [22, 3389])).toBeUndefined()
    expect(findOpenPorts([{ protocol: 'tcp', ports: ['ssh', '22'] }], [22, 3389])).toEqual([22])
  })

  test.each([
    ['all protocols', { protocol: 'all', ports: undefined }, [22, 3389]],
    ['all ports of TCP', { protocol: '6', ports: undefined }, [22, 3389]],
    ['one port', { protocol: 'tcp', ports: ['443', '22'] }, [22]],
    ['pings', { protocol: 'icmp', ports: undefined }, []],
  ])('knows what %s let in', (_, allowed, expected) => {
    expect(findOpenPorts([allowed], [22, 3389])).toEqual(expected)
  })
})
