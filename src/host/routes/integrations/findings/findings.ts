import { z } from '@hono/zod-openapi'
import type { Finding, FindingEvent } from '../../../../checks/findings/finding-store.ts'
import { ApiError } from '../../../../errors/index.ts'
import type { Runtime } from '../../../../runtime/runtime.ts'
import { defineRoute } from '../../../route.ts'
import { createPageSchema, pageQuery, parsePageCursor, takePage } from '../../../schemas/page-cursor.ts'
import { ownId, timestamp } from '../../../schemas/text-schema.ts'
import { demandConnection, demandConnector } from '../../../services/demand.ts'
import { findKnownTime } from '../../../services/period.ts'
import { CheckFailureSchema, toWireFailure } from '../failure-schema.ts'
import { ResultSchema, toWireResult } from '../runs/run-schema.ts'
import { connectorId, exampleConnectionId, exampleRunId, toNullable } from '../schemas.ts'
import { findingFilter } from './result-filter.ts'

const states = ['open', 'regressed', 'resolved'] as const
const resolutions = ['passed', 'not_applicable', 'gone', 'retired'] as const

const FindingSchema = ResultSchema.extend({
  connectionId: z.string().openapi({ example: exampleConnectionId }),
  connector: z.string().openapi({ example: 'acme' }),
  state: z.enum(states).openapi({ description: '`regressed`: it fails again after it was resolved.', example: 'open' }),
  resolution: z.enum(resolutions).nullable().openapi({
    description:
      '`gone`: a check that saw everything no longer saw it. `retired`: its connector no longer has the check. null while it fails.',
    example: null,
  }),
  firstSeenAt: timestamp,
  at: timestamp.openapi({ description: 'When the run `runId` last saw it fail.' }),
  changedAt: timestamp.openapi({ description: 'When it entered its state.' }),
}).openapi('Finding')

const Untold = z
  .object({
    connectionId: z.string().openapi({ example: exampleConnectionId }),
    connector: z.string().openapi({ example: 'acme' }),
    checkId: z.string().openapi({ example: 'audits-kept' }),
    runId: z.string().openapi({ example: exampleRunId }),
    at: timestamp,
    error: CheckFailureSchema.nullable(),
  })
  .openapi('UntoldCheck')

const FindingPage = createPageSchema(FindingSchema)
  .extend({
    couldNotTell: z.array(Untold).openapi({
      description:
        'On the first page: checks of the chosen connections whose latest outcome is `error`. They may hide findings.',
    }),
  })
  .openapi('FindingPage')

export const listFindings = defineRoute({
  method: 'get',
  path: '/v1/integrations/findings',
  operationId: 'IntegrationsController_listFindings_v1',
  tag: 'Runs',
  summary: 'List the current findings of all connections, the newest change first',
  description:
    'Every run that ends updates them. Lists leave out disconnected connections. A check that could not tell changes nothing. If a run ends while you read pages, findings can move to another page. For a viewer who is limited to a period: what failed at its end, by its runs.',
  scope: 'integrations:read',
  permission: 'findings:read',
  query: z.strictObject({
    connectionId: ownId.optional(),
    connector: connectorId.optional(),
    state: z.enum(states).optional().openapi({ description: 'Left out: findings that fail now, open and regressed.' }),
    ...findingFilter,
    ...pageQuery,
  }),
  answer: { status: 200, description: 'One page of findings.', schema: FindingPage },
  problems: [404],
  handle: async ({ query, caller }, { runtime }) => {
    const { organizationId } = caller
    const within = findKnownTime(caller, runtime.workspace.clock.nowMs())
    const { limit, cursor, connectionId, connector, check: checkId, state, severity, control, waived } = query
    const position = parsePageCursor(cursor)
    if (connector !== undefined) demandConnector(runtime, connector)
    if (connectionId !== undefined) await demandConnection(runtime, organizationId, connectionId)
    const rows = await runtime.findings.list({
      ...{ organizationId, connectionId, connectorId: connector, checkId, state, severity, control, within },
      waived: waived === undefined ? undefined : waived === 'true',
      limit: limit + 1,
      before: position && { changedAtMs: position.atMs, id: position.id },
    })
    return {
      ...takePage(rows, limit, {
        toPosition: ({ changedAtMs, id }) => ({ atMs: changedAtMs, id }),
        toItem: toWireFinding,
      }),
      couldNotTell:
        position === undefined
          ? await listUntoldChecks(runtime, { organizationId, connectionId, connectorId: connector, within })
          : [],
    }
  },
})

const FindingDetail = FindingSchema.extend({
  history: z
    .array(
      z
        .object({
          change: z.enum(states),
          resolution: z.enum(resolutions).nullable(),
          runId: z.string().openapi({ example: exampleRunId }),
          at: timestamp,
        })
        .openapi('FindingChange'),
    )
    .openapi({ description: 'Its latest 100 changes, the newest first.' }),
}).openapi('FindingDetail')

export const getFinding = defineRoute({
  method: 'get',
  path: '/v1/integrations/findings/{findingId}',
  operationId: 'IntegrationsController_getFinding_v1',
  tag: 'Runs',
  summary: 'Read a finding and its history',
  scope: 'integrations:read',
  permission: 'findings:read',
  params: z.object({ findingId: ownId }),
  answer: { status: 200, description: 'The finding.', schema: FindingDetail },
  handle: async ({ params: { findingId: id }, caller }, { runtime }) => {
    const within = findKnownTime(caller, runtime.workspace.clock.nowMs())
    const finding = await runtime.findings.get({ id, organizationId: caller.organizationId, within })
    if (finding) return { ...toWireFinding(finding), history: finding.history.map(toWireFindingEvent) }
    throw new ApiError('There is no such finding.', { code: 'NOT_FOUND', status: 404 })
  },
})

async function listUntoldChecks(
  { findings }: Runtime,
  of: Omit<Parameters<Runtime['findings']['newestOutcomes']>[0], 'status'>,
) {
  const outcomes = await findings.newestOutcomes({ ...of, status: 'error' })
  return outcomes.map(({ connectionId, connectorId, checkId, runId, atMs, error }) => ({
    ...{ connectionId, connector: connectorId, checkId, runId },
    at: new Date(atMs).toISOString(),
    error: toWireFailure(error ?? undefined),
  })) satisfies z.input<typeof Untold>[]
}

function toWireFinding(finding: Finding): z.input<typeof FindingSchema> {
  const { connectionId, connectorId, checkId, severity, controls, state, resolution, runId, result } = finding
  return {
    ...toWireResult(runId, { id: checkId, severity, controls }, result),
    ...{ connectionId, connector: connectorId, state, resolution: toNullable(resolution ?? undefined) },
    firstSeenAt: new Date(finding.firstSeenAtMs).toISOString(),
    at: new Date(finding.lastSeenAtMs).toISOString(),
    changedAt: new Date(finding.changedAtMs).toISOString(),
  }
}

function toWireFindingEvent({ change, resolution, runId, atMs }: FindingEvent) {
  return { change, resolution, runId, at: new Date(atMs).toISOString() }
}
