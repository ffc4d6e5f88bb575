import { expect, test } from 'vitest'
import { describeProof } from '../../../src/report/pieces/proof-line.ts'

const digest = 'a'.repeat(64)
const proof = {
  witnesses: digest,
  code: digest,
  cases: 1,
  mutants: 3,
  killed: 3,
  notToldApart: 0,
  secondReader: { drawn: 0, agreed: 0 },
}

test('describeProof() says what a judgement was tried on, and never that it is correct', () => {
  expect(describeProof({ proof })).toBe(
    'The judgement was tried on 1 witness. They notice 3 of 3 deliberate mistakes in it.',
  )
  expect(describeProof({ proof: { ...proof, cases: 27, mutants: 66, killed: 48, notToldApart: 18 } })).toBe(
    'The judgement was tried on 27 witnesses. They notice 48 of 66 deliberate mistakes in it, and no answer was found that shows 18 others.',
  )
})

test('describeProof() says nothing where there is no proof', () => {
  expect([describeProof({ proof: 'none' }), describeProof({})]).toEqual([undefined, undefined])
})
