import { expect, test } from 'vitest'
import { escapeControls } from '../../src/text/escape-controls.ts'

test.each([
  ['a C1 control, which terminals obey as ESC [', '\u009b31m'],
  ['a line separator', '\u2028'],
  ['an override of the direction of text', '\u202e'],
  ['DEL', '\u007f'],
])('escapeControls() writes %s as JSON does, and the value stays the same', (_what, text) => {
  const json = JSON.stringify({ name: `a${text}b` })

  const escaped = escapeControls(json)

  expect(escaped).toMatch(/^[\x20-\x7e]+$/)
  expect(JSON.parse(escaped)).toEqual({ name: `a${text}b` })
})

test('escapeControls() leaves letters of any script as they are', () => {
  expect(escapeControls('"Zoë 東京 👩"')).toBe('"Zoë 東京 👩"')
})
