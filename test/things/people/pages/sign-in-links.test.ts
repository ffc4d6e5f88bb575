import { expect, test } from 'vitest'
import { SignInLinks } from '../../../../src/app/host/index.ts'
import { fixedClock } from '../../../../src/author/testing/index.ts'
import { openRuntimeWith } from '../../runtime/world.ts'

const acme = { organizationId: 'acme' }
const ada = { ...acme, userId: 'ada', role: 'admin' } as const

async function world() {
  const { runtime } = await openRuntimeWith({ connectors: [], clock: fixedClock('2026-05-01T12:00:00Z') })
  for (const id of ['ada', 'eve']) {
    await runtime.users.put({ ...acme, id, name: id, email: `${id}@acme.example` })
    await runtime.people.setRole({ ...acme, userId: id, role: 'admin' })
  }
  const links = new SignInLinks(runtime)
  const make = async (madeBy?: string) =>
    new URL((await links.create(ada, { mayOperate: false, madeBy })).url).searchParams.get('token') ?? ''
  return { runtime, links, make }
}

test.each([
  ['is made a member', { role: 'member' }],
  ['is deactivated', { active: false }],
  ['is removed', {}],
] as const)('a sign-in link signs nobody in after the administrator who made it %s', async (_what, change) => {
  const { runtime, links, make } = await world()
  const eve = { ...acme, userId: 'eve' }
  const tokens = [await make('eve'), await make('ada'), await make()]
  if ('role' in change) await runtime.people.setRole({ ...eve, role: change.role })
  else if ('active' in change) await runtime.people.setActive({ ...eve, active: false })
  else await runtime.people.remove(eve)

  const peeked = await Promise.all(tokens.map(async (token) => (await links.peek(token))?.userId))
  const taken = await Promise.all(tokens.map(async (token) => (await links.take(token))?.person.userId))

  expect([peeked, taken]).toEqual([
    [undefined, 'ada', 'ada'],
    [undefined, 'ada', 'ada'],
  ])
})
