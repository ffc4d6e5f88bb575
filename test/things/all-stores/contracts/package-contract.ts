import { describe, expect, test } from 'vitest'
import type { PackageRecord } from '../../../../src/service/records/packages.ts'
import type { Store } from '../../../../src/things/all-stores/store.ts'
import { endRun } from '../kept-runs.ts'
import { createConnection, createCredentials } from '../records.ts'

/** The contract of every store for packages: what was made, and that the runs that it names stay. */
export function describePackageContract(name: string, open: () => Promise<Store>): void {
  describe(`${name}: packages`, () => {
    test('are found in their own organization, the newest first, and by who made them and for whom', async () => {
      const { packages } = await open()
      const theirs = createPackage('p4', { organizationId: 'other' })
      const made = [
        createPackage('p1'),
        createPackage('p2', { isWhole: false, userId: 'eve', forUserId: 'aud' }),
        createPackage('p3', { isWhole: false }),
      ]
      for (const record of [...made, theirs]) await packages.insert(record, { runIds: [] })
      const listed = async (filter: object) =>
        (await packages.list({ organizationId: 'acme', ...filter })).map(({ id }) => id)

      expect(await packages.find({ id: 'p1', organizationId: 'acme' })).toEqual(made[0])
      expect(await packages.find({ id: 'p1', organizationId: 'other' })).toBeUndefined()
      expect(await listed({})).toEqual(['p3', 'p2', 'p1'])
      expect(await listed({ limit: 1, before: made[2] })).toEqual(['p2'])
      expect(await listed({ of: { userId: 'eve', whole: false } })).toEqual(['p2'])
      expect(await listed({ of: { userId: 'aud', whole: false } })).toEqual(['p2'])
      expect(await listed({ of: { userId: null, whole: false } })).toEqual(['p3'])
    })

    test('keep the runs that they name from retention', async () => {
      const store = await open()
      await store.connections.insert(createConnection('c1'), createCredentials())
      for (const n of [1, 2, 3, 4])
        await endRun(store, { id: `r${n}`, atMs: n * 1_000, checks: { mfa: { results: [['u1', 'pass']] } } })
      const listDeletable = async () => {
        const judged = await store.retention.judgeRuns(
          { organizationId: 'acme' },
          { after: undefined, throughMs: 9_000, limit: 10 },
        )
        return judged.filter(({ mayGo }) => mayGo).map(({ id }) => id)
      }
      expect(await listDeletable()).toEqual(['r1', 'r2', 'r3'])

      await store.packages.insert(createPackage('p1'), { runIds: ['r2', 'r4'] })
      await store.packages.insert(createPackage('p2'), { runIds: ['r2'] })

      expect(await listDeletable()).toEqual(['r1', 'r3'])
      await expect(store.packages.insert(createPackage('p3'), { runIds: ['r1', 'gone'] })).rejects.toMatchObject({
        code: 'STORE_CONFLICT',
        retryable: true,
      })
      expect(await store.packages.find({ id: 'p3', organizationId: 'acme' })).toBeUndefined()
    })
  })
}

function createPackage(id: string, changes: Partial<PackageRecord> = {}): PackageRecord {
  return {
    id,
    organizationId: 'acme',
    framework: 'soc2',
    periodFrom: '2026-01-01',
    periodTo: '2026-03-31',
    manifestSha256: 'ab'.repeat(32),
    gaps: 3,
    fileId: null,
    isWhole: true,
    userId: null,
    forUserId: null,
    madeAtMs: 5_000,
    ...changes,
  }
}
