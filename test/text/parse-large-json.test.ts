import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseExactJson } from '../../src/text/parse-exact-json.ts'
import { parseLargeJson } from '../../src/text/parse-large-json.ts'
import { finishAtOnce, finishInTurns, pieceLength } from '../../src/text/work-in-pieces.ts'
import { measureStandstill } from '../setup/standstill.ts'

const pad = 'x'.repeat(pieceLength / 2)
const attempt = (read: () => unknown) => {
  try {
    return { value: read() }
  } catch (error) {
    return { error: (error as Error).name }
  }
}
const expectSame = (text: string) =>
  expect(attempt(() => finishAtOnce(parseLargeJson(text)))).toEqual(attempt(() => parseExactJson(text)))

describe('parseLargeJson()', () => {
  test.each([
    ['a list of long items', JSON.stringify([pad, { a: pad, b: [1, pad] }, [pad, pad, pad], 9])],
    ['members that are long', JSON.stringify({ data: { items: [pad, pad, pad, { id: 1 }] }, next: null, more: pad })],
    ['signs within texts', JSON.stringify([`${pad}",]}\\`, `{[${pad}\\"`, { '":{': `${pad}${pad}${pad}` }])],
    ['numbers that cannot be held', `[${`12345678901234567890,1e400,`.repeat(8_000)}1]`],
    ['a member named like a prototype', `{"__proto__":{"a":"${pad}${pad}${pad}"},"b":1,"__proto__":2}`],
    ['a name that is there twice', `{"a":1,"b":"${pad}${pad}","a":"${pad}${pad}","c":3}`],
    ['blanks', ` \n[ ${' '.repeat(pieceLength)}1 ,\t${' '.repeat(pieceLength)}{"a" : ${' '.repeat(pieceLength)}2 } ] `],
    ['an empty list of blanks', `[${' '.repeat(2 * pieceLength)}]`],
    ['a list in a list, very deep', `${'['.repeat(40)}"${pad}${pad}${pad}"${']'.repeat(40)}`],
  ])('reads %s as JSON.parse does', (_what, text) => {
    expect(text.length).toBeGreaterThan(pieceLength)
    expectSame(text)
  })

  test.each([
    `["${pad}${pad}",]`,
    `["${pad}",,"${pad}","${pad}"]`,
    `[,"${pad}${pad}","${pad}"]`,
    `["${pad}"],["${pad}","${pad}"]`,
    `["${pad}${pad}${pad}"}`,
    `{"a":"${pad}${pad}${pad}"]`,
    `{"a":"${pad}","b""${pad}","c":"${pad}"}`,
    `{"a":,"b":"${pad}${pad}"}`,
    `{a:"${pad}${pad}${pad}"}`,
    `{1:"${pad}:${pad}${pad}"}`,
    `["${pad}${pad}${pad}]`,
    `\u00a0["${pad}${pad}${pad}"]`,
    `["${pad}" "${pad}","${pad}"]`,
  ])('refuses what JSON.parse refuses (%#)', (text) => {
    expect(attempt(() => finishAtOnce(parseLargeJson(text)))).toEqual({ error: 'SyntaxError' })
    expectSame(text)
  })

  test('reads any text as JSON.parse does', () => {
    const long = fc.constantFrom(pad, `${pad}"`, `\\${pad}`, 1, null, 'a')
    const value = fc.letrec<{ any: unknown }>((tie) => ({
      any: fc.oneof(
        { maxDepth: 4 },
        long,
        fc.array(tie('any'), { maxLength: 4 }),
        fc.dictionary(fc.constantFrom('a', 'b', '__proto__', '"', '1'), tie('any'), { maxKeys: 4 }),
      ),
    })).any
    const damage = fc.tuple(fc.nat(), fc.constantFrom('', ',', '"', ']', '}', '[', '{', ':', '\\', ' '))

    fc.assert(
      fc.property(value, fc.option(damage), (whole, broken) => {
        const text = JSON.stringify(whole)
        const [place = 0, sign = ''] = broken ?? []
        // Most damage is where signs are, and not within what fills.
        const signs = [...text.matchAll(/[[\]{},:"]/g)].map(({ index }) => index)
        const at = signs[place % Math.max(signs.length, 1)] ?? 0
        expectSame(broken === null ? text : `${text.slice(0, at)}${sign}${text.slice(at + 1)}`)
      }),
      { numRuns: 60 },
    )
  })

  test('others have their turn while 12 MB are read', async () => {
    const item = { id: 'a'.repeat(30), tags: Array.from({ length: 20 }, (_, index) => `tag ${index}`), active: true }
    const text = JSON.stringify({ data: { items: Array.from({ length: 40_000 }, () => item) } })

    const { longestMs, totalMs, turns } = await measureStandstill(() => finishInTurns(parseLargeJson(text)))

    expect(longestMs).toBeLessThan(totalMs / 4)
    expect(turns).toBeGreaterThan(text.length / pieceLength / 2)
  })
})
