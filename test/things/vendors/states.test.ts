import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, formatDay } from '../../../src/text/calendar-day.ts'
import { vendorReview } from '../../../src/things/vendors/review.ts'
import { vendor, vendorDocument } from '../../../src/things/vendors/thing.ts'
import { openApiHost } from '../../app/host/world.ts'

const dayMs = 86_400_000
const organizationId = 'acme'

const step = fc.oneof(
  fc.record({ does: fc.constant('review' as const), daysAgo: fc.nat(400), isAccepted: fc.boolean() }),
  fc.record({ does: fc.constant('refuse' as const), which: fc.nat(5) }),
  fc.record({ does: fc.constant('document' as const), endsIn: fc.option(fc.integer({ min: -60, max: 300 })) }),
  fc.record({ does: fc.constant('replace' as const), which: fc.nat(5) }),
  fc.record({ does: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 200 }) }),
  fc.record({ does: fc.constant('cadence' as const), days: fc.integer({ min: 1, max: 400 }) }),
)

/** What a vendor's state has to follow from, kept apart from the product. */
class Model {
  everyDays = 365
  readonly reviews: { readonly id: string; readonly doneDay: string; isAccepted: boolean }[] = []
  readonly documents: { readonly id: string; readonly lastDay: string | null; isReplaced: boolean }[] = []
  readonly firstDay: string

  constructor(firstDay: string) {
    this.firstDay = firstDay
  }

  get reviewedDay() {
    return this.reviews
      .filter(({ isAccepted }) => isAccepted)
      .map(({ doneDay }) => doneDay)
      .toSorted()
      .at(-1)
  }

  state(today: string): string {
    if (this.reviewedDay === undefined) return 'never-reviewed'
    const isEnded = this.documents.some(({ lastDay, isReplaced }) => !isReplaced && lastDay !== null && lastDay < today)
    if (isEnded) return 'document-ended'
    return addDays(this.reviewedDay, this.everyDays) < today ? 'due' : 'reviewed'
  }

  obligation(today: string): string {
    const nextDay = this.reviewedDay === undefined ? '' : addDays(this.reviewedDay, this.everyDays)
    if (nextDay >= today) return 'met'
    return (nextDay > this.firstDay ? nextDay : this.firstDay) < today ? 'overdue' : 'open'
  }
}

test('the state of a vendor and of its obligation follow from every history of reviews, documents and days, now and as of each earlier time', async () => {
  const { runtime, clock } = await openApiHost()
  const vendors = runtime.serviceOf(vendor)
  const reviews = runtime.serviceOf(vendorReview)
  const documents = runtime.serviceOf(vendorDocument)
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const values = { name: 'Acme', criticality: 'low', reviewEveryDays: 365 } as const
      const { id } = await vendors.create({ organizationId, values })
      const today = () => formatDay(clock.nowMs())
      const model = new Model(addDays(today(), 90))
      const seen: { readonly toMs: number; readonly state: string; readonly obligation: string }[] = []
      for (const each of steps) {
        clock.advance(1_000)
        if (each.does === 'wait') clock.advance(each.days * dayMs)
        if (each.does === 'cadence') {
          model.everyDays = each.days
          await vendors.change({ organizationId, id, changes: { reviewEveryDays: each.days } })
        }
        if (each.does === 'review') {
          const doneDay = addDays(today(), -each.daysAgo)
          const made = await reviews.create({
            organizationId,
            userId: 'bob',
            values: { subjectId: id, text: 'Read.', doneDay },
          })
          if (each.isAccepted) await reviews.act.accept({ organizationId, id: made.id, userId: 'ada' })
          model.reviews.push({ id: made.id, doneDay, isAccepted: each.isAccepted })
        }
        if (each.does === 'document') {
          const lastDay = each.endsIn === null ? null : addDays(today(), each.endsIn)
          const made = await documents.create({ organizationId, values: { vendorId: id, title: 'Report', lastDay } })
          model.documents.push({ id: made.id, lastDay, isReplaced: false })
        }
        const review = each.does === 'refuse' ? model.reviews[each.which] : undefined
        if (review?.isAccepted) {
          review.isAccepted = false
          await reviews.act.refuse({ organizationId, id: review.id, userId: 'ada' })
        }
        const document = each.does === 'replace' ? model.documents[each.which] : undefined
        if (document && !document.isReplaced) {
          document.isReplaced = true
          await documents.act.replace({ organizationId, id: document.id })
        }
        clock.advance(1_000)
        const state = model.state(today())
        const task = (await runtime.tasks.list({ organizationId })).find(
          ({ satisfiedBy }) => satisfiedBy.record?.id === id,
        )
        expect((await vendors.get({ organizationId, id }))?.state).toBe(state)
        expect(
          (await vendors.list({ organizationId, state: state as 'due', limit: 100 })).map((one) => one.id),
        ).toContain(id)
        expect(task?.state).toBe(model.obligation(today()))
        seen.push({ toMs: clock.nowMs(), state, obligation: model.obligation(today()) })
      }
      for (const { toMs, state, obligation } of seen) {
        const within = { fromMs: 0, toMs }
        const tasks = await runtime.tasks.list({ organizationId, within })
        expect((await vendors.get({ organizationId, id, within }))?.state).toBe(state)
        expect(tasks.find(({ satisfiedBy }) => satisfiedBy.record?.id === id)?.state).toBe(obligation)
      }
      await vendors.delete({ organizationId, id })
    }),
    { numRuns: 15 },
  )
})
