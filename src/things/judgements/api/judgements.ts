import { z } from '@hono/zod-openapi'
import { ApiError } from '../../../errors/index.ts'
import {
  decisions,
  exampleEvidenceSha256,
  judgedShape,
  toWireJudged,
} from '../../../service/api/schemas/judged-schema.ts'
import { createPageSchema, pageQuery, parsePageCursor, takePage } from '../../../service/api/schemas/page-cursor.ts'
import {
  createForeignCursorError,
  formatPlaceCursor,
  parsePlaceCursor,
} from '../../../service/api/schemas/place-cursor.ts'
import { ResultSchema, toWireResult } from '../../../service/api/schemas/result-schema.ts'
import {
  authoredId,
  connectionIdOrNull,
  connectorId,
  createJsonSchema,
  exampleConnectionId,
  exampleRunId,
  toNullable,
  toWireConnectionId,
} from '../../../service/api/schemas/schemas.ts'
import { createFilledTextSchema, flag, foreignId, ownId, timestamp } from '../../../service/api/schemas/text-schema.ts'
import { totalMembers, toWireTotal } from '../../../service/api/schemas/total.ts'
import { findKnownTime } from '../../../service/rights/period.ts'
import { createJsonBody } from '../../api/body/json-body.ts'
import type { Caller } from '../../api/callers/caller.ts'
import { demandConnection, demandFindingSource } from '../../api/demand.ts'
import type { HostParts } from '../../api/parts/host-parts.ts'
import { defineRoute } from '../../api/route.ts'
import { findJudge } from '../../people/reading/find-judge.ts'
import { judgedFilesMax } from '../judged-files.ts'
import type { Judgement, NeededReview } from '../judgements.ts'

const tag = 'Judgements'
const states = ['holds', 'expired', 'withdrawn', 'replaced'] as const

const exampleFindingId = '5b0f6c1e-7d53-5a43-9d2e-1f0a5b3c7d21'
const userId = foreignId.optional().openapi({
  description: 'The person who decides, with an API key. Ignored with a token, because its person decides.',
  example: 'usr_1',
})

const NewJudgement = z
  .strictObject({
    runId: ownId.openapi({ description: 'The run with the result that was looked at.', example: exampleRunId }),
    findingId: ownId.openapi({ example: exampleFindingId }),
    evidenceSha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits')
      .openapi({
        description: 'The evidence that was looked at, as the result shows it.',
        example: exampleEvidenceSha256,
      }),
    decision: z.enum(decisions).openapi({ example: 'accepted' }),
    reason: createFilledTextSchema({ max: 10_000 }).openapi({ example: 'Our auditor, until the end of the year.' }),
    files: z
      .array(ownId)
      .max(judgedFilesMax)
      .optional()
      .openapi({ description: 'Ids of uploads that the decision rests on.', example: [] }),
    expires: z.iso
      .date()
      .openapi({ description: 'Last day on which it holds, in UTC, at most a year ahead.', example: '2026-12-31' }),
    userId,
  })
  .openapi('NewJudgement')

const JudgementSchema = z
  .object({
    ...judgedShape,
    state: z.enum(states).openapi({
      description:
        '`replaced`: a later judgement of the same finding counts. Other evidence needs review in any state.',
      example: 'holds',
    }),
    connectionId: connectionIdOrNull,
    connector: z.string().openapi({ example: 'acme' }),
    checkId: z.string().openapi({ example: 'guests-reviewed' }),
    findingId: z.string().openapi({ example: exampleFindingId }),
    runId: z.string().openapi({ example: exampleRunId }),
    userId: z.string().openapi({ example: 'usr_1' }),
    resource: z.object({
      type: z.string().openapi({ example: 'account' }),
      id: z.string().openapi({ example: 'usr-7' }),
      name: z.string().nullable().openapi({ example: 'grace@partner.example' }),
    }),
    title: z.string().openapi({ example: 'grace@partner.example is a guest' }),
    evidence: createJsonSchema({ kind: 'guest' }),
    withdrawnAt: timestamp.nullable(),
    withdrawnBy: z.string().nullable().openapi({ example: null }),
  })
  .openapi('Judgement')

const judgementParams = z.object({ judgementId: ownId })

const placeFilter = {
  connectionId: ownId.optional().openapi({ example: exampleConnectionId }),
  connector: connectorId.optional(),
  check: authoredId.optional().openapi({ example: 'guests-reviewed' }),
}

export const createJudgement = defineRoute({
  method: 'post',
  path: '/v1/judgements',
  operationId: 'JudgementsController_create_v1',
  tag,
  summary: 'Judge a result that needs review',
  description:
    'It holds for the same finding with the same evidence, in controls, headlines and every new run. It replaces an earlier judgement of the finding. Nobody can judge a result about themselves.',
  scope: 'judgements:write',
  body: [createJsonBody(NewJudgement)],
  answer: {
    status: 201,
    description: 'The judgement.',
    schema: JudgementSchema,
    location: ({ id }) => `/v1/judgements/${id}`,
  },
  problems: [404],
  audit: { action: 'judgement.create' },
  handle: async ({ body: { userId: named, ...input }, caller }, host) => {
    const judge = await findJudge(host, caller, named)
    const { organizationId } = caller
    return toWireJudgement(await host.runtime.judgements.create({ ...input, organizationId, judge }))
  },
})

export const listJudgements = defineRoute({
  method: 'get',
  path: '/v1/judgements',
  operationId: 'JudgementsController_list_v1',
  tag,
  summary: 'List the judgements, the newest first',
  description: 'Also those that no longer hold. For a viewer who is limited to a period: as they were at its end.',
  scope: 'integrations:read',
  permission: 'judgements:read',
  query: z.strictObject({
    ...placeFilter,
    findingId: ownId.optional().openapi({ example: exampleFindingId }),
    decision: z.enum(decisions).optional(),
    holds: flag.optional().openapi({ description: 'Whether it counts.' }),
    file: ownId.optional().openapi({
      description: 'Id of an upload that it rests on.',
      example: '019a4c1e-7d53-7a43-9d2e-1f0a5b3c7d12',
    }),
    ...pageQuery,
  }),
  answer: {
    status: 200,
    description: 'One page of judgements.',
    schema: createPageSchema(JudgementSchema).extend(totalMembers).openapi('JudgementPage'),
  },
  problems: [404],
  handle: async ({ query, caller }, { runtime }) => {
    const { limit, cursor, findingId, decision, holds, file, ...place } = query
    await demandPlace(runtime, caller, place)
    const { connectionId, connector, check: checkId } = place
    const { organizationId } = caller
    const position = parsePageCursor(cursor)
    const choice = {
      organizationId,
      connectionId,
      connectorId: connector,
      checkId,
      decision,
      fileId: file,
      findingIds: findingId === undefined ? undefined : [findingId],
      holds: holds,
      atMs: findEndMs(runtime, caller),
    }
    const before = position && { createdAtMs: position.atMs, id: position.id }
    const [rows, total] = await Promise.all([
      runtime.judgements.list({ ...choice, limit: limit + 1, before }),
      runtime.judgements.count(choice),
    ])
    const page = takePage(rows, limit, {
      toPosition: ({ createdAtMs, id }) => ({ atMs: createdAtMs, id }),
      toItem: toWireJudgement,
    })
    return { ...page, ...toWireTotal(total) }
  },
})

const NeededSchema = ResultSchema.extend({
  connectionId: connectionIdOrNull,
  connector: z.string().openapi({ example: 'acme' }),
  at: timestamp.openapi({ description: 'When the run was requested.' }),
}).openapi('NeededReview')

export const listNeededReviews = defineRoute({
  method: 'get',
  path: '/v1/judgements/needed',
  operationId: 'JudgementsController_listNeeded_v1',
  tag,
  summary: 'List the results that need a judgement',
  description:
    'The results come from the newest run of each check, ordered by connection. Results that a judgement in force covers are left out. If a run ends while you read pages, results of its connection can come again.',
  scope: 'integrations:read',
  permission: 'judgements:read',
  query: z.strictObject({ ...placeFilter, ...pageQuery }),
  answer: {
    status: 200,
    description: 'One page of results.',
    schema: createPageSchema(NeededSchema).openapi('NeededReviewPage'),
  },
  problems: [404],
  handle: async ({ query, caller }, { runtime }) => {
    const { limit, cursor, ...place } = query
    await demandPlace(runtime, caller, place)
    const rows = await runtime.judgements.listNeeded({
      organizationId: caller.organizationId,
      connectionId: place.connectionId,
      connectorId: place.connector,
      checkId: place.check,
      within: findKnownTime(caller, runtime.workspace.clock.nowMs()),
      after: await loadCursorPlace(runtime, caller, cursor),
      limit: limit + 1,
    })
    const shown = rows.slice(0, limit)
    const last = shown.at(-1)
    return {
      data: shown.map(toWireNeeded),
      nextCursor: rows.length > limit && last ? formatPlaceCursor({ part: last.runId, index: last.number }) : null,
    }
  },
})

export const getJudgement = defineRoute({
  method: 'get',
  path: '/v1/judgements/{judgementId}',
  operationId: 'JudgementsController_get_v1',
  tag,
  summary: 'Read a judgement',
  scope: 'integrations:read',
  permission: 'judgements:read',
  params: judgementParams,
  answer: { status: 200, description: 'The judgement, also if it no longer holds.', schema: JudgementSchema },
  handle: async ({ params, caller }, { runtime }) =>
    toWireJudgement(await demandJudgement(runtime, caller, params.judgementId)),
})

export const withdrawJudgement = defineRoute({
  method: 'delete',
  path: '/v1/judgements/{judgementId}',
  operationId: 'JudgementsController_withdraw_v1',
  tag,
  summary: 'Withdraw a judgement, so that its result needs review again',
  scope: 'judgements:write',
  params: judgementParams,
  query: z.strictObject({ userId }),
  answer: { status: 200, description: 'The judgement, withdrawn.', schema: JudgementSchema },
  audit: { action: 'judgement.withdraw' },
  handle: async ({ params: { judgementId: id }, query, caller }, host) => {
    const { organizationId } = caller
    await demandJudgement(host.runtime, caller, id)
    const { name, email, userId: by } = await findJudge(host, caller, query.userId)
    await host.runtime.judgements.withdraw({ id, organizationId, by: email || name || by })
    return toWireJudgement(await demandJudgement(host.runtime, caller, id))
  },
})

type HostRuntime = HostParts['runtime']

/** The end of the time that the caller may know of; undefined: now. */
function findEndMs({ workspace: { clock } }: HostRuntime, caller: Caller): number | undefined {
  return findKnownTime(caller, clock.nowMs())?.toMs
}

async function demandPlace(
  runtime: HostRuntime,
  { organizationId }: Caller,
  { connectionId, connector }: { readonly connectionId?: string | undefined; readonly connector?: string | undefined },
): Promise<void> {
  if (connector !== undefined) demandFindingSource(runtime, connector)
  if (connectionId !== undefined) await demandConnection(runtime, organizationId, connectionId)
}

/** @throws ApiError 400 for a cursor of another list */
async function loadCursorPlace(runtime: HostRuntime, { organizationId }: Caller, cursor: string | undefined) {
  const place = parsePlaceCursor(cursor)
  if (place === undefined) return undefined
  const run = await runtime.runs.kept({ id: place.part, organizationId })
  if (run === undefined) throw createForeignCursorError()
  return { connectionId: run.connectionId, runId: run.id, number: place.index }
}

/** @throws ApiError 404, for another organization's and for one that was made after the caller's period too */
async function demandJudgement(runtime: HostRuntime, caller: Caller, id: string): Promise<Judgement> {
  const { organizationId } = caller
  const found = await runtime.judgements.get({ id, organizationId, atMs: findEndMs(runtime, caller) })
  if (found) return found
  throw new ApiError('There is no such judgement.', { code: 'NOT_FOUND' })
}

function toWireJudgement(judgement: Judgement): z.input<typeof JudgementSchema> {
  const { state, connectorId: connector, checkId, findingId, runId, userId: person, result } = judgement
  const { resource, title, evidence } = result
  return {
    ...toWireJudged(judgement),
    connectionId: toWireConnectionId(judgement),
    state,
    connector,
    checkId,
    findingId,
    runId,
    userId: person,
    title,
    evidence,
    resource: { type: resource.type, id: resource.id, name: toNullable(resource.name) },
    withdrawnAt: judgement.withdrawnAtMs === null ? null : new Date(judgement.withdrawnAtMs).toISOString(),
    withdrawnBy: judgement.withdrawnBy,
  }
}

function toWireNeeded(needed: NeededReview): z.input<typeof NeededSchema> {
  const { runId, check, result, connectorId: connector, atMs } = needed
  return {
    ...toWireResult(runId, check, result),
    connectionId: toWireConnectionId(needed),
    connector,
    at: new Date(atMs).toISOString(),
  }
}
