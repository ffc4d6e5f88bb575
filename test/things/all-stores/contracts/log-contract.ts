import { describe, expect, test } from 'vitest'
import { computeLeafContent } from '../../../../src/evidence/log/log-entry.ts'
import { parseLogRecord } from '../../../../src/evidence/log/log-proof.ts'
import { proveConsistency, proveInclusion } from '../../../../src/evidence/log/prove.ts'
import { hashLeaf, hashRange, joinNodes } from '../../../../src/evidence/log/tree.ts'
import { verifyConsistency, verifyInclusion } from '../../../../src/evidence/log/verify-proof.ts'
import type { Store } from '../../../../src/things/all-stores/store.ts'
import { endRun } from '../kept-runs.ts'
import { createConnection, createCredentials, createWaiver, run } from '../records.ts'

/** The contract of every store for transparency logs: what is entered, and that its place is for ever. */
export function describeLogContract(name: string, openStore: () => Promise<Store>): void {
  const open = async () => {
    const store = await openStore()
    await store.connections.insert(createConnection('c1'), createCredentials())
    return store
  }
  const enter = async ({ waivers }: Store, count: number, organizationId = 'acme', from = 0) => {
    for (let index = from; index < from + count; index++)
      await waivers.insert([createWaiver(`${organizationId}-${index}`, organizationId)])
  }
  const numberAll = async ({ log }: Store, organizationId = 'acme') => {
    while ((await log.number(organizationId, 100)) > 0);
  }
  const headOf = async ({ log }: Store, organizationId = 'acme') => {
    const head = await log.findHead(organizationId)
    if (head === undefined) throw new TypeError('there is no log')
    return { ...head, root: joinNodes(head.nodes) }
  }

  describe(`${name}: the log`, () => {
    test('takes down what happens, each under its organization, with the record that its leaf was made of', async () => {
      const store = await open()
      await endRun(store, { id: 'r1', atMs: 1_000, checks: {} })
      await enter(store, 1, 'other')
      await enter(store, 1)
      await store.waivers.revoke({ id: 'acme-0', organizationId: 'acme' }, 5_000)
      await store.waivers.revoke({ id: 'acme-0', organizationId: 'acme' }, 6_000)

      expect(await store.log.findHead('acme')).toBeUndefined()
      expect((await store.log.listWaiting(10)).toSorted()).toEqual(['acme', 'other'])
      await numberAll(store)
      expect(await store.log.listWaiting(10)).toEqual(['other'])

      const leaves = await store.log.listLeaves('acme', { from: 0, limit: 10 })
      expect(leaves.map(({ number, kind, subject }) => [number, kind, subject])).toEqual([
        [0, 'run.began', 'r1'],
        [1, 'run.ended', 'r1'],
        [2, 'waiver.made', 'acme-0'],
        [3, 'waiver.revoked', 'acme-0'],
      ])
      for (const { record, hash, id, kind, subject } of leaves) {
        expect(Buffer.from(hash)).toEqual(Buffer.from(hashLeaf(computeLeafContent(record ?? ''))))
        expect(parseLogRecord(record ?? '')).toMatchObject({ id, kind, subject })
        expect(record).not.toContain('Justified')
      }
      expect(await store.log.findLeaf('acme', { kind: 'waiver.revoked', subject: 'acme-0' })).toEqual(leaves[3])
      expect(await store.log.findLeaf('other', { kind: 'waiver.revoked', subject: 'acme-0' })).toBeUndefined()
    })

    test('proves each entry and each earlier head, also above the subtrees that it keeps', async () => {
      const store = await open()
      const entered = Array.from({ length: 540 }, (_, index) => createWaiver(`w${index}`, 'acme'))
      await store.waivers.insert(entered.slice(0, 300))
      await numberAll(store)
      const first = await headOf(store)
      await store.waivers.insert(entered.slice(300))
      await numberAll(store)
      const second = await headOf(store)
      const readNode = store.log.openNodes('acme')

      expect([first.size, second.size]).toEqual([300, 540])
      expect(second.origin).toBe(first.origin)
      expect(Buffer.from(await hashRange({ begin: 0, end: 300 }, readNode))).toEqual(Buffer.from(first.root))
      expect(verifyConsistency(first, second, await proveConsistency(300, 540, readNode))).toBe(true)
      const leaves = await store.log.listLeaves('acme', { from: 0, limit: 1_000 })
      for (const number of [0, 255, 256, 511, 512, 539]) {
        const leaf = leaves[number]
        expect(leaf?.number).toBe(number)
        const proof = await proveInclusion(number, 540, readNode)
        expect(verifyInclusion(leaf?.hash ?? new Uint8Array(), number, second, proof)).toBe(true)
      }
    })

    test('numbers without gaps and without repetition, however many do so at once', async () => {
      const store = await open()
      await enter(store, 30)
      const counts = await Promise.all(Array.from({ length: 6 }, () => store.log.number('acme', 10)))
      expect(counts.reduce((sum, each) => sum + each, 0)).toBe(30)
      const leaves = await store.log.listLeaves('acme', { from: 0, limit: 100 })
      expect(leaves.map(({ number }) => number)).toEqual(Array.from({ length: 30 }, (_, index) => index))
      expect((await headOf(store)).size).toBe(30)
    })

    test('finds runs that began and have no end', async () => {
      const store = await open()
      await endRun(store, { id: 'r1', atMs: 1_000, checks: {} })
      await store.runs.insert({ ...run('r2'), startedAtMs: 2_000 })
      await numberAll(store)
      const find = async (beforeMs: number) =>
        (await store.log.listUnended('acme', { from: 0, beforeMs, limit: 10 })).map(({ subject }) => subject)
      expect(await find(2_000)).toEqual([])
      expect(await find(2_001)).toEqual(['r2'])
    })

    test('forgets records and keeps what they prove', async () => {
      const store = await open()
      await enter(store, 3)
      await enter(store, 1, 'other')
      await numberAll(store)
      await numberAll(store, 'other')
      const before = await headOf(store)
      await enter(store, 1, 'acme', 3)
      await numberAll(store)
      await store.log.forget('acme', { from: 0, to: 2 })
      const recordsOf = async () =>
        (await store.log.listLeaves('acme', { from: 0, limit: 10 })).map(({ record }) => record !== null)
      expect(await recordsOf()).toEqual([false, false, true, true])
      await store.log.forget('acme', { from: 2, to: 4 })
      const leaves = await store.log.listLeaves('acme', { from: 0, limit: 10 })
      expect(leaves.map(({ record }) => record)).toEqual([null, null, null, null])
      expect((await store.log.listLeaves('other', { from: 0, limit: 10 }))[0]?.record).not.toBeNull()
      const proof = await proveConsistency(3, 4, store.log.openNodes('acme'))
      expect(verifyConsistency(before, await headOf(store), proof)).toBe(true)
    })
  })
}
