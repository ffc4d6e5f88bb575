import { describe, expect, test } from 'vitest'
import { fixedClock } from '../../../src/author/testing/index.ts'
import { openRuntimeWith } from '../runtime/world.ts'

const acme = { organizationId: 'acme' }
const ofEve = { ...acme, userId: 'eve' } as const

async function world() {
  const clock = fixedClock('2026-05-01T12:00:00Z')
  const { runtime } = await openRuntimeWith({ connectors: [], clock })
  for (const [id, name] of [
    ['ada', 'Ada'],
    ['bob', 'Bob'],
    ['eve', 'Eve'],
  ] as const)
    await runtime.users.put({ ...acme, id, name, email: `${id}@acme.example` })
  const admins = async () => {
    const people = await runtime.people.listAll(acme)
    return people.filter(({ role, state }) => role === 'admin' && state === 'active').map(({ id }) => id)
  }
  const stateOf = async (userId: string) => (await runtime.people.listAll(acme)).find(({ id }) => id === userId)?.state
  return { runtime, people: runtime.people, clock, admins, stateOf }
}

describe('the last administrator', () => {
  test.each([
    ['becomes a member', { role: 'member' }],
    ['is deactivated', { active: false }],
    ['is removed', {}],
  ])('never %s, unless an operator does it', async (_what, change) => {
    const { people, runtime, admins } = await world()
    await people.setRole({ ...acme, userId: 'ada', role: 'admin' })
    // A second one who cannot come in does not count.
    await people.setRole({ ...acme, userId: 'bob', role: 'admin' })
    await runtime.users.put({ ...acme, id: 'bob', name: 'Bob', email: 'bob@acme.example', deactivated: true })
    const carryOut = (asOperator: boolean) => {
      const given = { ...acme, userId: 'ada', asOperator }
      if ('role' in change) return people.setRole({ ...given, role: 'member' })
      return 'active' in change ? people.setActive({ ...given, active: false }) : people.remove(given)
    }

    await expect(carryOut(false)).rejects.toMatchObject({ code: 'LAST_ADMIN' })
    expect(await admins()).toEqual(['ada'])
    await carryOut(true)
    expect(await admins()).toEqual([])
  })

  test('is left where two remove each other at the same time', async () => {
    const { people, admins } = await world()
    for (const userId of ['ada', 'bob']) await people.setRole({ ...acme, userId, role: 'admin' })

    const outcomes = await Promise.allSettled(['ada', 'bob'].map((userId) => people.remove({ ...acme, userId })))

    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await admins()).toHaveLength(1)
  })
})

test('an operator of the platform is changed and invited by operators only', async () => {
  const { people, runtime } = await world()
  await runtime.operators.add({ ...acme, userId: 'ada' })
  await people.setRole({ ...acme, userId: 'bob', role: 'admin' })
  const ada = { ...acme, userId: 'ada' } as const
  const changes = (asOperator: boolean) => [
    () => people.setRole({ ...ada, role: 'viewer', asOperator }),
    () => people.setActive({ ...ada, active: false, asOperator }),
    () => people.setActive({ ...ada, active: true, asOperator }),
    () => people.invite({ ...ada, role: 'admin', asOperator }),
    () => people.remove({ ...ada, asOperator }),
  ]

  for (const change of changes(false)) await expect(change()).rejects.toMatchObject({ code: 'API_FORBIDDEN' })
  for (const change of changes(true)) await change()

  expect(await runtime.operators.list()).toEqual([])
})

test('deactivating ends sessions, links and invitations at once, and keys do not work', async () => {
  const { people, runtime, stateOf } = await world()
  const { webSessions } = runtime.workspace
  await people.setRole({ ...acme, userId: 'ada', role: 'member' })
  const { token } = await people.invite({ ...acme, userId: 'ada', role: 'admin' })
  const person = { ...acme, userId: 'ada', role: 'member', periodFrom: null, periodTo: null } as const
  await webSessions.putLink({ ...person, tokenHash: 'link', expiresAtMs: 9e15, mayOperate: 1, madeBy: null })
  const times = { createdAtMs: 0, lastUsedAtMs: 0, expiresAtMs: 9e15 }
  await webSessions.insert({ ...person, ...times, idHash: 'session', mayOperate: 1 })
  await webSessions.insert({ ...person, ...times, userId: 'bob', idHash: 'other', mayOperate: 1 })

  await people.setActive({ ...acme, userId: 'ada', active: false })

  expect([await webSessions.findLink('link'), await webSessions.find('session')]).toEqual([undefined, undefined])
  expect(await webSessions.find('other')).toMatchObject({ ...acme, userId: 'bob' })
  expect(await people.invitation(token)).toBeUndefined()
  expect(await stateOf('ada')).toBe('deactivated')
  await expect(people.invite({ ...acme, userId: 'ada', role: 'member' })).rejects.toMatchObject({
    code: 'PERSON_INVALID',
  })
})

test('removing also revokes the keys that the person made, and a new invitation lets them in again', async () => {
  const { people, runtime, stateOf } = await world()
  await people.setRole({ ...acme, userId: 'ada', role: 'admin' })
  await people.setRole({ ...acme, userId: 'bob', role: 'admin' })
  const keyOf = async (userId: string) =>
    (await runtime.apiKeys.create({ ...acme, userId, scopes: ['people:write'] })).key
  const [adas, bobs] = [await keyOf('ada'), await keyOf('bob')]

  await people.remove({ ...acme, userId: 'ada' })
  const removed = await stateOf('ada')
  const { token } = await people.invite({ ...acme, userId: 'ada', role: 'viewer', periodFrom: '2026-01-01' })
  const invited = await stateOf('ada')
  const person = await people.accept(token)

  expect([removed, invited, await stateOf('ada')]).toEqual(['removed', 'invited', 'active'])
  expect(person).toEqual({ ...acme, userId: 'ada', role: 'viewer', periodFrom: '2026-01-01', periodTo: null })
  expect([await runtime.apiKeys.verify(adas), (await runtime.apiKeys.verify(bobs)) !== undefined]).toEqual([
    undefined,
    true,
  ])
})

type World = Awaited<ReturnType<typeof world>>

/** How Eve loses the right to invite people. */
const losses: readonly (readonly [string, (one: World) => Promise<unknown>])[] = [
  ['is made a member', ({ people }) => people.setRole({ ...ofEve, role: 'member' })],
  ['is made a viewer', ({ people }) => people.setRole({ ...ofEve, role: 'viewer', periodTo: '2026-01-01' })],
  ['is deactivated', ({ people }) => people.setActive({ ...ofEve, active: false })],
  ['is removed', ({ people }) => people.remove(ofEve)],
]

describe.each(['viewer', 'admin'] as const)('an invitation as %s', (role) => {
  test.each(losses)(
    'is void after the administrator who made it %s, and that of the machine is not',
    async (_what, change) => {
      const one = await world()
      const { people, stateOf } = one
      for (const userId of ['ada', 'eve']) await people.setRole({ ...acme, userId, role: 'admin' })
      const bob = { ...acme, userId: 'bob', role }
      const { token } = await people.invite({ ...bob, invitedBy: 'eve' })
      const before = await people.invitation(token)
      await change(one)

      expect([before?.userId, await people.invitation(token)]).toEqual(['bob', undefined])
      expect(await stateOf('bob')).toBe('unassigned')
      await expect(people.accept(token)).rejects.toMatchObject({ code: 'SIGN_IN_REFUSED' })
      expect(await people.role(bob)).toBeUndefined()
      const again = await people.invite(bob)
      await people.accept(again.token)
      expect(await stateOf('bob')).toBe('active')
    },
  )
})

test('an invitation of an operator is void after the operator who made it is none any more', async () => {
  const { people, runtime } = await world()
  for (const userId of ['ada', 'eve']) {
    await people.setRole({ ...acme, userId, role: 'admin' })
    await runtime.operators.add({ ...acme, userId })
  }
  const given = { ...acme, userId: 'ada', role: 'admin', asOperator: true } as const
  const { token } = await people.invite({ ...given, invitedBy: 'eve' })

  const before = await people.invitation(token)
  await runtime.operators.remove(ofEve)

  expect([before?.userId, await people.invitation(token)]).toEqual(['ada', undefined])
  await expect(people.accept(token)).rejects.toMatchObject({ code: 'SIGN_IN_REFUSED' })
})

test('an invitation takes the role from no last administrator', async () => {
  const { people, admins } = await world()
  await people.setRole({ ...acme, userId: 'ada', role: 'admin' })
  const { token } = await people.invite({ ...acme, userId: 'ada', role: 'viewer' })

  await expect(people.accept(token)).rejects.toMatchObject({ code: 'LAST_ADMIN' })
  expect(await admins()).toEqual(['ada'])
  await people.setRole({ ...acme, userId: 'bob', role: 'admin' })
  await people.accept(token)
  expect(await admins()).toEqual(['bob'])
})

describe('an invitation', () => {
  test('is used once, however many try', async () => {
    const { people } = await world()
    const { token } = await people.invite({ ...acme, userId: 'ada', role: 'member' })

    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => people.accept(token)))

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test.each([
    ['has expired', ({ clock }: Awaited<ReturnType<typeof world>>) => clock.advance(7 * 86_400_000)],
    ['was withdrawn', ({ people }) => people.withdrawInvitation({ ...acme, userId: 'ada' })],
    ['was replaced', ({ people }) => people.invite({ ...acme, userId: 'ada', role: 'viewer' })],
    ['is for somebody who was removed since', ({ people }) => people.remove({ ...acme, userId: 'ada' })],
    [
      'is for an organization with an issuer, which proves who they are',
      ({ runtime }) =>
        runtime.signInIssuers.create({ ...acme, name: 'IdP', issuer: 'https://idp.example', clientId: 'c' }),
    ],
  ] satisfies readonly (readonly [string, (one: Awaited<ReturnType<typeof world>>) => unknown])[])(
    'gives nothing where it %s',
    async (_what, change) => {
      const one = await world()
      const { token } = await one.people.invite({ ...acme, userId: 'ada', role: 'admin' })
      await change(one)

      await expect(one.people.accept(token)).rejects.toMatchObject({ code: 'SIGN_IN_REFUSED' })

      expect(await one.people.role({ ...acme, userId: 'ada' })).toBeUndefined()
    },
  )

  test('names no role that it cannot give, and no person twice', async () => {
    const { people, runtime } = await world()
    await runtime.users.put({ ...acme, id: 'jo', name: 'Jo', email: 'josé@müller.example' })
    const invite = (more: object) =>
      people.invite({ ...acme, name: 'Max', email: 'max@acme.example', role: 'member', ...more })

    for (const wrong of [
      { role: 'operator' },
      { role: 'member', periodFrom: '2026-01-01' },
      { role: 'viewer', periodFrom: '2026-02-30' },
      { role: 'viewer', periodFrom: '2026-02-02', periodTo: '2026-02-01' },
      { email: 'nobody' },
      { name: ' ' },
      { email: 'ADA@acme.example' },
      { email: 'josé@xn--mller-kva.example'.normalize('NFD') },
    ])
      await expect(invite(wrong)).rejects.toMatchObject({ code: 'PERSON_INVALID' })
    expect((await people.listAll(acme)).map(({ id }) => id)).toEqual(['ada', 'bob', 'eve', 'jo'])
  })
})

test('nobody of another organization is listed or changed', async () => {
  const { people, runtime } = await world()
  await people.setRole({ ...acme, userId: 'ada', role: 'admin' })
  await runtime.users.put({ organizationId: 'other', id: 'zoe', name: 'Zoe', email: 'zoe@other.example' })

  expect((await people.listAll({ organizationId: 'other' })).map(({ id }) => id)).toEqual(['zoe'])
  await expect(people.setActive({ organizationId: 'other', userId: 'ada', active: false })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  expect(await people.remove({ organizationId: 'other', userId: 'ada' })).toBe(false)
  expect(await people.role({ ...acme, userId: 'ada' })).toMatchObject({ role: 'admin' })
})

test('a new person is invited by the address in what somebody pasted, and refused by what is none', async () => {
  const { people, runtime } = await world()
  const invite = (email: string) => people.invite({ ...acme, name: 'Dan', email, role: 'member' })

  const { userId } = await invite('"Dan" <mailto:dan@acme.example>')

  expect(await runtime.users.find({ ...acme, userId })).toMatchObject({ email: 'dan@acme.example' })
  for (const none of ['dan', 'dan@acme.example, eve@acme.example', 'dan:@acme.example', 'dan@acme.example\u0007'])
    await expect(invite(none)).rejects.toMatchObject({
      code: 'PERSON_INVALID',
      message: expect.stringContaining('such as ada@acme.example'),
    })
})
