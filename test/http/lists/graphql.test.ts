import { describe, expect, test } from 'vitest'
import { isReadOnly } from '../../../src/http/lists/graphql.ts'

describe('isReadOnly()', () => {
  test.each([
    '{ a }',
    'query Q { a }',
    'query ($mutation: ID) { a(id: $mutation) }',
    '{ mutation { id } }',
    '{ a(text: "mutation { b }") }',
    'query Q { a } # mutation { b }',
    '# mutation { b }\r{ a }',
    'query Q($a: In = {mutation: 1}) { a }',
    'query Q($a: String = """ a " mutation { b } \\""" """) { a }',
    'fragment mutations on X { a }',
    'query mutationLog { a }',
    '',
  ])('is true for %j', (document) => {
    expect(isReadOnly(document)).toBe(true)
  })

  test.each([
    'mutation { a }',
    'mutation M($a: Int) { a }',
    '\ufeffmutation{a}',
    'query Q { a } mutation M { b }',
    '{ a },mutation M { b }',
    '{a}mutation{b}',
    'subscription { a }',
    '# it is "quoted\nmutation { a }',
    'query Q($a: String = """ x " y """) { a } mutation { b } query Z($b: String = "z") { c }',
    'query Q { a(s: "\\"") } mutation { b } query Z { c(s: "") }',
    'fragment F on X { a } mutation @skip(if: true) { b }',
    'query Q { a(x: """\\"""""") } mutation { b } # """',
  ])('is false for %j', (document) => {
    expect(isReadOnly(document)).toBe(false)
  })
})
