import { expect, test } from 'vitest'
import { isBlank } from '../../src/text/is-blank.ts'

test.each([
  '',
  ' \t\n',
  '\u00a0\u3000',
  '\u200b\u200b',
  '\u00ad',
  '\ufeff',
  '\u2060',
  '\u3164',
  '\u2800',
  '\u{e0041}',
  '\u0007',
])('isBlank() is true of %j, of which nobody sees anything', (text) => expect(isBlank(text)).toBe(true))

test.each(['a', ' . ', '\u200bx', '-', '🏳️‍🌈', 'ا', 'e\u0301'])('isBlank() is false of %j', (text) =>
  expect(isBlank(text)).toBe(false),
)
