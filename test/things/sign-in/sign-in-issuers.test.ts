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
