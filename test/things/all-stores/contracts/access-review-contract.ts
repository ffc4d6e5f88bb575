import { describe, expect, onTestFinished, test } from 'vitest'
import type {
  AccountDecision,
  StoredAccessReview,
  StoredReviewedAccount,
} from '../../../../src/crosscheck/reviews/access-review.ts'
import { listReviewEvidence } from '../../../../src/things/access-reviews/review-evidence.ts'
import type { Store } from '../../../../src/things/all-stores/store.ts'
import { addOrganizations } from '../records.ts'

const ref = { id: 'r1', organizationId: 'acme' }

export function createAccessReview(more: Partial<StoredAccessReview> = {}): StoredAccessReview {
  return {
    ...ref,
    title: 'Q2',
    filter: {},
    byManager: false,
    reviewers: [],
    systems: [],
    controls: ['soc2:CC6.3'],
    dueDay: '2026-05-31',
    everyDays: 92,
    removalDays: 14,
    startedBy: 'ada',
    startedAtMs: 1_000,
    revision: 0,
    finishedAtMs: null,
    finishedBy: null,
    undecidedReason: null,
    ...more,
  }
}

function byConnection(a: { readonly connectionId: string }, b: { readonly connectionId: string }): number {
  return a.connectionId < b.connectionId ? -1 : 1
}

/** Access reviews with their accounts, in every store. */
export function describeAccessReviewContract(name: string, openEmpty: () => Promise<Store>): void {
  const open = async () => {
    const store = await addOrganizations(await openEmpty())
    onTestFinished(() => store.close())
    return store
  }
  const stranger = { id: 'r1', organizationId: 'other' }
  async function* createPieces() {
    yield { from: 0, count: 100, sealed: 'first' }
    yield { from: 100, count: 20, sealed: 'second' }
  }
  const account = (number: number): StoredReviewedAccount => ({
    number,
    connectionId: 'c1',
    part: null,
    position: number * 2,
    assignedTo: null,
    decision: null,
    outcome: null,
    seen: [],
  })
  const decision = (is: AccountDecision['is'], atMs = 5_000): AccountDecision => ({
    is,
    change: is === 'change' ? 'less' : null,
    reason: 'r',
    by: 'ada@example.com',
    userId: 'ada',
    atMs,
  })
  const bundle = {
    name: 'r.zip',
    type: 'application/zip',
    sizeBytes: 1,
    sha256: '0'.repeat(64),
    objectKey: 'k1',
    manifestSha256: '1'.repeat(64),
  }
  const end = { finishedAtMs: 9_000, finishedBy: 'ada', undecidedReason: null, bundle }
  const stage = (store: Store, more: Partial<StoredAccessReview> = {}) =>
    store.accessReviews.stage(createAccessReview(more), [{ connectionId: 'c1', part: null, pieces: createPieces() }])
  const start = async (store: Store, count = 3) => {
    await stage(store)
    const accounts = Array.from({ length: count }, (_, number) => account(number))
    await store.accessReviews.show(ref, { systems: [], accounts })
  }

  describe(`${name}: access reviews`, () => {
    test('nothing of one is seen before its accounts are written, and what is left behind goes', async () => {
      const store = await open()
      const { accessReviews } = store

      await stage(store)
      expect([await accessReviews.find('r1', 'acme'), await accessReviews.list({ organizationId: 'acme' })]).toEqual([
        undefined,
        [],
      ])
      expect(await accessReviews.dropLeftovers(1_000, 100)).toEqual({ rows: 0, gone: 0 })
      await accessReviews.show(ref, { systems: [], accounts: [account(0)] })
      await accessReviews.dropLeftovers(2_000, 1_000)
      expect(await accessReviews.find('r1', 'acme')).toEqual(createAccessReview())
      await stage(store, { id: 'r2' })
      await accessReviews.dropLeftovers(2_000, 1_000)
      await expect(accessReviews.show({ ...ref, id: 'r2' }, { systems: [], accounts: [] })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      })

      const of = { reviewId: 'r1', connectionId: 'c1', part: null }
      expect((await accessReviews.pieces(of, 100, 4)).map(({ sealed }) => sealed)).toEqual(['second'])
      expect((await accessReviews.pieces(of, 99, 4)).map(({ from }) => from)).toEqual([0, 100])
      expect(await accessReviews.pieces({ ...of, part: 'iam' }, 0, 4)).toEqual([])
    })

    test('decisions count until the end, each new one forgets what a list showed, and another organization has none', async () => {
      const store = await open()
      const { accessReviews } = store
      await start(store, 1_200)
      const all = Array.from({ length: 1_200 }, (_, number) => ({ number, decision: decision('keep') }))

      expect(await accessReviews.decide(stranger, all)).toBe(false)
      expect(await accessReviews.decide(ref, all)).toBe(true)
      await accessReviews.decide(ref, [
        { number: 1, decision: decision('remove') },
        { number: 2, decision: decision('change') },
        { number: 3, decision: null },
      ])
      const outcome = { is: 'not_done', because: 'b', atMs: 6_000, digest: 'd' } as const
      const note = (number: number, of: AccountDecision, is: 'done' | 'not_done' = 'not_done', atMs = 6_000) =>
        accessReviews.noteOutcomes('r1', [{ number, decision: of, outcome: { ...outcome, is, atMs } }], 20_000)
      await note(1, decision('remove'))
      await note(1, decision('remove'), 'not_done', 7_000)
      await note(1, decision('remove'), 'done', 8_000)
      await note(1, decision('remove'), 'not_done', 9_000)
      // Somebody decided otherwise since the list was looked at.
      await note(2, decision('remove'))
      const counts = async (atMs?: number) => (await accessReviews.count(['r1', 'r9'], atMs)).get('r1')
      const expected = { connectionId: 'c1', accounts: 1_200, keep: 1_197, remove: 1, change: 1, undecided: 1 }

      expect(await counts()).toEqual([{ ...expected, done: 1, notDone: 0, open: 1 }])
      // An earlier day is judged by what was seen then.
      const countsAt = async (atMs: number) => {
        const { done = 0, notDone = 0, open = 0 } = (await counts(atMs))?.[0] ?? {}
        return [done, notDone, open]
      }
      expect(await Promise.all([5_999, 6_000, 7_999, 8_000].map(countsAt))).toEqual([
        ...[
          [0, 0, 2],
          [0, 1, 1],
          [0, 1, 1],
          [1, 0, 1],
        ],
      ])
      expect((await accessReviews.accounts('r1'))[1]?.seen.map(({ is, sinceMs }) => [is, sinceMs])).toEqual([
        ...[
          ['not_done', 6_000],
          ['done', 8_000],
        ],
      ])
      expect((await accessReviews.accounts('r1', { followed: true })).map(({ number }) => number)).toEqual([2])
      await accessReviews.decide(ref, [{ number: 1, decision: decision('remove', 7_000) }])
      expect((await accessReviews.accounts('r1'))[1]).toEqual({
        ...account(1),
        decision: decision('remove', 7_000),
      })
    })

    test('ends once, by the revision that was signed, with its file; then it stays', async () => {
      const store = await open()
      const { accessReviews } = store
      await start(store)
      const { revision = -1 } = (await accessReviews.find('r1', 'acme')) ?? {}
      await accessReviews.decide(ref, [{ number: 0, decision: decision('keep') }])

      const late = await accessReviews.finish({ ...ref, revision }, end)
      const theirs = await accessReviews.finish({ ...stranger, revision: revision + 1 }, end)
      const done = await accessReviews.finish({ ...ref, revision: revision + 1 }, end)
      const again = await accessReviews.finish({ ...ref, revision: revision + 1 }, end)

      expect([late, theirs, done, again]).toEqual([false, false, true, false])
      expect(await store.files.find('r1')).toMatchObject({ organizationId: 'acme', objectKey: 'k1' })
      expect(await accessReviews.decide(ref, [{ number: 0, decision: null }])).toBe(false)
      expect(await accessReviews.drop(ref)).toBe(false)
      expect(await accessReviews.list({ organizationId: 'acme', isFinished: true, finishedByMs: 8_999 })).toEqual([])
      expect(await accessReviews.list({ organizationId: 'acme', isFinished: true, finishedByMs: 9_000 })).toHaveLength(
        1,
      )
      expect(await accessReviews.listOverdue({ organizationId: 'acme', today: '2027-01-01', limit: 9 })).toEqual([])
    })

    test('the end changes no count, and lists are followed after it, also as they were at an earlier time', async () => {
      const store = await open()
      const { accessReviews } = store
      const decided = [null, 'keep', 'keep', 'remove', 'remove', 'change', null] as const
      await stage(store)
      await accessReviews.show(ref, {
        systems: [],
        accounts: decided.map((_, number) => ({ ...account(number), connectionId: number < 2 ? 'c1' : 'c2' })),
      })
      for (const [number, is] of decided.entries())
        await accessReviews.decide(ref, [{ number, decision: is && decision(is) }])
      const note = (number: number, is: 'done' | 'not_done', atMs: number) => {
        const outcome = { is, because: 'b', atMs, digest: 'd' }
        return accessReviews.noteOutcomes('r1', [{ number, decision: decision('remove'), outcome }], atMs)
      }
      const count = async (atMs?: number) => (await accessReviews.count(['r1'], atMs)).get('r1')?.toSorted(byConnection)
      await note(3, 'not_done', 6_000)
      const before = await Promise.all([count(), count(5_999), count(6_000)])
      const { revision = -1 } = (await accessReviews.find('r1', 'acme')) ?? {}

      expect(await accessReviews.finish({ ...ref, revision }, end)).toBe(true)

      expect(await Promise.all([count(), count(5_999), count(6_000)])).toEqual(before)
      await note(3, 'done', 10_000)
      const none = { keep: 1, remove: 0, change: 0, undecided: 1, done: 0, notDone: 0, open: 0 }
      const some = { connectionId: 'c2', accounts: 5, keep: 1, remove: 2, change: 1, undecided: 1 }
      expect(await count()).toEqual([
        { ...none, connectionId: 'c1', accounts: 2 },
        { ...some, done: 1, notDone: 0, open: 2 },
      ])
      expect((await count(9_999))?.[1]).toEqual({ ...some, done: 0, notDone: 1, open: 2 })
    })

    test('what is kept of finished ones says what all of their accounts say, whatever is seen in between, at any time', async () => {
      const store = await open()
      const { accessReviews } = store
      const listed = {
        complete: true,
        error: null,
      } as unknown as StoredAccessReview['systems'][number]['lists'][number]
      const systems = ['c1', 'c2'].map((connectionId, index) => ({
        connectionId,
        connector: { id: 'okta', version: '1.0.0' },
        name: connectionId,
        accounts: 3,
        lists: index === 0 ? [listed] : [],
        reviewerIds: [],
      }))
      const decisions = ['keep', 'remove', 'remove', 'change', 'remove', null] as const
      /** Asks by everything, and keeps nothing. */
      const plain = {
        ...accessReviews,
        saveVerdicts: async () => undefined,
        listVerdicts: async (of: Parameters<typeof accessReviews.listVerdicts>[0]) =>
          (await accessReviews.listVerdicts(of)).map((review) => ({ ...review, verdict: null })),
      }
      const read = (from: typeof accessReviews, atMs: number) =>
        listReviewEvidence({ store: { accessReviews: from } }, { organizationId: 'acme', atMs })
      const ids = ['r1', 'r2', 'r3']
      for (const [index, id] of ids.entries()) {
        await stage(store, { id, startedAtMs: 1_000 + index, removalDays: index, systems })
        const of = decisions.map((_, number) => ({ ...account(number), connectionId: number < 4 ? 'c1' : 'c2' }))
        await accessReviews.show({ ...ref, id }, { systems, accounts: of })
        for (const [number, is] of decisions.entries())
          if (is) await accessReviews.decide({ ...ref, id }, [{ number, decision: decision(is) }])
      }

      let seed = 7
      const draw = (below: number) => {
        seed = (seed * 48_271) % 2_147_483_647
        return seed % below
      }
      let nowMs = 10_000
      for (let step = 0; step < 60; step++) {
        nowMs += 1 + draw(2_000)
        const id = ids[draw(3)] ?? 'r1'
        const number = 1 + draw(4)
        const is = (['done', 'not_done', 'not_done', 'could_not_tell'] as const)[draw(4)] ?? 'done'
        // Another process may be ahead.
        const atMs = [null, nowMs - draw(4_000), nowMs + 500][draw(3)] ?? null
        const outcome = { is, because: 'b', atMs, digest: null }
        const { revision = 0, finishedAtMs } = (await accessReviews.find(id, 'acme')) ?? {}
        if (step % 20 === 5 && finishedAtMs === null) {
          const signed = { ...bundle, objectKey: `k-${id}` }
          const ended = { ...end, finishedAtMs: nowMs, bundle: signed }
          expect(await accessReviews.finish({ ...ref, id, revision }, ended)).toBe(true)
        }
        const of = decision(decisions[number] ?? 'remove')
        await accessReviews.noteOutcomes(id, [{ number, decision: of, outcome }], nowMs)
        for (const at of [nowMs, nowMs - draw(8_000), nowMs + 86_400_000 * draw(4)])
          expect(await read(accessReviews, at), `${step} at ${at}`).toEqual(await read(plain, at))
      }
      expect((await accessReviews.listVerdicts({ organizationId: 'acme', finishedByMs: nowMs })).length).toBe(3)
    })

    test('those that are followed have something of the connection to remove or change that was not seen done', async () => {
      const store = await open()
      const { accessReviews } = store
      const systems = [{ connectionId: 'c1' }, { connectionId: 'c2' }] as unknown as StoredAccessReview['systems']
      const asked = { keep: 'keep', waiting: 'remove', seen: 'change', elsewhere: 'remove' } as const
      for (const [id, is] of Object.entries(asked)) {
        await stage(store, { id })
        const of = { ...account(0), connectionId: id === 'elsewhere' ? 'c2' : 'c1' }
        await accessReviews.show({ ...ref, id }, { systems, accounts: [of] })
        await accessReviews.decide({ ...ref, id }, [{ number: 0, decision: decision(is) }])
      }
      const outcome = { is: 'done', because: 'b', atMs: 6_000, digest: 'd' } as const
      await accessReviews.noteOutcomes('seen', [{ number: 0, decision: decision('change'), outcome }], 6_000)
      const list = async (connectionId?: string) =>
        (await accessReviews.list({ organizationId: 'acme', isFollowed: true, connectionId })).map(({ id }) => id)

      expect([await list('c1'), await list('c2'), await list()]).toEqual([
        ['waiting'],
        ['elsewhere'],
        ['waiting', 'elsewhere'],
      ])
    })

    test('what a finished one says is not kept if more was seen of its accounts since it was listed', async () => {
      const store = await open()
      const { accessReviews } = store
      await start(store)
      await accessReviews.decide(ref, [{ number: 1, decision: decision('remove') }])
      const { revision = -1 } = (await accessReviews.find('r1', 'acme')) ?? {}
      const said = { fromMs: 9_000, systems: [] }
      const list = () => accessReviews.listVerdicts({ organizationId: 'acme', finishedByMs: 10_000 })
      await accessReviews.finish({ ...ref, revision }, end)
      const [{ follows = -1 } = {}] = await list()
      const outcome = { is: 'done', because: 'b', atMs: 9_500, digest: 'd' } as const

      await accessReviews.saveVerdicts({ organizationId: 'other', reviews: [{ id: 'r1', follows, verdict: said }] })
      const before = await list()
      await accessReviews.noteOutcomes('r1', [{ number: 1, decision: decision('remove'), outcome }], 9_500)
      await accessReviews.saveVerdicts({ organizationId: 'acme', reviews: [{ id: 'r1', follows, verdict: said }] })
      const late = await list()
      const [{ follows: now = -1 } = {}] = late
      await accessReviews.saveVerdicts({ organizationId: 'acme', reviews: [{ id: 'r1', follows: now, verdict: said }] })

      expect([before, late, await list()].map(([each]) => each?.verdict)).toEqual([null, null, said])
    })

    test('an unfinished one is overdue after its last day, and goes with its accounts', async () => {
      const store = await open()
      const { accessReviews } = store
      await start(store)
      const listOverdue = (today: string, organizationId = 'acme') =>
        accessReviews.listOverdue({ today, organizationId, limit: 9 })

      expect(await listOverdue('2026-05-31')).toEqual([])
      expect(await listOverdue('2026-06-01')).toHaveLength(1)
      expect(await listOverdue('2026-06-01', 'other')).toEqual([])
      expect([await accessReviews.drop(stranger), await accessReviews.drop(ref)]).toEqual([false, true])
      expect(await accessReviews.accounts('r1')).toEqual([])
      expect(await accessReviews.pieces({ reviewId: 'r1', connectionId: 'c1', part: null }, 0, 4)).toEqual([])
    })
  })
}
