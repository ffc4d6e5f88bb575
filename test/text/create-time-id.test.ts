import { expect, test } from 'vitest'
import { createTimeId } from '../../src/text/create-time-id.ts'

test('createTimeId() makes UUIDs of version 7 that tell the time', () => {
  const fromMs = Date.now()
  const id = createTimeId()

  // RFC 9562 §5.7: the version, and the variant's two bits.
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBeGreaterThanOrEqual(fromMs)
})

test('ids that are made in one moment differ, and sort in the order in which they were made', () => {
  const ids = Array.from({ length: 20_000 }, createTimeId)

  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toEqual(ids.toSorted())
})
