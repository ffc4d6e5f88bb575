import { describe, expect, onTestFinished, test } from 'vitest'
import type { InventoryPiece, StoredInventory } from '../../../../src/inventory/inventory-store.ts'
import type { Store } from '../../../../src/things/all-stores/store.ts'
import { createToldRun } from '../kept-runs.ts'
import { addOrganizations, createConnection, createCredentials, run } from '../records.ts'

/** The newest inventories of connections, in every store. */
export function describeInventoryContract(name: string, openEmpty: () => Promise<Store>): void {
  const open = async () => {
    const store = await addOrganizations(await openEmpty())
    onTestFinished(() => store.close())
    await store.connections.insert(createConnection('c1'), createCredentials())
    return store
  }
  const ours = { organizationId: 'acme', connectionId: 'c1' }
  const listOurs = async (store: Store) => (await store.inventories.list(ours)).map(({ id }) => id)
  const stage = async (store: Store, id: string, more: Partial<StoredInventory> = {}, count = 250) => {
    const inventory: StoredInventory = {
      id,
      ...ours,
      of: 'account',
      part: null,
      runId: `run-${id}`,
      readAtMs: 1_000,
      count,
      ...more,
    }
    await store.inventories.stage(inventory, createPieces(count))
    return { id, sealedHead: `head of ${id}` }
  }
  const end = async (store: Store, runId: string, staged: readonly { id: string; sealedHead: string }[]) => {
    await store.runs.insert(run(runId))
    const kept = createToldRun({ id: runId, atMs: 1_000, checks: { mfa: { results: [] } } })
    await store.runs.finish(runId, { status: 'pass', finishedAtMs: 2_000, run: kept, inventories: staged })
  }

  describe(`${name}: inventories`, () => {
    test('nothing of one is seen before its run has ended; then each replaces that of its list alone', async () => {
      const store = await open()
      const first = [
        await stage(store, 'a1'),
        await stage(store, 'd1', { of: 'device', part: 'phones', runId: 'run-a1' }),
        await stage(store, 'd2', { of: 'device', part: 'laptops', runId: 'run-a1' }),
      ]
      expect([await listOurs(store), await store.inventories.pieces('a1', 0, 10)]).toEqual([[], []])

      await end(store, 'run-a1', first)
      expect(await listOurs(store)).toEqual(['a1', 'd2', 'd1'])
      await end(store, 'run-a2', [await stage(store, 'a2', {}, 3)])

      expect(await store.inventories.list(ours)).toMatchObject([
        {
          id: 'a2',
          ...ours,
          of: 'account',
          part: null,
          runId: 'run-a2',
          readAtMs: 1_000,
          count: 3,
          sealedHead: 'head of a2',
        },
        { id: 'd2', part: 'laptops' },
        { id: 'd1', part: 'phones' },
      ])
      expect(await store.inventories.pieces('a1', 0, 10)).toEqual([])
    })

    test('listAll(), listIds(), listConnectorIds(), listNoted() and listNames() tell what an organization has lists of', async () => {
      const store = await open()
      const insert = (id: string, more: Parameters<typeof createConnection>[1]) =>
        store.connections.insert(createConnection(id, more), createCredentials())
      await insert('c0', { connectorId: 'okta' })
      await insert('c2', { connectorId: 'okta', state: 'disconnected' })
      await insert('c3', { connectorId: 'jamf' })
      await insert('elsewhere', { connectorId: 'okta', organizationId: 'other' })
      await end(store, 'run-a1', [
        await stage(store, 'a1'),
        await stage(store, 'd1', { of: 'device', runId: 'run-a1' }),
      ])
      await stage(store, 'hidden', { connectionId: 'c3' })
      await store.directorySources.putSystem('acme', {
        connectionId: 'c2',
        enforcedDomains: ['acme.example'],
        signsInBy: null,
        exempt: null,
      })

      const idsOf = (found: readonly { readonly id: string }[]) => found.map(({ id }) => id).sort()
      const listOf = (connectorIds: readonly string[]) =>
        store.connections.list({ organizationId: 'acme', connectorIds })
      expect((await store.inventories.listAll('acme')).map(({ id }) => id)).toEqual(['a1', 'd1'])
      expect(await store.inventories.listAll('other')).toEqual([])
      expect(await store.inventories.listIds('acme')).toEqual([
        { id: 'a1', connectionId: 'c1' },
        { id: 'd1', connectionId: 'c1' },
      ])
      expect(await store.inventories.listIds('other')).toEqual([])
      expect(await store.connections.listConnectorIds('acme')).toEqual(['github', 'jamf', 'okta'])
      expect(idsOf(await listOf(['okta', 'jamf']))).toEqual(['c0', 'c2', 'c3'])
      expect(await listOf([])).toEqual([])
      expect(idsOf(await store.connections.listNoted('acme', []))).toEqual(['c1', 'c2'])
      expect(idsOf(await store.connections.listNoted('acme', ['okta', 'jamf']))).toEqual(['c1'])
      expect(await store.connections.listNoted('other', [])).toEqual([])
      const nameOf = (connectorIds: readonly string[]) =>
        store.connections.listNames({ organizationId: 'acme', connectorIds })
      expect(idsOf(await nameOf([]))).toEqual(['c1', 'c2'])
      expect(idsOf(await nameOf(['okta', 'jamf']))).toEqual(['c0', 'c1', 'c2', 'c3'])
      expect((await nameOf(['okta'])).find(({ id }) => id === 'c2')).toEqual({
        id: 'c2',
        connectorId: 'okta',
        connectorSha256: null,
        name: null,
        state: 'disconnected',
      })
    })

    test('pieces() begins with the piece of a position, and gives as many as you ask for', async () => {
      const store = await open()
      await end(store, 'run-a1', [await stage(store, 'a1')])
      const fromsOf = async (from: number, limit: number) =>
        (await store.inventories.pieces('a1', from, limit)).map((piece) => piece.from)

      expect(await fromsOf(0, 10)).toEqual([0, 100, 200])
      expect(await fromsOf(99, 1)).toEqual([0])
      expect(await fromsOf(100, 1)).toEqual([100])
      expect(await fromsOf(249, 5)).toEqual([200])
      expect(await fromsOf(250, 5)).toEqual([])
      expect((await store.inventories.pieces('a1', 200, 1))[0]).toEqual({ from: 200, count: 50, sealed: 'from 200' })
    })

    test('they go with the connection, and a run that ends afterwards brings none back', async () => {
      const store = await open()
      await end(store, 'run-a1', [await stage(store, 'a1')])
      const late = await stage(store, 'a2')

      const changes = { state: 'disconnected', stateReason: 'Gone.' } as const
      await store.connections.wipeCredentials('c1', { changes, nowMs: 3_000 })
      expect([await listOurs(store), await store.inventories.pieces('a1', 0, 1)]).toEqual([[], []])
      await end(store, 'run-a2', [late])
      await end(store, 'run-a3', [await stage(store, 'a3')])

      expect(await listOurs(store)).toEqual([])
      expect(await store.inventories.dropLeftovers(1_000)).toEqual({ rows: 0, gone: 0 })
    })

    test('an organization that keeps none gets none, and others keep theirs', async () => {
      const store = await open()
      await store.connections.insert(createConnection('c2', { organizationId: 'other' }), createCredentials())
      const theirs = await stage(store, 'b1', { organizationId: 'other', connectionId: 'c2', runId: 'run-b1' })
      await store.runs.insert(run('run-b1', { organizationId: 'other', connectionId: 'c2' }))
      const told = { id: 'run-b1', atMs: 1_000, organizationId: 'other', connectionId: 'c2', checks: {} }
      const outcome = { status: 'pass', finishedAtMs: 2_000, run: createToldRun(told) } as const
      await store.runs.finish('run-b1', { ...outcome, inventories: [theirs] })
      await end(store, 'run-a1', [await stage(store, 'a1')])

      expect(await store.inventories.isKeeping('acme')).toBe(true)
      await store.inventories.setKeeping('acme', false)
      await store.organizationProfiles.put('acme', {
        slug: 'acme',
        logo: null,
        website: null,
        primaryColor: null,
        metadata: null,
      })
      expect(await store.inventories.isKeeping('acme')).toBe(false)
      await end(store, 'run-a2', [await stage(store, 'a2')])
      // What was there before is a leftover now.
      expect(await store.inventories.dropLeftovers(1_000)).toMatchObject({ gone: 1 })
      expect(await listOurs(store)).toEqual([])
      await store.inventories.setKeeping('acme', true)
      await end(store, 'run-a3', [await stage(store, 'a3')])

      expect(await listOurs(store)).toEqual(['a3'])
      expect(await store.inventories.list({ organizationId: 'other', connectionId: 'c2' })).toMatchObject([
        { id: 'b1' },
      ])
      expect(await store.inventories.list({ organizationId: 'acme', connectionId: 'c2' })).toEqual([])
      await expect(store.inventories.setKeeping('nobody', true)).rejects.toMatchObject({ code: 'NOT_FOUND' })
      while ((await store.inventories.dropSome('acme', 10)).rows > 0);
      expect(await listOurs(store)).toEqual([])
      expect(await store.inventories.list({ organizationId: 'other', connectionId: 'c2' })).toHaveLength(1)
    })

    test("one of another connection is not shown by a run, and the database refuses another organization's", async () => {
      const store = await open()
      await store.connections.insert(createConnection('c2'), createCredentials())
      await end(store, 'run-a1', [await stage(store, 'a1', { connectionId: 'c2' })])

      expect(await listOurs(store)).toEqual([])
      expect(await store.inventories.list({ organizationId: 'acme', connectionId: 'c2' })).toEqual([])
      await expect(stage(store, 'a2', { organizationId: 'other' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })

    test('retention removes those that are too old, and what ended runs left hidden', async () => {
      const store = await open()
      await end(store, 'run-a1', [
        await stage(store, 'a1'),
        await stage(store, 'd1', { of: 'device', readAtMs: 5_000 }),
      ])
      await store.runs.insert(run('run-x'))
      await stage(store, 'x')
      await stage(store, 'y', { runId: 'nobody' })

      expect(await store.inventories.hideOlder(5_000, 10)).toEqual({ rows: 1, gone: 1 })
      expect(await listOurs(store)).toEqual(['d1'])
      // The run of one is under way.
      expect(await store.inventories.dropLeftovers(1_000)).toMatchObject({ gone: 2 })
      expect(await store.inventories.dropLeftovers(1_000)).toEqual({ rows: 0, gone: 0 })
    })
  })
}

async function* createPieces(count: number): AsyncGenerator<InventoryPiece, void, undefined> {
  for (let from = 0; from < count; from += 100)
    yield { from, count: Math.min(100, count - from), sealed: `from ${from}` }
}
