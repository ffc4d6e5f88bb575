import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanLine, cleanLines } from '../../../src/report/pieces/safe-text.ts'

describe('cleanLine()', () => {
  test('gives text of any script back as it is', () => {
    const text = 'Zoë Müller, 山田太郎, می‌خواهم, 👩‍💻, שלום, č — “quoted”'

    expect(cleanLine(text)).toBe(text)
  })

  test('leaves no control, bidirectional or line character of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (text) => {
        expect(cleanLine(text)).not.toMatch(/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u)
      }),
    )
  })

  test('cuts what is too long and says so', () => {
    expect(cleanLine('x'.repeat(301))).toBe(`${'x'.repeat(300)}…`)
    expect(cleanLine('x'.repeat(300))).toBe('x'.repeat(300))
    expect(cleanLine('\u0000'.repeat(5000))).toBe('…')
  })

  test.each([
    ['##vso[task.setvariable variable=NAME]evil', '##vso [task.setvariable variable=NAME]evil'],
    ['x ##[set-output name=ok]true', 'x ## [set-output name=ok]true'],
    ['##TeamCity[buildProblem]', '##TeamCity [buildProblem]'],
    ['#\u200b#[group]', '## [group]'],
    ['::stop-commands::token', ': :stop-commands::token'],
    [' \u2028 ::SET-ENV name=A::b', ': :SET-ENV name=A::b'],
  ])('makes no command of a CI service of %j', (text, line) => {
    expect(cleanLine(text)).toBe(line)
  })

  test('leaves addresses and names with two colons', () => {
    for (const text of ['::1', 'fe80::1', 'std::vector', 'arn:aws:iam::123456789012:root'])
      expect(cleanLine(text)).toBe(text)
  })

  test('takes no time over a megabyte of beginnings of escape sequences', () => {
    const startedMs = performance.now()

    for (const begin of ['\u001b[', '\u001b]8;;', '\u001b]', '\u009d;', '\u001b[0;'])
      cleanLine(begin.repeat(300_000), 1_000_000)

    expect(performance.now() - startedMs).toBeLessThan(2000)
  })
})

describe('cleanLines()', () => {
  test('keeps line breaks of every kind, drops empty lines, and cleans each', () => {
    expect(cleanLines('one\r\ntwo\u2028\n\n\u001b[1mthree\u001b[0m\n')).toEqual(['one', 'two', 'three'])
  })
})
