import { expect, test } from 'vitest'
import { openMemoryStore } from '../../all-stores/memory-store.ts'
import { createConnection, createCredentials } from '../../all-stores/records.ts'

test('checkState keeps the newest state of each check, apart for each connection', async () => {
  const { checkState, connections } = await openMemoryStore()
  for (const id of ['c1', 'c2']) await connections.insert(createConnection(id), createCredentials())

  await checkState.save('c1', 'mfa', { seen: 1 })
  await checkState.save('c1', 'mfa', { seen: 2, name: `'; drop table users; --` })
  await checkState.save('c1', '__proto__', { own: true })
  await checkState.save('c2', 'mfa', { seen: 9 })

  expect(Object.entries(await checkState.load('c1'))).toEqual([
    ['__proto__', { own: true }],
    ['mfa', { seen: 2, name: `'; drop table users; --` }],
  ])
  expect(await checkState.load('none')).toEqual({})
})
