import { z } from '@hono/zod-openapi'
import type { DismissedProposal } from '../../../crosscheck/links/dismissal-store.ts'
import { idLengthMax } from '../../../define/index.ts'
import { ApiError } from '../../../errors/index.ts'
import { Done, done } from '../../../service/api/schemas/done.ts'
import { createPageSchema, pageQuery, parsePageCursor, takePage } from '../../../service/api/schemas/page-cursor.ts'
import { exampleConnectionId } from '../../../service/api/schemas/schemas.ts'
import { createFilledTextSchema, ownId, timestamp } from '../../../service/api/schemas/text-schema.ts'
import { createJsonBody } from '../../api/body/json-body.ts'
import { defineRoute } from '../../api/route.ts'
import { findJudge } from '../../people/reading/find-judge.ts'
import { deciderId } from './directory.ts'

const tag = 'Account Links'
const path = '/v1/account-links/dismissed'

const proposalShape = {
  connectionId: ownId.openapi({ example: exampleConnectionId }),
  recordId: createFilledTextSchema({ max: idLengthMax }).openapi({ description: 'At the vendor.', example: 'usr-7' }),
  personId: createFilledTextSchema({ max: 2_200 }).openapi({ example: `${exampleConnectionId}/7` }),
}

const DismissedSchema = z
  .object({
    id: z.string().openapi({ example: 'q3VYw0vJ0l3Ww8Yx4Jr2Zg' }),
    ...proposalShape,
    dismissedAt: timestamp,
    dismissedBy: z.string().openapi({ example: 'ada@acme.example' }),
  })
  .openapi('DismissedProposal')

export const dismissProposals = defineRoute({
  method: 'post',
  path,
  operationId: 'AccountLinksController_dismiss_v1',
  tag,
  summary: 'Dismiss proposals: these accounts belong to somebody else',
  description:
    'All or none. A proposal stays away until its reason, or the name or the address of the account changes. No verdict changes by that.',
  scope: 'people:write',
  body: [
    createJsonBody(
      z
        .strictObject({
          proposals: z
            .array(
              z.strictObject({
                ...proposalShape,
                digest: z
                  .string()
                  .regex(/^[0-9a-f]{64}$/)
                  .openapi({ description: 'Of the proposal, as GET /v1/accounts shows it.', example: 'a'.repeat(64) }),
              }),
            )
            .min(1)
            .max(500),
          userId: deciderId,
        })
        .openapi('ProposalDismissal', { required: ['proposals', 'userId'] }),
      { bytesMax: 4 * 1024 * 1024 },
    ),
  ],
  answer: {
    status: 201,
    description: 'What is dismissed.',
    schema: z.object({ data: z.array(DismissedSchema) }).openapi('DismissedProposalList'),
  },
  problems: [404],
  audit: { action: 'proposal.dismiss', target: () => null },
  handle: async ({ body: { userId, proposals }, caller }, host) => {
    const { email, name } = await findJudge(host, caller, userId)
    const { organizationId } = caller
    const dismissed = await host.runtime.dismissals.dismiss({ organizationId, proposals, actor: email || name })
    return { data: dismissed.map(toWireDismissed) }
  },
})

export const listDismissed = defineRoute({
  method: 'get',
  path,
  operationId: 'AccountLinksController_listDismissed_v1',
  tag,
  summary: 'List the proposals that somebody has dismissed',
  scope: 'people:read',
  query: z.strictObject(pageQuery),
  answer: {
    status: 200,
    description: 'One page, by id.',
    schema: createPageSchema(DismissedSchema).openapi('DismissedProposalPage'),
  },
  handle: async ({ query: { limit, cursor }, caller: { organizationId } }, { runtime }) => {
    const after = parsePageCursor(cursor)?.id
    const rows = await runtime.dismissals.list({ organizationId, after, limit: limit + 1 })
    return takePage(rows, limit, { toPosition: ({ id }) => ({ atMs: 0, id }), toItem: toWireDismissed })
  },
})

export const restoreProposal = defineRoute({
  method: 'delete',
  path: `${path}/{dismissedId}`,
  operationId: 'AccountLinksController_restore_v1',
  tag,
  summary: 'Propose it again',
  scope: 'people:write',
  params: z.object({ dismissedId: ownId }),
  answer: { status: 200, description: 'It is proposed again.', schema: Done },
  problems: [404],
  audit: { action: 'proposal.restore' },
  handle: async ({ params: { dismissedId: id }, caller: { organizationId } }, { runtime }) => {
    if (await runtime.dismissals.restore({ id, organizationId })) return done
    throw new ApiError('There is no such proposal that somebody dismissed.', { code: 'NOT_FOUND' })
  },
})

function toWireDismissed(dismissed: DismissedProposal): z.input<typeof DismissedSchema> {
  const { id, connectionId, recordId, personId, dismissedBy, dismissedAtMs } = dismissed
  return { id, connectionId, recordId, personId, dismissedBy, dismissedAt: new Date(dismissedAtMs).toISOString() }
}
