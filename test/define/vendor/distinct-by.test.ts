import { distinctBy } from 'checkwright'
import { describe, expect, test } from 'vitest'

describe('distinctBy()', () => {
  test('gives each item once, the first of the same id', () => {
    const items = [
      { id: 'a', n: 1 },
      { id: 'b', n: 2 },
      { id: 'a', n: 3 },
    ]

    expect(distinctBy(items, ({ id }) => id)).toEqual(items.slice(0, 2))
  })

  test('takes 1 and "1" for the same', () => {
    expect(distinctBy([1, '1', 2], (id) => id)).toEqual([1, 2])
  })

  test.each([undefined, null, '', Number.NaN, {}])('refuses the id %s', (id) => {
    expect(() => distinctBy([{ id }], (item) => item.id as string)).toThrow('without an id')
  })
})
