import { expect, test } from 'vitest'
import { openRuntimeWith } from '../runtime/world.ts'

const acme = { organizationId: 'acme' }

test('an issuer goes on when its maker is no administrator any more, and says so', async () => {
  const { runtime } = await openRuntimeWith({ connectors: [] })
  const { people, users, signInIssuers } = runtime
  for (const id of ['ada', 'eve']) {
    await users.put({ ...acme, id, name: id, email: `${id}@acme.example` })
    await people.setRole({ ...acme, userId: id, role: 'admin' })
  }
  const issuer = { ...acme, issuer: 'https://idp.example', clientId: 'c' }
  const made = await signInIssuers.create({ ...issuer, name: 'Eve’s', createdBy: 'eve' })
  await signInIssuers.create({ ...issuer, name: 'Ours' })

  await people.setRole({ ...acme, userId: 'eve', role: 'member' })

  expect(made).toMatchObject({ createdBy: 'eve', isMakerGone: false })
  expect(await signInIssuers.list(acme)).toMatchObject([
    { name: 'Eve’s', createdBy: 'eve', isMakerGone: true },
    { name: 'Ours', createdBy: null, isMakerGone: false },
  ])
})

test.each([
  ['Müller.Example', 'xn--mller-kva.example'],
  ['@acme.example', 'acme.example'],
  ['acme.example.', 'acme.example'],
])('a domain that somebody writes as %s is taken as %s', async (domain, expected) => {
  const { runtime } = await openRuntimeWith({ connectors: [] })
  const issuer = { ...acme, name: 'Ours', issuer: 'https://idp.example', clientId: 'c' }

  expect((await runtime.signInIssuers.create({ ...issuer, domains: [domain] })).domains).toEqual([expected])
})

test.each([
  [{ domains: ['*.acme.example'] }, '"*.acme.example" is none'],
  [{ issuer: 'https://idp.example/.well-known/openid-configuration' }, 'Leave "/.well-known/openid-configuration" off'],
])('what can never sign anybody in is refused by name: %o', async (wrong, words) => {
  const { runtime } = await openRuntimeWith({ connectors: [] })
  const issuer = { ...acme, name: 'Ours', issuer: 'https://idp.example', clientId: 'c', ...wrong }

  await expect(runtime.signInIssuers.create(issuer)).rejects.toThrow(words)
})
