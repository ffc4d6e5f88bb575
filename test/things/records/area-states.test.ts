import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, formatDay } from '../../../src/text/calendar-day.ts'
import { pentest, pentestFinding } from '../../../src/things/pentests/thing.ts'
import { acknowledgePolicy } from '../../../src/things/policies/reading/acknowledge-policy.ts'
import { policy, policyAcknowledgement, policyVersion } from '../../../src/things/policies/thing.ts'
import { riskReview } from '../../../src/things/risks/review.ts'
import { risk } from '../../../src/things/risks/thing.ts'
import { openApiHost } from '../../app/host/world.ts'
import { isSoak } from '../../setup/short-form.ts'

const dayMs = 86_400_000
const organizationId = 'acme'
const numRuns = isSoak ? 100 : 8
const wait = fc.record({ does: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 200 }) })
const cadence = fc.record({ does: fc.constant('cadence' as const), days: fc.integer({ min: 1, max: 400 }) })
const which = fc.nat(3)

/** What an obligation comes to, kept apart from the product. */
function judgeObligation(nextDay: string | undefined, firstDay: string, today: string): string {
  if (nextDay !== undefined && nextDay >= today) return 'met'
  return (nextDay !== undefined && nextDay > firstDay ? nextDay : firstDay) < today ? 'overdue' : 'open'
}

interface Seen {
  readonly toMs: number
  readonly state: string
}

async function openWorld() {
  const { runtime, clock } = await openApiHost()
  const today = () => formatDay(clock.nowMs())
  const findTask = async (id: string) =>
    (await runtime.tasks.list({ organizationId })).find(({ satisfiedBy }) => satisfiedBy.record?.id === id)
  const pass = (each: { readonly does: string; readonly days?: number }) => {
    clock.advance(1_000)
    if (each.does === 'wait') clock.advance((each.days ?? 0) * dayMs)
  }
  return { runtime, clock, today, findTask, pass }
}

test('the state of a risk follows from every history of reviews, treatments, ends and days, now and as of each earlier time', async () => {
  const { runtime, clock, today, findTask, pass } = await openWorld()
  const risks = runtime.serviceOf(risk)
  const reviews = runtime.serviceOf(riskReview)
  const step = fc.oneof(
    wait,
    cadence,
    fc.record({ does: fc.constant('review' as const), daysAgo: fc.nat(300), isAccepted: fc.boolean() }),
    fc.record({ does: fc.constant('refuse' as const), which }),
    fc.record({ does: fc.constant('treat' as const), as: fc.constantFrom('mitigate' as const, 'accept' as const) }),
    fc.record({ does: fc.constant('end' as const), isClosed: fc.boolean() }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      const first = {
        title: 'Lost laptop',
        likelihood: 4,
        impact: 5,
        treatment: 'mitigate',
        reviewEveryDays: 365,
      } as const
      const { id } = await risks.create({ organizationId, values: first })
      const made: { readonly id: string; readonly doneDay: string; isAccepted: boolean }[] = []
      const firstDay = addDays(today(), 90)
      const model = { everyDays: 365, treatment: 'mitigate', isClosed: false, wasClosed: false }
      const seen: Seen[] = []
      for (const each of steps) {
        pass(each)
        if (each.does === 'review') {
          const doneDay = addDays(today(), -each.daysAgo)
          const values = { subjectId: id, text: 'Read.', doneDay }
          const review = await reviews.create({ organizationId, userId: 'bob', values })
          if (each.isAccepted) await reviews.act.accept({ organizationId, id: review.id, userId: 'ada' })
          made.push({ id: review.id, doneDay, isAccepted: each.isAccepted })
        }
        const refused = each.does === 'refuse' ? made[each.which] : undefined
        if (refused?.isAccepted) {
          refused.isAccepted = false
          await reviews.act.refuse({ organizationId, id: refused.id, userId: 'ada' })
        }
        if (each.does === 'treat') {
          model.treatment = each.as
          await risks.change({ organizationId, id, changes: { treatment: each.as } })
        }
        if (each.does === 'cadence') {
          model.everyDays = each.days
          await risks.change({ organizationId, id, changes: { reviewEveryDays: each.days } })
        }
        if (each.does === 'end') {
          model.isClosed = each.isClosed
          model.wasClosed ||= each.isClosed
          await risks.change({ organizationId, id, changes: { closedDay: each.isClosed ? today() : null } })
        }
        clock.advance(1_000)
        const accepted = made.flatMap(({ doneDay, isAccepted }) => (isAccepted ? doneDay : [])).toSorted()
        const reviewedDay = accepted.at(-1)
        const nextDay = reviewedDay === undefined ? undefined : addDays(reviewedDay, model.everyDays)
        const usual = model.treatment === 'accept' ? 'accepted' : 'treated'
        const open = nextDay === undefined ? 'never-reviewed' : nextDay < today() ? 'due' : usual
        const state = model.isClosed ? 'closed' : open
        expect((await risks.get({ organizationId, id }))?.state).toBe(state)
        expect((await risks.list({ organizationId, state, limit: 100 })).map((one) => one.id)).toContain(id)
        const task = await findTask(id)
        if (model.isClosed) expect(task?.state).toBeUndefined()
        else if (!model.wasClosed) expect(task?.state).toBe(judgeObligation(nextDay, firstDay, today()))
        seen.push({ toMs: clock.nowMs(), state })
      }
      for (const { toMs, state } of seen)
        expect((await risks.get({ organizationId, id, within: { fromMs: 0, toMs } }))?.state).toBe(state)
      await risks.delete({ organizationId, id })
    }),
    { numRuns },
  )
})

test('the state of a policy follows from every history of versions and days, and an acknowledgement is of exactly the one that holds', async () => {
  const { runtime, clock, today, findTask, pass } = await openWorld()
  const policies = runtime.serviceOf(policy)
  const versions = runtime.serviceOf(policyVersion)
  const step = fc.oneof(
    wait,
    cadence,
    fc.record({ does: fc.constant('write' as const) }),
    fc.record({ does: fc.constant('publish' as const), which }),
    fc.record({ does: fc.constant('acknowledge' as const), which }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
      const values = { name: 'Acceptable use', reviewEveryDays: 365 }
      const { id: policyId } = await policies.create({ organizationId, values })
      const written: { readonly id: string; readonly number: number; isPublished: boolean; isRead: boolean }[] = []
      const firstDay = addDays(today(), 90)
      const model = { everyDays: 365, number: 0, publishedDay: '' }
      const seen: Seen[] = []
      for (const each of steps) {
        pass(each)
        if (each.does === 'write') {
          const text = { policyId, changes: 'New', text: '# Rules' }
          const { id } = await versions.create({ organizationId, userId: 'ada', values: text })
          written.push({ id, number: model.number + 1, isPublished: false, isRead: false })
        }
        const version = each.does === 'publish' || each.does === 'acknowledge' ? written[each.which] : undefined
        if (version && each.does === 'publish') {
          const end = versions.act.publish({ organizationId, id: version.id, userId: 'bob' })
          if (!version.isPublished && version.number === model.number + 1) {
            await end
            version.isPublished = true
            model.number = version.number
            model.publishedDay = today()
          } else await expect(end).rejects.toMatchObject({ code: 'STORE_CONFLICT' })
        }
        if (version && each.does === 'acknowledge') {
          const end = acknowledgePolicy(runtime, { organizationId, userId: 'ada', policyId, versionId: version.id })
          if (version.isPublished && version.number === model.number) {
            await end
            version.isRead = true
          } else await expect(end).rejects.toMatchObject({ code: 'STORE_CONFLICT' })
        }
        if (each.does === 'cadence') {
          model.everyDays = each.days
          await policies.change({ organizationId, id: policyId, changes: { reviewEveryDays: each.days } })
        }
        clock.advance(1_000)
        const nextDay = model.publishedDay === '' ? undefined : addDays(model.publishedDay, model.everyDays)
        const state = nextDay === undefined ? 'unpublished' : nextDay < today() ? 'due' : 'published'
        const of = await policies.get({ organizationId, id: policyId })
        expect([of?.state, of?.values.publishedNumber ?? 0]).toEqual([state, model.number])
        expect((await findTask(policyId))?.state).toBe(judgeObligation(nextDay, firstDay, today()))
        seen.push({ toMs: clock.nowMs(), state })
      }
      const where = { policyId }
      const read = await runtime.serviceOf(policyAcknowledgement).list({ organizationId, where, limit: 100 })
      expect(read.map((one) => one.values.versionId).toSorted()).toEqual(
        written.flatMap(({ id, isRead }) => (isRead ? id : [])).toSorted(),
      )
      for (const { toMs, state } of seen)
        expect((await policies.get({ organizationId, id: policyId, within: { fromMs: 0, toMs } }))?.state).toBe(state)
      await policies.delete({ organizationId, id: policyId })
    }),
    { numRuns },
  )
})

test('the state of a penetration test follows from every history of findings, retests, later tests and days', async () => {
  const { runtime, clock, today, findTask, pass } = await openWorld()
  const pentests = runtime.serviceOf(pentest)
  const findings = runtime.serviceOf(pentestFinding)
  const step = fc.oneof(
    wait,
    fc.record({ does: fc.constant('find' as const), dueIn: fc.nat(120) }),
    fc.record({ does: fc.constant('retest' as const), which, isGone: fc.boolean() }),
    fc.record({ does: fc.constant('repeat' as const) }),
  )
  const history = fc.tuple(
    fc.integer({ min: -30, max: 30 }),
    fc.nat(20),
    fc.array(step, { minLength: 1, maxLength: 8 }),
  )
  await fc.assert(
    fc.asyncProperty(history, async ([startsIn, length, steps]) => {
      const firstDay = addDays(today(), startsIn)
      const lastDay = addDays(firstDay, length)
      const values = { name: 'Web', provider: 'Acme', scope: 'Web', firstDay, lastDay, repeatEveryDays: 365 }
      const { id } = await pentests.create({ organizationId, values })
      const found: { readonly id: string; readonly dueDay: string; isOpen: boolean }[] = []
      const later: string[] = []
      const seen: Seen[] = []
      for (const each of steps) {
        pass(each)
        if (each.does === 'find') {
          const dueDay = addDays(today(), each.dueIn)
          const facts = { pentestId: id, title: 'Headers', severity: 'low', dueDay } as const
          found.push({ id: (await findings.create({ organizationId, values: facts })).id, dueDay, isOpen: true })
        }
        const retested = each.does === 'retest' ? found[each.which] : undefined
        if (each.does === 'retest' && retested && (retested.isOpen || !each.isGone)) {
          await findings.act[each.isGone ? 'retest-ends' : 'retest-finds']({ organizationId, id: retested.id })
          retested.isOpen = !each.isGone
        }
        if (each.does === 'repeat')
          later.push((await pentests.create({ organizationId, values: { ...values, followsId: id } })).id)
        clock.advance(1_000)
        const due = found.flatMap(({ isOpen, dueDay }) => (isOpen ? dueDay : [])).toSorted()
        const after = due.length > 0 ? 'findings-open' : 'done'
        const usual = firstDay > today() ? 'planned' : lastDay >= today() ? 'running' : after
        const state = due.some((day) => day < today()) ? 'overdue' : usual
        const of = await pentests.get({ organizationId, id })
        const { openFindings, nextDueDay } = of?.values ?? {}
        expect([of?.state, openFindings ?? 0, nextDueDay ?? undefined]).toEqual([state, due.length, due[0]])
        expect((await findTask(id)) === undefined, 'who repeats a test owes the next one').toBe(later.length > 0)
        seen.push({ toMs: clock.nowMs(), state })
      }
      for (const { toMs, state } of seen)
        expect((await pentests.get({ organizationId, id, within: { fromMs: 0, toMs } }))?.state).toBe(state)
      for (const each of [...later, id]) await pentests.delete({ organizationId, id: each })
    }),
    { numRuns },
  )
})
