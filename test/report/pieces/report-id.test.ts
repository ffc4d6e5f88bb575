import { expect, test } from 'vitest'
import { createReportId } from '../../../src/report/pieces/report-id.ts'

test('createReportId() is the same for the same parts, in every version: reports of one run are compared by it', () => {
  expect(createReportId('run', 'r1')).toBe(createReportId('run', 'r1'))
  expect(createReportId('run', 'r1')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

test('createReportId() tells parts apart that are the same text when joined', () => {
  const ids = [['a', 'b'], ['ab'], ['a,b'], ['a","b'], ['', 'ab']].map((parts) => createReportId(...parts))

  expect(new Set(ids).size).toBe(ids.length)
})
