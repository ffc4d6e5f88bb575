import { type ReviewedAccount, reviewDecisions } from '../../../crosscheck/reviews/access-review.ts'
import { readName } from '../../../crosscheck/reviews/review-run.ts'
import { ApiError, CheckwrightError } from '../../../errors/index.ts'
import { mayReadPeople } from '../../../service/rights/permissions.ts'
import { defineAction, definePage, type OwnSubmission, type OwnVisit } from '../../pages/page-route.ts'
import type { Judge } from '../../people/judge.ts'
import { isOwnAccount } from '../decide-accounts.ts'
import {
  demandReview,
  isReviewAdmin,
  openReviewPart,
  sendReviewCsv,
  sendReviewEvidence,
} from '../reading/access-reviews.ts'
import { chooseAccounts, formatAccountQuery, parseAccountFilter } from './account-filter.ts'
import { formatSeenDecision, seenPrefix } from './account-row.tsx'
import { type DecisionEntry, renderReview } from './review-page.tsx'

const accountsNamedMax = 5

/** The same decision about all ticked accounts. */
export const decideReview = defineAction({
  path: '/access/:reviewId/decide',
  access: 'reviews:decide',
  audit: { action: 'access_review.decide', target: 'reviewId' },
  act: async (submission) => {
    const { form, runtime, users, person, params } = submission
    const { organizationId, userId } = person
    const id = params.reviewId ?? ''
    await demandReview(runtime, person, id)
    const query = new URLSearchParams(form.text('query'))
    const self = await users.find({ organizationId, userId })
    const judge = { userId, name: self?.name ?? '', email: self?.email ?? '' }
    const entry = {
      numbers: form.text('matching') === 'yes' ? await listMatching(submission, query, judge) : form.all('number'),
      decision: form.text('decision'),
      change: form.text('change').trim(),
      reason: form.text('reason').trim(),
    }
    const meanwhile = await listDecidedMeanwhile(submission, entry)
    if (meanwhile.length > 0) {
      const { access, format } = submission.texts
      const some = meanwhile.slice(0, accountsNamedMax).map(({ record }) => readName(record))
      const names = format.list(meanwhile.length > accountsNamedMax ? [...some, '…'] : some)
      return renderReview(submission, query, {
        entry,
        problem: access.decide.conflict({ count: meanwhile.length, names }),
      })
    }
    const is = reviewDecisions.find((one) => one === entry.decision)
    // What somebody typed for a change is no part of another decision.
    const change = is === 'change' ? { change: entry.change } : {}
    try {
      await runtime.accessReviews.decide({
        id,
        organizationId,
        numbers: entry.numbers.map(Number),
        decision: is === undefined ? null : { is, reason: entry.reason, ...change },
        judge,
        isAdmin: isReviewAdmin(person),
      })
    } catch (error) {
      if (error instanceof CheckwrightError && /^REVIEW_/.test(error.code))
        return renderReview(submission, query, { entry, problem: error.message })
      throw error
    }
    // Decided accounts leave the list, so that the same page has the next ones.
    const to = `/access/${id}?${formatAccountQuery(parseAccountFilter(query, false))}`
    return { kind: 'redirect', to, notice: 'review-decided' }
  },
})

/** Of some accounts, those whose decision is another one than the page of the form has shown. */
async function listDecidedMeanwhile(
  { runtime, person, params, form }: OwnSubmission,
  entry: DecisionEntry,
): Promise<readonly ReviewedAccount[]> {
  const seen = form.group(seenPrefix)
  const { accounts } = await openReviewPart(runtime, person, params.reviewId ?? '')
  return accounts.filter((account) => {
    const number = String(account.number)
    // A form that was sent twice is no quarrel of two people.
    const { is, reason, userId } = account.decision ?? {}
    if (is === entry.decision && reason === entry.reason && userId === person.userId) return false
    // Accounts of other pages were not shown.
    return entry.numbers.includes(number) && Object.hasOwn(seen, number) && seen[number] !== formatSeenDecision(account)
  })
}

/** Every account that the filter of the page chooses, on all of its pages. */
async function listMatching(
  { runtime, person, params }: OwnVisit,
  query: URLSearchParams,
  judge: Judge,
): Promise<readonly string[]> {
  const { accounts } = await openReviewPart(runtime, person, params.reviewId ?? '')
  return chooseAccounts(accounts, parseAccountFilter(query, false))
    .filter((account) => !isOwnAccount(judge, account))
    .map(({ number }) => String(number))
}

export const finishReview = defineAction({
  path: '/access/:reviewId/finish',
  access: 'reviews:write',
  audit: { action: 'access_review.finish', target: 'reviewId' },
  act: async (submission) => {
    const { form, runtime, users, person, params } = submission
    const { organizationId, userId } = person
    const id = params.reviewId ?? ''
    await demandReview(runtime, person, id)
    const self = await users.find({ organizationId, userId })
    const undecidedReason = form.text('undecided')
    try {
      const by = self?.email || self?.name || userId
      await runtime.accessReviews.finish({ id, organizationId, by, undecidedReason })
    } catch (error) {
      if (error instanceof CheckwrightError && error.code === 'REVIEW_INVALID')
        return renderReview(submission, new URLSearchParams(), { problem: error.message, undecidedReason })
      throw error
    }
    return { kind: 'redirect', to: `/access/${id}`, notice: 'review-finished' }
  },
})

export const discardReview = defineAction({
  path: '/access/:reviewId/discard',
  access: 'reviews:write',
  audit: { action: 'access_review.discard', target: 'reviewId' },
  act: async ({ runtime, person: { organizationId }, params }) => {
    if (await runtime.accessReviews.discard({ id: params.reviewId ?? '', organizationId }))
      return { kind: 'redirect', to: '/access', notice: 'review-discarded' }
    throw new ApiError('There is no such access review.', { code: 'NOT_FOUND' })
  },
})

const describeRead = ({ reviewId = '' }: Readonly<Record<string, string>>) => ({ target: reviewId, fields: [] })

export const downloadReviewEvidence = definePage({
  path: '/access/:reviewId/evidence',
  access: 'reviews:read',
  auditRead: { action: 'access_review.evidence', describe: describeRead },
  show: async (visit) => ({ kind: 'response', response: await sendEvidence(visit, 'review') }),
})

export const downloadReviewOutcomes = definePage({
  path: '/access/:reviewId/outcomes',
  access: 'reviews:read',
  auditRead: { action: 'access_review.evidence', describe: describeRead },
  show: async (visit) => ({ kind: 'response', response: await sendEvidence(visit, 'outcomes') }),
})

function sendEvidence(visit: OwnVisit, part: 'review' | 'outcomes'): Promise<Response> {
  const { person, params, request } = visit
  const id = params.reviewId ?? ''
  return sendReviewEvidence(visit, { visitor: person, id, mayReadPeople: mayReadPeople(person), part }, request)
}

export const downloadReviewCsv = definePage({
  path: '/access/:reviewId/accounts.csv',
  access: 'reviews:decide',
  auditRead: { action: 'access_review.read', describe: describeRead },
  show: async ({ runtime, person, params, request }) => ({
    kind: 'response',
    response: sendReviewCsv(await openReviewPart(runtime, person, params.reviewId ?? ''), request),
  }),
})
