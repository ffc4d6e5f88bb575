import { describe, expect, onTestFinished, test } from 'vitest'
import { migrateStore } from '../../../src/service/store/migrations/migrate.ts'
import { openSqliteDatabase } from '../../../src/service/store/sql/sqlite/sqlite-database.ts'
import { sqliteTraits } from '../../../src/service/store/sql/sqlite/sqlite-dialect.ts'
import { hooks, type StoreHooks } from '../../../src/things/all-stores/hooks.ts'
import { createStoreTables } from '../../../src/things/all-stores/kysely-store.ts'
import { createSqliteKysely } from '../../../src/things/all-stores/sqlite-store.ts'
import type { Store } from '../../../src/things/all-stores/store.ts'
import { storeMigrations } from '../../../src/things/all-stores/store-migrations.ts'
import { createFindingIdOf, createRefusal, createToldRun, endRun } from './kept-runs.ts'
import { addOrganizations, createConnection, createCredentials, run } from './records.ts'

const refused = new Error('A listener failed.')
const checks = { guests: { results: [['gil', 'manual']] } } as const

describe('a listener that throws after others have written', () => {
  test('run.ended: the run has not ended, no finding has changed, and nobody was told', async () => {
    const { store, failAt } = await openWithHooks()
    await store.connections.insert(createConnection('c1', { state: 'active' }), createCredentials())
    await store.runs.insert(run('r1', { connectionId: 'c1', startedAtMs: 1_000 }))
    const failing = createToldRun({ id: 'r1', atMs: 1_000, checks: { guests: { results: [['ada', 'fail']] } } })
    const finish = () =>
      store.runs.finish('r1', { status: 'fail', finishedAtMs: 2_000, run: failing, connectorChecks: ['guests'] })
    failAt('run.ended')

    await expect(finish()).rejects.toThrow(refused.message)

    expect(await store.runs.find('r1')).toMatchObject({ finishedAtMs: null })
    expect(await store.findings.list({ organizationId: 'acme' })).toEqual([])
    expect(await store.findings.newestOutcomes({ organizationId: 'acme' })).toEqual([])
    failAt(undefined)
    await finish()
    expect(await store.findings.list({ organizationId: 'acme' })).toHaveLength(1)
  })

  test('connection.changed: the connection is neither made nor disconnected', async () => {
    const { store, failAt } = await openWithHooks()
    await store.connections.insert(createConnection('c1', { state: 'active' }), createCredentials())
    failAt('connection.changed')

    await expect(store.connections.insert(createConnection('c2'), createCredentials())).rejects.toThrow(refused.message)
    const changes = { state: 'disconnected' } as const
    await expect(store.connections.wipeCredentials('c1', { changes, nowMs: 5 })).rejects.toThrow(refused.message)

    expect(await store.connections.find('c2')).toBeUndefined()
    expect(await store.connections.find('c1')).toMatchObject({ state: 'active' })
    expect((await store.connections.credentials('c1'))?.generation).toBe(createCredentials().generation)
    expect((await store.connections.tally('acme')).states).toMatchObject({ active: 1, disconnected: 0 })
  })

  test('decision.changed: nothing was judged, and the finding did not open', async () => {
    const { store, failAt } = await openWithHooks()
    await store.connections.insert(createConnection('c1', { state: 'active' }), createCredentials())
    await endRun(store, { id: 'r1', atMs: 1_000, checks })
    failAt('decision.changed')

    await expect(store.judgements.insert(createRefusal('j1', 2_000))).rejects.toThrow(refused.message)

    expect(await store.judgements.find('j1', 'acme')).toBeUndefined()
    expect(await store.findings.find(createFindingIdOf('guests', 'gil'), 'acme')).toBeUndefined()
  })

  test('person.removed: the person keeps the role and the findings', async () => {
    const { store, failAt } = await openWithHooks()
    const ada = { organizationId: 'acme', userId: 'ada' }
    await store.connections.insert(createConnection('c1', { state: 'active' }), createCredentials())
    await store.memberships.put({ ...ada, role: 'admin', periodFrom: null, periodTo: null, readsPeople: 0 })
    await endRun(store, { id: 'r1', atMs: 1_000, checks: { guests: { results: [['ada', 'fail']] } } })
    const id = createFindingIdOf('guests', 'ada')
    await store.findings.update({ id, organizationId: 'acme' }, { ownerId: 'ada' }, [])
    const remove = () => store.memberships.remove({ ...ada, atMs: 3_000 })
    failAt('person.removed')

    await expect(remove()).rejects.toThrow(refused.message)

    expect(await store.memberships.find('acme', 'ada')).toBeDefined()
    expect(await store.findings.find(id, 'acme')).toMatchObject({ ownerId: 'ada' })
    failAt(undefined)
    expect(await remove()).toBe(true)
    expect(await store.findings.find(id, 'acme')).toMatchObject({ ownerId: null })
    expect(await store.findings.changes(id)).toMatchObject([{ member: 'owner', earlier: 'ada', later: null }])
  })
})

/** A store whose listeners all do their work, and of whose hooks one then fails. */
async function openWithHooks(): Promise<{
  readonly store: Store
  readonly failAt: (name: keyof StoreHooks | undefined) => void
}> {
  let failing: keyof StoreHooks | undefined
  const own = Object.fromEntries(
    Object.entries(hooks).map(([name, tell]) => [
      name,
      async (...told: Parameters<typeof tell>) => {
        await (tell as (...all: readonly unknown[]) => Promise<void>)(...told)
        if (failing === name) throw refused
      },
    ]),
  ) as unknown as StoreHooks
  const database = await openSqliteDatabase(undefined)
  const db = createSqliteKysely(database)
  onTestFinished(() => db.destroy())
  await migrateStore(db, storeMigrations, { traits: sqliteTraits, where: database.where })
  const store = await addOrganizations(createStoreTables(db, sqliteTraits, own) as Store)
  return {
    store,
    failAt: (name) => {
      failing = name
    },
  }
}
