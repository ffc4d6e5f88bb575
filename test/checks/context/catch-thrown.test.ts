import { expect, test } from 'vitest'
import { catchThrown } from '../../../src/checks/context/catch-thrown.ts'

test.each([undefined, null, 0, '', new Error('no')])('catchThrown() tells that %o was thrown', async (thrown) => {
  const caught = await catchThrown(async () => {
    throw thrown
  })

  expect(caught).toEqual({ thrown })
})

test('catchThrown() gives undefined for work that ends, and waits for it', async () => {
  let ended = false

  const caught = await catchThrown(async () => {
    await Promise.resolve()
    ended = true
  })

  expect(caught).toBeUndefined()
  expect(ended).toBe(true)
})
