import { expect, test } from 'vitest'
import { formatCsvRow } from '../../src/text/csv-row.ts'

test('formatCsvRow() quotes what CSV needs quoted, and lets no spreadsheet take a text for a formula', () => {
  expect(formatCsvRow(['a', 'b,c', 'say "x"', 'two\nlines', ''])).toBe('a,"b,c","say ""x""","two\nlines",\r\n')
  expect(formatCsvRow(['=1+1', '+1', '-1', '@x', '\tx'])).toBe("'=1+1,'+1,'-1,'@x,'\tx\r\n")
})

test.each(['\u00a0', '\u200b', '\ufeff', '\0', '\v'])('formatCsvRow() sees a formula behind %j', (hidden) => {
  expect(formatCsvRow([`${hidden}=1+1`])).toBe(`'${hidden}=1+1\r\n`)
  expect(formatCsvRow([`${hidden}a=1`])).toBe(`${hidden}a=1\r\n`)
})

test.each([
  ["a;=cmd|' /C calc'!A0;b", "a;'=cmd|' /C calc'!A0;b"],
  [' \t =1+1', "' \t '=1+1"],
  ['a\t@x', "a\t'@x"],
  ['a\n+1', `"a\n'+1"`],
  ['a; "=1', `"a; ""'=1"`],
  ['Müller; Söhne', 'Müller; Söhne'],
])('formatCsvRow() lets no spreadsheet that cuts %j at another sign find a formula in a piece', (text, cell) => {
  expect(formatCsvRow([text])).toBe(`${cell}\r\n`)
})

test('formatCsvRow() takes no time over a cell of separators and signs', () => {
  const startedMs = performance.now()

  for (const cell of [';'.repeat(200_000), '\t'.repeat(200_000), `${' '.repeat(200_000)}x`, '= '.repeat(100_000)])
    formatCsvRow([cell])

  expect(performance.now() - startedMs).toBeLessThan(2000)
})
