import { describe, expect, onTestFinished, test } from 'vitest'
import type { ConnectorVersionRecord } from '../../../../src/auth/data-connector-store.ts'
import { defaultDueDays } from '../../../../src/checks/findings/due.ts'
import { toRecordedRun, wholeRun } from '../../../../src/checks/runs/recorded-run.ts'
import type { KeyChoice } from '../../../../src/service/records/api-keys.ts'
import { emptyProfile } from '../../../../src/service/records/organization-profiles.ts'
import type { Store } from '../../../../src/things/all-stores/store.ts'
import {
  addOrganizations,
  createApiKey,
  createConnection,
  createCredentials,
  createFlow,
  createOauthApp,
  run,
  runResult,
} from '../records.ts'
import { describeAccessReviewContract } from './access-review-contract.ts'
import { describeConnectionLists } from './connection-lists-contract.ts'
import { describeCrossCheckContract } from './cross-check-contract.ts'
import { describeDropContract } from './drop-contract.ts'
import { describeExpiryContract } from './expiry-contract.ts'
import { describeInventoryContract } from './inventory-contract.ts'
import { describeLogContract } from './log-contract.ts'
import { noticeContract } from './notice-contract.ts'
import { describeObjectContract } from './object-contract.ts'
import { describePackageContract } from './package-contract.ts'
import { peopleContract } from './people-contract.ts'
import { runDataContract } from './run-data-contract.ts'
import { describeStandings } from './standing-contract.ts'
import { describeThingContract } from './thing-contract.ts'
import { describeWorkspaceContract } from './workspace-contract.ts'

/** How time passes for leases, rates and flows, whose age a store judges. */
export interface StoreTime {
  /** The time that callers give. */
  readonly nowMs: number
  pass(ms: number): Promise<void>
}

/**
 * The contract of every store, whatever its database.
 *
 * @param openEmpty opens a store that holds nothing yet
 * @param timeOf by which it judges ages. @default what callers give
 */
export function storeContract(
  name: string,
  openEmpty: () => Promise<Store>,
  timeOf: (store: Store) => StoreTime = givenTime,
): void {
  const open = async () => {
    const store = await addOrganizations(await openEmpty())
    onTestFinished(() => store.close())
    return store
  }
  const openWithConnection = async () => {
    const store = await open()
    await store.connections.insert(createConnection('c1'), createCredentials())
    return store
  }

  describe(`${name}: organizations`, () => {
    test('list() gives the oldest first, find() one of them, or undefined', async () => {
      const store = await open()
      await store.organizations.insert({ id: 'first', name: 'First', createdAtMs: 500 })

      const ids = (await store.organizations.list()).map((organization) => organization.id)

      expect(ids).toEqual(['first', 'acme', 'other'])
      expect(await store.organizations.find('acme')).toEqual({ id: 'acme', name: 'Acme', createdAtMs: 1_000 })
      expect(await store.organizations.find('nobody')).toBeUndefined()
      expect(await store.organizations.findSettings('nobody')).toBeUndefined()
    })

    test('findSettings() gives what was set, and what holds where nothing was', async () => {
      const store = await open()
      const organization = { id: 'acme', name: 'Acme', createdAtMs: 1_000 }
      const unset = await store.organizations.findSettings('acme')
      const profile = {
        slug: 'acme',
        logo: null,
        website: 'https://acme.example',
        primaryColor: null,
        metadata: { a: 1 },
      }
      await store.organizationProfiles.put('acme', profile)
      await store.inventories.setKeeping('acme', false)
      await store.webhooks.setTimeZone('acme', 'Europe/Berlin')
      await store.findings.setDueDays('acme', { ...defaultDueDays, high: 20 }, 2_000)
      await store.findings.setDueDays('acme', { ...defaultDueDays, high: 21 }, 3_000)

      const set = await store.organizations.findSettings('acme')

      expect(unset).toEqual({
        organization,
        profile: emptyProfile,
        keepsInventories: true,
        dueDays: defaultDueDays,
        timeZone: 'UTC',
      })
      expect(set).toEqual({
        organization,
        profile,
        keepsInventories: false,
        timeZone: 'Europe/Berlin',
        dueDays: { ...defaultDueDays, high: 21 },
      })
    })

    test('insert() keeps whole milliseconds, also where a clock gives fractions', async () => {
      const store = await open()

      await store.organizations.insert({ id: 'late', name: 'Late', createdAtMs: 3_000.4 })

      expect((await store.organizations.find('late'))?.createdAtMs).toBe(3_000)
    })

    test('insert() refuses an id that exists and keeps the first', async () => {
      const store = await open()

      const again = store.organizations.insert({ id: 'acme', name: 'Imposter', createdAtMs: 3_000 })

      await expect(again).rejects.toMatchObject({ name: 'StoreError', code: 'STORE_CONFLICT', retryable: false })
      expect((await store.organizations.find('acme'))?.name).toBe('Acme')
    })
  })

  describe(`${name}: users`, () => {
    const person = { id: 'usr_1', organizationId: 'acme', name: 'Ada', email: 'ada@example.com' }

    test.each([
      [true, 'https://example.com/ada.png'],
      [false, null],
      [null, null],
    ])('put() keeps deactivated %s and image %s', async (deactivated, image) => {
      const store = await open()

      await store.users.put({ ...person, image, deactivated })

      expect(await store.users.find('acme', 'usr_1')).toEqual({ ...person, image, deactivated })
    })

    test('put() replaces the user of the same organization and id, and no other', async () => {
      const store = await open()
      await store.users.put({ ...person, image: null, deactivated: null })
      await store.users.put({ ...person, organizationId: 'other', name: 'Another Ada', image: null, deactivated: null })

      await store.users.put({ ...person, name: 'Ada Lovelace', image: null, deactivated: true })

      expect((await store.users.list('acme')).map((user) => user.name)).toEqual(['Ada Lovelace'])
      expect((await store.users.list('other')).map((user) => user.name)).toEqual(['Another Ada'])
    })

    test('list() is by id; find() does not see into another organization', async () => {
      const store = await open()
      for (const id of ['b', 'c', 'a']) await store.users.put({ ...person, id, image: null, deactivated: null })

      expect((await store.users.list('acme')).map((user) => user.id)).toEqual(['a', 'b', 'c'])
      expect(await store.users.find('other', 'a')).toBeUndefined()
    })

    test('put() refuses an organization that does not exist', async () => {
      const store = await open()

      const put = store.users.put({ ...person, organizationId: 'nobody', image: null, deactivated: null })

      await expect(put).rejects.toMatchObject({ name: 'StoreError', code: 'NOT_FOUND' })
    })
  })

  describe(`${name}: apiKeys`, () => {
    test('find() gives what insert() was given; an id is taken once', async () => {
      const store = await open()
      const key = createApiKey('k1', { expiresAtMs: 9_000, lastUsedAtMs: 2_000 })

      await store.apiKeys.insert(key)

      expect(await store.apiKeys.find('k1')).toEqual(key)
      expect(await store.apiKeys.find('k2')).toBeUndefined()
      await expect(store.apiKeys.insert(key)).rejects.toMatchObject({ code: 'STORE_CONFLICT' })
    })

    test('findOwned() gives the key with the present role of its maker in this organization', async () => {
      const store = await open()
      const { apiKeys, memberships } = store
      const ada = { organizationId: 'acme', userId: 'ada' }
      const day = { periodFrom: '2026-01-01', periodTo: null, readsPeople: 1 } as const
      await apiKeys.insert(createApiKey('adas', { userId: 'ada' }))
      await apiKeys.insert(createApiKey('bobs', { userId: 'bob' }))
      await apiKeys.insert(createApiKey('nobodys', { userId: null }))
      await memberships.put({ ...ada, role: 'admin', periodFrom: null, periodTo: null, readsPeople: 0 })
      await memberships.put({ ...ada, organizationId: 'other', userId: 'bob', role: 'admin', ...day })

      const asAdmin = await apiKeys.findOwned('adas')
      await memberships.put({ ...ada, role: 'viewer', ...day })
      const asViewer = await apiKeys.findOwned('adas')
      await memberships.remove({ organizationId: 'acme', userId: 'ada', atMs: 1 })

      const key = createApiKey('adas', { userId: 'ada' })
      expect(asAdmin).toEqual({ key, maker: { role: 'admin', periodFrom: null, periodTo: null, readsPeople: 0 } })
      expect(asViewer).toEqual({ key, maker: { role: 'viewer', ...day } })
      expect(await apiKeys.findOwned('adas')).toEqual({ key, maker: undefined })
      expect((await apiKeys.findOwned('bobs'))?.maker).toBeUndefined()
      expect((await apiKeys.findOwned('nobodys'))?.maker).toBeUndefined()
      expect(await apiKeys.findOwned('unknown')).toBeUndefined()
    })

    test('list() gives the newest first, of this organization alone', async () => {
      const store = await open()
      await store.apiKeys.insert(createApiKey('old', { createdAtMs: 1 }))
      await store.apiKeys.insert(createApiKey('new', { createdAtMs: 2 }))
      await store.apiKeys.insert(createApiKey('theirs', { organizationId: 'other' }))

      expect((await store.apiKeys.list('acme')).map((key) => key.id)).toEqual(['new', 'old'])
    })

    test('list() gives those that are valid at a time, or the others, in pages', async () => {
      const store = await open()
      const keys = {
        a: { createdAtMs: 1 },
        b: { createdAtMs: 2, expiresAtMs: 5_001 },
        c: { createdAtMs: 2, expiresAtMs: 5_000 },
        d: { createdAtMs: 3, revokedAtMs: 4_000 },
        e: { createdAtMs: 3, revokedAtMs: 6_000, expiresAtMs: 9_000 },
        f: { createdAtMs: 4 },
      }
      for (const [id, more] of Object.entries(keys)) await store.apiKeys.insert(createApiKey(id, more))
      const list = async (choice: KeyChoice) => (await store.apiKeys.list('acme', choice)).map(({ id }) => id)
      const before = { createdAtMs: 3, id: 'e' }

      expect(await list({ valid: { is: true, atMs: 5_000 } })).toEqual(['f', 'b', 'a'])
      expect(await list({ valid: { is: false, atMs: 5_000 } })).toEqual(['e', 'd', 'c'])
      expect(await list({ limit: 2 })).toEqual(['f', 'e'])
      expect(await list({ limit: 2, before })).toEqual(['d', 'c'])
      expect(await list({ before, valid: { is: true, atMs: 5_000 } })).toEqual(['b', 'a'])
      expect(await list({ ids: ['a', 'd'], limit: 1 })).toEqual(['d'])
    })

    test('revoke() keeps the time of the first call, and does not reach into another organization', async () => {
      const store = await open()
      await store.apiKeys.insert(createApiKey('k1'))

      expect(await store.apiKeys.revoke('other', 'k1', 4_000)).toBe(false)
      expect(await store.apiKeys.revoke('acme', 'k1', 5_000)).toBe(true)
      expect(await store.apiKeys.revoke('acme', 'k1', 6_000)).toBe(true)
      expect(await store.apiKeys.revoke('acme', 'unknown', 6_000)).toBe(false)

      expect((await store.apiKeys.find('k1'))?.revokedAtMs).toBe(5_000)
    })

    test('touch() moves the last use forward only', async () => {
      const store = await open()
      await store.apiKeys.insert(createApiKey('k1'))

      await store.apiKeys.touch('k1', 5_000)
      await store.apiKeys.touch('k1', 4_000)

      expect((await store.apiKeys.find('k1'))?.lastUsedAtMs).toBe(5_000)
    })
  })

  describe(`${name}: oauthApps`, () => {
    test.each(['acme', null])(
      'put() replaces the app of organization %s and keeps its id and creation time',
      async (organizationId) => {
        const store = await open()
        await store.oauthApps.put(createOauthApp('first', { organizationId }))

        const kept = await store.oauthApps.put(
          createOauthApp('second', {
            secretExpiresAtMs: 9_000,
            organizationId,
            clientId: 'client-2',
            secrets: {},
            createdAtMs: 7_000,
            updatedAtMs: 7_000,
          }),
        )

        const changes = { clientId: 'client-2', secrets: {}, secretExpiresAtMs: 9_000, updatedAtMs: 7_000 }
        const expected = createOauthApp('first', { organizationId, ...changes })
        expect(kept).toEqual(expected)
        expect(await store.oauthApps.list(organizationId)).toEqual([expected])
      },
    )

    test('find() tells the platform, this organization and others apart', async () => {
      const store = await open()
      await store.oauthApps.put(createOauthApp('platform', { organizationId: null }))
      await store.oauthApps.put(createOauthApp('ours'))

      expect((await store.oauthApps.find('github', null))?.id).toBe('platform')
      expect((await store.oauthApps.find('github', 'acme'))?.id).toBe('ours')
      expect(await store.oauthApps.find('github', 'other')).toBeUndefined()
      expect(await store.oauthApps.find('okta', 'acme')).toBeUndefined()
    })

    test('list() is by connector', async () => {
      const store = await open()
      for (const connectorId of ['okta', 'aws', 'github'])
        await store.oauthApps.put(createOauthApp(connectorId, { connectorId }))

      expect((await store.oauthApps.list('acme')).map((app) => app.id)).toEqual(['aws', 'github', 'okta'])
    })

    test('delete() says whether there was one, and takes no other', async () => {
      const store = await open()
      await store.oauthApps.put(createOauthApp('platform', { organizationId: null }))
      await store.oauthApps.put(createOauthApp('ours'))

      expect(await store.oauthApps.delete('github', null)).toBe(true)
      expect(await store.oauthApps.delete('github', null)).toBe(false)

      expect((await store.oauthApps.find('github', 'acme'))?.id).toBe('ours')
    })

    test('put() answers with a conflict when another app has the id', async () => {
      const store = await open()
      await store.oauthApps.put(createOauthApp('a'))

      const taken = store.oauthApps.put(createOauthApp('a', { connectorId: 'okta' }))

      await expect(taken).rejects.toMatchObject({ code: 'STORE_CONFLICT' })
    })
  })

  describeConnectionLists(name, open)

  describe(`${name}: connections`, () => {
    test('find() and createCredentials() give what insert() was given', async () => {
      const store = await open()
      const bare = createConnection('c2', {
        grantedScopes: null,
        userId: null,
        variables: {},
        stateReason: 'why',
        state: 'error',
      })
      await store.connections.insert(createConnection('c1'), createCredentials())
      await store.connections.insert(bare, createCredentials({ values: {}, expiresAtMs: null }))

      expect(await store.connections.find('c1')).toEqual(createConnection('c1'))
      expect(await store.connections.find('c2')).toEqual(bare)
      expect(await store.connections.credentials('c1')).toEqual(createCredentials())
      expect(await store.connections.credentials('c2')).toEqual(createCredentials({ values: {}, expiresAtMs: null }))
      expect(await store.connections.credentials('unknown')).toBeUndefined()
    })

    test('discard() leaves nothing of a connection, and touches no other', async () => {
      const store = await open()
      const ids = ['c1', 'c2', 'c3']
      for (const id of ids)
        await store.connections.insert(createConnection(id, { state: 'pending' }), createCredentials())

      await store.connections.discard('c2')

      const kept = (found: unknown[]) => found.map((each) => each !== undefined)
      expect(kept(await Promise.all(ids.map((id) => store.connections.find(id))))).toEqual([true, false, true])
      const credentials = await Promise.all(ids.map((id) => store.connections.credentials(id)))
      expect(kept(credentials)).toEqual([true, false, true])
    })

    test('find() does not find the connection of another organization', async () => {
      const store = await openWithConnection()

      expect(await store.connections.find('c1', 'acme')).toEqual(createConnection('c1'))
      expect(await store.connections.find('c1', 'other')).toBeUndefined()
      expect(await store.connections.find('c1', '')).toBeUndefined()
    })

    test('insert() refuses an id that exists and leaves record and credentials alone', async () => {
      const store = await openWithConnection()

      const again = store.connections.insert(
        createConnection('c1', { connectorId: 'okta' }),
        createCredentials({ generation: 9 }),
      )

      await expect(again).rejects.toMatchObject({ code: 'STORE_CONFLICT' })
      expect(await store.connections.find('c1')).toEqual(createConnection('c1'))
      expect(await store.connections.credentials('c1')).toEqual(createCredentials())
    })

    test('insert() refuses an organization that does not exist', async () => {
      const store = await open()

      const insert = store.connections.insert(createConnection('c1', { organizationId: 'nobody' }), createCredentials())

      await expect(insert).rejects.toMatchObject({ code: 'NOT_FOUND' })
      expect(await store.connections.find('c1')).toBeUndefined()
    })

    test('list() gives the newest first, of this organization and connector', async () => {
      const store = await open()
      await store.connections.insert(createConnection('a', { createdAtMs: 1 }), createCredentials())
      await store.connections.insert(createConnection('b', { createdAtMs: 3 }), createCredentials())
      await store.connections.insert(
        createConnection('c', { createdAtMs: 2, connectorId: 'okta' }),
        createCredentials(),
      )
      await store.connections.insert(createConnection('d', { organizationId: 'other' }), createCredentials())
      const idsOf = async (filter: { organizationId: string; connectorId?: string }) =>
        (await store.connections.list(filter)).map((record) => record.id)

      expect(await idsOf({ organizationId: 'acme' })).toEqual(['b', 'c', 'a'])
      expect(await idsOf({ organizationId: 'acme', connectorId: 'github' })).toEqual(['b', 'a'])
      expect(await idsOf({ organizationId: 'acme', connectorId: 'aws' })).toEqual([])
    })

    test('list() goes on after any of them, also among those of one time', async () => {
      const store = await open()
      for (const [id, createdAtMs] of [
        ['a', 1],
        ['b', 2],
        ['c', 2],
        ['d', 3],
      ] as const)
        await store.connections.insert(createConnection(id, { createdAtMs }), createCredentials())
      const idsAfter = async (createdAtMs: number, id: string, limit?: number) =>
        (await store.connections.list({ organizationId: 'acme', before: { createdAtMs, id }, limit })).map(
          (one) => one.id,
        )

      expect(await idsAfter(3, 'd')).toEqual(['c', 'b', 'a'])
      expect(await idsAfter(2, 'c')).toEqual(['b', 'a'])
      expect(await idsAfter(2, 'c', 1)).toEqual(['b'])
      expect(await idsAfter(1, 'a')).toEqual([])
    })

    test('update() sets the given columns and the time, and nothing else', async () => {
      const store = await openWithConnection()

      const paused = await store.connections.update('c1', { state: 'paused', stateReason: 'asked for' }, 5)
      const cleared = await store.connections.update(
        'c1',
        { stateReason: null, grantedScopes: null, userId: null, variables: { max_admins: 0 } },
        6,
      )

      expect(paused).toEqual(createConnection('c1', { state: 'paused', stateReason: 'asked for', updatedAtMs: 5 }))
      const expected = createConnection('c1', {
        state: 'paused',
        grantedScopes: null,
        userId: null,
        variables: { max_admins: 0 },
        updatedAtMs: 6,
      })
      expect(cleared).toEqual(expected)
      expect(await store.connections.find('c1')).toEqual(expected)
    })

    test('updateSeen() changes a record that still is what the caller read', async () => {
      const store = await openWithConnection()
      const seen = createConnection('c1')
      await store.connections.update('c1', { state: 'paused' }, seen.updatedAtMs)

      const late = await store.connections.updateSeen(seen, { state: 'error' }, 6)
      const timely = await store.connections.updateSeen({ ...seen, state: 'paused' }, { state: 'active' }, 7)
      const again = await store.connections.updateSeen({ ...seen, state: 'active' }, { state: 'error' }, 8)

      expect(late).toBeUndefined()
      expect(timely).toEqual(createConnection('c1', { updatedAtMs: 7 }))
      expect(again).toBeUndefined()
    })

    test('update() gives a connection a name, which stays until it is taken away', async () => {
      const store = await openWithConnection()

      const before = (await store.connections.find('c1'))?.name
      await store.connections.update('c1', { name: 'Prodüction' }, 5)
      const named = await store.connections.update('c1', { state: 'paused' }, 6)
      const nameless = await store.connections.update('c1', { name: null }, 7)

      expect([before, named?.name, nameless?.name]).toEqual([null, 'Prodüction', null])
    })

    test('update() cannot move a connection to another organization', async () => {
      const store = await openWithConnection()
      const smuggled = { state: 'paused', organizationId: 'other', id: 'c9' } as const

      await store.connections.update('c1', smuggled, 5)

      expect(await store.connections.find('c1', 'acme')).toMatchObject({ state: 'paused' })
    })

    test('update() gives undefined for a connection that does not exist', async () => {
      const store = await open()

      expect(await store.connections.update('c1', { state: 'paused' }, 5)).toBeUndefined()
    })

    test('replaceCredentials() lets one of 20 refreshes at once win, and counts the generation up', async () => {
      const store = await openWithConnection()
      const attempts = Array.from({ length: 20 }, (_, index) =>
        store.connections.replaceCredentials('c1', 1, {
          values: { access_token: `token-${index}` },
          expiresAtMs: index,
          refreshAtMs: index - 1,
        }),
      )

      const won = await Promise.all(attempts)

      const winner = won.indexOf(true)
      expect(won.filter(Boolean)).toHaveLength(1)
      expect(await store.connections.credentials('c1')).toEqual({
        generation: 2,
        values: { access_token: `token-${winner}` },
        expiresAtMs: winner,
        refreshAtMs: winner - 1,
        refreshFailures: 0,
        destination: 'd',
      })
    })

    test('connections move to a version with their destination, and back; a used version stays', async () => {
      const { connections, dataConnectors } = await open()
      const version = (sha256: string, destination: string): ConnectorVersionRecord => ({
        connectorId: 'acme',
        sha256,
        destination,
        version: '1.0.0',
        fileName: 'a.yaml',
        text: 'x',
        posts: ['/p'],
        addedBy: 'ada',
        addedAtMs: 1,
        publishedBy: null,
        publishedAtMs: null,
      })
      for (const [sha256, at] of Object.entries({ v1: 'here', v2: 'here', v3: 'there' }))
        await dataConnectors.addVersion(version(sha256, at), 'operators')
      const insert = (id: string, destination: string, more: object = {}) =>
        connections.insert(
          createConnection(id, { connectorId: 'acme', connectorSha256: 'v1', ...more }),
          createCredentials({ destination }),
        )
      await insert('c1', 'here')
      await insert('c2', 'there', { organizationId: 'other' })
      await insert('c3', 'here', { state: 'disconnected' })
      const shas = async () =>
        Promise.all(['c1', 'c2', 'c3'].map(async (id) => (await connections.find(id))?.connectorSha256))
      const move = { id: 'm1', connectorId: 'acme', sha256: 'v2', movedBy: 'ada', movedAtMs: 5, destination: 'here' }

      await dataConnectors.publish('acme', 'v2', 'ada', 4)
      await expect(dataConnectors.addVersion(version('v4', 'here'), 'others')).rejects.toMatchObject({
        code: 'STORE_CONFLICT',
      })
      expect(await dataConnectors.moveConnections(move)).toEqual([{ organizationId: 'acme', connections: 1 }])
      expect(await shas()).toEqual(['v2', 'v1', 'v1'])
      expect(await dataConnectors.countUses('acme')).toEqual(
        expect.arrayContaining([
          { connectorId: 'acme', sha256: 'v2', connections: 1 },
          { connectorId: 'acme', sha256: 'v1', connections: 1 },
        ]),
      )
      expect([
        await dataConnectors.deleteVersion('acme', 'v1'),
        await dataConnectors.deleteVersion('acme', 'v2'),
      ]).toEqual([false, false])
      expect(await dataConnectors.deleteVersion('acme', 'v3')).toBe(true)
      expect(await dataConnectors.undoMove({ id: 'm1', connectorId: 'other' }, 'bob', 6)).toBeUndefined()
      expect(await dataConnectors.undoMove(move, 'bob', 6)).toEqual([{ organizationId: 'acme', connections: 1 }])
      expect(await dataConnectors.undoMove(move, 'bob', 7)).toBeUndefined()
      expect(await shas()).toEqual(['v1', 'v1', 'v1'])
    })

    test('replaceCredentials() changes nothing for an older generation or an unknown connection', async () => {
      const store = await openWithConnection()
      const next = { values: { access_token: 'next' }, expiresAtMs: null, refreshAtMs: null, destination: 'd1' }
      const late = { values: {}, expiresAtMs: 1, refreshAtMs: 1 }
      await store.connections.replaceCredentials('c1', 1, next)

      expect(await store.connections.replaceCredentials('c1', 1, late, { changes: { state: 'error' }, nowMs: 5 })).toBe(
        false,
      )
      expect(await store.connections.replaceCredentials('unknown', 1, next)).toBe(false)

      expect(await store.connections.credentials('c1')).toEqual({ generation: 2, refreshFailures: 0, ...next })
      expect(await store.connections.find('c1')).toEqual(createConnection('c1'))
    })

    test('replaceCredentials() and wipeCredentials() change the record with the credentials', async () => {
      const store = await openWithConnection()
      const next = { values: {}, expiresAtMs: null, refreshAtMs: null }

      await store.connections.replaceCredentials('c1', 1, next, { changes: { state: 'needs_reauth' }, nowMs: 5 })
      const replaced = await store.connections.find('c1')
      await store.connections.wipeCredentials('c1', { changes: { state: 'disconnected' }, nowMs: 6 })

      expect(replaced).toEqual(createConnection('c1', { state: 'needs_reauth', updatedAtMs: 5 }))
      expect(await store.connections.find('c1')).toEqual(
        createConnection('c1', { state: 'disconnected', updatedAtMs: 6 }),
      )
    })

    test('postponeRefresh() counts failures of this generation, until the credentials are replaced', async () => {
      const store = await openWithConnection()

      await store.connections.postponeRefresh('c1', 1, 7_000)
      await store.connections.postponeRefresh('c1', 1, 8_000)
      await store.connections.postponeRefresh('c1', 2, 9_000)
      const postponed = await store.connections.credentials('c1')
      await store.connections.replaceCredentials('c1', 1, { values: {}, expiresAtMs: null, refreshAtMs: null })

      expect(postponed).toEqual(createCredentials({ refreshAtMs: 8_000, refreshFailures: 2 }))
      expect(await store.connections.credentials('c1')).toMatchObject({ refreshAtMs: null, refreshFailures: 0 })
    })

    test('wipeCredentials() leaves the record, no value, and no way back for a refresh under way', async () => {
      const store = await openWithConnection()

      await store.connections.wipeCredentials('c1')
      const refreshed = await store.connections.replaceCredentials('c1', 1, {
        values: { t: 'back' },
        expiresAtMs: null,
        refreshAtMs: null,
      })

      expect(refreshed).toBe(false)
      expect(await store.connections.credentials('c1')).toEqual({
        generation: 2,
        values: {},
        expiresAtMs: null,
        refreshAtMs: null,
        refreshFailures: 0,
        destination: 'd',
      })
      expect(await store.connections.find('c1')).toEqual(createConnection('c1'))
    })
  })

  const openWithTime = async () => {
    const store = await openWithConnection()
    return { ...store, time: timeOf(store) }
  }

  describe(`${name}: flows`, () => {
    const ttlMs = 600_000

    test('take() gives the flow to one of 50 callers at once', async () => {
      const { flows, time } = await openWithTime()
      await flows.put(createFlow('f1'), ttlMs, time.nowMs)

      const taken = await Promise.all(Array.from({ length: 50 }, () => flows.take('state-f1', ttlMs, time.nowMs)))

      expect(taken.filter((record) => record !== undefined)).toEqual([{ ...createFlow('f1'), isOver: false }])
    })

    test('take() says of a flow whose time is over that it is, and gives undefined for an unknown state', async () => {
      const { flows, time } = await openWithTime()
      for (const id of ['old', 'young', 'known']) {
        await flows.put(createFlow(id, { userId: 'usr_1', returnTo: null }), ttlMs, time.nowMs)
        await time.pass(ttlMs / 2)
      }

      const taken = await Promise.all(['old', 'known'].map((id) => flows.take(`state-${id}`, ttlMs, time.nowMs)))

      expect(taken.map((record) => record?.isOver)).toEqual([true, false])
      expect(taken[0]).toMatchObject(createFlow('old', { userId: 'usr_1', returnTo: null }))
      expect(await flows.take('state-unknown', ttlMs, time.nowMs)).toBeUndefined()
    })

    test('take() holds for over what comes from a time that the clock was set back from', async () => {
      const { flows, time } = await openWithTime()
      await flows.put(createFlow('f1'), ttlMs, time.nowMs)

      await time.pass(-24 * 60 * 60_000)

      expect((await flows.take('state-f1', ttlMs, time.nowMs))?.isOver).toBe(true)
    })

    test('put() refuses a state that is in use', async () => {
      const { flows, time } = await openWithTime()
      await flows.put(createFlow('f1'), ttlMs, time.nowMs)

      const again = flows.put(createFlow('f2', { stateHash: 'state-f1' }), ttlMs, time.nowMs)

      await expect(again).rejects.toMatchObject({ code: 'STORE_CONFLICT' })
    })

    test('put() refuses to reconnect the connection of another organization', async () => {
      const { flows, time } = await openWithTime()

      const theirs = flows.put(createFlow('f1', { organizationId: 'other', connectionId: 'c1' }), ttlMs, time.nowMs)

      await expect(theirs).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await flows.put(createFlow('f2', { connectionId: 'c1' }), ttlMs, time.nowMs)
      expect((await flows.take('state-f2', ttlMs, time.nowMs))?.connectionId).toBe('c1')
    })

    test('find() gives a flow and leaves it there', async () => {
      const { flows, time } = await openWithTime()
      await flows.put(createFlow('f1'), ttlMs, time.nowMs)

      expect(await flows.find('state-f1')).toEqual(createFlow('f1'))
      expect(await flows.find('state-unknown')).toBeUndefined()
      expect((await flows.take('state-f1', ttlMs, time.nowMs))?.id).toBe('f1')
    })

    test('deleteAllButNewest() keeps so many of an organization or of one of its people, and all others', async () => {
      const { flows, time } = await openWithTime()
      for (const [id, userId] of [
        ['a1', 'ada'],
        ['b1', 'bob'],
        ['a2', 'ada'],
        ['a3', 'ada'],
      ] as const) {
        await flows.put(createFlow(id, { userId, connectionId: null }), ttlMs, time.nowMs)
        await time.pass(1_000)
      }
      const listKept = async () => {
        const found = await Promise.all(['a1', 'b1', 'a2', 'a3'].map((id) => flows.find(`state-${id}`)))
        return found.flatMap((flow) => flow?.id ?? [])
      }
      const { organizationId } = createFlow('any')

      await flows.deleteAllButNewest({ organizationId: 'nobody' }, 0)
      await flows.deleteAllButNewest({ organizationId, userId: 'ada' }, 2)
      const ofAda = await listKept()
      await flows.deleteAllButNewest({ organizationId }, 1)

      expect([ofAda, await listKept()]).toEqual([['b1', 'a2', 'a3'], ['a3']])
    })
  })

  describe(`${name}: leases`, () => {
    const ttlMs = 30_000

    test('acquire() gives a lease to one of 20 callers at once', async () => {
      const { leases, time } = await openWithTime()

      const taken = await Promise.all(
        Array.from({ length: 20 }, (_, index) => leases.acquire('refresh:c1', `owner-${index}`, ttlMs, time.nowMs)),
      )

      expect(taken.filter(Boolean)).toHaveLength(1)
      expect(await leases.acquire('refresh:c2', 'somebody', ttlMs, time.nowMs)).toBe(true)
    })

    test('acquire() takes over when the time of the holder is over, and not before', async () => {
      const { leases, time } = await openWithTime()
      await leases.acquire('refresh:c1', 'first', ttlMs, time.nowMs)

      await time.pass(ttlMs - 5_000)
      expect(await leases.acquire('refresh:c1', 'second', ttlMs, time.nowMs)).toBe(false)
      await time.pass(5_000)
      expect(await leases.acquire('refresh:c1', 'second', ttlMs, time.nowMs)).toBe(true)
      expect(await leases.acquire('refresh:c1', 'first', ttlMs, time.nowMs)).toBe(false)
    })

    test('acquire() leaves a lease alone that was taken later than the caller looked at the clock', async () => {
      const { leases, time } = await openWithTime()
      await leases.acquire('refresh:c1', 'first', ttlMs, time.nowMs)

      expect(await leases.acquire('refresh:c1', 'second', ttlMs, time.nowMs - 1)).toBe(false)
      expect(await leases.acquire('refresh:c1', 'second', ttlMs, time.nowMs - ttlMs)).toBe(false)
    })

    test('acquire() takes over a lease from a time that the clock was set back from', async () => {
      const { leases, time } = await openWithTime()
      await leases.acquire('refresh:c1', 'first', ttlMs, time.nowMs)

      await time.pass(-24 * 60 * 60_000)

      expect(await leases.acquire('refresh:c1', 'second', ttlMs, time.nowMs)).toBe(true)
    })

    test('renew() prolongs what is still held, and tells who has lost it', async () => {
      const { leases, time } = await openWithTime()
      await leases.acquire('refresh:c1', 'first', ttlMs, time.nowMs)

      await time.pass(ttlMs - 5_000)
      expect(await leases.renew('refresh:c1', 'first', ttlMs, time.nowMs)).toBe(true)
      await time.pass(ttlMs - 5_000)
      expect(await leases.acquire('refresh:c1', 'second', ttlMs, time.nowMs)).toBe(false)
      await time.pass(5_000)
      expect(await leases.acquire('refresh:c1', 'second', ttlMs, time.nowMs)).toBe(true)
      expect(await leases.renew('refresh:c1', 'first', ttlMs, time.nowMs)).toBe(false)
    })

    test("release() frees the holder's own lease only", async () => {
      const { leases, time } = await openWithTime()
      await leases.acquire('refresh:c1', 'first', ttlMs, time.nowMs)

      await leases.release('refresh:c1', 'second')
      const whileHeld = await leases.acquire('refresh:c1', 'second', ttlMs, time.nowMs)
      await leases.release('refresh:c1', 'first')

      expect(whileHeld).toBe(false)
      expect(await leases.acquire('refresh:c1', 'second', ttlMs, time.nowMs)).toBe(true)
    })
  })

  describe(`${name}: rates`, () => {
    // So slow that the time which a database takes to answer is nothing.
    const onceIn10s = { requests: 1, requestsPerSecond: 0.1, burst: 5 }
    const turnsOf = (delaysMs: readonly number[]) => delaysMs.map((ms) => Math.round(ms / 10_000))

    test('reserve() lets the burst go at once, and each of 20 callers at once after it in a turn of its own', async () => {
      const { rates, time } = await openWithTime()

      const delaysMs = await Promise.all(Array.from({ length: 20 }, () => rates.reserve('a', onceIn10s, time.nowMs)))

      const turns = turnsOf(delaysMs).sort((one, other) => one - other)
      expect(turns).toEqual([0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15])
      expect(await rates.reserve('b', onceIn10s, time.nowMs)).toBe(0)
    })

    test('reserve() gives back what time has refilled, and never more than the burst', async () => {
      const { rates, time } = await openWithTime()
      const reserve = (requests: number) => rates.reserve('a', { ...onceIn10s, requests }, time.nowMs)
      await reserve(5)

      await time.pass(20_000)
      const soon = [await reserve(1), await reserve(1), await reserve(1)]
      await time.pass(3_600_000)
      const late = [await reserve(3), await reserve(3)]

      expect(turnsOf(soon)).toEqual([0, 0, 1])
      expect(turnsOf(late)).toEqual([0, 1])
    })

    test('reserve() does not wait for the time that a clock had before it was set back', async () => {
      const { rates, time } = await openWithTime()
      await rates.reserve('a', { ...onceIn10s, requestsPerSecond: 10 }, time.nowMs)

      await time.pass(-3_600_000)

      expect(await rates.reserve('a', { ...onceIn10s, requestsPerSecond: 10 }, time.nowMs)).toBe(0)
    })
  })

  describe(`${name}: runs`, () => {
    test('finish() ends the run and keeps its result as it was, key order and numbers included', async () => {
      const store = await openWithConnection()
      await store.runs.insert(run('r1'))

      await store.runs.finish('r1', { status: 'fail', finishedAtMs: 2_000, run: toRecordedRun(runResult('r1')) })

      expect(await store.runs.find('r1')).toEqual(run('r1', { status: 'fail', finishedAtMs: 2_000 }))
      expect(JSON.stringify(await resultOf(store, 'r1'))).toBe(
        JSON.stringify(await wholeRun(toRecordedRun(runResult('r1')))),
      )
    })

    test('finish() ends a run once: the first result stays', async () => {
      const store = await openWithConnection()
      await store.runs.insert(run('r1'))
      await store.runs.finish('r1', { status: 'fail', finishedAtMs: 2_000, run: toRecordedRun(runResult('r1')) })

      const again = store.runs.finish('r1', {
        status: 'pass',
        finishedAtMs: 3_000,
        run: toRecordedRun(runResult('forged')),
      })

      await expect(again).rejects.toMatchObject({
        name: 'StoreError',
        code: 'STORE_CONFLICT',
        message: expect.stringContaining('Run r1 has already ended'),
      })
      expect((await store.runs.find('r1'))?.status).toBe('fail')
      expect((await store.runs.findRecorded('r1'))?.head.id).toBe('r1')
    })

    test('finish() refuses a run that does not exist; findRecorded() of one without is undefined', async () => {
      const store = await openWithConnection()
      await store.runs.insert(run('r1'))

      const unknown = store.runs.finish('r2', {
        status: 'pass',
        finishedAtMs: 3_000,
        run: toRecordedRun(runResult('r2')),
      })

      await expect(unknown).rejects.toMatchObject({ name: 'StoreError', code: 'NOT_FOUND' })
      expect(await store.runs.findRecorded('r1')).toBeUndefined()
    })

    test('insert() refuses a known id and the connection of another organization', async () => {
      const store = await openWithConnection()
      await store.runs.insert(run('r1'))

      await expect(store.runs.insert(run('r1'))).rejects.toMatchObject({ code: 'STORE_CONFLICT' })
      await expect(store.runs.insert(run('r2', { organizationId: 'other' }))).rejects.toMatchObject({
        code: 'NOT_FOUND',
      })
      await expect(store.runs.insert(run('r3', { connectionId: 'c9' }))).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })

    test('find() does not find the run of another organization', async () => {
      const store = await openWithConnection()
      await store.runs.insert(run('r1'))

      expect(await store.runs.find('r1', 'acme')).toEqual(run('r1'))
      expect(await store.runs.find('r1', 'other')).toBeUndefined()
    })

    test('list() gives the newest first, of this organization or connection, as many as asked for', async () => {
      const store = await openWithConnection()
      await store.connections.insert(createConnection('c2'), createCredentials())
      await store.connections.insert(createConnection('theirs', { organizationId: 'other' }), createCredentials())
      await store.runs.insert(run('a', { startedAtMs: 1 }))
      await store.runs.insert(run('b', { startedAtMs: 3 }))
      await store.runs.insert(run('c', { startedAtMs: 2, connectionId: 'c2' }))
      await store.runs.insert(run('d', { organizationId: 'other', connectionId: 'theirs' }))
      const idsOf = async (filter: { organizationId: string; connectionId?: string; limit?: number }) =>
        (await store.runs.list(filter)).map((record) => record.id)

      expect(await idsOf({ organizationId: 'acme' })).toEqual(['b', 'c', 'a'])
      expect(await idsOf({ organizationId: 'acme', connectionId: 'c1' })).toEqual(['b', 'a'])
      expect(await idsOf({ organizationId: 'acme', limit: 2 })).toEqual(['b', 'c'])
      expect(await idsOf({ organizationId: 'other', connectionId: 'c1' })).toEqual([])
    })

    test('list() goes on after any run, also among those of one time', async () => {
      const store = await openWithConnection()
      for (const [id, startedAtMs] of [
        ['a', 1],
        ['b', 2],
        ['c', 2],
        ['d', 3],
      ] as const)
        await store.runs.insert(run(id, { startedAtMs }))
      const idsAfter = async (startedAtMs: number, id: string) =>
        (await store.runs.list({ organizationId: 'acme', before: { startedAtMs, id } })).map((one) => one.id)

      expect(await idsAfter(3, 'd')).toEqual(['c', 'b', 'a'])
      expect(await idsAfter(2, 'c')).toEqual(['b', 'a'])
      expect(await idsAfter(1, 'a')).toEqual([])
    })

    test('list() gives 100 runs when not told how many', async () => {
      const store = await openWithConnection()
      for (let index = 0; index < 101; index++) await store.runs.insert(run(`r${index}`, { startedAtMs: index }))

      const listed = await store.runs.list({ organizationId: 'acme' })

      expect(listed).toHaveLength(100)
      expect(listed.at(-1)?.id).toBe('r1')
    })
  })

  describe(`${name}: checkState`, () => {
    test('load() gives the last state that was saved of each check of the connection', async () => {
      const store = await openWithConnection()
      await store.connections.insert(createConnection('c2'), createCredentials())
      await store.checkState.save('c1', 'admin-mfa', { seen: ['a'], nested: { n: null } })
      await store.checkState.save('c1', 'branches', { count: 1 })
      await store.checkState.save('c2', 'branches', { count: 7 })

      await store.checkState.save('c1', 'branches', { count: 2 })

      expect(await store.checkState.load('c1')).toEqual({
        'admin-mfa': { seen: ['a'], nested: { n: null } },
        branches: { count: 2 },
      })
      expect(await store.checkState.load('unknown')).toEqual({})
    })

    test('save() refuses a connection that does not exist', async () => {
      const store = await open()

      await expect(store.checkState.save('c1', 'x', {})).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })
  })

  describe(`${name}: dataKeys`, () => {
    const dataKey = (id: string, organizationId: string | null) => ({
      id,
      organizationId,
      keyId: 'k1',
      wrapped: `wrapped-${id}`,
      createdAtMs: 1_000,
    })

    test.each(['acme', null])(
      'insertIfAbsent() keeps one key for %s, and 20 callers at once all learn which',
      async (organizationId) => {
        const store = await open()
        const attempts = Array.from({ length: 20 }, (_, index) =>
          store.dataKeys.insertIfAbsent(dataKey(`d${index}`, organizationId)),
        )

        const kept = await Promise.all(attempts)

        expect(new Set(kept.map((record) => record.id)).size).toBe(1)
        expect(await store.dataKeys.find(organizationId)).toEqual(kept[0])
        expect(await store.dataKeys.list()).toEqual([kept[0]])
      },
    )

    test('find() tells organizations and the platform apart', async () => {
      const store = await open()
      await store.dataKeys.insertIfAbsent(dataKey('b', 'acme'))
      await store.dataKeys.insertIfAbsent(dataKey('a', null))

      expect((await store.dataKeys.find('acme'))?.id).toBe('b')
      expect((await store.dataKeys.find(null))?.id).toBe('a')
      expect(await store.dataKeys.find('other')).toBeUndefined()
      expect((await store.dataKeys.list()).map((record) => record.id)).toEqual(['a', 'b'])
    })

    test('insertIfAbsent() refuses an organization that does not exist', async () => {
      const store = await open()

      await expect(store.dataKeys.insertIfAbsent(dataKey('a', 'nobody'))).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })

    test('rewrap() changes a record that still is what the caller read', async () => {
      const store = await open()
      const first = await store.dataKeys.insertIfAbsent(dataKey('a', 'acme'))

      expect(await store.dataKeys.rewrap(first, { keyId: 'k2', wrapped: 'anew' })).toBe(true)
      expect(await store.dataKeys.rewrap(first, { keyId: 'k3', wrapped: 'late' })).toBe(false)

      expect(await store.dataKeys.find('acme')).toEqual({ ...first, keyId: 'k2', wrapped: 'anew' })
    })

    test('insertKeyCheckIfAbsent() keeps the first of an id', async () => {
      const store = await open()
      const check = { keyId: 'k1', wrapped: 'first', createdAtMs: 1 }

      expect(await store.dataKeys.findKeyCheck('k1')).toBeUndefined()
      expect(await store.dataKeys.insertKeyCheckIfAbsent(check)).toEqual(check)
      expect(await store.dataKeys.insertKeyCheckIfAbsent({ ...check, wrapped: 'second' })).toEqual(check)

      expect(await store.dataKeys.findKeyCheck('k1')).toEqual(check)
    })
  })

  describe(`${name}: disabledConnectors`, () => {
    test('add() and remove() may be repeated, and list() gives the ids in order', async () => {
      const { disabledConnectors } = await open()

      for (const id of ['okta', 'aws', 'okta', 'slack']) await disabledConnectors.add(id, 1)
      for (const id of ['slack', 'slack', 'never']) await disabledConnectors.remove(id)

      expect(await disabledConnectors.list()).toEqual(['aws', 'okta'])
    })
  })

  describe(`${name}: signingKeys`, () => {
    const key = (fingerprint: string, createdAtMs: number) => ({
      fingerprint,
      name: null,
      publicKey: 'public',
      sealedPrivateKey: 'sealed',
      createdAtMs,
    })

    test('insertIfNone() keeps one key of any number of parallel callers and gives it to all', async () => {
      const store = await open()

      const kept = await Promise.all([1, 2, 3].map((n) => store.signingKeys.insertIfNone(key(`SHA256:${n}`, n))))

      expect(new Set(kept.map(({ fingerprint }) => fingerprint)).size).toBe(1)
      expect(await store.signingKeys.list()).toEqual([kept[0]])
    })

    test('list() of a new store is empty', async () => {
      const store = await open()

      expect(await store.signingKeys.list()).toEqual([])
    })
  })

  describeWorkspaceContract(name, openEmpty)
  describeCrossCheckContract(name, openEmpty)
  runDataContract(name, openEmpty)
  describeStandings(name, open)
  peopleContract(name, openEmpty)
  noticeContract(name, open)
  describeLogContract(name, open)
  describePackageContract(name, open)
  describeThingContract(name, open)
  describeExpiryContract(name, open)
  describeDropContract(name, openEmpty)
  describeInventoryContract(name, openEmpty)
  describeAccessReviewContract(name, openEmpty)

  describeObjectContract(name, openEmpty)
}

/** The part of the contract that closes stores. @param openEmpty opens one that is closed by `close` alone */
export function closeContract(name: string, openEmpty: () => Promise<Store>): void {
  describe(`${name}: close()`, () => {
    test('waits for what is under way, and may be called again', async () => {
      const store = await openEmpty()
      const inserted = store.organizations.insert({ id: 'acme', name: 'Acme', createdAtMs: 1 })

      await store.close()
      await store.close()

      await expect(inserted).resolves.toBeUndefined()
    })

    test('makes later calls fail as STORE_UNAVAILABLE, again and again', async () => {
      const store = await openEmpty()
      await store.close()

      await expect(store.organizations.list()).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' })
      await expect(store.organizations.list()).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' })
      await expect(store.connections.insert(createConnection('c1'), createCredentials())).rejects.toMatchObject({
        code: 'STORE_UNAVAILABLE',
      })
    })
  })
}

function givenTime(): StoreTime {
  let nowMs = 1_790_000_000_000
  return {
    get nowMs() {
      return nowMs
    },
    pass: async (ms) => {
      nowMs += ms
    },
  }
}

async function resultOf({ runs }: Store, id: string) {
  const kept = await runs.findRecorded(id)
  return kept && wholeRun(kept)
}
