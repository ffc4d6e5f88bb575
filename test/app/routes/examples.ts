import { join } from 'node:path'
import { toRecordedRun } from '../../../src/checks/runs/recorded-run.ts'
import { type AuthDefinition, defineConnector, type ResultRecord, systemClock } from '../../../src/define/index.ts'
import type { InventoryHead } from '../../../src/inventory/inventory-head.ts'
import type { StoredInventory } from '../../../src/inventory/inventory-store.ts'
import { exampleConnectionId, exampleRunId } from '../../../src/service/api/schemas/schemas.ts'
import { makeKeyText } from '../../../src/service/store/keys/parse-keys.ts'
import { exampleReviewedConnectionId } from '../../../src/things/access-reviews/api/review-schema.ts'
import { createVault, openStore, resolveKeys } from '../../../src/things/all-stores/index.ts'
import { sealHead, sealRecords } from '../../../src/things/inventories/seal-inventory.ts'
import type { AtEnd } from '../../setup/after-file.ts'
import { copyNewStore, testStore } from '../../setup/store.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { createConnection, createCredentials, run, runResult } from '../../things/all-stores/records.ts'
import { jwt } from '../host/person-token.ts'
import { openApiHost } from '../host/world.ts'

/**
 * The connectors that the examples of the document name; nothing of theirs can be reached.
 * @param options.atEnd when it is closed. @default with the test
 */
export async function openExampleHost({
  hasAccounts = false,
  atEnd,
}: {
  readonly hasAccounts?: boolean
  readonly atEnd?: AtEnd | undefined
} = {}) {
  const connectors = [exampleConnector('acme', { type: 'api_key', config: { in: 'header', name: 'X-Key' } })]
  const config = {
    authorizeUrl: 'https://acme.invalid/authorize',
    tokenUrl: 'https://acme.invalid/token',
    scopes: ['users:read'],
  }
  const keys = makeKeyText()
  const file = join(createTempFolder(atEnd), 'store.db')
  // A database of PostgreSQL is the next test's.
  const store = atEnd === undefined ? await testStore(`sqlite:${file}`) : `sqlite:${await copyNewStore(file)}`
  const world = await openApiHost(
    { jwt },
    { store, keys, connectors: [...connectors, exampleConnector('acme-oauth', { type: 'oauth2', config })] },
    atEnd,
  )
  await insertExampleRun(store)
  if (hasAccounts) await insertExampleAccounts(store, keys)
  const app = { connector: 'acme-oauth', clientId: 'acme-client-1', clientSecret: 'the-secret-of-the-app' }
  await world.runtime.oauthApps.set({ ...app, organizationId: 'acme' })
  return world
}

function exampleConnector(id: 'acme' | 'acme-oauth', auth: AuthDefinition) {
  return defineConnector({
    id,
    name: 'Acme',
    baseUrl: 'https://acme.invalid',
    auth,
    variables: [{ id: 'max_admins', label: 'Most administrators allowed', type: 'number', default: 4 }],
  })
}

/** A connection with an inventory of accounts, and a list of people, under the ids that examples name. */
async function insertExampleAccounts(url: string, keyText: string): Promise<void> {
  const store = await openStore(url)
  const keys = await resolveKeys({ keys: keyText, env: {}, storeUrl: url, notify: () => undefined })
  const vault = createVault({ keys, dataKeys: store.dataKeys, clock: systemClock })
  const of = { organizationId: 'acme', connectionId: exampleReviewedConnectionId }
  await store.connections.insert(createConnection(of.connectionId, { connectorId: 'acme' }), createCredentials())
  const runId = '019a4c1e-7d53-7a43-9d2e-1f0a5b3c7d45'
  const inventory: StoredInventory = {
    id: 'accounts',
    ...of,
    of: 'account',
    part: null,
    runId,
    readAtMs: Date.parse('2026-05-01'),
    count: 1,
  }
  async function* records() {
    yield { id: 'u1', kind: 'person', status: 'active' }
  }
  await store.inventories.stage(inventory, sealRecords(vault, inventory, records()))
  const head: InventoryHead = {
    of: 'account',
    complete: true,
    count: 1,
    covers: ['members'],
    leavesOut: [],
    digest: '0'.repeat(64),
    ...of,
    connector: { id: 'acme', version: '1.0.0' },
    runId,
    readAt: '2026-05-01T00:00:00.000Z',
    tells: [],
  }
  await store.runs.insert(run(runId, { connectionId: of.connectionId, connectorId: 'acme' }))
  const ended = toRecordedRun({ ...runResult(runId), connectionId: of.connectionId, checks: [] })
  const staged = [{ id: inventory.id, sealedHead: await sealHead(vault, inventory, head) }]
  await store.runs.finish(runId, { status: 'pass', finishedAtMs: 2_000, run: ended, inventories: staged })
  const staff = { id: exampleConnectionId, organizationId: 'acme', fileName: 'Staff', covers: 'both' } as const
  await store.directorySources.replace('acme', [{ ...staff, accountsArePeople: false, createdAtMs: 1_000 }])
  await store.close()
}

/** A run with a result that needs review, under the ids of the examples. */
async function insertExampleRun(url: string): Promise<void> {
  const store = await openStore(url)
  const of = { connectionId: exampleConnectionId, connectorId: 'acme' }
  await store.connections.insert(
    createConnection(exampleConnectionId, { connectorId: 'acme', state: 'disconnected' }),
    createCredentials(),
  )
  await store.runs.insert(run(exampleRunId, of))
  const result: ResultRecord = {
    status: 'manual',
    resource: { type: 'account', id: 'usr-7' },
    title: 'A guest',
    evidence: { kind: 'guest' },
    findingId: '5b0f6c1e-7d53-5a43-9d2e-1f0a5b3c7d21',
  }
  const { checks, ...head } = runResult(exampleRunId)
  const [check] = checks
  const ended = toRecordedRun({
    ...head,
    connectionId: exampleConnectionId,
    connector: { id: 'acme', version: '1.0.0' },
    checks: check ? [{ ...check, id: 'guests-reviewed', status: 'manual' as const, results: [result] }] : [],
  })
  await store.runs.finish(exampleRunId, { status: 'manual', finishedAtMs: 2_000, run: ended })
  await store.close()
}
