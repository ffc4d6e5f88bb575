import { expect, test } from 'vitest'
import type { SignInIssuerRecord } from '../../../../src/service/records/sign-in-issuers.ts'
import { openMemoryStore } from '../../all-stores/memory-store.ts'

function createIssuer(id: string, organizationId = 'acme'): SignInIssuerRecord {
  return {
    id,
    organizationId,
    name: 'Login',
    issuer: 'https://login.example',
    clientId: 'c',
    sealedSecret: null,
    domains: ['acme.example'],
    createdAtMs: 1_000,
    createdBy: null,
  }
}

function createIdentity(subject: string, userId: string, issuerId = 'i1', organizationId = 'acme') {
  return { issuerId, subject, organizationId, userId, boundAtMs: 1_000 }
}

test('signInIssuers.bind() gives a subject to one of two persons who come at once', async () => {
  const { signInIssuers } = await openMemoryStore()
  await signInIssuers.insert(createIssuer('i1'))

  const bound = await Promise.all(['ada', 'eve'].map((userId) => signInIssuers.bind(createIdentity('s', userId))))

  expect(bound.filter((identity) => identity !== undefined)).toHaveLength(1)
  expect(await signInIssuers.findIdentity('i1', 's')).toEqual(bound.find((identity) => identity !== undefined))
})

test('signInIssuers.bind() again is answered with the first binding', async () => {
  const { signInIssuers } = await openMemoryStore()
  await signInIssuers.insert(createIssuer('i1'))
  await signInIssuers.bind(createIdentity('s', 'ada'))

  const again = await signInIssuers.bind({ ...createIdentity('s', 'ada'), boundAtMs: 9_000 })

  expect(again).toEqual(createIdentity('s', 'ada'))
})

test('signInIssuers.unbind() takes the identities of a person in one organization', async () => {
  const { signInIssuers } = await openMemoryStore()
  await signInIssuers.insert(createIssuer('i1'))
  await signInIssuers.insert(createIssuer('i2', 'other'))
  await signInIssuers.bind(createIdentity('s', 'ada'))
  await signInIssuers.bind(createIdentity('t', 'bob'))
  await signInIssuers.bind(createIdentity('s', 'ada', 'i2', 'other'))

  await signInIssuers.unbind('acme', 'ada')

  expect(await signInIssuers.findIdentity('i1', 's')).toBeUndefined()
  expect(await signInIssuers.findIdentity('i1', 't')).toEqual(createIdentity('t', 'bob'))
  expect(await signInIssuers.findIdentity('i2', 's')).toEqual(createIdentity('s', 'ada', 'i2', 'other'))
})

test('signInIssuers.bind() refuses the issuer of another organization', async () => {
  const { signInIssuers } = await openMemoryStore()
  await signInIssuers.insert(createIssuer('i2', 'other'))

  const bound = signInIssuers.bind(createIdentity('s', 'ada', 'i2', 'acme'))

  await expect(bound).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await signInIssuers.findIdentity('i2', 's')).toBeUndefined()
})
