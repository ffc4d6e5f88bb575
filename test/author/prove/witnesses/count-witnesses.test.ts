import { expect, test } from 'vitest'
import { countWitnesses, listLacking } from '../../../../src/author/prove/witnesses/count-witnesses.ts'
import type { WitnessEntry } from '../../../../src/author/prove/witnesses/witness-schema.ts'

const expecting = (...verdicts: readonly WitnessEntry['expect'][string][]): readonly WitnessEntry[] =>
  verdicts.map((verdict, index) => ({
    id: `w${index}`,
    of: { check: 'tokens', way: 'a way' },
    world: 'sound',
    expect: { tokens: verdict },
  }))

test('countWitnesses() counts a witness by each verdict that it expects', () => {
  const count = countWitnesses(expecting({ pass: ['a'], fail: ['b'] }, 'error'), { id: 'tokens' })

  expect(count).toEqual({ total: 2, pass: 1, fail: 1, undecided: 1 })
  expect(listLacking(count)).toEqual([])
})

test('countWitnesses() takes nothing to look at for the good case where a person decides', () => {
  const count = countWitnesses(expecting({ manual: ['a'] }, 'not_applicable', 'error'), { id: 'tokens' })

  expect(count).toEqual({ total: 3, pass: 1, fail: 1, undecided: 1 })
})

test('countWitnesses() takes it for no good case where a check may fail', () => {
  const count = countWitnesses(expecting({ fail: ['a'] }, 'not_applicable', 'error'), { id: 'tokens' })

  expect(listLacking(count)).toEqual(['pass'])
})
