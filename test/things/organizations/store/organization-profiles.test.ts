import { expect, test } from 'vitest'
import { openMemoryStore } from '../../all-stores/memory-store.ts'

const profile = { slug: 'acme', logo: null, website: 'https://acme.example', primaryColor: '#112233', metadata: null }

test('organizationProfiles.put() keeps metadata as they are, and null takes them away', async () => {
  const { organizationProfiles } = await openMemoryStore()
  const metadata = JSON.parse('{"z":1,"a":{"__proto__":{"x":1}},"n":1e21}')
  await organizationProfiles.put('acme', { ...profile, metadata })

  const kept = await organizationProfiles.find('acme')
  await organizationProfiles.put('acme', profile)

  expect(JSON.stringify(kept?.metadata)).toBe(JSON.stringify(metadata))
  expect((await organizationProfiles.find('acme'))?.metadata).toBeNull()
})

test('organizationProfiles.put() of one organization leaves others alone, and refuses one that does not exist', async () => {
  const { organizationProfiles } = await openMemoryStore()
  await organizationProfiles.put('other', { ...profile, slug: 'other' })

  await organizationProfiles.put('acme', profile)

  expect(await organizationProfiles.find('other')).toEqual({ ...profile, slug: 'other' })
  await expect(organizationProfiles.put('no', { ...profile, slug: 'no' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
