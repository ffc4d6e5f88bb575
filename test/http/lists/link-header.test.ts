import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findLinkTarget } from '../../../src/http/lists/link-header.ts'
import { countRuns } from '../../setup/count-runs.ts'

describe('findLinkTarget()', () => {
  test.each([
    // RFC 8288 §3.5.
    [
      '<http://example.com/TheBook/chapter2>; rel="previous"; title="previous chapter"',
      'previous',
      'http://example.com/TheBook/chapter2',
    ],
    ['</>; rel="http://example.net/foo"', 'http://example.net/foo', '/'],
    ['</terms>; rel="copyright"; anchor="#foo"', 'copyright', '/terms'],
    [
      `</TheBook/chapter2>; rel="previous"; title*=UTF-8'de'letztes%20Kapitel, </TheBook/chapter4>; rel="next"; title*=UTF-8'de'n%c3%a4chstes%20Kapitel`,
      'next',
      '/TheBook/chapter4',
    ],
    ['<http://example.org/>; rel="start http://example.net/relation/other"', 'start', 'http://example.org/'],
    [
      '<https://example.org/>; rel="start", <https://example.org/index>; rel="index"',
      'index',
      'https://example.org/index',
    ],
    // As vendors write it.
    [
      '<https://api.github.com/x?page=2>; rel="next", <https://api.github.com/x?page=5>; rel="last"',
      'next',
      'https://api.github.com/x?page=2',
    ],
    ['<a>; rel=next', 'next', 'a'],
    ['<a>;rel=NEXT', 'next', 'a'],
    ['<a> ; title="x, <b>; rel=next" ; rel="next"', 'next', 'a'],
    ['<a>; rel="prev next"', 'next', 'a'],
    ['<a>; results="true"; cursor="0:1:0"; rel="next"', 'next', 'a'],
    ['<a>; title="a \\"quoted\\" word"; rel="next"', 'next', 'a'],
    ['<a,b;c?d=1,2>; rel="next"', 'next', 'a,b;c?d=1,2'],
    [',, <a>; rel=next', 'next', 'a'],
    ['<x>; rel="prev" junk, <a>; rel="next"', 'next', 'a'],
    ['<a>; rel = "next"', 'next', 'a'],
    ['<>; rel="next"', 'next', ''],
    ['<a>; flag; rel="next"', 'next', 'a'],
  ])('of %s finds %s', (value, relation, target) => {
    expect(findLinkTarget(value, relation)).toBe(target)
  })

  test.each([
    undefined,
    '',
    '<a>',
    '<a>; rel="previous"',
    // Only the first rel counts (§3.3).
    '<a>; rel="prev"; rel="next"',
    '<a>; rel="nextpage"',
    '<a>; title="rel=next"',
    'a; rel="next"',
    '<a; rel="next"',
    'rel="next"',
  ])('of %s finds no next', (value) => {
    expect(findLinkTarget(value, 'next')).toBeUndefined()
  })

  test('never throws and is quick, whatever it is given (property)', () => {
    const piece = fc.constantFrom('<', '>', ';', ',', '"', '\\', 'rel', '=', 'next', ' ', '\t', 'a', '*')

    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join('')),
        ),
        (value) => {
          expect(['string', 'undefined']).toContain(typeof findLinkTarget(value, 'next'))
        },
      ),
      { numRuns: countRuns(500) },
    )
    const startedAt = performance.now()
    for (const long of ['<', '<a>;', '<a>; rel="', '<a>; x="\\', ', <a>', '<a>; rel="next', ';a="b"'])
      findLinkTarget(long.repeat(20_000), 'last')
    expect(performance.now() - startedAt).toBeLessThan(1000)
  })

  test('finds a link wherever it stands among others (property)', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ',', ';', '<', '=', ' ', 'next'), maxLength: 12 })
    const other = fc
      .record({ target: text, title: text })
      .map(({ target, title }) => `<${target}>; title="${title}"; rel="prev"`)

    fc.assert(
      fc.property(
        fc.array(other, { maxLength: 4 }),
        fc.array(other, { maxLength: 4 }),
        fc.webUrl(),
        (before, after, target) => {
          const value = [...before, `<${target}>; rel="next"`, ...after].join(', ')

          expect(findLinkTarget(value, 'next')).toBe(target)
        },
      ),
    )
  })
})

test('a next page that the vendor says is empty is none', () => {
  const next = '<https://a.example/?cursor=100:1:0>; rel="next"'

  expect(findLinkTarget(`${next}; results="false"; cursor="100:1:0"`, 'next')).toBeUndefined()
  expect(findLinkTarget(`${next}; results="true"; cursor="100:1:0"`, 'next')).toBe('https://a.example/?cursor=100:1:0')
})
