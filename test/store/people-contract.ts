import { describe, expect, test } from 'vitest'
import type { Store } from '../../src/store/store.ts'
import type { InvitationRecord } from '../../src/workspace/memberships.ts'
import type { SignInIssuerRecord } from '../../src/workspace/sign-in-issuers.ts'
import { addOrganizations, createApiKey } from './records.ts'

const period = { periodFrom: '2026-01-01', periodTo: null }

function invitation(tokenHash: string, changes: Partial<InvitationRecord> = {}): InvitationRecord {
  const person = { organizationId: 'acme', userId: 'ada', role: 'viewer' } as const
  return { ...person, ...period, tokenHash, expiresAtMs: 2_000, ...changes }
}

function issuer(id: string, changes: Partial<SignInIssuerRecord> = {}): SignInIssuerRecord {
  return {
    ...{
      id,
      organizationId: 'acme',
      name: 'Acme',
      issuer: 'https://idp.example',
      clientId: 'c',
      sealedSecret: 'sealed',
    },
    ...{ domains: ['acme.example'], createdAtMs: 1_000 },
    ...changes,
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
      await memberships.put({ ...ada, role: 'admin' })

      await memberships.put(ada)

      expect(await memberships.list('acme')).toEqual([ada])
      expect(await memberships.find('other', 'ada')).toBeUndefined()
      expect([await memberships.delete('other', 'ada'), await memberships.delete('acme', 'ada')]).toEqual([false, true])
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

    test('signing a person out ends links and sessions of theirs alone', async () => {
      const { webSessions } = await open()
      const person = {
        organizationId: 'acme',
        userId: 'ada',
        role: 'member',
        periodFrom: null,
        periodTo: null,
      } as const
      const link = { ...person, expiresAtMs: 9_000, mayOperate: 1 } as const
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
