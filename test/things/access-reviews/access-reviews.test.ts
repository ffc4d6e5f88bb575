import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openBundle } from '../../../src/evidence/bundle/open-bundle.ts'
import { publicKeyOf } from '../../../src/evidence/bundle/signer.ts'
import { verifyBundle } from '../../../src/evidence/verification/verify.ts'
import { toOutcomesFileId } from '../../../src/things/access-reviews/outcomes-file.ts'
import { judgeConnections } from '../../../src/things/controls/reading/judge-connections.ts'
import type { Runtime } from '../../../src/things/runtime/runtime.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { toPeopleFile } from '../directory/listed-systems.ts'
import { ada, codeAccounts, decide, openReviewWorld, rita, startReview } from './world.ts'

const refOf = (id: string) => ({ id, organizationId: 'acme' })

async function listAccounts(runtime: Runtime, id: string) {
  return (await runtime.accessReviews.open(refOf(id)))?.accounts ?? []
}

async function findOutcome(runtime: Runtime, id: string, accountId: string) {
  return (await listAccounts(runtime, id)).find(({ record }) => record.id === accountId)?.outcome
}

async function listControls(runtime: Runtime, control = 'CC6.3') {
  const { frameworks } = await judgeConnections(runtime, 'acme', { frameworks: ['soc2'] })
  const found = frameworks[0]?.controls.find(({ id }) => id === control)
  return (found?.checks ?? [])
    .filter(({ id }) => id.startsWith('access-reviewed'))
    .map(({ connector, state, because }) => `${connector} ${state}: ${because}`)
}

/** All of a review kept but one account, which is removed. */
async function finishWithOneRemoval(world: Awaited<ReturnType<typeof openReviewWorld>>) {
  const { runtime, ids, clock } = world
  const { id } = await startReview(runtime, ids)
  await decide(runtime, id, ['c-ann', 'h-ann', 'h-guy'], 'keep')
  await decide(runtime, id, ['c-bob'], 'remove', { reason: 'Changed the team.' })
  await decide(runtime, id, ['c-rita'], 'keep', { judge: ada, isAdmin: true })
  clock.advance(1_000)
  await runtime.accessReviews.finish({ ...refOf(id), by: ada.email })
  return id
}

/** As somebody computes it who has the bundle of the review. */
async function digestManifest(runtime: Runtime, id: string): Promise<string> {
  const file = await runtime.workspace.files.find(id)
  const stream = file && (await runtime.workspace.objects.get({ organizationId: 'acme', key: file.objectKey }))
  const path = join(createTempFolder(), 'review.zip')
  writeFileSync(path, Buffer.from(await new Response(stream).arrayBuffer()))
  const source = await openBundle(path)
  const hash = createHash('sha256')
  for await (const chunk of source.read('manifest.json')) hash.update(chunk)
  await source.close()
  return hash.digest('hex')
}

async function verify(runtime: Runtime, id: string, change: (bytes: Buffer) => Buffer = (bytes) => bytes) {
  const file = await runtime.workspace.files.find(id)
  const stream = file && (await runtime.workspace.objects.get({ organizationId: 'acme', key: file.objectKey }))
  const path = join(createTempFolder(), 'review.zip')
  writeFileSync(path, change(Buffer.from(await new Response(stream).arrayBuffer())))
  const keys = await runtime.signing.keys()
  return verifyBundle(path, { keys: keys.map(({ publicKey }) => publicKeyOf(Buffer.from(publicKey, 'base64'))) })
}

describe('an access review', () => {
  test('freezes the accounts of the newest inventories, with their digests, and none that is deleted', async () => {
    const { runtime, ids, code, run } = await openReviewWorld()
    const heads = await runtime.inventories.list({ connectionId: ids.code })

    const review = await startReview(runtime, ids)
    code.accounts = codeAccounts.slice(0, 1)
    await run(ids.code)
    const accounts = await listAccounts(runtime, review.id)

    expect(review).toMatchObject({
      state: 'open',
      counts: { accounts: 5, undecided: 5, keep: 0 },
      everyDays: 92,
      removalDays: 14,
      systems: [
        { name: 'Code host', accounts: 3, lists: [{ digest: heads[0]?.digest, complete: true, count: 4 }] },
        { name: 'Chat', accounts: 2, reviewerIds: ['rita'] },
      ],
    })
    expect(accounts.map(({ number, record: { id, email } }) => [number, id, email])).toEqual([
      [0, 'c-ann', 'ann@example.com'],
      [1, 'c-bob', 'bob@example.com'],
      [2, 'c-rita', 'rita@example.com'],
      [3, 'h-ann', 'ann@example.com'],
      [4, 'h-guy', 'guy@partner.example'],
    ])
  })

  test('with a filter has whoever may be meant: what the vendor does not tell excludes nobody', async () => {
    const { runtime, ids, code, run } = await openReviewWorld()
    code.accounts = [...codeAccounts, { id: 'c-who', roles: [] }, { id: 'c-odd', kind: 'alien', administrator: false }]
    await run(ids.code)

    const administrators = await startReview(runtime, ids, { filter: { only: 'administrators' } })
    const guests = await startReview(runtime, ids, { filter: { only: 'guests' } })
    // Nobody knows whose department an account is of.
    await expect(startReview(runtime, ids, { filter: { department: 'Finance' } })).rejects.toThrow(/no such account/)

    const idsOf = async (id: string) => (await listAccounts(runtime, id)).map(({ record }) => record.id)
    expect(await idsOf(administrators.id)).toEqual(['c-ann', 'c-who'])
    expect(await idsOf(guests.id)).toEqual(['c-odd', 'h-guy'])
  })

  test('is refused without what it needs, and leaves nothing', async () => {
    const { runtime, ids } = await openReviewWorld()

    for (const [more, message] of [
      [{ title: '  ' }, /needs a title/],
      [{ reviewers: [{ ...rita, connectionIds: [] }] }, /Nobody reviews Code host/],
      [{ dueDay: '2026-04-30' }, /is over/],
      [{ dueDay: '2026-02-30' }, /must be a day/],
      [{ dueDay: '2027-06-30' }, /more than a year/],
      [{ connectionIds: [] }, /1 to 100 connections/],
      [{ everyDays: 0 }, /from 1 to 366/],
    ] as const)
      await expect(startReview(runtime, ids, more)).rejects.toThrow(message)
    expect(await runtime.accessReviews.list({ organizationId: 'acme' })).toEqual([])
  })

  test('is never complete in silence: a list that is cut off, never read or old is named and signed', async () => {
    const { runtime, ids, code, run, clock } = await openReviewWorld()
    code.isCut = true
    await run(ids.code)
    const cut = await startReview(runtime, ids)
    await decide(runtime, cut.id, ['c-ann', 'c-bob', 'h-ann', 'h-guy'], 'keep')
    await runtime.accessReviews.finish({ ...refOf(cut.id), by: ada.email })
    clock.advance(8 * 86_400_000)
    const old = await startReview(runtime, ids)

    expect(cut.systems[0]).toMatchObject({ accounts: 2, lists: [{ complete: false, error: { kind: 'permission' } }] })
    expect(old.systems[1]).toMatchObject({ because: 'Its accounts were read 8 days before the review began.' })
    expect(await verify(runtime, cut.id)).toMatchObject({ verified: true, run: { status: 'error' } })
    expect(await listControls(runtime)).toEqual([
      'code undetermined: ended in error (incomplete_data)',
      'chat satisfied: passes',
    ])
  })

  test('is decided by its reviewers and admins, never about the own account, with a reason, all or none', async () => {
    const { runtime, ids } = await openReviewWorld()
    const { id } = await startReview(runtime, ids, {
      reviewers: [{ ...rita, connectionIds: [ids.code] }, { ...ada }],
    })

    await expect(decide(runtime, id, ['h-ann'], 'keep')).rejects.toMatchObject({ code: 'REVIEW_REFUSED' })
    await expect(decide(runtime, id, ['c-bob', 'c-rita'], 'keep')).rejects.toThrow(/your own/)
    await expect(decide(runtime, id, ['c-bob'], 'keep', { reason: ' ' })).rejects.toThrow(/needs a reason/)
    await expect(decide(runtime, id, ['c-bob'], 'change')).rejects.toThrow(/what has to change/)
    await expect(decide(runtime, id, ['c-nobody'], 'keep')).rejects.toThrow(/no account of such a number/)
    const stranger = { userId: 'eve', name: 'Eve', email: 'eve@example.com' }
    await expect(decide(runtime, id, ['c-bob'], 'keep', { judge: stranger })).rejects.toThrow(/other accounts/)
    expect((await runtime.accessReviews.get(refOf(id)))?.counts.undecided).toBe(5)

    await decide(runtime, id, ['c-bob', 'c-ann'], 'keep')
    await decide(runtime, id, ['c-bob'], 'change', { change: 'No longer a developer.' })
    const changed = await runtime.accessReviews.get(refOf(id))
    const undone = await runtime.accessReviews.decide({
      ...refOf(id),
      numbers: [0],
      decision: null,
      judge: rita,
      isAdmin: false,
    })

    expect(changed?.counts).toMatchObject({ keep: 1, change: 1, undecided: 3 })
    expect(undone.counts).toMatchObject({ keep: 0, change: 1, undecided: 4 })
    expect((await listAccounts(runtime, id))[1]?.decision).toMatchObject({ by: 'rita@example.com', is: 'change' })
  })

  test('is finished when everything is decided, or with the reason why not; then nothing changes any more', async () => {
    const { runtime, ids } = await openReviewWorld()
    const { id } = await startReview(runtime, ids)
    await decide(runtime, id, ['c-ann', 'c-bob'], 'keep')
    const finish = (undecidedReason?: string) =>
      runtime.accessReviews.finish({ ...refOf(id), by: ada.email, undecidedReason })

    await expect(finish()).rejects.toThrow(/about 3 of the accounts/)
    const finished = await finish('Chat is switched off in June.')

    expect(finished).toMatchObject({ state: 'finished', undecidedReason: 'Chat is switched off in June.' })
    await expect(finish('Again.')).rejects.toMatchObject({ code: 'STORE_CONFLICT' })
    await expect(decide(runtime, id, ['h-ann'], 'keep')).rejects.toMatchObject({ code: 'STORE_CONFLICT' })
    await expect(runtime.accessReviews.discard(refOf(id))).rejects.toMatchObject({ code: 'STORE_CONFLICT' })
    expect(await listControls(runtime)).toEqual([
      'code undetermined: 1 result needs review',
      'chat undetermined: 2 results need review',
    ])
  })

  test('is signed: verify accepts it, and finds each byte that somebody changes in a decision or a record', async () => {
    const world = await openReviewWorld()
    const id = await finishWithOneRemoval(world)
    const replace = (from: string, to: string) => (bytes: Buffer) =>
      Buffer.from(bytes.toString('latin1').replace(from, to), 'latin1')

    const whole = await verify(world.runtime, id)
    const decided = await verify(world.runtime, id, replace('"is":"remove"', '"is":"remoXe"'))
    const record = await verify(world.runtime, id, replace('"email":"guy@partner', '"email":"guX@partner'))

    expect(whole).toMatchObject({ verified: true, run: { kind: 'access-review', status: 'manual' }, notIncluded: [] })
    expect(decided).toMatchObject({ verified: false })
    expect(decided.verified || decided.problems.map(({ file, field }) => `${file} ${field}`)).toContain(
      'run.json checks[0].results[1].evidence.decision.is',
    )
    expect(record).toMatchObject({ verified: false })
  })

  test('follows a removal until an inventory shows it: not done, could not tell, done; then it supports its controls', async () => {
    const world = await openReviewWorld()
    const { runtime, ids, code, run, clock } = world
    const id = await finishWithOneRemoval(world)
    const before = await listControls(runtime)
    const waiting = await findOutcome(runtime, id, 'c-bob')

    await run(ids.code)
    const still = await findOutcome(runtime, id, 'c-bob')
    code.accounts = codeAccounts.filter((account) => account.id !== 'c-bob')
    code.isCut = true
    await run(ids.code)
    const untold = await findOutcome(runtime, id, 'c-bob')
    clock.advance(15 * 86_400_000)
    const late = await listControls(runtime)
    code.isCut = false
    const { inventories, startedAt } = await run(ids.code)
    const done = await findOutcome(runtime, id, 'c-bob')
    code.accounts = codeAccounts
    await run(ids.code)

    expect(waiting).toBeNull()
    expect(before).toEqual(['code undetermined: 1 result needs review', 'chat satisfied: passes'])
    expect(still).toMatchObject({ is: 'not_done', because: 'The account is still active.' })
    expect(untold).toMatchObject({ is: 'could_not_tell' })
    expect(late[0]).toBe('code undetermined: 1 result needs review')
    expect(done).toEqual({
      is: 'done',
      because: 'The account is no longer in the complete list.',
      atMs: Date.parse(startedAt),
      digest: inventories?.[0]?.digest,
    })
    // What was seen stays seen: the next review has the account that came back.
    expect(await findOutcome(runtime, id, 'c-bob')).toEqual(done)
    expect(await listControls(runtime)).toEqual(['code satisfied: passes', 'chat satisfied: passes'])
  })

  test('signs what became of its removals after its end, each time by the digest of what was signed before', async () => {
    const world = await openReviewWorld()
    const { runtime, ids, code, run, clock } = world
    const id = await finishWithOneRemoval(world)
    const outcomesId = toOutcomesFileId(id)
    const none = await runtime.workspace.files.find(outcomesId)
    await run(ids.code)
    const first = await verify(runtime, outcomesId)
    const same = await runtime.workspace.files.find(outcomesId)
    clock.advance(60_000)
    await run(ids.code)
    const unchanged = await runtime.workspace.files.find(outcomesId)
    code.accounts = codeAccounts.filter((account) => account.id !== 'c-bob')
    await run(ids.code)
    const second = await verify(runtime, outcomesId)
    const forged = await verify(runtime, outcomesId, (bytes) =>
      Buffer.from(bytes.toString('latin1').replace('"is":"done"', '"is":"dune"'), 'latin1'),
    )
    const review = await verify(runtime, id)

    expect(none).toBeUndefined()
    expect(first).toMatchObject({
      verified: true,
      run: { kind: 'access-review-outcomes', status: 'manual', organizationId: 'acme' },
      previous: { run: id, sha256: await digestManifest(runtime, id) },
    })
    expect(unchanged?.objectKey).toBe(same?.objectKey)
    expect(second).toMatchObject({ verified: true, run: { status: 'pass' }, previous: { run: id } })
    expect(second.verified && second.previous).toEqual(first.verified && first.previous)
    expect(forged).toMatchObject({ verified: false, problems: [{ field: expect.stringContaining('outcome.is') }] })
    expect(review).toMatchObject({ verified: true, run: { kind: 'access-review' } })
  })

  test('fails its controls when a removal was seen not done after its days, and grows old by its cadence', async () => {
    const world = await openReviewWorld()
    const { runtime, ids, run, clock } = world
    await finishWithOneRemoval(world)

    clock.advance(15 * 86_400_000)
    await run(ids.code)
    const late = await listControls(runtime)
    clock.advance(90 * 86_400_000)
    const old = await listControls(runtime)

    expect(late).toEqual(['code not_satisfied: 1 failing result', 'chat satisfied: passes'])
    expect(old[1]).toBe('chat undetermined: its evidence is 105 days old')
  })

  test('shows what the last one decided, and is overdue after its last day', async () => {
    const world = await openReviewWorld()
    const { runtime, ids, clock } = world
    const first = await finishWithOneRemoval(world)
    const second = await startReview(runtime, ids)
    const bob = (await listAccounts(runtime, second.id)).find(({ record }) => record.id === 'c-bob')

    clock.advance(30 * 86_400_000)
    const onTheDay = await runtime.accessReviews.listOverdue({ organizationId: 'acme' })
    clock.advance(86_400_000)
    const overdue = await runtime.accessReviews.listOverdue({ organizationId: 'acme' })

    expect(bob?.last).toMatchObject({ is: 'remove', reason: 'Changed the team.', reviewId: first })
    expect(onTheDay).toEqual([])
    expect(overdue).toMatchObject([{ id: second.id, dueDay: '2026-05-31', undecided: 5, reviewers: [rita] }])
    expect(await runtime.accessReviews.get(refOf(second.id))).toMatchObject({ state: 'overdue' })
    expect(await runtime.accessReviews.listOverdue({ organizationId: 'other' })).toEqual([])
  })

  test('is of its organization alone, and its records are sealed in the store', async () => {
    const { runtime, ids } = await openReviewWorld()
    const { id } = await startReview(runtime, ids)
    const strange = { id, organizationId: 'other' }

    expect(await runtime.accessReviews.get(strange)).toBeUndefined()
    expect(await runtime.accessReviews.open(strange)).toBeUndefined()
    expect(await runtime.accessReviews.discard(strange)).toBe(false)
    expect(await runtime.accessReviews.list({ organizationId: 'other' })).toEqual([])
    await expect(
      runtime.accessReviews.decide({ ...strange, numbers: [0], decision: null, judge: ada, isAdmin: true }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(
      runtime.accessReviews.start({
        organizationId: 'other',
        title: 'Theirs',
        connectionIds: [ids.code],
        reviewers: [rita],
        dueDay: '2026-05-31',
        by: 'eve',
      }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const entries = await runtime.audit.list({ organizationId: 'acme', limit: 100 })
    expect(entries.map(({ action }) => action)).toContain('access_review.start')
    expect(JSON.stringify(entries)).not.toContain('guy@partner')
  })
})

test('a review knows whose accounts are, who left, of which department, and which manager decides', async () => {
  const { runtime, ids, clock } = await openReviewWorld()
  await runtime.directory.set({ organizationId: 'acme', sources: [{ file: 'Staff', covers: 'both' }] })
  const bytes = toPeopleFile(
    'id,name,email,kind,status,startsAt,endsAt,managerId,department',
    '1,Ann Archer,ann@example.com,employee,active,2020-01-01,none,2,Finance',
    '2,Rita Reviewer,rita@example.com,employee,active,2020-01-01,none,none,Finance',
    '3,Bob Baker,bob@example.com,employee,left,2020-01-01,2026-03-31,2,Sales',
  )
  await runtime.directory.importPeople({ organizationId: 'acme', bytes, date: '2026-05-01' })
  for (const connectionId of [ids.code, ids.chat])
    await runtime.directory.setSystem({
      organizationId: 'acme',
      connectionId,
      enforcedDomains: ['example.com'],
      actor: ada.email,
    })
  const reviewers = [{ ...rita, connectionIds: [ids.chat] }, ada]

  const all = await startReview(runtime, ids, { byManager: true, reviewers })
  const finance = await startReview(runtime, ids, { filter: { department: 'finance' } })

  const describe = async (id: string) =>
    (await listAccounts(runtime, id)).map(({ record, owner, assignedTo }) => [
      ...[record.id, owner?.is, owner?.name, owner?.department, owner?.hasLeft, assignedTo],
    ])
  expect(await describe(all.id)).toEqual([
    ['c-ann', 'person', 'Ann Archer', 'Finance', false, 'rita'],
    ['c-bob', 'person', 'Bob Baker', 'Sales', true, 'rita'],
    ['c-rita', 'person', 'Rita Reviewer', 'Finance', false, null],
    ['h-ann', 'person', 'Ann Archer', 'Finance', false, 'rita'],
    ['h-guy', 'nobody', undefined, undefined, undefined, null],
  ])
  expect((await describe(finance.id)).map(([id]) => id)).toEqual(['c-ann', 'c-rita', 'h-ann'])
  expect(finance.systems.map(({ unplaced }) => unplaced)).toEqual([undefined, 1])
  // Rita reviews the chat alone, and the people whom she manages everywhere.
  clock.advance(1_000)
  await decide(runtime, all.id, ['c-bob', 'h-guy'], 'remove')
  await expect(decide(runtime, all.id, ['c-rita'], 'keep')).rejects.toMatchObject({ code: 'REVIEW_REFUSED' })
})

test('somebody who vanished from the directory since the last reading has left, and the account is still theirs', async () => {
  const { runtime, ids } = await openReviewWorld()
  const importStaff = (...rows: readonly string[]) =>
    runtime.directory.importPeople({
      organizationId: 'acme',
      bytes: toPeopleFile('id,name,email,kind,status', ...rows),
      date: '2026-05-01',
      allowsLoss: true,
    })
  await runtime.directory.set({ organizationId: 'acme', sources: [{ file: 'Staff', covers: 'both' }] })
  const domains = { enforcedDomains: ['example.com'], actor: ada.email }
  await runtime.directory.setSystem({ organizationId: 'acme', connectionId: ids.code, ...domains })
  const ann = '1,Ann Archer,ann@example.com,employee,active'
  await importStaff(ann, '3,Bob Baker,bob@example.com,employee,active')
  await startReview(runtime, ids)

  await importStaff(ann)
  const { id } = await startReview(runtime, ids)

  const owners = (await listAccounts(runtime, id)).map(({ record, owner }) => [record.id, owner?.is, owner?.hasLeft])
  expect(owners).toContainEqual(['c-bob', 'person', true])
})

test('no review begins where the organization keeps no inventories', async () => {
  const { runtime, ids } = await openReviewWorld()
  await runtime.inventories.setKeeping({ organizationId: 'acme', keepsInventories: false })

  await expect(startReview(runtime, ids)).rejects.toThrow(/keeps no inventories/)
})
