import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkExpression } from '../../../src/data/expressions/check-expression.ts'
import { compileExpression } from '../../../src/data/expressions/compile-expression.ts'
import { Meter } from '../../../src/data/expressions/meter.ts'
import { parseExpression } from '../../../src/data/expressions/parse-expression.ts'
import { Unknown } from '../../../src/data/expressions/value.ts'
import { now } from './ask.ts'
import { type ConformanceCase, parseConformanceCases } from './conformance-cases.ts'

// https://github.com/google/cel-spec/tree/master/tests/simple/testdata, its files in a folder of the test data.
const folder = join(process.env.CHECKWRIGHT_TEST_DATA ?? '', 'cel-spec')
const hasCases = process.env.CHECKWRIGHT_TEST_DATA !== undefined && existsSync(folder)
const page = readFileSync(new URL('../../../docs/expressions.md', import.meta.url), 'utf8')

const gives = ['null', 'boolean', 'number', 'text', 'list', 'object'] as const

/** Why there is no value, or the value. */
function ask({
  expr,
}: ConformanceCase): { readonly refused: string } | { readonly unknown: string } | { readonly value: unknown } {
  const parsed = parseExpression(expr)
  if ('problem' in parsed) return { refused: parsed.problem.message }
  const [problem] = checkExpression(parsed.node, { names: {}, gives, has: true }).problems
  if (problem) return { refused: problem.message }
  const value = compileExpression(parsed.node)({ names: {}, items: [], now, meter: new Meter() })
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
  /^is text, and size\(list\) takes a list$/,
  /^write (?:list\.(?:all|exists)|split|join)\(/,
]

/** What becomes of a case: CEL's value or none where CEL has none, no value here, or another one. */
function compare(each: ConformanceCase): 'same' | 'unknown' | 'refused' | 'other' {
  const answer = ask(each)
  if ('value' in answer)
    return !each.isError && JSON.stringify(answer.value) === JSON.stringify(each.value) ? 'same' : 'other'
  if (each.isError) return 'same'
  return 'unknown' in answer ? 'unknown' : 'refused'
}

describe.skipIf(!hasCases)("google/cel-spec's cases (needs CHECKWRIGHT_TEST_DATA/cel-spec)", () => {
  const files = hasCases
    ? readdirSync(folder).map((file) => ({
        name: file.replace('.textproto', ''),
        cases: parseConformanceCases(readFileSync(join(folder, file), 'utf8')),
      }))
    : []
  const cases = files.flatMap((file) => file.cases)
  const pick = (wanted: ReturnType<typeof compare>) => cases.filter((each) => compare(each) === wanted)

  test('have the value that CEL gives, or none', () => {
    expect(cases.length).toBeGreaterThan(1_700)
    // JSON has one kind of number, so that the rest of a division is one of every number.
    expect(pick('other').map(({ name, expr }) => `${name}: ${expr}`)).toEqual([
      'fp_math/fp_math/mod_not_support: 47.5 % 5.5',
    ])
  })

  test('are unknown where CEL has a value for those alone that the page lists', () => {
    const listed = [...page.matchAll(/^- `(\w+\/\w+\/\w+)`/gm)].map(([, name]) => name)

    expect(pick('unknown').map(({ name }) => name)).toEqual(listed)
  })

  test('are refused for a reason that the page lists', () => {
    const reasons = pick('refused').flatMap((each) => {
      const answer = ask(each)
      return 'refused' in answer ? [answer.refused] : []
    })

    expect(reasons.filter((reason) => !takenOut.some((known) => known.test(reason)))).toEqual([])
  })

  test('are as many in each file as the page says', () => {
    const rows = files
      .filter((file) => file.cases.length > 0)
      .map((file) => {
        const outcomes = file.cases.map(compare)
        const count = (wanted: string) => outcomes.filter((outcome) => outcome === wanted).length
        const numbers = [outcomes.length, count('same'), count('unknown'), count('refused'), count('other')]
        return `| ${[file.name, ...numbers].join(' | ')} |`
      })
    const listed = [...page.matchAll(/^\| \w+ \|(?: \d+ \|){5}$/gm)].map(([row]) => row)

    expect(listed).toEqual(rows)
  })
})
