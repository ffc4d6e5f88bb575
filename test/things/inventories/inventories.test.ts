import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { fakeVendor, fixedClock } from '../../../src/author/testing/index.ts'
import type { RecordedRun } from '../../../src/checks/runs/recorded-run.ts'
import type { StoredRecord } from '../../../src/inventory/stored-record.ts'
import { makeKeyText } from '../../../src/service/store/keys/parse-keys.ts'
import { stageInventories } from '../../../src/things/inventories/stage-inventories.ts'
import type { Runtime, RuntimeOptions } from '../../../src/things/runtime/runtime.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { openRuntimeWith } from '../runtime/world.ts'
import { answerDirectory, createDirectoryConnector, type Directory, runToEnd, twoPeople } from './directory.ts'

async function openDirectory(options: Partial<RuntimeOptions> = {}) {
  const directory: Directory = { people: twoPeople }
  const vendor = await fakeVendor({ routes: answerDirectory(directory) })
  onTestFinished(() => vendor.close())
  const { runtime, lines } = await openRuntimeWith({ connectors: [createDirectoryConnector(vendor.url)], ...options })
  const { id } = await runtime.connections.create({
    connector: 'directory',
    organizationId: 'acme',
    credentials: { api_key: 'key-canary-91' },
  })
  return { runtime, lines, directory, id, vendor }
}

async function readAll(records: AsyncIterable<StoredRecord> | undefined): Promise<StoredRecord[]> {
  const all: StoredRecord[] = []
  for await (const record of records ?? []) all.push(record)
  return all
}

const readAccounts = async (runtime: Runtime, connectionId: string) =>
  readAll((await runtime.inventories.open({ connectionId, of: 'account' }))?.records())

describe('the newest inventories of a connection', () => {
  test('are those of the newest run that read them, complete or not', async () => {
    const { runtime, directory, id } = await openDirectory()

    const run = await runToEnd(runtime, id)
    const [account, ...devices] = await runtime.inventories.list({ connectionId: id })

    expect(account).toEqual({
      organizationId: 'acme',
      connectionId: id,
      runId: run.id,
      readAt: run.startedAt,
      connector: { id: 'directory', version: '1.2.0' },
      of: 'account',
      complete: true,
      count: 2,
      byStatus: { active: 2 },
      covers: ['members'],
      leavesOut: ['bots'],
      tells: ['email', 'administrator', 'roles'],
      digest: run.inventories?.[0]?.digest,
    })
    expect(devices).toMatchObject([
      { of: 'device', part: 'laptops' },
      { of: 'device', part: 'phones' },
    ])
    expect(await readAccounts(runtime, id)).toEqual([
      {
        id: 'u1',
        name: 'Ada',
        kind: 'person',
        status: 'active',
        email: 'ada@example.com',
        administrator: true,
        roles: ['dev', 'owner'],
      },
      { id: 'u2', name: '=cmd|calc', kind: 'person', status: 'active', email: null, roles: [] },
    ])

    directory.people = undefined
    const second = await runToEnd(runtime, id)

    expect((await runtime.inventories.list({ connectionId: id }))[0]).toMatchObject({
      runId: second.id,
      complete: false,
      count: 0,
      error: { kind: 'permission' },
    })
    expect(await readAccounts(runtime, id)).toEqual([])
  })

  test('runs.start({ inventories }) lists alone, and replaces the lists that it read only', async () => {
    const { runtime, id } = await openDirectory()
    const first = await runToEnd(runtime, id)

    const second = await runToEnd(runtime, id, { inventories: ['device.phones'] })

    expect([second.checks, second.inventories?.length]).toEqual([[], 1])
    expect((await runtime.inventories.list({ connectionId: id })).map(({ runId }) => runId)).toEqual([
      first.id,
      first.id,
      second.id,
    ])
  })

  test('a run with waivers of its own keeps none, and neither does a list of which nothing was asked', async () => {
    const { runtime, id } = await openDirectory()
    const expires = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    const waiver = { connector: '*', check: 'admins', resource: 'u1', justification: 'x', approver: 'x', expires }
    const scoped = await runToEnd(runtime, id, { waivers: [{ ...waiver, allConnections: true }] })
    expect([scoped.scoped, scoped.inventories?.length]).toEqual([true, 3])
    expect(await runtime.inventories.list({ connectionId: id })).toEqual([])

    const failed = { code: 'AUTH_REFRESH_REJECTED', kind: 'auth', message: 'No.', retryable: false }
    const outcome = { of: 'account', complete: false, count: 0, requests: 0, error: failed }
    // Neither the store nor the vault is touched.
    const parts = {} as Parameters<typeof stageInventories>[0]
    const run = { head: { inventories: [outcome] }, records: () => [] } as unknown as RecordedRun
    const connector = createDirectoryConnector('http://127.0.0.1')
    expect(await stageInventories(parts, connector, { id, organizationId: 'acme' }, run)).toEqual([])
  })

  test('parts are named where there are several', async () => {
    const { runtime, id } = await openDirectory()
    await runToEnd(runtime, id)

    await expect(runtime.inventories.open({ connectionId: id, of: 'device' })).rejects.toMatchObject({
      code: 'INVENTORY_UNKNOWN',
      message: expect.stringContaining('laptops, phones'),
    })
    const phones = await runtime.inventories.open({ connectionId: id, of: 'device', part: 'phones' })
    expect(await readAll(phones?.records())).toEqual([{ id: 'p1', ownerEmail: null }])
    expect(await runtime.inventories.open({ connectionId: id, of: 'device', part: 'watches' })).toBeUndefined()
    expect(await runtime.inventories.open({ connectionId: id, of: 'training' })).toBeUndefined()
  })

  test("are nobody else's", async () => {
    const { runtime, id } = await openDirectory()
    await runToEnd(runtime, id)
    const ref = { connectionId: id, organizationId: 'other' }

    expect(await runtime.inventories.list(ref)).toEqual([])
    expect(await runtime.inventories.open({ ...ref, of: 'account' })).toBeUndefined()
    expect(await runtime.audit.list({ organizationId: 'other' })).not.toContainEqual(
      expect.objectContaining({ action: 'inventory.read' }),
    )
  })

  test('reading them is in the audit log with the connection and the kind, and no name', async () => {
    const { runtime, lines, id } = await openDirectory()
    await runToEnd(runtime, id)

    await readAccounts(runtime, id)

    const [entry] = await runtime.audit.list({ organizationId: 'acme', limit: 1 })
    expect(entry).toMatchObject({ action: 'inventory.read', target: id, fields: ['account'], status: 200 })
    const everything = JSON.stringify([await runtime.audit.list({ organizationId: 'acme' }), lines])
    for (const name of ['Ada', 'ada@example.com', 'u1']) expect(everything).not.toContain(name)
  })

  test('one that is replaced while somebody reads it throws, so that nobody takes a part for the whole', async () => {
    const { runtime, directory, id } = await openDirectory()
    directory.people = Array.from({ length: 1_000 }, (_, at) => ({
      id: `u${1_000 + at}`,
      admin: true,
      email: null,
      roles: [],
    }))
    await runToEnd(runtime, id)
    const opened = await runtime.inventories.open({ connectionId: id, of: 'account' })
    const reading = opened?.records()[Symbol.asyncIterator]()
    expect((await reading?.next())?.value).toMatchObject({ id: 'u1000' })
    expect((await readAll(opened?.records(998))).map((record) => record.id)).toEqual(['u1998', 'u1999'])

    await runToEnd(runtime, id)

    await expect(async () => {
      for (let next = await reading?.next(); !next?.done; ) next = await reading?.next()
    }).rejects.toMatchObject({ code: 'STORE_CONFLICT', message: expect.stringContaining('from its beginning') })
  })
})

describe('inventories are gone', () => {
  test('with the connection', async () => {
    const { runtime, id } = await openDirectory()
    await runToEnd(runtime, id)

    await runtime.connections.disconnect(id)

    expect(await runtime.inventories.list({ connectionId: id })).toEqual([])
    expect(await readAccounts(runtime, id)).toEqual([])
  })

  test('when the organization turns keeping off, and a later run keeps none until it is on again', async () => {
    const { runtime, id } = await openDirectory()
    await runToEnd(runtime, id)

    await runtime.inventories.setKeeping({ organizationId: 'acme', keepsInventories: false })
    expect(await runtime.inventories.list({ connectionId: id })).toEqual([])
    await runToEnd(runtime, id)
    expect(await runtime.inventories.isKeeping('acme')).toBe(false)
    await runtime.inventories.setKeeping({ organizationId: 'acme', keepsInventories: true })
    expect(await runtime.inventories.list({ connectionId: id })).toEqual([])
    await runToEnd(runtime, id)

    expect(await runtime.inventories.list({ connectionId: id })).toHaveLength(3)
    expect(await runtime.audit.list({ organizationId: 'acme' })).toContainEqual(
      expect.objectContaining({ action: 'organization.update', target: 'acme', fields: ['keepsInventories'] }),
    )
  })

  test('when the organization is shredded: no row and no readable byte is left', async () => {
    const file = join(createTempFolder(), 'checkwright.db')
    const { runtime, id } = await openDirectory({ store: `sqlite:${file}` })
    await runToEnd(runtime, id)
    const look = (table: string) => {
      using database = new DatabaseSync(file, { readOnly: true })
      return database.prepare(`select * from ${table}`).all()
    }
    const before = JSON.stringify([look('inventories'), look('inventory_pieces')])
    expect(look('inventory_pieces')).toHaveLength(3)
    // With the sign that JSON puts before a quote in a text: what is sealed can have all the rest by chance.
    for (const name of ['Ada\\"', 'ada@example.com', 'members', 'u1\\"']) expect(before).not.toContain(name)

    await runtime.organizations.shred('acme')

    expect([look('inventories'), look('inventory_pieces')]).toEqual([[], []])
    expect(await runtime.inventories.list({ connectionId: id })).toEqual([])
  })

  test('by retention, a time after they were read', async () => {
    const clock = fixedClock('2026-05-01T00:00:00Z')
    const place = { store: `sqlite:${join(createTempFolder(), 'checkwright.db')}`, keys: makeKeyText(), clock }
    const first = await openDirectory(place)
    await runToEnd(first.runtime, first.id)
    await first.runtime.close()
    const open = async (days: number) => {
      const { runtime, lines } = await openRuntimeWith({
        connectors: [createDirectoryConnector('http://127.0.0.1')],
        ...place,
        retention: { inventories: { maxAgeMs: days * 86_400_000 } },
      })
      await vi.waitFor(() => expect(lines.map(({ message }) => message)).toContain('Retention applied'), 5_000)
      const kinds = (await runtime.inventories.list({ connectionId: first.id })).map(({ of }) => of)
      await runtime.close()
      clock.advance(86_400_000)
      return kinds
    }

    clock.advance(30 * 86_400_000)

    expect(await open(31)).toEqual(['account', 'device', 'device'])
    expect(await open(30)).toEqual([])
  })
})
