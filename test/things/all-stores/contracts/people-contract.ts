import { describe, expect, test } from 'vitest'
import type { InvitationRecord } from '../../../../src/service/records/memberships.ts'
import type { SignInIssuerRecord } from '../../../../src/service/records/sign-in-issuers.ts'
import type { KnownPerson, PeopleChoice } from '../../../../src/service/records/users.ts'
import type { Store } from '../../../../src/things/all-stores/store.ts'
import { addOrganizations, createApiKey } from '../records.ts'

const period = { periodFrom: '2026-01-01', periodTo: null, readsPeople: 1 } as const

function invitation(tokenHash: string, changes: Partial<InvitationRecord> = {}): InvitationRecord {
  const person = { organizationId: 'acme', userId: 'ada', role: 'viewer' } as const
  return { ...person, ...period, tokenHash, expiresAtMs: 2_000, invitedBy: null, ...changes }
}

function issuer(id: string, changes: Partial<SignInIssuerRecord> = {}): SignInIssuerRecord {
  return {
    id,
    organizationId: 'acme',
    name: 'Acme',
    issuer: 'https://idp.example',
    clientId: 'c',
    sealedSecret: 'sealed',
    domains: ['acme.example'],
    createdAtMs: 1_000,
    createdBy: null,
    ...changes,
  }
}

/** Of 240 people some are deactivated; of these some have a role, and some an invitation, which has ended for some. */
async function seedPeople({ users, memberships }: Pick<Store, 'users' | 'memberships'>): Promise<void> {
  const acme = { organizationId: 'acme', image: null }
  const role = { organizationId: 'acme', role: 'member', periodFrom: null, periodTo: null, readsPeople: 0 } as const
  for (let index = 0; index < 240; index++) {
    const id = `u${index}`
    const name = index % 20 === 3 ? `Ärztin ${index}` : `Person ${index} O'Neil`
    await users.put({
      ...acme,
      id,
      name,
      email: `P${index}@Acme.example`,
      deactivated: index % 4 === 0 ? null : index % 4 < 3,
    })
    if (id.endsWith('0')) await memberships.put({ ...role, userId: id })
    if (id.endsWith('5')) await memberships.putInvitation(invitation(`h${index}`, { userId: id, expiresAtMs: 1_001 }))
    if (id.endsWith('6')) await memberships.putInvitation(invitation(`h${index}`, { userId: id, expiresAtMs: 1_000 }))
  }
  for (let index = 0; index < 25; index++) await memberships.put({ ...role, userId: `stranger ${index}` })
  await users.put({ ...acme, id: 'nameless', name: 'nobody', email: '', deactivated: null })
  await users.put({ ...acme, organizationId: 'other', id: 'zoe', name: 'Zoe of Other', email: '', deactivated: true })
}

/** All of a choice, by pages. */
async function listAll(
  users: Store['users'],
  choice: Pick<PeopleChoice, 'text' | 'removed'>,
): Promise<readonly KnownPerson[]> {
  const found: KnownPerson[] = []
  for (;;) {
    const page = await users.listByName({ organizationId: 'acme', ...choice, limit: 50, after: found.at(-1) })
    found.push(...page)
    if (page.length < 50) return found
  }
}

/** The contract of every store for people: roles, invitations, operators, and identities at an issuer. */
export function peopleContract(name: string, openStore: () => Promise<Store>): void {
  const open = async () => {
    const store = await openStore()
    await addOrganizations(store)
    return store
  }

  describe(`${name}: people`, () => {
    test('a role is replaced, belongs to its organization, and is gone when it is deleted', async () => {
      const { memberships } = await open()
      const ada = { organizationId: 'acme', userId: 'ada', role: 'viewer', ...period } as const
      const remove = (organizationId: string) => memberships.remove({ organizationId, userId: 'ada', atMs: 1 })
      await memberships.put({ ...ada, role: 'admin' })

      await memberships.put(ada)

      expect(await memberships.list('acme')).toEqual([ada])
      expect(await memberships.find('other', 'ada')).toBeUndefined()
      expect([await remove('other'), await remove('acme')]).toEqual([false, true])
      expect(await memberships.find('acme', 'ada')).toBeUndefined()
    })

    test('of ten that take one invitation at the same time, one gets it', async () => {
      const { memberships } = await open()
      await memberships.putInvitation(invitation('h1'))
      const taken = await Promise.all(Array.from({ length: 10 }, () => memberships.takeInvitation('h1')))

      expect(taken.filter((each) => each !== undefined)).toEqual([invitation('h1')])
    })

    test('invitations are listed and withdrawn with the person, in their own organization', async () => {
      const { memberships } = await open()
      await memberships.putInvitation(invitation('h1'))
      await memberships.putInvitation(invitation('h2', { expiresAtMs: 1_000 }))
      await memberships.putInvitation(invitation('h3', { userId: 'bob' }))
      await memberships.putInvitation(invitation('h4', { organizationId: 'other' }))

      expect((await memberships.listInvitations('acme')).map(({ tokenHash }) => tokenHash)).toEqual(['h2', 'h1', 'h3'])
      expect([
        await memberships.deleteInvitations('acme', 'ada'),
        await memberships.deleteInvitations('acme', 'ada'),
      ]).toEqual([true, false])
      expect((await memberships.listInvitations('acme')).map(({ tokenHash }) => tokenHash)).toEqual(['h3'])
      expect(await memberships.findInvitation('h4')).toMatchObject({ organizationId: 'other', tokenHash: 'h4' })
    })

    test('people are found by text and removal, page after page, as if each was looked at', async () => {
      const { users, memberships } = await open()
      await seedPeople({ users, memberships })
      const now = { removed: undefined, text: undefined }
      const everybody = await listAll(users, now)
      const isRemoved = ({ id, deactivated }: KnownPerson) => deactivated === true && !/[05]$/.test(id)
      const removals = [undefined, { is: true, atMs: 1_000 }, { is: false, atMs: 1_000 }]

      for (const removed of removals)
        for (const text of [
          undefined,
          'a',
          '7',
          'person',
          'ÄRZTIN 1',
          'ärztin 12',
          '2@acme',
          '%',
          'stranger',
          'nobody',
          "o'",
        ]) {
          const expected = everybody.filter(
            (one) =>
              (removed === undefined || isRemoved(one) === removed.is) &&
              `${one.name} ${one.email}`.toLowerCase().includes(text?.toLowerCase() ?? ''),
          )

          const found = await listAll(users, { removed, text })

          expect(found.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
          const choice = { organizationId: 'acme', removed, text }
          expect(await users.countByName(choice)).toBe(expected.length)
          const until = expected[Math.floor(expected.length / 2)]
          if (until) expect(await users.countByName({ ...choice, until })).toBe(Math.floor(expected.length / 2) + 1)
          if (removed === undefined)
            expect((await users.listActive({ organizationId: 'acme', text, limit: 999 })).map(({ id }) => id)).toEqual(
              expected
                .filter(({ id, deactivated }) => deactivated !== true && !id.startsWith('stranger'))
                .map(({ id }) => id),
            )
        }
      expect(everybody).toHaveLength(266)
    })

    test('people are found by what they are called now, and nobody by the name of another organization', async () => {
      const { users, memberships } = await open()
      await seedPeople({ users, memberships })
      const find = async (text: string) => (await listAll(users, { text, removed: undefined })).map(({ id }) => id)
      const ada = { organizationId: 'acme', id: 'ada', email: '', image: null, deactivated: null }

      await users.put({ ...ada, name: 'Ada Byron' })
      await users.put({ ...ada, name: 'Ada Lovelace' })

      expect([await find('byron'), await find('lovelace'), await find('zoe of other')]).toEqual([[], ['ada'], []])
    })

    test('countByName() stops at one more than is counted', async () => {
      const { users } = await open()
      for (let index = 0; index < 1_002; index++)
        await users.put({
          organizationId: 'acme',
          id: `u${index}`,
          name: 'Ada',
          email: '',
          image: null,
          deactivated: null,
        })

      const counts = [{}, { text: 'ada' }].map((choice) => users.countByName({ organizationId: 'acme', ...choice }))

      expect(await Promise.all(counts)).toEqual([1_001, 1_001])
    })

    test('signing a person out ends links and sessions of theirs alone', async () => {
      const { webSessions } = await open()
      const person = {
        organizationId: 'acme',
        userId: 'ada',
        role: 'member',
        periodFrom: null,
        periodTo: null,
      } as const
      const link = { ...person, expiresAtMs: 9_000, mayOperate: 1, madeBy: null } as const
      await webSessions.putLink({ ...link, tokenHash: 'l1' })
      await webSessions.putLink({ ...link, tokenHash: 'l2', userId: 'bob' })
      await webSessions.putLink({ ...link, tokenHash: 'l3', organizationId: 'other' })

      await webSessions.deleteOf(person)

      const left = await Promise.all(['l1', 'l2', 'l3'].map((hash) => webSessions.findLink(hash)))
      expect(left.map((each) => each?.userId)).toEqual([undefined, 'bob', 'ada'])
    })

    test('the keys of a person are revoked, and no others', async () => {
      const { apiKeys } = await open()
      await apiKeys.insert(createApiKey('k1', { userId: 'ada' }))
      await apiKeys.insert(createApiKey('k2', { userId: 'ada', revokedAtMs: 5 }))
      await apiKeys.insert(createApiKey('k3', { userId: 'bob' }))
      await apiKeys.insert(createApiKey('k4', { userId: 'ada', organizationId: 'other' }))

      await apiKeys.revokeOf('acme', 'ada', 9)

      const revoked = await Promise.all(['k1', 'k2', 'k3', 'k4'].map((id) => apiKeys.find(id)))
      expect(revoked.map((key) => key?.revokedAtMs)).toEqual([9, 5, null, null])
    })

    test('an organization is renamed, and no other', async () => {
      const { organizations } = await open()

      expect([await organizations.rename('acme', 'New'), await organizations.rename('nobody', 'x')]).toEqual([
        true,
        false,
      ])
      expect((await organizations.find('acme'))?.name).toBe('New')
      expect((await organizations.find('other'))?.name).not.toBe('New')
    })

    test('operators are named once, over all organizations, and removed', async () => {
      const { operators } = await open()
      await operators.add({ organizationId: 'other', userId: 'eve', namedAtMs: 1 })
      await operators.add({ organizationId: 'acme', userId: 'ada', namedAtMs: 1 })
      await operators.add({ organizationId: 'acme', userId: 'ada', namedAtMs: 2 })

      expect((await operators.list()).map(({ userId, namedAtMs }) => [userId, namedAtMs])).toEqual([
        ['ada', 1],
        ['eve', 1],
      ])
      expect([await operators.has('acme', 'ada'), await operators.has('other', 'ada')]).toEqual([true, false])
      expect([await operators.remove('acme', 'ada'), await operators.remove('acme', 'ada')]).toEqual([true, false])
    })

    test('an identity is bound once, and a person has one at an issuer', async () => {
      const { signInIssuers } = await open()
      await signInIssuers.insert(issuer('i1'))
      await signInIssuers.insert(issuer('i2', { organizationId: 'other', sealedSecret: null, domains: [] }))
      const ada = { issuerId: 'i1', subject: 's1', organizationId: 'acme', userId: 'ada', boundAtMs: 1 }

      const first = await signInIssuers.bind(ada)
      const same = await signInIssuers.bind({ ...ada, boundAtMs: 2 })
      const anotherPerson = await signInIssuers.bind({ ...ada, userId: 'bob' })
      const anotherSubject = await signInIssuers.bind({ ...ada, subject: 's2' })

      expect([first, same, anotherPerson, anotherSubject]).toEqual([ada, ada, undefined, undefined])
      await signInIssuers.unbind('acme', 'ada')
      expect(await signInIssuers.findIdentity('i1', 's1')).toBeUndefined()
      expect(await signInIssuers.bind({ ...ada, subject: 's2' })).toMatchObject({ subject: 's2' })
    })

    test('an issuer belongs to its organization, and takes what it proved along', async () => {
      const { signInIssuers } = await open()
      await signInIssuers.insert(issuer('i1'))
      await signInIssuers.bind({ issuerId: 'i1', subject: 's', organizationId: 'acme', userId: 'ada', boundAtMs: 1 })

      const deleted = [await signInIssuers.delete('other', 'i1'), await signInIssuers.delete('acme', 'i1')]

      expect(deleted).toEqual([false, true])
      expect([await signInIssuers.find('i1'), await signInIssuers.findIdentity('i1', 's')]).toEqual([
        undefined,
        undefined,
      ])
      await expect(signInIssuers.insert(issuer('i3', { organizationId: 'nobody' }))).rejects.toMatchObject({
        code: 'NOT_FOUND',
      })
    })
  })
}
