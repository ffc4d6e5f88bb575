import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanToOneLine, readExcerpt } from '../../../src/http/redact/body-excerpt.ts'
import { Redactor } from '../../../src/http/redact/redact.ts'

const redactor = new Redactor()
redactor.add('hunter2-hunter2')
const of = (body: unknown) =>
  readExcerpt(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)), undefined, redactor)

describe('readExcerpt()', () => {
  test.each<[string, unknown, string]>([
    ['message', { message: 'Bad credentials', documentation_url: 'x' }, 'Bad credentials'],
    [
      'error_description before error',
      { error: 'invalid_scope', error_description: 'No such scope.' },
      'No such scope.',
    ],
    ['error.message', { error: { code: 7, message: 'Quota exceeded' } }, 'Quota exceeded'],
    ['error', { ok: false, error: 'missing_scope' }, 'missing_scope'],
    ['errors[0].message', { errors: [{ message: 'first' }, { message: 'second' }] }, 'first'],
    ['errors[0].detail', { errors: [{ status: '403', detail: 'Not yours' }] }, 'Not yours'],
    ['errors[0]', { errors: ['plain'] }, 'plain'],
    ['detail before title', { title: 'Forbidden', detail: 'You lack it.' }, 'You lack it.'],
    ['title', { title: 'Forbidden', status: 403 }, 'Forbidden'],
    ['the next when one is empty or no text', { message: ' ', error: { message: 5 }, detail: 'here' }, 'here'],
  ])('prefers the vendor’s own words: %s', (_name, body, expected) => {
    expect(of(body)).toBe(expected)
  })

  test('takes the title of an HTML page', () => {
    expect(of('<!doctype html>\n<html><head><TITLE lang="en">502 Bad\n Gateway</TITLE></head><body>x</body>')).toBe(
      '502 Bad Gateway',
    )
    expect(of('<html><body>no title</body></html>')).toBe('<html><body>no title</body></html>')
  })

  test('shows other JSON without what it calls a secret, and other text as it is', () => {
    expect(of({ code: 17, access_token: 'minted-1', nested: { password: 'x' } })).toBe(
      '{"code":17,"access_token":"[redacted]","nested":{"password":"[redacted]"}}',
    )
    expect(of('upstream connect error')).toBe('upstream connect error')
    expect(of('')).toBe('')
  })

  test('is redacted, on one line, without control and bidi characters', () => {
    expect(of({ message: 'a\r\n\tb\u0000c\u202ed\u2066e\u200bf\u009b31m hunter2-hunter2' })).toBe(
      'a b c d e f 31m [redacted]',
    )
  })

  test('is cut by whole characters', () => {
    expect(of({ message: '😀'.repeat(300) })).toBe(`${'😀'.repeat(200)}…`)
    expect(of('x'.repeat(201))).toBe(`${'x'.repeat(200)}…`)
    expect(of('x'.repeat(200))).toBe('x'.repeat(200))
  })

  test('never shows a part of a secret, wherever it stands', () => {
    const before = [
      0,
      1,
      180,
      190,
      199,
      200,
      201,
      500,
      ...Array.from({ length: 30 }, (_each, index) => 262_120 + index),
    ]

    for (const character of [' ', 'a'])
      for (const count of before) {
        const excerpt = of(`${character.repeat(count)}hunter2-hunter2 tail`)

        expect(excerpt).not.toContain('h')
        expect(excerpt.length).toBeLessThanOrEqual(201)
      }
  })

  test('bears every body (property)', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array(),
          fc.json().map((text) => Buffer.from(text)),
        ),
        (body) => {
          const excerpt = readExcerpt(body, undefined, redactor)

          expect([...excerpt].length).toBeLessThanOrEqual(201)
          expect(excerpt).not.toMatch(/[\n\r\u0000-\u001f\u202a-\u202e]/)
        },
      ),
    )
  })
})

test('cleanToOneLine() trims and keeps short text', () => {
  expect([cleanToOneLine('  a \n b ', 10), cleanToOneLine('abc', 3), cleanToOneLine('abcd', 3)]).toEqual([
    'a b',
    'abc',
    'abc…',
  ])
})
