import { expect, test } from 'vitest'
import { openMemoryStore } from '../../all-stores/memory-store.ts'

test('disabledConnectors keep each id once, in order, and remove() of another leaves them', async () => {
  const { disabledConnectors } = await openMemoryStore()
  for (const id of ['slack', 'aws', 'slack']) await disabledConnectors.add(id, 1)
  await disabledConnectors.remove('github')

  expect(await disabledConnectors.list()).toEqual(['aws', 'slack'])

  await disabledConnectors.remove('slack')
  expect(await disabledConnectors.list()).toEqual(['aws'])
})
