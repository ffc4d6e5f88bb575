import { opensPort } from 'checkwright'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

describe('opensPort()', () => {
  test.each([
    ...[
      22,
      '22',
      ' 22 ',
      '1-65535',
      '0-65535',
      '20:25',
      '20 - 25',
      '80,22',
      '80, 20-25',
      [22],
      ['80', 22],
      ['80', '443,20-25'],
    ],
    ...['all', 'ALL', 'any', '*', '-1', -1, '0', 0, ['0']],
    ...['ssh,22', ['ssh', '22'], [null, 22], '8000-80,22'],
  ])('is true of %j and 22', (ports) => {
    expect(opensPort(ports, 22)).toBe(true)
  })

  test.each([21, '23', '8000-9000', '1-21', '23-65535', '80,443', ['80', '8000-9000'], '2222', '0-0'])(
    'is false of %j and 22',
    (ports) => {
      expect(opensPort(ports, 22)).toBe(false)
    },
  )

  test.each([
    ...[
      '',
      'ssh',
      'icmp',
      '80,ssh',
      '22.5',
      22.5,
      '-2',
      -2,
      '22-',
      '-22',
      '80-20',
      '1-65536',
      65_536,
      '1e1',
      '0x16',
      '22;80',
    ],
    ...[null, undefined, true, {}, [], ['80', null], [[22]]],
    ',80',
    '80,'.repeat(10_001),
  ])('is unknown of %j and 22', (ports) => {
    expect(opensPort(ports, 22)).toBeUndefined()
  })

  const port = fc.integer({ min: 1, max: 65_535 })

  test('is true of each port of a range, and of no other', () => {
    fc.assert(
      fc.property(port, port, port, (a, b, each) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b)]

        expect(opensPort(`${from}-${to}`, each)).toBe(from <= each && each <= to)
      }),
    )
  })

  test('of a text with commas is what it is of the list', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(port.map(String), fc.constantFrom('1-100', 'ssh', '*')), { minLength: 1 }),
        port,
        (list, each) => {
          expect(opensPort(list.join(','), each)).toBe(opensPort(list, each))
        },
      ),
    )
  })
})
