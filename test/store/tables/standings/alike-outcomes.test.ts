import { expect, onTestFinished, test } from 'vitest'
import { patternsMax, waiversMax } from '../../../../src/checks/waivers/limits.ts'
import { openStore } from '../../../../src/store/open-store.ts'
import type { Store } from '../../../../src/store/store.ts'
import { describePostgres, testPostgres } from '../../../setup/postgres.ts'
import { endRun } from '../../kept-runs.ts'
import { addOrganizations, createConnection, createCredentials } from '../../records.ts'

const atMs = Date.UTC(2026, 4, 1, 12)
const time = { fromMs: 0, toMs: atMs }
/** More parameters than any database takes. */
const idsMax = 70_000

testLongLists('SQLite', async () => 'memory:')
describePostgres('PostgreSQL', () => testLongLists('PostgreSQL', testPostgres))

function testLongLists(name: string, makeUrl: () => Promise<string>): void {
  test(`listDecided() on ${name} takes as many waivers as an organization may have, each with as many checks`, async () => {
    const store = await openFilled(await makeUrl())
    // A waiver that names connections has a scope for cross-checks too.
    const waivers = Array.from({ length: 2 * waiversMax }, (_, index) => ({ checkIds: [`check-${index}`] }))
    const long = { checkIds: [...Array.from({ length: patternsMax - 1 }, (_, index) => `other-${index}`), 'mfa'] }
    const judged = Array.from({ length: idsMax }, (_, index) => `connection-${index}`)

    const none = await store.findings.listDecided({ organizationId: 'acme', time, scopes: { waivers, judged } })
    const found = await store.findings.listDecided({
      ...{ organizationId: 'acme', time },
      scopes: { waivers: [...waivers, ...Array.from({ length: 70 }, () => long)], judged: [] },
    })

    expect(none).toEqual([])
    expect(found.map(({ connectionId, checkId }) => `${connectionId} ${checkId}`)).toEqual(['c1 mfa'])
  })

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
