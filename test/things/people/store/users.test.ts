import { expect, test } from 'vitest'
import { hostileTexts, openMemoryStore } from '../../all-stores/memory-store.ts'

const person = { organizationId: 'acme', email: 'ada@acme.example', image: null, deactivated: null }

test.each(hostileTexts)('users keep %j as id and name, and find no other by it', async (text) => {
  const { users } = await openMemoryStore()
  await users.put({ ...person, id: 'ada', name: 'Ada' })

  await users.put({ ...person, id: text, name: text })

  expect(await users.find('acme', text)).toEqual({ ...person, id: text, name: text })
  expect(await users.list('acme')).toHaveLength(2)
})

test('users.put() forgets what is known no more', async () => {
  const { users } = await openMemoryStore()
  await users.put({ ...person, id: 'ada', name: 'Ada', image: 'https://acme.example/a.png', deactivated: true })

  await users.put({ ...person, id: 'ada', name: 'Ada' })

  expect(await users.find('acme', 'ada')).toEqual({ ...person, id: 'ada', name: 'Ada' })
})
