import { expect, test } from 'vitest'
import { mapMaybe } from '../../src/auth/maybe-promise.ts'

test('mapMaybe() continues at once if the value is there', () => {
  expect(mapMaybe(2, (value) => value + 1)).toBe(3)
})

test('mapMaybe() waits for a promise, and what it throws reaches the caller', async () => {
  expect(await mapMaybe(Promise.resolve(2), (value) => value + 1)).toBe(3)
  await expect(mapMaybe(Promise.reject(new Error('refused')), (value) => value)).rejects.toThrow('refused')
})
