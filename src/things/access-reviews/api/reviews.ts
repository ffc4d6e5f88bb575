import { z } from '@hono/zod-openapi'
import { ApiError } from '../../../errors/index.ts'
import { createBinarySchema } from '../../../service/api/schemas/binary.ts'
import { createPageSchema, pageQuery, parsePageCursor, takePage } from '../../../service/api/schemas/page-cursor.ts'
import { exampleConnectionId } from '../../../service/api/schemas/schemas.ts'
import { createFilledTextSchema, flag, ownId } from '../../../service/api/schemas/text-schema.ts'
import { demandPerson } from '../../../service/records/people.ts'
import { reasonLengthMax } from '../../../service/records/text-limits.ts'
import { createJsonBody } from '../../api/body/json-body.ts'
import { type Caller, hasPeopleRight } from '../../api/callers/caller.ts'
import { demandConnection } from '../../api/demand.ts'
import type { HostParts } from '../../api/parts/host-parts.ts'
import { defineRoute } from '../../api/route.ts'
import { findJudge } from '../../people/reading/find-judge.ts'
import { chooseVisibleReviews, demandReview, isVisible, sendReviewEvidence } from '../reading/access-reviews.ts'
import { AccessReviewSchema, NewAccessReview, personId, reviewParams, toWireReview } from './review-schema.ts'

const tag = 'Access reviews'

export const startAccessReview = defineRoute({
  method: 'post',
  path: '/v1/access-reviews',
  operationId: 'AccessReviewsController_start_v1',
  tag,
  summary: 'Start an access review',
  description:
    'It freezes the accounts of the newest inventories, complete or not. What is not complete is named in `incomplete`.',
  scope: 'reviews:write',
  body: [createJsonBody(NewAccessReview)],
  answer: {
    status: 201,
    description: 'The review.',
    schema: AccessReviewSchema,
    location: ({ id }) => `/v1/access-reviews/${id}`,
  },
  problems: [404, 409],
  audit: { action: 'access_review.start' },
  handle: async ({ body: { userId, reviewers: named, ...fields }, caller }, host) => {
    const { organizationId } = caller
    const by = await nameStarter(host, caller, userId)
    const reviewers = await Promise.all(
      named.map(async (each, index) => {
        const path = `reviewers[${index}].userId`
        const person = await demandPerson(host.users, { organizationId, userId: each.userId }, path)
        return { ...each, name: person.name, email: person.email }
      }),
    )
    for (const id of fields.connectionIds) await demandConnection(host.runtime, organizationId, id)
    const input = { ...fields, reviewers, organizationId, by }
    return toWireReview(await host.runtime.accessReviews.start(input))
  },
})

/** Nobody decides anything by starting a review, so that a program may do it. */
async function nameStarter(host: HostParts, caller: Caller, named: string | undefined): Promise<string> {
  if (caller.userId === undefined && named === undefined) return 'an API key'
  const { name, email, userId } = await findJudge(host, caller, named, 'reviews:write')
  return email || name || userId
}

export const listAccessReviews = defineRoute({
  method: 'get',
  path: '/v1/access-reviews',
  operationId: 'AccessReviewsController_list_v1',
  tag,
  summary: 'List the access reviews, the newest first',
  description:
    'Without their accounts. A viewer sees those that are finished; limited to a period, those of the period.',
  scope: 'integrations:read',
  permission: 'reviews:read',
  query: z.strictObject({
    finished: flag.optional().openapi({ description: 'Left out: all.' }),
    connectionId: ownId.optional().openapi({ example: exampleConnectionId }),
    ...pageQuery,
  }),
  answer: {
    status: 200,
    description: 'One page of reviews.',
    schema: createPageSchema(AccessReviewSchema).openapi('AccessReviewPage'),
  },
  problems: [404],
  handle: async ({ query: { finished, connectionId, limit, cursor }, caller }, { runtime }) => {
    const { organizationId } = caller
    if (connectionId !== undefined) await demandConnection(runtime, organizationId, connectionId)
    const position = parsePageCursor(cursor)
    const rows = await runtime.accessReviews.list({
      organizationId,
      connectionId,
      limit: limit + 1,
      isFinished: finished,
      ...chooseVisibleReviews(runtime, caller),
      before: position && { startedAtMs: position.atMs, id: position.id },
    })
    const page = takePage(rows, limit, {
      toPosition: ({ startedAtMs, id }) => ({ atMs: startedAtMs, id }),
      toItem: (review) => review,
    })
    return { ...page, data: page.data.filter((review) => isVisible(review, caller, runtime)).map(toWireReview) }
  },
})

export const getAccessReview = defineRoute({
  method: 'get',
  path: '/v1/access-reviews/{reviewId}',
  operationId: 'AccessReviewsController_get_v1',
  tag,
  summary: 'Read an access review, without its accounts',
  scope: 'integrations:read',
  permission: 'reviews:read',
  params: reviewParams,
  answer: { status: 200, description: 'The review.', schema: AccessReviewSchema },
  handle: async ({ params: { reviewId }, caller }, { runtime }) =>
    toWireReview(await demandReview(runtime, caller, reviewId)),
})

export const discardAccessReview = defineRoute({
  method: 'delete',
  path: '/v1/access-reviews/{reviewId}',
  operationId: 'AccessReviewsController_discard_v1',
  tag,
  summary: 'End an access review without a result',
  description: 'Its decisions are deleted. A finished review cannot be deleted.',
  scope: 'reviews:write',
  params: reviewParams,
  answer: {
    status: 200,
    description: 'It is gone.',
    schema: z.object({ id: z.string() }).openapi('DiscardedAccessReview'),
  },
  problems: [409],
  audit: { action: 'access_review.discard' },
  handle: async ({ params: { reviewId: id }, caller: { organizationId } }, { runtime }) => {
    if (await runtime.accessReviews.discard({ id, organizationId })) return { id }
    throw new ApiError('There is no such access review.', { code: 'NOT_FOUND' })
  },
})

const Finish = z
  .strictObject({
    undecidedReason: createFilledTextSchema({ max: reasonLengthMax })
      .optional()
      .openapi({ description: 'Why accounts are left undecided. Needed if there are some.' }),
    userId: personId,
  })
  .openapi('FinishAccessReview')

export const finishAccessReview = defineRoute({
  method: 'post',
  path: '/v1/access-reviews/{reviewId}/finish',
  operationId: 'AccessReviewsController_finish_v1',
  tag,
  summary: 'Finish an access review, and sign it as evidence',
  description:
    'Nothing changes in it afterwards. Removals are followed: each new inventory of the system shows whether they were done.',
  scope: 'reviews:write',
  params: reviewParams,
  body: [createJsonBody(Finish)],
  answer: { status: 200, description: 'The finished review.', schema: AccessReviewSchema },
  problems: [409],
  audit: { action: 'access_review.finish' },
  handle: async ({ params: { reviewId: id }, body: { userId, undecidedReason }, caller }, host) => {
    const { organizationId } = caller
    await demandReview(host.runtime, caller, id)
    const { name, email, userId: by } = await findJudge(host, caller, userId, 'reviews:write')
    const end = { id, organizationId, undecidedReason, by: email || name || by }
    return toWireReview(await host.runtime.accessReviews.finish(end))
  },
})

export const downloadReviewOutcomes = defineRoute({
  method: 'get',
  path: '/v1/access-reviews/{reviewId}/outcomes',
  operationId: 'AccessReviewsController_downloadOutcomes_v1',
  tag,
  summary: 'Download what became of the removals since the review was finished, signed',
  description:
    'A bundle for `checkwright verify`: each removal and change, and what later inventories showed of it. It names the bundle of the review by the SHA-256 of its manifest. A newer one takes its place whenever an inventory shows something else.',
  scope: 'integrations:read',
  permission: 'reviews:read',
  params: reviewParams,
  auditRead: {
    action: 'access_review.evidence',
    describe: ({ reviewId }) => ({ target: reviewId, fields: ['outcomes'] }),
  },
  answer: { status: 200, description: 'The bundle.', mediaTypes: ['application/zip'], schema: createBinarySchema() },
  problems: [409],
  handle: ({ params: { reviewId: id }, request, caller }, host) =>
    sendReviewEvidence(host, { visitor: caller, id, mayReadPeople: hasPeopleRight(caller), part: 'outcomes' }, request),
})

export const downloadReviewEvidence = defineRoute({
  method: 'get',
  path: '/v1/access-reviews/{reviewId}/evidence',
  operationId: 'AccessReviewsController_downloadEvidence_v1',
  tag,
  summary: 'Download the signed evidence of a finished access review',
  description:
    'A bundle for `checkwright verify`: every decision, and the frozen inventories. If you lack the scope `people:read`, you get the edition without the inventories. Its signature verifies, too.',
  scope: 'integrations:read',
  permission: 'reviews:read',
  params: reviewParams,
  auditRead: { action: 'access_review.evidence', describe: ({ reviewId }) => ({ target: reviewId, fields: [] }) },
  answer: { status: 200, description: 'The bundle.', mediaTypes: ['application/zip'], schema: createBinarySchema() },
  problems: [409],
  handle: ({ params: { reviewId: id }, request, caller }, host) =>
    sendReviewEvidence(host, { visitor: caller, id, mayReadPeople: hasPeopleRight(caller) }, request),
})
