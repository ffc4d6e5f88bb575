import { expect, test } from 'vitest'
import type { Store } from '../../../../src/things/all-stores/store.ts'
import { recordTransactions } from '../../../setup/record-transactions.ts'
import { endRun } from '../../all-stores/kept-runs.ts'
import { openMemoryStore } from '../../all-stores/memory-store.ts'
import { createConnection, createCredentials, createWaiver } from '../../all-stores/records.ts'

const atMs = Date.UTC(2026, 4, 1, 12)
const nowMs = atMs + 1_000
const checkIds = ['mfa', 'keys']

test('settleWaivers() settles every waiver that depends on checks, however many others are settled already', async () => {
  const store = await openFilled()
  // More than are read at once.
  const ofOthers = Array.from({ length: 510 }, (_, index) => createTagWaiver(`w${index}`, 'jira', 'gone'))
  await store.waivers.insert([...ofOthers, createTagWaiver('z', 'github', 'accepted')])
  await settle(store, 'other')

  const counts: number[] = []
  // Digests of checks have no order, so each way is tried.
  for (const tag of ['accepted', 'other', 'accepted', 'other']) {
    await settle(store, tag)
    counts.push(await store.findings.count({ organizationId: 'acme', waived: true }))
  }

  expect(counts).toEqual([1, 0, 1, 0])
})

test('settleWaivers() looks at findings once, however many waivers may cover them', async () => {
  const store = await openFilled()
  await store.waivers.insert(Array.from({ length: 20 }, (_, index) => createTagWaiver(`w${index}`, 'github', 'gone')))
  const readTransactions = recordTransactions()

  await settle(store, 'other')

  const statements = readTransactions().flat()
  const looks = statements.filter((statement) => /^select .* from "findings" .*"listed_as" = /.test(statement))
  // Open, accepted and hidden ones.
  expect(looks).toHaveLength(3)
})

test('settleWaivers() leaves what a process without the connector cannot judge', async () => {
  const store = await openFilled()
  const [tagged, named] = [
    createTagWaiver('tagged', 'github', 'accepted'),
    createWaiver('named', 'acme', { createdAtMs: atMs, connector: ['github'], check: ['keys'] }),
  ]
  await store.waivers.insert([tagged])
  const listWaivers = async () => {
    const found = await store.findings.list({ organizationId: 'acme' })
    return Object.fromEntries(found.map(({ checkId, waiverId }) => [checkId, waiverId]))
  }

  await settle(store, 'accepted')
  const known = await listWaivers()
  await store.waivers.insert([named])
  await settleUnknown(store)
  const unknown = await listWaivers()
  await store.waivers.revoke({ id: 'tagged', organizationId: 'acme' }, atMs + 500)
  await settleUnknown(store)

  expect(known).toEqual({ mfa: 'tagged', keys: null })
  // A waiver that names the check needs no connector.
  expect(unknown).toEqual({ mfa: 'tagged', keys: 'named' })
  expect(await listWaivers()).toEqual({ mfa: null, keys: 'named' })
})

test('listUnsettled() finds organizations whose waivers were settled by other checks', async () => {
  const store = await openFilled()
  await store.waivers.insert([createTagWaiver('tagged', 'github', 'accepted')])
  await settleUnknown(store)

  const listed = await store.waivers.listUnsettled(nowMs, connectorsWith('accepted'))
  await settle(store, 'accepted')

  expect(listed).toEqual(['acme'])
  expect(await store.waivers.listUnsettled(nowMs, connectorsWith('accepted'))).toEqual([])
})

function settleUnknown(store: Store): Promise<void> {
  return store.findings.settleWaivers({ organizationId: 'acme', nowMs, connectors: [] })
}

function settle(store: Store, tag: string): Promise<void> {
  return store.findings.settleWaivers({ organizationId: 'acme', nowMs, connectors: connectorsWith(tag) })
}

function connectorsWith(tag: string) {
  return [{ id: 'github', checks: checkIds.map((id) => ({ id, title: id, tags: id === 'mfa' ? [tag] : [] })) }]
}

function createTagWaiver(id: string, connector: string, tag: string) {
  return createWaiver(id, 'acme', { createdAtMs: atMs, connector: [connector], check: ['*'], tag: [tag] })
}

async function openFilled(): Promise<Store> {
  const store = await openMemoryStore()
  await store.connections.insert(createConnection('c1'), createCredentials())
  const checks = Object.fromEntries(checkIds.map((id) => [id, { results: [['ada', 'fail']] as const }]))
  await endRun(store, { id: 'r1', atMs, checks })
  return store
}
