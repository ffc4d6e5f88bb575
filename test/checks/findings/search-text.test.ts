import { expect, test } from 'vitest'
import { foldSearch, formatSearchText } from '../../../src/checks/findings/search-text.ts'

test('formatSearchText() finds name, id, type and title, in lower case', () => {
  const resource = { type: 'user', id: 'U1', name: 'Ada Lovelace' }

  expect(formatSearchText({ resource, title: 'No second factor' })).toBe('ada lovelace\nu1\nuser\nno second factor')
})

test('formatSearchText() has the id in the second line, whatever the name is', () => {
  const textOf = (name?: string) => formatSearchText({ resource: { type: 'user', id: 'U\n1', name }, title: 't' })

  expect([textOf(), textOf('Ada\nLovelace')]).toEqual(['\nu\n1\nuser\nt', 'ada lovelace\nu\n1\nuser\nt'])
  expect(textOf('x'.repeat(5_000))).toBe(`${'x'.repeat(300)}\nu\n1\nuser\nt`)
})

test('formatSearchText() keeps whole characters where it cuts, and no U+0000, which PostgreSQL refuses', () => {
  const text = formatSearchText({ resource: { type: 'user', id: `${'x'.repeat(998)}👩\0` }, title: 't' })

  expect(text.length).toBeLessThanOrEqual(1_000)
  expect(text.isWellFormed()).toBe(true)
  expect(foldSearch('a\0B\ud800')).toBe('ab\ufffd')
})
