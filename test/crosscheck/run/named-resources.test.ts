import { expect, test } from 'vitest'
import { NamedResources } from '../../../src/crosscheck/run/named-resources.ts'

const toResource = (nth: number, type = 'account') => ({ type, id: `app/${nth}` })

test('it finds what was added before the first question and after it, and nothing else', () => {
  const named = new NamedResources()
  for (let nth = 0; nth < 2_000; nth++) named.add(toResource(nth))

  expect([named.has(toResource(0)), named.has(toResource(1_999)), named.has(toResource(2_000))]).toEqual([
    true,
    true,
    false,
  ])
  named.add(toResource(2_000))
  expect([named.has(toResource(2_000)), named.has(toResource(2_001)), named.has(toResource(7))]).toEqual([
    true,
    false,
    true,
  ])
})

test('resources of another type, and type and id that only look alike together, are others', () => {
  const named = new NamedResources()
  named.add(toResource(1))

  expect(named.has(toResource(1, 'person'))).toBe(false)
  expect(named.has({ type: 'accountapp', id: '/1' })).toBe(false)
})

test('of very many that differ by little none is taken for another one', () => {
  const named = new NamedResources()
  for (let nth = 0; nth < 200_000; nth += 2) named.add(toResource(nth))

  const mistaken = Array.from({ length: 100_000 }, (_, nth) => toResource(nth * 2 + 1)).filter((each) =>
    named.has(each),
  )

  expect(mistaken).toEqual([])
})
