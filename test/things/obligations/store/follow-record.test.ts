import { expect, test } from 'vitest'
import { pentest } from '../../../../src/things/pentests/thing.ts'
import { policy, policyVersion } from '../../../../src/things/policies/thing.ts'
import { risk } from '../../../../src/things/risks/thing.ts'
import { vendorReview } from '../../../../src/things/vendors/review.ts'
import { vendor } from '../../../../src/things/vendors/thing.ts'
import { openApiHost, readAnswer } from '../../../app/host/world.ts'

const organizationId = 'acme'
const dayMs = 86_400_000
const acme = { name: 'Acme Cloud', criticality: 'high', reviewEveryDays: 365 } as const

/** An API whose clock stands at 2026-05-01. */
async function openWorld() {
  const world = await openApiHost()
  const { runtime } = world
  const tasks = async () =>
    (await runtime.tasks.list({ organizationId })).map(({ title, state, dueDay, everyDays, ownerId, satisfiedBy }) => ({
      title,
      state,
      dueDay,
      everyDays,
      ownerId,
      record: satisfiedBy.record?.id,
    }))
  return { ...world, tasks, vendors: runtime.serviceOf(vendor) }
}

test('a vendor makes its obligation, which follows its name, cadence and owner, is met by an accepted review, and is overdue when its days are over', async () => {
  const { runtime, tasks, vendors, clock } = await openWorld()
  const { id } = await vendors.create({ organizationId, values: acme })

  const open = await tasks()
  await vendors.change({ organizationId, id, changes: { name: 'Acme', ownerId: 'ada', reviewEveryDays: 30 } })
  const changed = await tasks()
  const values = { subjectId: id, text: 'Fine.', doneDay: '2026-04-30' }
  const reviews = runtime.serviceOf(vendorReview)
  const review = await reviews.create({ organizationId, userId: 'bob', values })
  const waiting = await tasks()
  await reviews.act.accept({ organizationId, id: review.id, userId: 'ada' })
  const met = await tasks()
  clock.advance(30 * dayMs)
  const overdue = await tasks()

  const head = { title: 'Review of the vendor Acme Cloud', everyDays: 365, ownerId: null, record: id }
  expect(open).toEqual([{ ...head, state: 'open', dueDay: '2026-07-30' }])
  const next = { ...head, title: 'Review of the vendor Acme', everyDays: 30, ownerId: 'ada', dueDay: '2026-07-30' }
  expect(changed).toEqual([{ ...next, state: 'open' }])
  expect(waiting).toEqual(changed)
  expect(met).toEqual([{ ...next, state: 'met' }])
  expect(overdue).toMatchObject([{ state: 'open', dueDay: '2026-07-30' }])
})

test('a vendor that nobody reviewed in 90 days is an obligation that is overdue, in the list by state too', async () => {
  const { runtime, vendors, clock } = await openWorld()
  await vendors.create({ organizationId, values: acme })
  await runtime.tasks.listWithState({ organizationId })

  clock.advance(91 * dayMs)
  const listed = await runtime.tasks.listWithState({ organizationId })
  const page = await runtime.tasks.listPage({ organizationId, state: 'overdue', limit: 5 })

  expect(listed).toMatchObject([{ state: 'overdue', dueDay: '2026-07-30' }])
  expect(page).toMatchObject({ total: 1, tasks: [{ evidence: [{ kind: 'record', because: 'it was never done' }] }] })
})

test('a risk that is closed, and a vendor that is deleted, owe nothing from then on; what they owed earlier stays known', async () => {
  const { runtime, tasks, vendors, clock } = await openWorld()
  const fromMs = clock.nowMs()
  const { id: vendorId } = await vendors.create({ organizationId, values: acme })
  const risks = runtime.serviceOf(risk)
  const lost = { title: 'Lost laptop', likelihood: 4, impact: 5, treatment: 'mitigate', reviewEveryDays: 180 } as const
  const { id: riskId } = await risks.create({ organizationId, values: lost })
  const before = await tasks()
  const toMs = clock.nowMs()
  clock.advance(dayMs)

  await vendors.delete({ organizationId, id: vendorId })
  await risks.change({ organizationId, id: riskId, changes: { closedDay: '2026-05-02' } })
  const none = await tasks()
  await risks.change({ organizationId, id: riskId, changes: { closedDay: null } })
  const again = await tasks()
  const then = await runtime.tasks.list({ organizationId, within: { fromMs, toMs } })

  expect(before.map(({ title }) => title)).toEqual([
    'Review of the vendor Acme Cloud',
    'Review of the risk Lost laptop',
  ])
  expect(none).toEqual([])
  expect(again.map(({ record }) => record)).toEqual([riskId])
  expect(then.map(({ title }) => title)).toEqual(before.map(({ title }) => title))
})

test('a policy is owed a version again when its cadence is over', async () => {
  const { runtime, tasks, clock } = await openWorld()
  const { id: policyId } = await runtime
    .serviceOf(policy)
    .create({ organizationId, values: { name: 'Acceptable use', reviewEveryDays: 365 } })
  const versions = runtime.serviceOf(policyVersion)
  const values = { policyId, changes: 'First', text: '# Lock' }
  const version = await versions.create({ organizationId, userId: 'bob', values })

  const open = await tasks()
  await versions.act.publish({ organizationId, id: version.id, userId: 'ada' })
  const met = await tasks()
  clock.advance(366 * dayMs)
  const overdue = await tasks()

  expect([open, met, overdue].map(([task]) => [task?.state, task?.dueDay])).toEqual([
    ['open', '2026-07-30'],
    ['met', '2027-05-01'],
    ['overdue', '2027-05-01'],
  ])
})

test('a penetration test with a cadence is owed again: met by its report, until the test that repeats it owes the next one', async () => {
  const { runtime, tasks, ask } = await openWorld()
  const pentests = runtime.serviceOf(pentest)
  const first = {
    name: 'Web 2026',
    provider: 'Acme Security',
    scope: 'The web application.',
    firstDay: '2026-04-01',
    lastDay: '2026-04-10',
  }
  const { id } = await pentests.create({ organizationId, values: first })
  const none = await tasks()
  await pentests.change({ organizationId, id, changes: { repeatEveryDays: 365 } })
  const open = await tasks()
  const report = { formType: 'pentest', fileName: 'report.pdf', fileType: 'application/pdf', fileData: 'JVBERi0xLjc=' }
  const upload = await readAnswer(ask('POST', '/v1/evidence-forms/uploads', { body: report }))
  const reportId = String(upload.body.fileKey)
  await pentests.change({ organizationId, id, changes: { reportId } })
  const met = await tasks()
  const next = { ...first, name: 'Web 2027', firstDay: '2027-04-01', lastDay: '2027-04-10' }
  const { id: nextId } = await pentests.create({
    organizationId,
    values: { ...next, repeatEveryDays: 365, followsId: id },
  })
  const followed = await tasks()
  await pentests.delete({ organizationId, id: nextId })
  const alone = await tasks()

  expect(upload.status).toBe(201)
  expect(none).toEqual([])
  expect(open).toMatchObject([{ title: 'Penetration test Web 2026', state: 'open', dueDay: '2026-05-10' }])
  expect(met).toMatchObject([{ state: 'met', dueDay: '2027-04-10' }])
  expect(followed).toMatchObject([{ record: nextId, state: 'open', dueDay: '2027-05-10' }])
  expect(alone).toMatchObject([{ record: id, state: 'met' }])
})

test('nobody changes, ends or states the obligation of a vendor by itself: the answer names what it follows from', async () => {
  const { runtime, ask, vendors } = await openWorld()
  const { id: vendorId } = await vendors.create({ organizationId, values: acme })
  const [task] = await runtime.tasks.list({ organizationId })

  const read = await readAnswer(ask('GET', `/v1/tasks/${task?.id}`))
  const answers = [
    await readAnswer(ask('PATCH', `/v1/tasks/${task?.id}`, { body: { everyDays: 7 } })),
    await readAnswer(ask('DELETE', `/v1/tasks/${task?.id}`)),
    await readAnswer(ask('POST', `/v1/tasks/${task?.id}/statements`, { body: { text: 'Done', userId: 'ada' } })),
  ]

  expect(read.body).toMatchObject({ record: { type: 'vendor', id: vendorId } })
  expect(
    answers.map(({ status, body }) => [status, body.detail?.startsWith('This obligation follows from a vendor.')]),
  ).toEqual([
    [400, true],
    [400, true],
    [400, true],
  ])
})

test('obligations of records are not counted among the 500 that people may add, and an import that is refused makes none', async () => {
  const { runtime, tasks, vendors } = await openWorld()
  const line = (number: number) => `Vendor ${number},low,365`
  const csv = `name,criticality,reviewEveryDays\n${Array.from({ length: 510 }, (_, number) => line(number)).join('\n')}`
  await expect(vendors.import({ organizationId, csv: `${csv}\nBad,low,0` })).rejects.toMatchObject({
    code: 'RECORD_INVALID',
  })
  const none = await tasks()

  await vendors.import({ organizationId, csv })
  const added = await runtime.tasks.add({ organizationId, title: 'Restore a backup', everyDays: 92 })
  const page = await runtime.tasks.listPage({ organizationId, limit: 5 })

  expect(none).toEqual([])
  expect(added.state).toBe('open')
  expect(page.total).toBe(511)
})
