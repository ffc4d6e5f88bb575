import { expect, test } from 'vitest'
import { DriftWatch } from '../../src/inventory/drift.ts'

const known = { record: { id: 'u', email: 'x@y' }, bad: [] }
const bad = { record: { id: 'u', unknown: { email: 'It is none.' } }, bad: ['email'] }
const silent = { record: { id: 'u' }, bad: [] }
const noteAll = (...parsed: readonly Parameters<DriftWatch['note']>[0][]) => {
  const drift = new DriftWatch('account', ['email'])
  for (const each of parsed) drift.note(each)
  drift.end()
}
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value)

test('a member that cannot be used on more than half of at least 20 records ends the list', () => {
  expect(() => noteAll(...times(19, bad))).not.toThrow()
  expect(() => noteAll(...times(10, known), ...times(10, bad))).not.toThrow()
  expect(() => noteAll(...times(10, known), ...times(11, bad))).toThrow(/11 of the first 21 records .* "email"/)
})

test('a good record at the end does not hide that the others are bad, whatever their order', () => {
  expect(() => noteAll(...times(19, bad), known)).toThrow(/19 of the first 20 records .* "email"\. It is none\.$/)
  expect(() => noteAll(known, ...times(19, bad))).toThrow(/19 of the first 20 records/)
})

test('names and addresses of pages, by which nothing is judged, are no drift', () => {
  const noteBad =
    (...bad: readonly string[]) =>
    () =>
      noteAll(...times(40, { record: { id: 'u', email: 'x@y' }, bad }))

  expect(noteBad('name', 'url')).not.toThrow()
  expect(noteBad('name', 'url', 'email')).toThrow(/20 of the first 20 records .* "email"/)
})

test('a member that none of at least 20 records has is drift, unless one says why', () => {
  expect(() => noteAll(...times(19, silent))).not.toThrow()
  expect(() => noteAll(...times(20, silent))).toThrow(/lists "email" in "tells", but none of its 20 records has it/)
  expect(() => noteAll(...times(20, silent), known)).not.toThrow()
  const explained = { record: { id: 'u', unknown: { email: 'Only owners see it.' } }, bad: [] }
  expect(() => noteAll(...times(20, silent), explained)).not.toThrow()
})
