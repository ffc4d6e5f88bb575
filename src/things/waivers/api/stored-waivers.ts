import { z } from '@hono/zod-openapi'
import { isExpired } from '../../../checks/waivers/limits.ts'
import { type StoredWaiver, type WaiverState, waiverStates } from '../../../checks/waivers/waiver-store.ts'
import { ApiError } from '../../../errors/index.ts'
import {
  createPageSchema,
  type ListPosition,
  pageQuery,
  parsePageCursor,
  takePage,
} from '../../../service/api/schemas/page-cursor.ts'
import { foreignId, ownId, timestamp } from '../../../service/api/schemas/text-schema.ts'
import { createJsonBody } from '../../api/body/json-body.ts'
import { defineRoute } from '../../api/route.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { toWireWaiver, WaiverSchema } from './waivers.ts'

const tag = 'Runs'

const NewWaiver = WaiverSchema.omit({ source: true })
  .extend({
    userId: foreignId.optional().openapi({
      description: 'The person who enters it, with an API key. Ignored with a token, because its person enters it.',
      example: 'usr_1',
    }),
  })
  .openapi('NewStoredWaiver')

const StoredWaiverSchema = WaiverSchema.omit({ source: true })
  .extend({
    id: z.string().openapi({ example: '019a4c1e-7d53-7a43-9d2e-1f0a5b3c7d22' }),
    state: z.enum(['holds', 'expired', 'revoked']).openapi({ example: 'holds' }),
    userId: z.string().nullable().openapi({ description: 'The person who entered it, if known.', example: 'usr_1' }),
    needsReview: z.boolean().openapi({
      description:
        'It is older than the rule that a waiver has to name its connections. Confirm it, or revoke it and create one for a connection.',
      example: false,
    }),
    createdAt: timestamp,
    revokedAt: timestamp.nullable(),
  })
  .openapi('StoredWaiver')

const waiverParams = z.object({ waiverId: ownId })

export const createWaiver = defineRoute({
  method: 'post',
  path: '/v1/integrations/waivers',
  operationId: 'IntegrationsController_createWaiver_v1',
  tag,
  summary: 'Accept a risk on named connections',
  description:
    'Give `connection`, or `allConnections: true`. Results that it covers stay failing and no longer count, in findings, controls and every new run.',
  scope: 'integrations:write',
  permission: 'waivers:write',
  body: [createJsonBody(NewWaiver)],
  answer: {
    status: 201,
    description: 'The waiver.',
    schema: StoredWaiverSchema,
    location: ({ id }) => `/v1/integrations/waivers/${id}`,
  },
  audit: { action: 'waiver.create' },
  handle: async ({ body: { userId, ...waiver }, caller }, { runtime }) => {
    const { organizationId } = caller
    return toWireStoredWaiver(
      await runtime.waivers.create({ ...waiver, organizationId, userId: caller.userId ?? userId }),
      runtime.workspace.clock.nowMs(),
    )
  },
})

export const listWaivers = defineRoute({
  method: 'get',
  path: '/v1/integrations/waivers',
  operationId: 'IntegrationsController_listWaivers_v1',
  tag,
  summary: 'List the waivers, newest first, or those in a state',
  description:
    'With `state` they are sorted by their last day: what holds, the soonest first; what is over, the latest first.',
  scope: 'integrations:read',
  query: z.strictObject({
    revoked: z
      .enum(['true', 'false'])
      .optional()
      .openapi({ description: '`true`: revoked ones too. Ignored with `state`.' }),
    state: z
      .enum(waiverStates)
      .optional()
      .openapi({ description: '`expiring`: its last day is in the next 30 days. `holds` has these too.' }),
    ...pageQuery,
  }),
  answer: {
    status: 200,
    description: 'One page of waivers.',
    schema: createPageSchema(StoredWaiverSchema).openapi('StoredWaiverPage'),
  },
  handle: async ({ query: { revoked, state, limit, cursor }, caller: { organizationId } }, { runtime }) => {
    const position = parsePageCursor(cursor)
    if (state !== undefined) return listInState(runtime, { organizationId, state, limit, position })
    const before = position && { createdAtMs: position.atMs, id: position.id }
    const rows = await runtime.waivers.list({ organizationId, revoked: revoked === 'true', limit: limit + 1, before })
    const nowMs = runtime.workspace.clock.nowMs()
    return takePage(rows, limit, {
      toPosition: ({ createdAtMs, id }) => ({ atMs: createdAtMs, id }),
      toItem: (waiver) => toWireStoredWaiver(waiver, nowMs),
    })
  },
})

interface StatePage {
  readonly organizationId: string
  readonly state: WaiverState
  readonly limit: number
  readonly position: ListPosition | undefined
}

async function listInState({ waivers, workspace }: Runtime, { organizationId, state, limit, position }: StatePage) {
  // Revoked ones stay, so that the last one of a page is always found again.
  const after = position && (await waivers.get({ id: position.id, organizationId }))
  const rows = await waivers.listInState({ organizationId, state, limit: limit + 1, after })
  const nowMs = workspace.clock.nowMs()
  return takePage(rows, limit, {
    toPosition: ({ createdAtMs, id }) => ({ atMs: createdAtMs, id }),
    toItem: (waiver) => toWireStoredWaiver(waiver, nowMs),
  })
}

export const getWaiver = defineRoute({
  method: 'get',
  path: '/v1/integrations/waivers/{waiverId}',
  operationId: 'IntegrationsController_getWaiver_v1',
  tag,
  summary: 'Read a waiver',
  scope: 'integrations:read',
  params: waiverParams,
  answer: { status: 200, description: 'The waiver, even if it is revoked.', schema: StoredWaiverSchema },
  handle: async ({ params: { waiverId: id }, caller: { organizationId } }, { runtime }) => {
    const waiver = await runtime.waivers.get({ id, organizationId })
    if (waiver) return toWireStoredWaiver(waiver, runtime.workspace.clock.nowMs())
    throw createNoWaiverError()
  },
})

export const revokeWaiver = defineRoute({
  method: 'delete',
  path: '/v1/integrations/waivers/{waiverId}',
  operationId: 'IntegrationsController_revokeWaiver_v1',
  tag,
  summary: 'Revoke a waiver, so that it no longer applies',
  scope: 'integrations:write',
  permission: 'waivers:write',
  params: waiverParams,
  answer: { status: 200, description: 'The waiver, revoked.', schema: StoredWaiverSchema },
  audit: { action: 'waiver.revoke' },
  handle: async ({ params: { waiverId: id }, caller: { organizationId } }, { runtime }) => {
    await runtime.waivers.revoke({ id, organizationId })
    const waiver = await runtime.waivers.get({ id, organizationId })
    if (waiver) return toWireStoredWaiver(waiver, runtime.workspace.clock.nowMs())
    throw createNoWaiverError()
  },
})

export const confirmWaiver = defineRoute({
  method: 'post',
  path: '/v1/integrations/waivers/{waiverId}/confirm',
  operationId: 'IntegrationsController_confirmWaiver_v1',
  tag,
  summary: 'Confirm a waiver that needed a review, for all connections',
  scope: 'integrations:write',
  permission: 'waivers:write',
  params: waiverParams,
  answer: { status: 200, description: 'The waiver.', schema: StoredWaiverSchema },
  audit: { action: 'waiver.confirm' },
  handle: async ({ params: { waiverId: id }, caller: { organizationId } }, { runtime }) => {
    await runtime.waivers.confirm({ id, organizationId })
    const waiver = await runtime.waivers.get({ id, organizationId })
    if (waiver) return toWireStoredWaiver(waiver, runtime.workspace.clock.nowMs())
    throw createNoWaiverError()
  },
})

function createNoWaiverError(): ApiError {
  return new ApiError('There is no such waiver.', { code: 'NOT_FOUND' })
}

function toWireStoredWaiver(
  { id, waiver, userId, createdAtMs, revokedAtMs, needsReview }: StoredWaiver,
  nowMs: number,
) {
  const isOver = isExpired(waiver, new Date(nowMs))
  return {
    ...toWireWaiver(waiver),
    id,
    userId,
    needsReview,
    state: revokedAtMs !== null ? 'revoked' : isOver ? 'expired' : 'holds',
    createdAt: new Date(createdAtMs).toISOString(),
    revokedAt: revokedAtMs === null ? null : new Date(revokedAtMs).toISOString(),
  } satisfies z.input<typeof StoredWaiverSchema>
}
