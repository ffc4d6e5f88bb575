import { expect, test } from 'vitest'
import { readRequestId } from '../../../src/service/api/request-id.ts'

test("readRequestId() takes the client's own where a log can hold it", () => {
  expect(readRequestId(new Headers({ 'x-request-id': 'req-2026.05_01' }))).toBe('req-2026.05_01')
})

test.each(['short', 'a'.repeat(65), 'has space', '<script>', ''])(
  'readRequestId() makes a new one in place of %j',
  (given) => {
    const ids = [1, 2].map(() => readRequestId(new Headers({ 'x-request-id': given })))

    expect(ids.every((id) => /^[0-9a-f-]{36}$/.test(id))).toBe(true)
    expect(ids[0]).not.toBe(ids[1])
  },
)
