import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileAnyGlob, compileGlob } from '../../../src/checks/waivers/glob.ts'
import { linearMax, measureGrowth } from '../../setup/growth.ts'

test.each([
  ['acme/*', 'acme/web', true],
  ['acme/*', 'acme/', true],
  ['acme/*', 'other/acme/web', false],
  ['*', 'acme/web/deep', true],
  ['arn:aws:s3:::public-*', 'arn:aws:s3:::public-site/index.html', true],
  ['arn:aws:iam::*:user/ci', 'arn:aws:iam::123456789012:user/ci', true],
  ['*@contractor.example', 'jane@contractor.example', true],
  ['*@contractor.example', 'jane@contractor.example.evil', false],
  ['dependabot[bot]', 'dependabot[bot]', true],
  ['dependabot[bot]', 'dependabotb', false],
  ['CORP\\*', 'CORP\\jane', true],
  ['!admin', 'user', false],
  ['{a,b}', 'a', false],
  ['a.c', 'abc', false],
  ['host-?', 'host-7', true],
  ['host-?', 'host-', false],
  ['host-?', 'host-17', false],
  ['?', '🦊', true],
  ['*a*b', 'xaxxb', true],
  ['*a*b', 'xaxxbc', false],
  ['Acme', 'acme', false],
  ['', '', true],
  ['', 'a', false],
  ['a\n*', 'a\nb\nc', true],
])('globOf(%j)(%j) is %s', (pattern, text, expected) => {
  const matches = compileGlob(pattern)(text)

  expect(matches).toBe(expected)
})

/** Texts of the letters that matter, so that patterns meet texts that nearly fit. */
const near = fc.string({
  unit: fc.constantFrom('a', 'b', '*', '?', '/', ':', '[', ']', '\\', '.', '🦊'),
  maxLength: 12,
})

test('compileGlob() answers as the regular expression that says the same', () => {
  fc.assert(
    fc.property(near, near, (pattern, text) => {
      const source = [...pattern]
        .map((each) => (each === '*' ? '.*' : each === '?' ? '.' : each.replace(/[\\^$.*+?()[\]{}|/]/u, '\\$&')))
        .join('')

      const matches = compileGlob(pattern)(text)

      expect(matches).toBe(new RegExp(`^${source}$`, 'su').test(text))
    }),
  )
})

test('compileGlob() never throws; "*" fits every text, and a text without wildcards itself', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (pattern, text) => {
      expect(compileGlob(pattern)(text)).toBeTypeOf('boolean')
      expect(compileGlob('*')(text)).toBe(true)
      expect(compileGlob(text)(text)).toBe(true)
    }),
  )
})

test.each(['*a', '*a?', '*a*a?'])('compileGlob() of many %j takes no longer than pattern times text', (piece) => {
  // A backtracking one would never end.
  const started = performance.now()

  const matches = compileGlob(`${piece.repeat(100)}c*`)(`${'a'.repeat(10_000)}b`)

  expect(matches).toBe(false)
  expect(performance.now() - started).toBeLessThan(2_000)
})

test.each<[string, (size: number) => readonly [string, string]]>([
  ['pieces that nearly fit', (size) => [`*${'a'.repeat(400)}b*`, 'a'.repeat(size)]],
  ['pieces of any characters', (size) => [`*a${'?'.repeat(400)}b*`, 'a'.repeat(size)]],
  ['many stars', (size) => [`${'*a'.repeat(200)}*b*`, 'a'.repeat(size)]],
  ['many stars and any characters', (size) => [`${'*a?'.repeat(160)}*b*`, 'a'.repeat(size)]],
])('compileGlob() takes time that grows linearly with the text: %s', async (_, hard) => {
  const make = (size: number) => {
    const [pattern, text] = hard(size)
    return { matches: compileGlob(pattern), text }
  }

  const { ratio } = await measureGrowth(make, ({ matches, text }) => expect(matches(text)).toBe(false), 80_000)

  expect(ratio).toBeLessThan(linearMax)
})

test('compileAnyGlob() fits a text that one of the patterns fits', () => {
  fc.assert(
    fc.property(fc.array(near), near, (patterns, text) => {
      expect(compileAnyGlob(patterns)(text)).toBe(patterns.some((pattern) => compileGlob(pattern)(text)))
    }),
  )
})
