import { z } from '@hono/zod-openapi'
import { isExpired } from '../../../checks/waivers/limits.ts'
import { type StoredWaiver, waiverStates } from '../../../checks/waivers/waiver-store.ts'
import { ApiError } from '../../../errors/index.ts'
import { flag, foreignId, ownId, timestamp } from '../../../service/api/schemas/text-schema.ts'
import { createJsonBody } from '../../api/body/json-body.ts'
import { defineListRoute } from '../../api/list-route.ts'
import type { HostParts } from '../../api/parts/host-parts.ts'
import { defineRoute } from '../../api/route.ts'
import type { WaiverService } from '../waivers.ts'
import { toWireWaiver, WaiverSchema } from './waiver-schema.ts'

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
    createdAt: timestamp,
    revokedAt: timestamp.nullable(),
  })
  .openapi('StoredWaiver')

const path = '/v1/integrations/waivers'
const params = z.object({ waiverId: ownId })

export const createWaiver = defineRoute({
  method: 'post',
  path,
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
    location: ({ id }) => `${path}/${id}`,
  },
  audit: { action: 'waiver.create' },
  handle: async ({ body: { userId, ...waiver }, caller: { organizationId, ...caller } }, host) =>
    toWireStoredWaiver(
      await host.runtime.waivers.create({ ...waiver, organizationId, userId: caller.userId ?? userId }),
      host,
    ),
})

export const listWaivers = defineListRoute({
  path,
  operationId: 'IntegrationsController_listWaivers_v1',
  tag,
  summary: 'List the waivers, newest first, or those in a state',
  description:
    'With `state` they are sorted by their last day: what holds, the soonest first; what is over, the latest first.',
  scope: 'integrations:read',
  query: {
    revoked: flag.optional().openapi({ description: '`true`: revoked ones too. Ignored with `state`.' }),
    state: z
      .enum(waiverStates)
      .optional()
      .openapi({ description: '`expiring`: its last day is in the next 30 days. `holds` has these too.' }),
  },
  answer: 'One page of waivers.',
  item: StoredWaiverSchema,
  page: 'StoredWaiverPage',
  by: 'createdAtMs',
  list: async ({ query: { revoked, state }, page }, { runtime: { waivers } }) => {
    if (state === undefined) return waivers.list({ ...page, revoked })
    const { before, ...rest } = page
    // Revoked ones stay, so that the last one of a page is always found again.
    const after = before && (await waivers.get({ id: before.id, organizationId: rest.organizationId }))
    return waivers.listInState({ ...rest, state, after })
  },
  toItem: toWireStoredWaiver,
})

export const getWaiver = defineRoute({
  method: 'get',
  path: `${path}/{waiverId}`,
  operationId: 'IntegrationsController_getWaiver_v1',
  tag,
  summary: 'Read a waiver',
  scope: 'integrations:read',
  params,
  answer: { status: 200, description: 'The waiver, even if it is revoked.', schema: StoredWaiverSchema },
  handle: async ({ params: { waiverId: id }, caller: { organizationId } }, host) =>
    showWaiver({ id, organizationId }, host),
})

export const revokeWaiver = defineRoute({
  method: 'delete',
  path: `${path}/{waiverId}`,
  operationId: 'IntegrationsController_revokeWaiver_v1',
  tag,
  summary: 'Revoke a waiver, so that it no longer applies',
  scope: 'integrations:write',
  permission: 'waivers:write',
  params,
  answer: { status: 200, description: 'The waiver, revoked.', schema: StoredWaiverSchema },
  audit: { action: 'waiver.revoke' },
  handle: async ({ params: { waiverId: id }, caller: { organizationId } }, host) => {
    await host.runtime.waivers.revoke({ id, organizationId })
    return showWaiver({ id, organizationId }, host)
  },
})

/** @throws ApiError 404 */
async function showWaiver(ref: Parameters<WaiverService['get']>[0], host: HostParts) {
  const waiver = await host.runtime.waivers.get(ref)
  if (waiver) return toWireStoredWaiver(waiver, host)
  throw new ApiError('There is no such waiver.', { code: 'NOT_FOUND' })
}

function toWireStoredWaiver({ waiver, createdAtMs, revokedAtMs, ...stored }: StoredWaiver, { runtime }: HostParts) {
  const { id, userId } = stored
  const isOver = isExpired(waiver, new Date(runtime.workspace.clock.nowMs()))
  return {
    ...toWireWaiver(waiver),
    id,
    userId,
    state: revokedAtMs !== null ? 'revoked' : isOver ? 'expired' : 'holds',
    createdAt: new Date(createdAtMs).toISOString(),
    revokedAt: revokedAtMs === null ? null : new Date(revokedAtMs).toISOString(),
  } satisfies z.input<typeof StoredWaiverSchema>
}
