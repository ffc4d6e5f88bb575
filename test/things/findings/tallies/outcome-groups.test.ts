import { expect, onTestFinished, test } from 'vitest'
import { openStore } from '../../../../src/things/all-stores/open-store.ts'
import type { Store } from '../../../../src/things/all-stores/store.ts'
import { describePostgres, testPostgres } from '../../../setup/postgres.ts'
import { endRun } from '../../all-stores/kept-runs.ts'
import { addOrganizations, createConnection, createCredentials } from '../../all-stores/records.ts'

const atMs = Date.UTC(2026, 4, 1, 12)
/** More parameters than any database takes. */
const idsMax = 70_000

testLongLists('SQLite', async () => 'memory:')
describePostgres('PostgreSQL', () => testLongLists('PostgreSQL', testPostgres))

function testLongLists(name: string, makeUrl: () => Promise<string>): void {
  test(`What is known of connections on ${name} is found for any number of them`, async () => {
    const store = await openFilled(await makeUrl())
    const connectionIds = [...Array.from({ length: idsMax }, (_, index) => `connection-${index}`), 'c1']
    const findingIds = connectionIds

    const outcomes = await store.findings.newestOutcomes({ organizationId: 'acme', connectionIds })
    const reviewable = await store.findings.listReviewable({ organizationId: 'acme', connectionIds, limit: 10 })

    expect(outcomes.map(({ checkId }) => checkId)).toEqual(['guests', 'mfa'])
    expect(reviewable.map(({ checkId }) => checkId)).toEqual(['guests'])
    expect(await store.results.listManual({ runIds: ['r1'], findingIds })).toEqual([])
  })
}

async function openFilled(url: string): Promise<Store> {
  const store = await addOrganizations(await openStore(url))
  onTestFinished(() => store.close())
  await store.connections.insert(createConnection('c1'), createCredentials())
  const checks = { mfa: { results: [['ada', 'fail']] }, guests: { results: [['gil', 'manual']] } } as const
  await endRun(store, { id: 'r1', atMs, checks })
  return store
}
