import { describe, expect, test } from 'vitest'
import { type FixedClock, fixedClock } from '../../../../src/author/testing/vendor/fixed-clock.ts'
import type { Attempt, Lane } from '../../../../src/service/notices/delivery.ts'
import { findDigestDay } from '../../../../src/service/notices/digest-day.ts'
import type { WebhookRecord } from '../../../../src/service/notices/webhook.ts'
import type { CommentRecord } from '../../../../src/service/records/comments.ts'
import type { Store } from '../../../../src/things/all-stores/store.ts'
import { settleFindings } from '../../../../src/things/findings/settle-findings.ts'
import { sweepNotices } from '../../../../src/things/notices/sweep.ts'
import { CrossCheckRegistry } from '../../../../src/things/parts/cross-check-registry.ts'
import { vendorDocument } from '../../../../src/things/vendors/thing.ts'
import { createRefusal, endRun } from '../kept-runs.ts'
import { createConnection, createCredentials, createWaiver } from '../records.ts'
import { createAccessReview } from './access-review-contract.ts'

const startMs = Date.parse('2026-05-01T12:00:00Z')
const [hourMs, dayMs] = [3_600_000, 86_400_000]
const [delivered, refused] = [attempt(200, true), attempt(500, false)]
const leaseMs = 30_000

function attempt(status: number, isDelivered: boolean): Attempt {
  return { status, isDelivered, problem: null, isGone: status === 410 }
}

async function sweep(
  store: Store,
  clock: FixedClock,
  owner: string,
  onError: (error: unknown) => void = (error) => expect.unreachable(String(error)),
): Promise<void> {
  const parts = { store, clock, connectors: new Map(), crossChecks: new CrossCheckRegistry([]) }
  await sweepNotices(parts, { owner, onError, settle: (organizationId) => settleFindings(parts, organizationId) })
}

function webhook(id: string, changes: Partial<WebhookRecord> = {}): WebhookRecord {
  return {
    id,
    organizationId: 'acme',
    name: id,
    sink: 'webhook',
    rhythm: 'each',
    types: null,
    details: false,
    sealedTarget: 'sealed',
    shownTarget: 'https://a.example/',
    sealedSecret: 'sealed',
    sealedEarlierSecret: null,
    earlierUntilMs: null,
    state: 'active',
    stateReason: null,
    createdAtMs: startMs,
    createdBy: null,
    detailsBy: null,
    failingSinceMs: null,
    failures: 0,
    restsUntilMs: 0,
    digestDay: null,
    digestedAtMs: startMs,
    ...changes,
  }
}

const madeAtMs = startMs - 30 * dayMs

/** A document of a vendor that is valid until a day. */
function createDocument(id: string, lastDay: string) {
  const values = { title: 'Certificate', vendorId: 'v1', firstDay: null, lastDay, fileId: null, replacedAtMs: null }
  return { id, createdAtMs: madeAtMs, createdBy: null, changedAtMs: madeAtMs, values }
}

async function makeDocuments(store: Store, organizationId: string, lastDays: Readonly<Record<string, string>>) {
  const made = Object.entries(lastDays).map(([id, lastDay]) => createDocument(id, lastDay))
  await store.things.of(vendorDocument).of(organizationId).write({ made })
}

function createComment(content: string): CommentRecord {
  return {
    id: 'k1',
    organizationId: 'acme',
    entityType: 'vendor',
    entityId: 'v1',
    content,
    contextUrl: null,
    authorId: 'ada',
    author: { id: 'ada', name: 'Ada', email: 'ada@acme.example', image: null, deactivated: null },
    createdAtMs: startMs,
    updatedAtMs: null,
    threadId: null,
    resolvedAtMs: null,
    resolvedBy: null,
  }
}

/** What a webhook of `acme` is told, the oldest first: type, data and details. */
async function listNotices(store: Store, id: string) {
  const ref = { organizationId: 'acme', id }
  const deliveries = await store.notices.list(ref, { limit: 50 })
  const found = await Promise.all(deliveries.toReversed().map((each) => store.notices.find(ref, each.id)))
  return found.map((each) => {
    if (each === undefined) throw new TypeError('a delivery that was listed is gone')
    const { type, data, details } = each.notice
    return [type, data, details] as const
  })
}

/** The contract of every store for notices: what is told, who sends it, and in which order. */
export function noticeContract(name: string, openStore: () => Promise<Store>): void {
  const open = async (...webhooks: readonly WebhookRecord[]) => {
    const store = await openStore()
    for (const id of ['c1', 'c2']) await store.connections.insert(createConnection(id), createCredentials())
    for (const each of webhooks) await store.webhooks.insert(each, 10)
    const tell = (connectionId: string, atMs: number, state: 'active' | 'needs_reauth') =>
      store.connections.update(connectionId, { state }, atMs)
    const claim = (owner: string, nowMs: number, webhookId = 'w1') =>
      store.notices.claim({ webhookId, owner, nowMs, leaseMs, limit: 10 })
    /** Notes an attempt at what comes next on a lane. */
    const settle = async (lane: Lane, owner: string, nowMs: number, outcome: Attempt) => {
      const delivery = await store.notices.findNext(lane)
      if (delivery === undefined) throw new TypeError('nothing is pending')
      return {
        delivery,
        goesOn: await store.notices.settle(lane, { owner, leaseMs, nowMs, delivery, attempt: outcome }),
      }
    }
    const typesTold = async (id = 'w1', organizationId = 'acme') =>
      (await store.notices.list({ organizationId, id }, { limit: 500 })).map(({ type }) => type).toReversed()
    return { store, tell, claim, settle, typesTold }
  }

  describe(`${name}: addresses of mail`, () => {
    const of = { organizationId: 'acme', address: 'a@acme.example' } as const
    const ask = (store: Store, atMs: number, askedBeforeMs = atMs - hourMs) =>
      store.mailAddresses.ask({ ...of, atMs, askedBeforeMs })

    test('are asked once in a while, answer by the newest link once, and belong to one organization', async () => {
      const { store } = await open()
      const put = (tokenHash: string, organizationId: string = of.organizationId) =>
        store.mailAddresses.putToken({ ...of, organizationId, tokenHash, tokenExpiresAtMs: startMs + dayMs })
      const answer = (tokenHash: string, nowMs = startMs) =>
        store.mailAddresses.answer({ tokenHash, nowMs, state: 'confirmed' })

      expect(await Promise.all([ask(store, startMs), ask(store, startMs)])).toEqual(
        expect.arrayContaining([true, false]),
      )
      expect([await put('first'), await put('second'), await put('theirs', 'other')]).toEqual([true, true, false])
      expect([await answer('first'), await answer('second', startMs + dayMs)]).toEqual([undefined, undefined])
      expect(await ask(store, startMs + hourMs)).toBe(true)
      const answers = await Promise.all([answer('second'), answer('second')])

      expect(answers.filter((each) => each !== undefined)).toMatchObject([{ ...of, state: 'confirmed' }])
      expect([await ask(store, startMs + dayMs), await put('third')]).toEqual([false, false])
      expect(await store.mailAddresses.findToken('second')).toBeUndefined()
      expect(await store.mailAddresses.list('other', [of.address])).toEqual([])
      expect(await store.mailAddresses.list('acme', [of.address, 'b@acme.example'])).toMatchObject([
        { state: 'confirmed', tokenHash: null },
      ])
    })

    test('get as many letters a day as they may, for requests side by side too, and none counts that is over one limit', async () => {
      const { store } = await open()
      const count = (day: string) =>
        store.mailAddresses.countLetter(
          day,
          [
            { subject: 'wide', max: 10 },
            { subject: 'narrow', max: 3 },
          ],
          startMs,
        )

      const counted = await Promise.all(Array.from({ length: 8 }, () => count('2026-05-01')))
      await store.mailAddresses.uncountLetter('2026-05-01', [{ subject: 'narrow', max: 3 }])

      expect(counted.filter((each) => each)).toHaveLength(3)
      expect([await count('2026-05-01'), await count('2026-05-01'), await count('2026-05-02')]).toEqual([
        true,
        false,
        true,
      ])
      const wide = [{ subject: 'wide', max: 5 }]
      expect(await store.mailAddresses.countLetter('2026-05-01', wide, startMs)).toBe(true)
      expect(await store.mailAddresses.countLetter('2026-05-01', wide, startMs)).toBe(false)
    })
  })

  describe(`${name}: webhooks`, () => {
    test('are found in their organization alone, as they were put in, and not more than allowed', async () => {
      const { store } = await open()
      const full = webhook('w1', { types: ['run.finished'], details: true, earlierUntilMs: 5, digestDay: '2026-05-01' })

      const inserted = await Promise.all(
        [full, webhook('w2'), webhook('w3')].map((each) => store.webhooks.insert(each, 2)),
      )

      expect(inserted.filter((is) => is)).toHaveLength(2)
      expect(await store.webhooks.list('other')).toEqual([])
      expect(await store.webhooks.find('other', 'w1')).toBeUndefined()
      const [first] = await store.webhooks.list('acme')
      expect([full, webhook('w2')]).toContainEqual(first)
      expect(await store.webhooks.delete({ organizationId: 'other', id: first?.id ?? '' })).toBe(false)
      expect(await store.webhooks.update({ organizationId: 'other', id: first?.id ?? '' }, { name: 'x' })).toBe(false)
      expect(await store.webhooks.pause({ organizationId: 'other', id: first?.id ?? '' })).toBe(false)
      const unknown = store.webhooks.insert(webhook('w4', { organizationId: 'nobody' }), 2)
      await expect(unknown).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })

    test('get what happens from then on, and nothing of another organization', async () => {
      const { store, tell, typesTold } = await open(webhook('w1'), webhook('w2', { types: ['run.finished'] }))
      await store.webhooks.insert(webhook('theirs', { organizationId: 'other' }), 10)

      await tell('c1', startMs, 'needs_reauth')
      await tell('c1', startMs, 'needs_reauth')
      await tell('c1', startMs + 1, 'active')
      await endRun(store, { id: 'r1', atMs: startMs, checks: { mfa: { results: [['u1', 'fail']] } } })

      expect(await typesTold()).toEqual([
        ...['connection.needs_reauth', 'connection.recovered', 'finding.opened', 'run.finished'],
      ])
      expect(await typesTold('w2')).toEqual(['run.finished'])
      expect(await typesTold('theirs', 'other')).toEqual([])
    })

    test('get nothing of what was rolled back', async () => {
      const { store, typesTold } = await open(webhook('w1'))
      const told = { id: 'r1', atMs: startMs, checks: { mfa: { results: [['u1', 'fail'] as const] } } }
      await endRun(store, told)

      await expect(endRun(store, { ...told, id: 'r1' })).rejects.toMatchObject({ name: 'StoreError' })

      expect(await typesTold()).toEqual(['finding.opened', 'run.finished'])
    })
  })

  describe(`${name}: judgements`, () => {
    const tellGuests = (store: Store, id: string, atMs: number) =>
      endRun(store, { id, atMs, checks: { guests: { results: [['gil', 'manual']] } } })
    const ref = { organizationId: 'acme', id: 'w1' }

    test('are told by what becomes of their finding, each change once, whoever notices it', async () => {
      const { store, typesTold } = await open(webhook('w1'))
      const clock = fixedClock(startMs + 50)
      await tellGuests(store, 'r1', startMs)
      await store.judgements.insert(createRefusal('j1', startMs + 10))
      await tellGuests(store, 'r2', startMs + 20)
      await store.judgements.withdraw({ organizationId: 'acme', id: 'j1' }, { atMs: startMs + 30, by: 'bob' })
      await store.judgements.withdraw({ organizationId: 'acme', id: 'j1' }, { atMs: startMs + 30, by: 'bob' })
      await store.judgements.insert(createRefusal('j2', startMs + 40, { expires: '2026-05-01' }))
      await sweep(store, clock, 'p1')
      expect(await typesTold()).toEqual([
        ...['run.finished', 'finding.opened', 'run.finished', 'finding.resolved', 'finding.regressed'],
      ])

      clock.advance(dayMs)
      const end = () => store.findings.endRefusals({ organizationId: 'acme', nowMs: clock.nowMs() })
      await Promise.all([end(), sweep(store, clock, 'p1'), end()])
      await sweep(store, clock, 'p1')

      expect((await typesTold()).slice(5)).toEqual(['finding.resolved'])
      const [newest] = await store.notices.list(ref, { limit: 1 })
      const told = await store.notices.find(ref, newest?.id ?? '')
      expect(told?.notice).toMatchObject({ stream: 'c1', data: { checkId: 'guests', resolution: 'needs_review' } })
      expect(told?.notice.data).not.toHaveProperty('runId')
    })

    test('that accept what a run saw failing are told, too', async () => {
      const { store, typesTold } = await open(webhook('w1', { types: ['finding.resolved'] }))
      await endRun(store, { id: 'r1', atMs: startMs, checks: { guests: { results: [['gil', 'fail']] } } })
      await tellGuests(store, 'r2', startMs + 1)

      await store.judgements.insert(createRefusal('j1', startMs + 10, { decision: 'accepted' }))

      expect(await typesTold()).toEqual(['finding.resolved'])
      const [newest] = await store.notices.list(ref, { limit: 1 })
      expect((await store.notices.find(ref, newest?.id ?? ''))?.notice.data).toMatchObject({ resolution: 'accepted' })
    })

    test('that were over before somebody listened end without a word', async () => {
      const { store, typesTold } = await open()
      await tellGuests(store, 'r1', startMs)
      const refusal = createRefusal('j1', startMs + 1, { expires: '2026-05-01' })
      await store.judgements.insert(refusal)
      await store.webhooks.insert(webhook('w1', { createdAtMs: startMs + dayMs }), 10)

      await store.notices.tellTimes(startMs + dayMs + 1)

      expect(await store.findings.find(refusal.findingId, 'acme')).toMatchObject({ state: 'resolved' })
      expect(await typesTold()).toEqual([])
    })
  })

  describe(`${name}: deliveries`, () => {
    test('of one connection go in order, by one process at a time, and those of another beside them', async () => {
      const { store, tell, claim, settle } = await open(webhook('w1'))
      await tell('c1', startMs, 'needs_reauth')
      await tell('c2', startMs, 'needs_reauth')
      await tell('c1', startMs, 'active')

      const claims = await Promise.all([claim('p1', startMs), claim('p2', startMs), claim('p3', startMs)])

      const lanes = claims.flat()
      expect(lanes.map(({ stream }) => stream).toSorted()).toEqual(['c1', 'c2'])
      const owner = `p${claims.findIndex((own) => own.some(({ stream }) => stream === 'c1')) + 1}`
      const lane = { webhookId: 'w1', stream: 'c1' }
      const first = await settle(lane, owner, startMs, delivered)
      const second = await settle(lane, owner, startMs, delivered)
      expect([first, second].map(({ delivery, goesOn }) => [delivery.notice.type, goesOn])).toEqual([
        ['connection.needs_reauth', true],
        ['connection.recovered', false],
      ])
      expect(await store.notices.findNext(lane)).toBeUndefined()
      expect(await claim('p4', startMs)).toEqual([])
      // A lane that was closed opens again.
      await tell('c1', startMs, 'needs_reauth')
      expect(await claim('p4', startMs)).toEqual([lane])
    })

    test('wait after a failure, before what comes later on their connection, while another is told', async () => {
      const { store, tell, claim, settle } = await open(webhook('w1'))
      await tell('c1', startMs, 'needs_reauth')
      const [lane] = await claim('p1', startMs)
      if (!lane) throw new TypeError('nothing to claim')

      const { goesOn } = await settle(lane, 'p1', startMs, refused)
      await tell('c1', startMs, 'active')

      expect(goesOn).toBe(false)
      expect(await claim('p2', startMs + 4_999)).toEqual([])
      expect(await claim('p2', startMs + 5_000)).toEqual([lane])
      expect((await store.notices.findNext(lane))?.notice.type).toBe('connection.needs_reauth')
    })

    test('that a process has lost to another one count as that one says', async () => {
      const { store, tell, claim, settle } = await open(webhook('w1'))
      await tell('c1', startMs, 'needs_reauth')
      const [lane] = await claim('p1', startMs)
      if (!lane) throw new TypeError('nothing to claim')
      await store.notices.release(lane, 'p2')
      expect(await claim('p2', startMs)).toEqual([])
      await store.notices.release(lane, 'p1')
      expect(await claim('p2', startMs)).toEqual([lane])

      const late = await settle(lane, 'p1', startMs, refused)

      expect(late.goesOn).toBe(false)
      expect(await store.notices.list({ organizationId: 'acme', id: 'w1' }, { limit: 5 })).toMatchObject([
        { state: 'pending', attempts: 0 },
      ])
    })

    test('rest with their webhook after five failures in a row, whichever connection they are of', async () => {
      const { store, tell, claim, settle } = await open(webhook('w1'), webhook('w2', { sink: 'slack' }))
      const due = async (nowMs: number) =>
        (await store.notices.listDue({ nowMs, leaseMs, sinks: ['webhook', 'slack'], except: [], limit: 9 })).map(
          ({ id }) => id,
        )
      await tell('c1', startMs, 'needs_reauth')
      let nowMs = startMs
      for (const waitMs of [5_000, 30_000, 120_000, 600_000, 0]) {
        const [lane] = await claim('p1', nowMs)
        if (!lane) throw new TypeError('nothing to claim')
        await settle(lane, 'p1', nowMs, refused)
        nowMs += waitMs
      }

      await tell('c2', nowMs, 'needs_reauth')

      expect(await due(nowMs)).toEqual(['w2'])
      expect(await due(nowMs + 5_000)).toEqual(['w2', 'w1'])
      expect(await store.notices.listDue({ nowMs, leaseMs, sinks: ['webhook'], except: [], limit: 9 })).toEqual([])
      expect(await store.notices.listDue({ nowMs, leaseMs, sinks: ['slack'], except: ['w2'], limit: 9 })).toEqual([])
    })

    test('of a webhook that was deleted, paused or has ended are not sent', async () => {
      const { store, tell, claim, settle } = await open(webhook('w1'), webhook('w2'), webhook('w3'))
      await tell('c1', startMs, 'needs_reauth')
      const lane = { webhookId: 'w3', stream: 'c1' }
      await claim('p1', startMs, 'w3')
      await store.webhooks.pause({ organizationId: 'acme', id: 'w1' })
      await store.webhooks.delete({ organizationId: 'acme', id: 'w2' })
      await settle(lane, 'p1', startMs, attempt(410, false))
      await tell('c1', startMs + 1, 'active')

      expect(
        await store.notices.listDue({ nowMs: startMs + dayMs, leaseMs, sinks: ['webhook'], except: [], limit: 9 }),
      ).toEqual([])
      const listed = (id: string) => store.notices.list({ organizationId: 'acme', id }, { limit: 9 })
      expect((await listed('w1')).map(({ state }) => state)).toEqual(['pending', 'pending'])
      expect(await listed('w2')).toEqual([])
      expect(await listed('w3')).toMatchObject([{ state: 'dead', status: 410 }])
      expect(await store.webhooks.countFailing('acme')).toBe(1)
      expect(await store.webhooks.resume({ organizationId: 'acme', id: 'w1' }, startMs)).toBe(true)
      expect(await claim('p1', startMs)).toEqual([{ webhookId: 'w1', stream: 'c1' }])
    })

    test('are listed in pages and by id, and repeated only in their organization', async () => {
      const { store, tell } = await open(webhook('w1'))
      for (let n = 0; n < 5; n++) await tell('c1', startMs, n % 2 === 0 ? 'needs_reauth' : 'active')
      const ref = { organizationId: 'acme', id: 'w1' }

      const page = await store.notices.list(ref, { limit: 2 })
      const rest = await store.notices.list(ref, { limit: 9, before: page.at(-1) })

      expect(new Set([...page, ...rest].map(({ id }) => id)).size).toBe(5)
      const [newest] = page
      if (!newest) throw new TypeError('nothing is listed')
      const strange = { organizationId: 'other', id: 'w1' }
      expect(await store.notices.list(strange, { limit: 9 })).toEqual([])
      expect(await store.notices.find(strange, newest.id)).toBeUndefined()
      expect(await store.notices.repeat(strange, newest.id, startMs)).toBeUndefined()
      expect(await store.notices.repeat(ref, newest.id, startMs + 1)).toMatchObject({ noticeId: newest.noticeId })
      expect((await store.notices.find(ref, newest.id))?.notice).toMatchObject({ type: 'connection.needs_reauth' })
    })
  })

  describe(`${name}: sweeps`, () => {
    test('tell once what is overdue, also if several processes sweep', async () => {
      const { store, typesTold } = await open(webhook('w1', { types: ['finding.overdue'] }))
      const clock = fixedClock(startMs)
      const results = [
        ['u1', 'fail'],
        ['u2', 'fail'],
      ] as const
      await store.waivers.insert([
        createWaiver('w', 'acme', { connector: 'github', resource: 'u2', createdAtMs: startMs }),
      ])
      await endRun(store, { id: 'r1', atMs: startMs, checks: { mfa: { results } } })
      const sweepTwice = () => Promise.all([sweep(store, clock, 'p1'), store.notices.tellTimes(clock.nowMs())])
      clock.advance(90 * dayMs)
      await sweepTwice()
      expect(await typesTold()).toEqual([])

      clock.advance(dayMs)
      await sweepTwice()
      await sweepTwice()

      expect(await typesTold()).toEqual(['finding.overdue'])
    })

    test('go on where one organization cannot be settled, and one digest cannot be written', async () => {
      const { store, typesTold } = await open(
        webhook('w1', { types: ['finding.overdue'] }),
        webhook('broken', { rhythm: 'daily' }),
        webhook('daily', { rhythm: 'daily' }),
      )
      const clock = fixedClock(startMs)
      await endRun(store, { id: 'r1', atMs: startMs, checks: { mfa: { results: [['u1', 'fail']] } } })
      const waivers = ['other', 'acme'].map((id) => createWaiver(`w of ${id}`, id, { connector: 'github' }))
      await store.waivers.insert(waivers)
      const failing: Store = {
        ...store,
        findings: {
          ...store.findings,
          settleWaivers: async (of) => {
            if (of.organizationId === 'other') throw new Error('cannot be settled')
            await store.findings.settleWaivers(of)
          },
        },
        notices: {
          ...store.notices,
          tellDigest: async (digest) => {
            if (digest.webhook.id === 'broken') throw new Error('cannot be written')
            return store.notices.tellDigest(digest)
          },
        },
      }
      const told: unknown[] = []
      clock.advance(91 * dayMs)

      await sweep(failing, clock, 'p1', (error) => told.push(String(error)))

      expect(told).toEqual(['Error: cannot be settled', 'Error: cannot be written'])
      expect(await store.waivers.listUnsettled(clock.nowMs(), [])).toEqual(['other'])
      expect(await typesTold()).toEqual(['finding.overdue'])
      expect(await typesTold('daily')).toEqual(['digest.daily'])
    })

    test('tell one number for more than 100 that are overdue at once, and nothing of before somebody listened', async () => {
      const { store, typesTold } = await open(
        webhook('late', { createdAtMs: startMs + 92 * dayMs, types: ['finding.overdue'] }),
      )
      const results = Array.from({ length: 101 }, (_, n) => [`u${n}`, 'fail'] as const)
      await endRun(store, { id: 'r1', atMs: startMs, checks: { mfa: { results } } })
      // A subscription to any change of findings gets the batch of the run.
      expect(await typesTold('late')).toEqual(['finding.batch'])

      await store.notices.tellTimes(startMs + 93 * dayMs)
      expect(await typesTold('late')).toEqual(['finding.batch'])
      await store.webhooks.insert(webhook('early', { types: ['finding.overdue'] }), 10)
      await store.notices.tellTimes(startMs + 93 * dayMs)

      expect(await typesTold('early')).toEqual(['finding.batch'])
    })

    test('tell whom a comment names, each once: those who may read it, not its author, and nobody when it changes', async () => {
      const { store, typesTold } = await open(webhook('w1'), webhook('w2', { types: ['comment.created'] }))
      const put = async (
        id: string,
        email: string,
        more: { organizationId?: string; role?: 'viewer' | 'member' } = {},
      ) => {
        const { organizationId = 'acme', role } = more
        await store.users.put({ organizationId, id, name: id, email, image: null, deactivated: id === 'gone' })
        if (role)
          await store.memberships.put({
            organizationId,
            userId: id,
            role,
            periodFrom: null,
            periodTo: null,
            readsPeople: 0,
          })
      }
      await put('ada', 'ada@acme.example', { role: 'member' })
      await put('bob', 'Bob@Acme.example', { role: 'member' })
      await put('bobby', 'bob@acme.example.org', { role: 'member' })
      await put('foreign', 'bob@acme.example', { organizationId: 'other', role: 'member' })
      await put('auditor', 'eve@acme.example', { role: 'viewer' })
      await put('gone', 'gone@acme.example', { role: 'member' })
      await put('unruled', 'nora@acme.example')
      const named = ['bob', 'BOB', 'ada', 'eve', 'gone', 'nora', 'nobody'].map((each) => `@${each}@acme.example`)
      const comment = createComment(`Look: ${named.join(', ')}`)

      await store.comments.insert(comment, [])
      await store.comments.update(comment, { content: '@bob@acme.example', updatedAtMs: startMs + 1 })
      const notices = await listNotices(store, 'w1')

      expect(await typesTold('w2')).toEqual(['comment.created'])
      expect(notices).toEqual([
        ['comment.created', { commentId: 'k1', entityType: 'vendor', entityId: 'v1' }, null],
        ['comment.mentioned', { commentId: 'k1', entityType: 'vendor', entityId: 'v1', userId: 'bob' }, null],
        ['comment.mentioned', { commentId: 'k1', entityType: 'vendor', entityId: 'v1', userId: 'unruled' }, null],
      ])
    })

    test('tell the name of a person whom a comment names to those who want details alone', async () => {
      const { store } = await open(webhook('w1', { types: ['comment.mentioned'], details: true }))
      const bob = { organizationId: 'acme', id: 'bob', name: 'Bob', email: 'bob@acme.example' }
      await store.users.put({ ...bob, image: null, deactivated: null })

      await store.comments.insert(createComment('Hi @bob@acme.example'), [])

      expect(await listNotices(store, 'w1')).toMatchObject([
        [
          'comment.mentioned',
          { userId: 'bob' },
          { author: { id: 'ada' }, person: 'Bob', text: 'Hi @bob@acme.example' },
        ],
      ])
    })

    test('tell once that a document of a vendor has ended, again when it ends again, and nothing of before', async () => {
      const { store } = await open(webhook('w1', { types: ['record.due'] }))
      await makeDocuments(store, 'acme', { d1: '2026-05-10', old: '2026-04-20' })
      await makeDocuments(store, 'other', { theirs: '2026-05-10' })
      const tellAt = async (day: string) => {
        const atMs = Date.parse(`${day}T13:00:00Z`)
        await Promise.all([store.notices.tellTimes(atMs), store.notices.tellTimes(atMs)])
        return (await listNotices(store, 'w1')).map(([, { entityId }]) => entityId)
      }

      expect(await tellAt('2026-05-10')).toEqual([])
      expect(await tellAt('2026-05-11')).toEqual(['d1'])
      expect(await tellAt('2026-05-12')).toEqual(['d1'])
      const values = createDocument('d1', '2026-06-12').values
      const change = { id: 'd1', seenAtMs: madeAtMs, values, changedAtMs: startMs + 12 * dayMs, changedBy: null }
      await store.things
        .of(vendorDocument)
        .of('acme')
        .write({ changed: [change] })
      expect(await tellAt('2026-05-14')).toEqual(['d1'])
      expect(await tellAt('2026-06-13')).toEqual(['d1', 'd1'])
      expect((await listNotices(store, 'w1'))[0]).toEqual([
        'record.due',
        { entityType: 'vendor-document', entityId: 'd1', state: 'ended' },
        null,
      ])
    })

    test('tell the title of a record that needs somebody to those who want details alone', async () => {
      const { store } = await open(webhook('w1', { types: ['record.due'], details: true }))
      await makeDocuments(store, 'acme', { d1: '2026-05-10' })

      await store.notices.tellTimes(Date.parse('2026-05-11T12:00:00Z'))

      expect(await listNotices(store, 'w1')).toMatchObject([
        ['record.due', { entityId: 'd1' }, { title: 'Certificate' }],
      ])
    })

    test('remind once before the last day of an access review, and tell once of removals that are not done in time', async () => {
      const { store, typesTold } = await open(webhook('w1', { types: ['task.due_soon', 'task.overdue'] }))
      const decision = { is: 'remove', change: null, reason: 'r', by: 'ada', userId: 'ada', atMs: startMs } as const
      const outcome = { is: 'done', because: 'It is gone.', atMs: startMs + 1, digest: 'd' } as const
      const account = {
        connectionId: 'c1',
        part: null,
        position: 0,
        assignedTo: null,
        decision,
        outcome: null,
        seen: [],
      }
      for (const id of ['left', 'done']) {
        const ref = { id, organizationId: 'acme' }
        await store.accessReviews.stage(createAccessReview({ ...ref, dueDay: '2026-05-20', removalDays: 14 }), [])
        await store.accessReviews.show(ref, { systems: [], accounts: [{ ...account, number: 1 }] })
        // An account of a new review is not decided.
        await store.accessReviews.decide(ref, [{ number: 1, decision }])
        const bundle = {
          name: 'r.zip',
          type: 'application/zip',
          sizeBytes: 1,
          sha256: '0'.repeat(64),
          objectKey: id,
          manifestSha256: '1'.repeat(64),
        }
        const end = { finishedAtMs: startMs, finishedBy: 'ada', undecidedReason: null, bundle }
        const { revision = 0 } = (await store.accessReviews.find(id, 'acme')) ?? {}
        await store.accessReviews.finish({ ...ref, revision }, end)
      }
      await store.accessReviews.noteOutcomes('done', [{ number: 1, decision, outcome }], 2_000)
      const unfinished = { id: 'open', organizationId: 'acme', dueDay: '2026-05-20' }
      await store.accessReviews.stage(createAccessReview(unfinished), [])
      await store.accessReviews.show({ id: 'open', organizationId: 'acme' }, { systems: [], accounts: [] })
      const tellAt = async (day: string) => {
        await store.notices.tellTimes(Date.parse(`${day}T12:00:00Z`))
        await store.notices.tellTimes(Date.parse(`${day}T13:00:00Z`))
        return typesTold()
      }

      expect(await tellAt('2026-05-14')).toEqual([])
      expect(await tellAt('2026-05-16')).toEqual(['task.overdue'])
      expect(await tellAt('2026-05-17')).toEqual(['task.overdue', 'task.due_soon'])
      expect(await tellAt('2026-05-21')).toEqual(['task.overdue', 'task.due_soon', 'task.overdue'])
    })

    test('tell once that an access review is overdue, without its title unless a webhook asks for names', async () => {
      const { store, typesTold } = await open(webhook('w1', { types: ['task.overdue'] }))
      for (const id of ['late', 'finished', 'soon', 'hidden', 'theirs']) {
        const [organizationId, dueDay] = [
          id === 'theirs' ? 'other' : 'acme',
          id === 'soon' ? '2026-05-02' : '2026-05-01',
        ]
        await store.accessReviews.stage(createAccessReview({ id, organizationId, dueDay, title: 'Secret' }), [])
      }
      const account = {
        connectionId: 'c1',
        part: null,
        position: 0,
        assignedTo: null,
        decision: null,
        outcome: null,
        seen: [],
      }
      const show = (id: string, organizationId: string) =>
        store.accessReviews.show(
          { id, organizationId },
          { systems: [], accounts: [1, 2].map((number) => ({ ...account, number })) },
        )
      for (const id of ['late', 'finished', 'soon']) await show(id, 'acme')
      await show('theirs', 'other')
      const bundle = {
        name: 'r.zip',
        type: 'application/zip',
        sizeBytes: 1,
        sha256: '0'.repeat(64),
        objectKey: 'k1',
        manifestSha256: '1'.repeat(64),
      }
      const end = { finishedAtMs: startMs, finishedBy: 'ada', undecidedReason: null, bundle }
      await store.accessReviews.finish({ id: 'finished', organizationId: 'acme', revision: 0 }, end)
      const clock = fixedClock(startMs + dayMs / 2 - 1)
      const sweepTwice = () => Promise.all([sweep(store, clock, 'p1'), store.notices.tellTimes(clock.nowMs())])
      await sweepTwice()
      expect(await typesTold()).toEqual([])

      clock.advance(1)
      await sweepTwice()
      await store.webhooks.insert(webhook('names', { details: true }), 10)
      await sweepTwice()
      expect(await typesTold()).toEqual(['task.overdue'])
      expect(await typesTold('names')).toEqual([])
      clock.advance(dayMs)
      await sweepTwice()

      const told = await Promise.all(
        (await store.notices.list({ organizationId: 'acme', id: 'w1' }, { limit: 9 })).map(({ id }) =>
          store.notices.find({ organizationId: 'acme', id: 'w1' }, id),
        ),
      )
      const data = { entityType: 'access_review', accounts: 2, undecided: 2 }
      expect(told.map((each) => [each?.notice.data, each?.notice.details])).toEqual([
        [{ ...data, entityId: 'soon', dueDay: '2026-05-02' }, { title: 'Secret' }],
        [{ ...data, entityId: 'late', dueDay: '2026-05-01' }, null],
      ])
      expect(await store.accessReviews.find('late', 'acme')).not.toHaveProperty('lastNotice')
    })

    test('make one digest a day, from eight in the time zone on, and none of a day without notices', async () => {
      const digestDay = findDigestDay(startMs, 'America/New_York')
      const { store, tell, typesTold } = await open(webhook('w1', { rhythm: 'daily', digestDay }))
      await store.webhooks.setTimeZone('acme', 'America/New_York')
      const clock = fixedClock(startMs)
      const sweepTwice = () => Promise.all([sweep(store, clock, 'p1'), sweep(store, clock, 'p2')])
      await tell('c1', startMs, 'needs_reauth')
      await tell('c1', startMs + 1, 'active')

      // 07:59 there.
      clock.advance(24 * hourMs - 60_000)
      await sweepTwice()
      expect(await typesTold()).toEqual([])
      clock.advance(60_000)
      await sweepTwice()
      await sweepTwice()
      clock.advance(dayMs)
      await sweepTwice()

      expect(await typesTold()).toEqual(['digest.daily'])
      const [delivery] = await store.notices.list({ organizationId: 'acme', id: 'w1' }, { limit: 1 })
      expect(
        (await store.notices.find({ organizationId: 'acme', id: 'w1' }, delivery?.id ?? ''))?.notice.data,
      ).toMatchObject({
        day: '2026-05-02',
        connectionCount: 1,
        counts: { 'connection.needs_reauth': 1, 'connection.recovered': 1 },
        connections: [{ connectionId: 'c1' }],
      })
      expect(await store.organizationProfiles.find('acme')).toMatchObject({ slug: null })
    })

    test('lose nothing from a digest, although the clock was a day ahead and set back', async () => {
      const { store, tell, typesTold } = await open(
        webhook('w1', { rhythm: 'daily', digestDay: findDigestDay(startMs, 'UTC') }),
      )
      await sweep(store, fixedClock(startMs + dayMs), 'p1')

      const clock = fixedClock(startMs + 60_000)
      await sweep(store, clock, 'p1')
      clock.advance(hourMs)
      await tell('c1', clock.nowMs(), 'needs_reauth')
      clock.advance(dayMs)
      await sweep(store, clock, 'p1')

      expect(await typesTold()).toEqual(['digest.daily'])
    })

    test('delete what is older than seven days', async () => {
      const { store, tell, typesTold, claim } = await open(webhook('w1'))
      await tell('c1', startMs, 'needs_reauth')
      await tell('c1', startMs + dayMs, 'active')
      const clock = fixedClock(startMs + 7 * dayMs + 1)

      await sweep(store, clock, 'p1')
      expect(await typesTold()).toEqual(['connection.recovered'])
      clock.advance(dayMs)
      await sweep(store, clock, 'p1')

      expect(await typesTold()).toEqual([])
      const [lane] = await claim('p1', clock.nowMs())
      expect(lane && (await store.notices.findNext(lane))).toBeUndefined()
      if (lane) await store.notices.release(lane, 'p1')
      expect(await claim('p1', clock.nowMs())).toEqual([])
    })
  })
}
