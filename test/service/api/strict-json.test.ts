import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseStrictJson } from '../../../src/service/api/strict-json.ts'

function problemOf(text: string, limits = {}) {
  try {
    parseStrictJson(text, limits)
    return undefined
  } catch (error) {
    return error as { status: number; problems: readonly { path: string; message: string }[] }
  }
}

describe('parseStrictJson()', () => {
  test('reads whatever JSON.stringify writes, as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.nat(3), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        fc.pre(!text.includes('__proto__') && !/\\u(0000|d[89a-f])/i.test(text))

        expect(parseStrictJson(text)).toEqual(JSON.parse(text))
      }),
    )
  })

  test('refuses what is no JSON with 400 and never with another error', () => {
    const almost = fc.array(fc.constantFrom('{', '}', '[', ']', '"', ':', ',', '\\', '1', 'a', ' ', '"a"', '\\"'))
    fc.assert(
      fc.property(almost, (pieces) => {
        const text = pieces.join('')
        let isJson = true
        try {
          JSON.parse(text)
        } catch {
          isJson = false
        }
        const problem = problemOf(text)

        if (isJson && problem !== undefined) expect(problem.problems[0]?.message).toMatch(/twice/)
        if (!isJson) expect(problem?.status).toBe(400)
      }),
    )
  })

  test.each([
    ['{"a":1,"a":2}', 'a'],
    ['{"a":1,"\\u0061":2}', 'a'],
    ['{"b":[{},{"x":{"y":1,"z":2,"y":3}}]}', 'b[1].x.y'],
    ['{"a" : 1 ,\n"a"\t: 1}', 'a'],
    ['{"__proto__":{}}', '__proto__'],
    ['{"a":[{"\\u005f_proto__":1}]}', 'a[0].__proto__'],
    ['{"a":["x","\\u0000"]}', 'a[1]'],
    ['{"a":"\\ud800"}', 'a'],
  ])('refuses %s and names %s', (text, path) => {
    expect(problemOf(text)?.problems.map((problem) => problem.path)).toEqual([path])
  })

  test.each([
    '{"a":"a","b":"a"}',
    '{"a":{"a":1}}',
    '[{"a":1},{"a":1}]',
    '{"x":"\\"a\\":1,\\"a\\":2"}',
    '"\\ud83d\\ude00"',
  ])('does not take a value for a name: %s', (text) => {
    expect(problemOf(text)).toBeUndefined()
  })

  test('allows 32 levels and not 33, before anything is parsed', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

    expect(problemOf(nested(32))).toBeUndefined()
    expect(problemOf(nested(33))?.status).toBe(400)
    expect(problemOf('['.repeat(5_000_000))?.status).toBe(400)
  })

  test('counts values, so that a small text cannot become a large one', () => {
    const list = (length: number) => `[${Array(length).fill('0').join(',')}]`

    expect(problemOf(list(10), { tokensMax: 10 })).toBeUndefined()
    expect(problemOf(list(11), { tokensMax: 10 })?.status).toBe(400)
  })

  test('takes time in proportion to a long string', () => {
    const text = JSON.stringify({ data: 'A'.repeat(20_000_000), end: '\\"'.repeat(1000) })
    const startMs = performance.now()

    parseStrictJson(text)

    expect(performance.now() - startMs).toBeLessThan(2_000)
  })
})
