import { expect, test } from 'vitest'
import { formatCsvRow } from '../../src/text/csv-row.ts'

test('formatCsvRow() quotes what CSV needs quoted, and lets no spreadsheet take a text for a formula', () => {
  expect(formatCsvRow(['a', 'b,c', 'say "x"', 'two\nlines', ''])).toBe('a,"b,c","say ""x""","two\nlines",\r\n')
  expect(formatCsvRow(['=1+1', '+1', '-1', '@x', '\tx'])).toBe("'=1+1,'+1,'-1,'@x,'\tx\r\n")
})
