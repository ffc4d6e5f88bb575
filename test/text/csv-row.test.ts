import { expect, test } from 'vitest'
import { formatCsvRow } from '../../src/text/csv-row.ts'

test('formatCsvRow() quotes what CSV needs quoted, and lets no spreadsheet take a text for a formula', () => {
  expect(formatCsvRow(['a', 'b,c', 'say "x"', 'two\nlines', ''])).toBe('a,"b,c","say ""x""","two\nlines",\r\n')
  expect(formatCsvRow(['=1+1', '+1', '-1', '@x', '\tx'])).toBe("'=1+1,'+1,'-1,'@x,'\tx\r\n")
})

test.each(['\u00a0', '\u200b', '\ufeff', '\0', '\v', ' \t '])('formatCsvRow() sees a formula behind %j', (hidden) => {
  expect(formatCsvRow([`${hidden}=1+1`])).toBe(`'${hidden}=1+1\r\n`)
  expect(formatCsvRow([`${hidden}a=1`])).toBe(hidden.startsWith('\t') ? `'${hidden}a=1\r\n` : `${hidden}a=1\r\n`)
})
