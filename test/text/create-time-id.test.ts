import { validate, version } from 'uuid'
import { expect, test } from 'vitest'
import { createTimeId } from '../../src/text/create-time-id.ts'

test('createTimeId() makes UUIDs of version 7 that tell the time', () => {
  const fromMs = Date.now()
  const id = createTimeId()

  expect([validate(id), version(id)]).toEqual([true, 7])
  expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBeGreaterThanOrEqual(fromMs)
})

test('ids that are made in one moment differ, and sort in the order in which they were made', () => {
  const ids = Array.from({ length: 20_000 }, createTimeId)

  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toEqual(ids.toSorted())
})
