import { randomUUID } from 'node:crypto'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { migrations } from '../../../src/service/store/migrations/index.ts'
import { openStore } from '../../../src/things/all-stores/open-store.ts'
import type { Store } from '../../../src/things/all-stores/store.ts'
import { describePostgres, emptyPostgres, queryPostgres, testPostgres } from '../../setup/postgres.ts'
import { SharedDatabase } from '../../setup/shared-database.ts'
import { closeContract, type StoreTime, storeContract } from './contracts/store-contract.ts'
import { addOrganizations } from './records.ts'
import { runChild } from './second-process.ts'

describePostgres('openPostgresStore()', () => {
  const shared = new SharedDatabase()
  const stores = new Map<string, Store>()
  afterAll(() => Promise.all([...stores.values()].map((store) => store.close())))
  // One for all tests of a database, because to connect, and to learn of each table, takes longer than most of them.
  const openEmpty = async () => {
    const url = await shared.empty()
    const store = stores.get(url) ?? (await openStore(url))
    stores.set(url, store)
    return { ...store, close: () => Promise.resolve() }
  }
  storeContract('postgres:', openEmpty, () => databaseTime(shared))
  closeContract('postgres:', async () => openStore(await shared.empty()))
})

describePostgres('openStore() of a PostgreSQL URL', () => {
  test('makes the tables once when four processes open a new database at once', async () => {
    const url = await emptyPostgres()

    const children = await Promise.all([1, 2, 3, 4].map(() => runChild('open-store', [url])))

    expect(children.map((child) => child.said)).toEqual([[], [], [], []])
    const applied = await queryPostgres(url, 'select version from migrations order by version')
    expect(applied).toEqual(migrations.map(({ version }) => ({ version })))
  })

  test('refuses a store of a newer version and changes nothing in it', async () => {
    const url = await testPostgres()
    await queryPostgres(url, "insert into migrations values (99, 'from the future', 1)")

    await expect(openStore(url)).rejects.toMatchObject({
      name: 'StoreError',
      code: 'STORE_SCHEMA_NEWER',
      message: expect.stringMatching(/was written by a newer Checkwright .*version 99.*Update Checkwright/),
    })
    expect(await queryPostgres(url, 'select max(version) as v from migrations')).toEqual([{ v: 99 }])
  })

  test("leaves another program's tables alone, also such as are called migrations", async () => {
    const url = await emptyPostgres()
    await queryPostgres(url, 'create table migrations (id int)')

    await expect(openStore(url)).rejects.toMatchObject({
      code: 'STORE_CORRUPT',
      message: expect.stringMatching(/Another program has tables .*\?schema=checkwright/),
    })
    expect(
      await queryPostgres(url, "select relname from pg_class where relnamespace = 'public'::regnamespace"),
    ).toEqual([{ relname: 'migrations' }])
  })

  test('keeps the stores of several schemas of one database apart, and makes the schemas', async () => {
    const url = await emptyPostgres()
    await queryPostgres(url, 'create table bookmarks (url text)')
    const [one, two] = await Promise.all(['one', 'two'].map((schema) => openStore(`${url}?schema=${schema}`)))
    onTestFinished(async () => void (await Promise.all([one?.close(), two?.close()])))

    await one?.organizations.insert({ id: 'acme', name: 'Acme', createdAtMs: 1 })

    expect(await two?.organizations.list()).toEqual([])
    expect(await queryPostgres(url, 'select id from one.organizations')).toEqual([{ id: 'acme' }])
  })

  test('serves a role that may not make tables, once they are there', async () => {
    const [url, empty] = await Promise.all([testPostgres(), emptyPostgres()])
    const role = `worker_${randomUUID().replaceAll('-', '')}`
    await queryPostgres(url, `create role ${role} login password 'w0rker'`)
    await queryPostgres(url, `grant select, insert, update, delete on all tables in schema public to ${role}`)
    const as = (of: string) => Object.assign(new URL(of), { username: role, password: 'w0rker' }).href

    const store = await openStore(as(url))
    await store.organizations.insert({ id: 'acme', name: 'Acme', createdAtMs: 1 })
    await store.close()

    await expect(openStore(as(empty))).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: expect.stringContaining('GRANT CREATE'),
    })
  })

  test('keeps no chunk of a file that was deleted, or could not be read to its end', async () => {
    const url = await testPostgres()
    const store = await addOrganizations(await openStore(url))
    onTestFinished(() => store.close())
    const { objects } = store
    const { key } = await objects.put({ organizationId: 'acme', bytes: chunks(3) })
    const reading = (await objects.get({ organizationId: 'acme', key }))?.getReader()
    await reading?.read()

    await objects.delete({ organizationId: 'acme', key })
    await expect(objects.put({ organizationId: 'acme', bytes: chunks(2, new Error('cut')) })).rejects.toThrow('cut')

    // One chunk may have been asked for ahead.
    await expect(reading?.read().then(() => reading.read())).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await queryPostgres(url, 'select from objects union all select from object_chunks')).toEqual([])
  })

  test('lets a process end that never closed its store', async () => {
    const child = await runChild('open-store', [await testPostgres(), 'leave-open'])

    expect(child.said).toEqual([])
  })
})

async function* chunks(count: number, error?: Error): AsyncGenerator<Uint8Array> {
  for (let index = 0; index < count; index++) yield new Uint8Array(256 * 1024)
  if (error) throw error
}

/** Time passes by making older what there is; what callers give is far from it, to no effect. */
function databaseTime(shared: SharedDatabase): StoreTime {
  return {
    nowMs: 5,
    pass: async (ms) => {
      for (const table of ['leases', 'flows'])
        await queryPostgres(shared.url, `update ${table} set expires_at_ms = expires_at_ms - $1`, [ms])
      await queryPostgres(shared.url, 'update rates set used_until_us = used_until_us - $1', [ms * 1000])
    },
  }
}
