import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkExpression } from '../../../src/data/expressions/check-expression.ts'
import { compileExpression } from '../../../src/data/expressions/compile-expression.ts'
import { parseExpression } from '../../../src/data/expressions/parse-expression.ts'
import { Unknown } from '../../../src/data/expressions/value.ts'
import { now } from './ask.ts'
import { type ConformanceCase, parseConformanceCases } from './conformance-cases.ts'

// basic, comparisons, fields, fp_math, integer_math, lists, logic, macros and string of
// https://github.com/google/cel-spec/tree/master/tests/simple/testdata, in a folder of the test data.
const folder = join(process.env.CHECKWRIGHT_TEST_DATA ?? '', 'cel-spec')
const hasCases = process.env.CHECKWRIGHT_TEST_DATA !== undefined && existsSync(folder)

const gives = ['null', 'boolean', 'number', 'text', 'list', 'object'] as const

/** Why there is no value, or the value. */
function ask({
  expr,
}: ConformanceCase): { readonly refused: string } | { readonly unknown: string } | { readonly value: unknown } {
  const parsed = parseExpression(expr)
  if ('problem' in parsed) return { refused: parsed.problem.message }
  const [problem] = checkExpression(parsed.node, { names: {}, gives, has: true }).problems
  if (problem) return { refused: problem.message }
  const value = compileExpression(parsed.node)({ names: {}, items: [], now, meter: { steps: 0 } })
  return value instanceof Unknown ? { unknown: value.because } : { value }
}

/** What we take out of the language. Each reason is a row of docs/expressions.md. */
const takenOut = [
  /^there is no function/,
  /^uses matches/,
  /^uses an object/,
  /^is no expression/,
  /^is a form of value that has no meaning here/,
  /^is a number above 2\^53/,
  /^is (text|a number|true or false|a list), and "(<|<=|>|>=|\+|-|\*|\/|%|\|\||&&)" takes/,
  /^is (text|a number), and what stands before "\?" takes/,
  /^compares .* never equal$/,
  /^"\w+" stands for nothing here/,
]

describe.skipIf(!hasCases)("google/cel-spec's cases (needs CHECKWRIGHT_TEST_DATA/cel-spec)", () => {
  const cases = hasCases
    ? readdirSync(folder).flatMap((file) => parseConformanceCases(readFileSync(join(folder, file), 'utf8')))
    : []

  test('have the value that CEL gives, or none', () => {
    const others = cases.flatMap((each) => {
      const answer = ask(each)
      const isSame =
        'value' in answer ? !each.isError && JSON.stringify(answer.value) === JSON.stringify(each.value) : true
      return isSame ? [] : [`${each.name}: ${each.expr}`]
    })

    expect(cases.length).toBeGreaterThan(600)
    // JSON has one kind of number, so that the rest of a division is one of every number.
    expect(others).toEqual(['fp_math/fp_math/mod_not_support: 47.5 % 5.5'])
  })

  test('are unknown where CEL has a value for these alone', () => {
    const unknown = cases.flatMap((each) => {
      const answer = ask(each)
      return 'unknown' in answer && !each.isError ? [each.name] : []
    })

    expect(unknown.toSorted()).toEqual([
      'comparisons/eq_literal/eq_list_null',
      'comparisons/eq_literal/not_eq_double_nan',
      'comparisons/eq_literal/not_eq_list_elem_null',
      'comparisons/eq_literal/not_eq_list_null',
      'comparisons/ne_literal/ne_double_nan',
      'comparisons/ne_literal/not_ne_double_nan',
      'fp_math/fp_math/divide_zero',
      'fp_math/fp_math/fp_overflow_negative',
      'fp_math/fp_math/fp_overflow_positive',
      'macros/all/list_empty',
      'macros/exists/list_elem_type_exhaustive',
    ])
  })

  test('are refused for a reason that the page lists', () => {
    const reasons = cases.flatMap((each) => {
      const answer = ask(each)
      return 'refused' in answer && !each.isError ? [answer.refused] : []
    })

    expect(reasons.filter((reason) => !takenOut.some((known) => known.test(reason)))).toEqual([])
  })
})
