import { expect, test } from 'vitest'
import { openMemoryStore } from '../../all-stores/memory-store.ts'
import { createOauthApp } from '../../all-stores/records.ts'

test('oauthApps.find() tells apps of two issuers apart, and delete() takes both', async () => {
  const { oauthApps } = await openMemoryStore()
  await oauthApps.put(createOauthApp('a'))
  await oauthApps.put(createOauthApp('b', { issuer: 'https://eu.example', clientId: 'eu' }))

  expect((await oauthApps.find('github', 'acme', 'https://eu.example'))?.clientId).toBe('eu')
  expect((await oauthApps.find('github', 'acme'))?.clientId).toBe('client-1')
  expect(await oauthApps.find('github', 'acme', 'https://us.example')).toBeUndefined()
  expect(await oauthApps.delete('github', 'acme')).toBe(true)
  expect(await oauthApps.list('acme')).toEqual([])
})

test('oauthApps.put() keeps the id and the time of the first, and takes everything else of the second', async () => {
  const { oauthApps } = await openMemoryStore()
  await oauthApps.put(createOauthApp('first', { destination: 'one.example' }))

  const put = await oauthApps.put(
    createOauthApp('second', { clientId: 'client-2', secrets: {}, createdAtMs: 9_000, updatedAtMs: 9_000 }),
  )

  const { id, createdAtMs } = createOauthApp('first')
  expect(put).toEqual(createOauthApp(id, { clientId: 'client-2', secrets: {}, createdAtMs, updatedAtMs: 9_000 }))
})
