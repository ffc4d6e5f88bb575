import { expect, test } from 'vitest'
import type { Store } from '../../../../../src/store/store.ts'
import { recordTransactions } from '../../../../setup/record-transactions.ts'
import { endRun } from '../../../kept-runs.ts'
import { openMemoryStore } from '../../../memory-store.ts'
import { createConnection, createCredentials, createWaiver } from '../../../records.ts'

const atMs = Date.UTC(2026, 4, 1, 12)
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

function settle(store: Store, tag: string): Promise<void> {
  const checks = checkIds.map((id) => ({ id, title: id, tags: id === 'mfa' ? [tag] : [] }))
  const connectors = [{ id: 'github', checks }]
  return store.findings.settleWaivers({ organizationId: 'acme', nowMs: atMs + 1_000, connectors })
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
