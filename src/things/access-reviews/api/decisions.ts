import { z } from '@hono/zod-openapi'
import { createPageSchema, pageQuery } from '../../../service/api/schemas/page-cursor.ts'
import {
  createForeignCursorError,
  formatPlaceCursor,
  parsePlaceCursor,
} from '../../../service/api/schemas/place-cursor.ts'
import { flag } from '../../../service/api/schemas/text-schema.ts'
import { createJsonBody } from '../../api/body/json-body.ts'
import { findOwnerId } from '../../api/callers/caller.ts'
import { defineRoute } from '../../api/route.ts'
import { findJudge } from '../../people/reading/find-judge.ts'
import { demandReview, isReviewAdmin, openReviewPart, sendReviewCsv } from '../reading/access-reviews.ts'
import {
  AccessReviewSchema,
  NewDecision,
  ReviewedAccountSchema,
  reviewParams,
  toWireAccount,
  toWireReview,
} from './review-schema.ts'

const tag = 'Access reviews'

export const listDecisions = defineRoute({
  method: 'get',
  path: '/v1/access-reviews/{reviewId}/decisions',
  operationId: 'AccessReviewsController_listDecisions_v1',
  tag,
  summary: 'List the accounts of an access review with their decisions',
  description:
    'A person who is no admin gets the accounts that they decide about. With `format` you get all of them as a download. Reading is written to the audit log.',
  scope: 'people:read',
  permission: 'reviews:decide',
  params: reviewParams,
  query: z.strictObject({
    decided: flag.optional().openapi({ description: 'Left out: all.' }),
    format: z.enum(['csv']).optional().openapi({ description: 'A download. Left out: one page as JSON.' }),
    ...pageQuery,
  }),
  answer: {
    status: 200,
    description: 'One page of accounts in the order of their numbers, or the download.',
    mediaTypes: ['application/json', 'text/csv'],
    schema: createPageSchema(ReviewedAccountSchema).openapi('ReviewedAccountPage'),
  },
  auditRead: { action: 'access_review.read', describe: ({ reviewId }) => ({ target: reviewId, fields: [] }) },
  handle: async ({ params: { reviewId }, query: { decided, format, limit, cursor }, request, caller }, { runtime }) => {
    const place = parsePlaceCursor(cursor)
    if (place !== undefined && place.part !== reviewId) throw createForeignCursorError()
    const { review, accounts } = await openReviewPart(runtime, { ...caller, userId: findOwnerId(caller) }, reviewId)
    const chosen = accounts.filter(({ decision }) => decided === undefined || (decision !== null) === decided)
    if (format !== undefined) return sendReviewCsv({ review, accounts: chosen }, request)
    const rest = chosen.filter(({ number }) => number >= (place?.index ?? 0))
    const next = rest[limit]
    return {
      data: rest.slice(0, limit).map(toWireAccount),
      nextCursor: next === undefined ? null : formatPlaceCursor({ part: reviewId, index: next.number }),
    }
  },
})

export const decideAccounts = defineRoute({
  method: 'post',
  path: '/v1/access-reviews/{reviewId}/decisions',
  operationId: 'AccessReviewsController_decide_v1',
  tag,
  summary: 'Decide about accounts of an access review',
  description:
    'One decision for one account or many: all get it, or none. Until the review is finished a later decision replaces it. Nobody decides about their own account.',
  scope: 'reviews:write',
  permission: 'reviews:decide',
  params: reviewParams,
  body: [createJsonBody(NewDecision)],
  answer: { status: 200, description: 'The review.', schema: AccessReviewSchema },
  problems: [409],
  audit: { action: 'access_review.decide' },
  handle: async ({ params: { reviewId: id }, body, caller }, host) => {
    const { userId: named, numbers, decision: is, change, reason = '' } = body
    await demandReview(host.runtime, caller, id)
    const { role, ...judge } = await findJudge(host, caller, named, 'reviews:decide')
    const { organizationId } = caller
    // A key names who decides, and does not get more rights by it.
    const isAdmin = [role, caller.role].every((one) => isReviewAdmin({ organizationId, role: one }))
    const decision = is === null ? null : { is, reason, change }
    return toWireReview(
      await host.runtime.accessReviews.decide({ id, organizationId, numbers, decision, judge, isAdmin }),
    )
  },
})
