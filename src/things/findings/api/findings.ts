import { z } from '@hono/zod-openapi'
import type { FindingChoice, FindingState } from '../../../checks/findings/finding-store.ts'
import type { Severity } from '../../../define/index.ts'
import { ApiError } from '../../../errors/index.ts'
import { toWireFailure } from '../../../service/api/schemas/failure-schema.ts'
import { pageQuery } from '../../../service/api/schemas/page-cursor.ts'
import { connectorId, toWireConnectionId } from '../../../service/api/schemas/schemas.ts'
import { createFilledTextSchema, flag, foreignId, ownId } from '../../../service/api/schemas/text-schema.ts'
import { toWireTotal } from '../../../service/api/schemas/total.ts'
import { demandPerson } from '../../../service/records/people.ts'
import { reasonLengthMax, searchLengthMax } from '../../../service/records/text-limits.ts'
import { findKnownTime } from '../../../service/rights/period.ts'
import { parseDayEnd } from '../../../text/calendar-day.ts'
import { createJsonBody } from '../../api/body/json-body.ts'
import { demandConnection, demandFindingSource } from '../../api/demand.ts'
import { defineRoute } from '../../api/route.ts'
import { findingFilter } from '../../runs/api/result-filter.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { demandKnownControl } from '../demand-known-control.ts'
import type { FindingDetail } from '../findings.ts'
import { formatFindingCursor, parseFindingCursor } from '../reading/finding-cursor.ts'
import { findingFormats, sendFindings } from '../reading/send-findings.ts'
import {
  FindingDetailSchema,
  FindingPage,
  findingOrders,
  findingStates,
  toWireDetail,
  toWireFinding,
  type UndecidedCheck,
} from './finding-schema.ts'

const dayText = z.iso.date().openapi({ example: '2026-12-31' })

export const listFindings = defineRoute({
  method: 'get',
  path: '/v1/integrations/findings',
  operationId: 'IntegrationsController_listFindings_v1',
  tag: 'Runs',
  summary: 'List the current findings of all connections, page by page or as CSV',
  description:
    'Every run that ends updates them. Lists leave out disconnected connections. A check that could not tell changes nothing. If a run ends while you read pages, findings can move to another page. With `format` you get every chosen finding as a download. For a viewer who is limited to a period: what failed at its end, by its runs.',
  scope: 'integrations:read',
  permission: 'findings:read',
  query: z.strictObject({
    connectionId: ownId.optional(),
    connector: connectorId.optional(),
    state: z
      .enum(findingStates)
      .optional()
      .openapi({ description: 'Left out: findings that fail now, open and regressed.' }),
    ...findingFilter,
    owner: foreignId.optional().openapi({ description: 'Id of a person.', example: 'usr_1' }),
    unowned: flag.optional().openapi({ description: '`true`: only those of nobody.' }),
    dueFrom: dayText.optional().openapi({ description: 'Due on this day or later.' }),
    dueTo: dayText.optional().openapi({ description: 'Due on this day or earlier.' }),
    overdue: flag.optional().openapi({ description: '`true`: only those whose day is over.' }),
    q: createFilledTextSchema({ max: searchLengthMax }).optional().openapi({
      description: "A part of a person's or resource's name or id, or of the title.",
      example: 'ada@acme.example',
    }),
    sort: z.enum(findingOrders).optional().openapi({
      description:
        '`changed`: the newest change first, the default. `due`: the soonest first. `severity`: the most severe first.',
    }),
    format: z.enum(findingFormats).optional().openapi({ description: 'A download. Left out: one page as JSON.' }),
    ...pageQuery,
  }),
  answer: {
    status: 200,
    description: 'One page of findings, or the download.',
    mediaTypes: ['application/json', 'text/csv', 'application/sarif+json'],
    schema: FindingPage,
  },
  problems: [404],
  handle: async ({ query, caller, request }, { runtime, users }) => {
    const { organizationId } = caller
    const nowMs = runtime.workspace.clock.nowMs()
    const within = findKnownTime(caller, nowMs)
    const { limit, cursor, connectionId, connector, sort: order = 'changed' } = query
    const before = parseFindingCursor(order, cursor)
    if (connector !== undefined) demandFindingSource(runtime, connector)
    await demandKnownControl(query.control)
    if (connectionId !== undefined) await demandConnection(runtime, organizationId, connectionId)
    const choice = { organizationId, ...chooseByQuery(query, within?.toMs ?? nowMs), within }
    if (query.format !== undefined) return sendFindings({ runtime, users }, { ...choice, order }, request, query.format)
    const [{ findings: rows, total }, couldNotTell] = await Promise.all([
      runtime.findings.listCounted({ ...choice, order, limit: limit + 1, before }),
      before === undefined
        ? listUndecidedChecks(runtime, { organizationId, connectionId, connectorId: connector, within })
        : [],
    ])
    const last = rows.length > limit ? rows[limit - 1] : undefined
    return {
      data: rows.slice(0, limit).map((finding) => toWireFinding(finding, within?.toMs ?? nowMs)),
      nextCursor: last === undefined ? null : formatFindingCursor(order, last),
      ...toWireTotal(total),
      couldNotTell,
    }
  },
})

/** The query as the store takes it. */
function chooseByQuery(query: FindingQuery, nowMs: number): Omit<FindingChoice, 'organizationId'> {
  const { connectionId, connector: connectorId, check: checkId, state, severity, control, waived, owner, q } = query
  const [fromMs, toMs] = [query.dueFrom, query.dueTo].map((day) => (day === undefined ? undefined : parseDayEnd(day)))
  return {
    connectionId,
    connectorId,
    checkId,
    state,
    severity,
    control,
    text: q,
    waived,
    ownerId: query.unowned ? null : owner,
    dueFromMs: query.overdue === false ? Math.max(fromMs ?? 0, nowMs) : fromMs,
    dueToMs: query.overdue ? Math.min(toMs ?? nowMs - 1, nowMs - 1) : toMs,
  }
}

interface FindingQuery {
  readonly connectionId?: string | undefined
  readonly connector?: string | undefined
  readonly check?: string | undefined
  readonly state?: FindingState | undefined
  readonly severity?: Severity | undefined
  readonly control?: string | undefined
  readonly waived?: boolean | undefined
  readonly owner?: string | undefined
  readonly unowned?: boolean | undefined
  readonly dueFrom?: string | undefined
  readonly dueTo?: string | undefined
  readonly overdue?: boolean | undefined
  readonly q?: string | undefined
}

export const getFinding = defineRoute({
  method: 'get',
  path: '/v1/integrations/findings/{findingId}',
  operationId: 'IntegrationsController_getFinding_v1',
  tag: 'Runs',
  summary: 'Read a finding and its history',
  scope: 'integrations:read',
  permission: 'findings:read',
  params: z.object({ findingId: ownId }),
  answer: { status: 200, description: 'The finding.', schema: FindingDetailSchema },
  handle: async ({ params: { findingId: id }, caller }, { runtime }) => {
    const within = findKnownTime(caller, runtime.workspace.clock.nowMs())
    const finding = await runtime.findings.get({ id, organizationId: caller.organizationId, within })
    return toWireDetail(demandFound(finding), within?.toMs ?? runtime.workspace.clock.nowMs())
  },
})

const FindingUpdateSchema = z
  .strictObject({
    owner: foreignId.nullable().optional().openapi({
      description: 'Id of a person of the organization. null: nobody.',
      example: 'usr_1',
    }),
    due: dayText.nullable().optional().openapi({
      description: 'With a `reason`. null: the day that follows from the severity.',
      example: '2027-01-31',
    }),
    reason: createFilledTextSchema({ max: reasonLengthMax })
      .optional()
      .openapi({ example: 'The vendor repairs it in January.' }),
    userId: foreignId.optional().openapi({
      description: 'Who does it, with an API key. Ignored with a token, because its person does it.',
      example: 'usr_2',
    }),
  })
  .refine(({ owner, due }) => owner !== undefined || due !== undefined, 'must have owner or due')
  .refine(({ due, reason }) => typeof due !== 'string' || reason !== undefined, {
    error: 'is required with due',
    path: ['reason'],
  })
  .openapi('FindingUpdate')

export const updateFinding = defineRoute({
  method: 'patch',
  path: '/v1/integrations/findings/{findingId}',
  operationId: 'IntegrationsController_updateFinding_v1',
  tag: 'Runs',
  summary: 'Set the owner or the due day of a finding',
  description: 'The day that you set holds until the finding is resolved. If it regresses, it is due by its severity.',
  scope: 'findings:write',
  params: z.object({ findingId: ownId }),
  body: [createJsonBody(FindingUpdateSchema)],
  answer: { status: 200, description: 'The finding.', schema: FindingDetailSchema },
  audit: { action: 'finding.update' },
  handle: async ({ params: { findingId: id }, body, caller }, { runtime, users }) => {
    const { organizationId } = caller
    const { owner: ownerId, due: day, reason = '' } = body
    demandFound(await runtime.findings.get({ id, organizationId }))
    if (typeof ownerId === 'string') await demandPerson(users, { organizationId, userId: ownerId }, 'owner')
    const userId = caller.userId ?? body.userId
    if (userId !== undefined && caller.userId === undefined)
      await demandPerson(users, { organizationId, userId }, 'userId')
    const due = typeof day === 'string' ? { day, reason } : day
    const finding = await runtime.findings.update({ id, organizationId, userId, ownerId, due })
    return toWireDetail(demandFound(finding), runtime.workspace.clock.nowMs())
  },
})

/** @throws ApiError 404 */
function demandFound(finding: FindingDetail | undefined): FindingDetail {
  if (finding) return finding
  throw new ApiError('There is no such finding.', { code: 'NOT_FOUND' })
}

async function listUndecidedChecks(
  { findings }: Runtime,
  of: Omit<Parameters<Runtime['findings']['newestOutcomes']>[0], 'status'>,
) {
  const outcomes = await findings.newestOutcomes({ ...of, status: 'error' })
  return outcomes.map((outcome) => ({
    connector: outcome.connectorId,
    checkId: outcome.checkId,
    runId: outcome.runId,
    connectionId: toWireConnectionId(outcome),
    at: new Date(outcome.atMs).toISOString(),
    error: toWireFailure(outcome.error ?? undefined),
  })) satisfies z.input<typeof UndecidedCheck>[]
}
