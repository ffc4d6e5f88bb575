import { z } from '@hono/zod-openapi'
import { createJsonBody } from '../../body/json-body.ts'
import { defineRoute } from '../../route.ts'
import { createPageSchema, pageQuery, parsePageCursor, takePage } from '../../schemas/page-cursor.ts'
import { ownId } from '../../schemas/text-schema.ts'
import { demandConnection, demandRun, demandVisibleRun } from '../../services/demand.ts'
import { findKnownTime } from '../../services/period.ts'
import { RunDetail, RunSchema, toWireRun, toWireRunDetail } from './run-schema.ts'
import { authoredId, connectionParams, runParams, variableValues } from './schemas.ts'
import { WaiverSchema } from './waivers.ts'

const tag = 'Runs'

const RunStart = z
  .strictObject({
    checks: z
      .array(authoredId)
      .min(1)
      .max(1_000)
      .optional()
      .openapi({ description: 'Left out: all.', example: ['admin-mfa'] }),
    variables: variableValues.optional().openapi({ description: 'For this run alone.', example: {} }),
    waivers: z
      .array(WaiverSchema)
      .max(1_000)
      .optional()
      .openapi({ description: 'Accepted exceptions, in order: the first that matches counts.', example: [] }),
    evidence: z.boolean().optional().openapi({
      description:
        'Keeps what is asked and answered, without secrets, for a signed bundle. Left out: as the service is set up, by default not.',
      example: false,
    }),
    timeoutMs: z.int().min(1_000).max(86_400_000).optional().openapi({
      description:
        'Time for the run from when its turn comes, in ms. Checks that have not ended by then could not tell. Left out: as each check says.',
      example: 600_000,
    }),
  })
  .openapi('RunStart')

export const startRun = defineRoute({
  method: 'post',
  path: '/v1/integrations/connections/{connectionId}/runs',
  operationId: 'IntegrationsController_startRun_v1',
  tag,
  summary: 'Start a run of a connection',
  description:
    'A connection runs one at a time; others wait. Follow it by `…/events`, or ask for it until it has ended.',
  scope: 'integrations:run',
  params: connectionParams,
  body: [createJsonBody(RunStart, { optional: true })],
  answer: {
    status: 202,
    description: 'The run, under way or waiting for its turn.',
    schema: RunSchema,
    location: ({ id }) => `/v1/integrations/runs/${id}`,
  },
  audit: { action: 'run.start' },
  handle: async ({ params: { connectionId }, body, caller: { organizationId } }, { runtime }) => {
    // A run of a connection that another organization has must not be told from one that nobody has.
    await demandConnection(runtime, organizationId, connectionId)
    const { id } = await runtime.runs.start({ connectionId, organizationId, ...body })
    return toWireRun(await demandRun(runtime, organizationId, id))
  },
})

export const listRuns = defineRoute({
  method: 'get',
  path: '/v1/integrations/runs',
  operationId: 'IntegrationsController_listRuns_v1',
  tag,
  summary: 'List the runs, newest first',
  scope: 'integrations:read',
  permission: 'runs:read',
  query: z.strictObject({ connectionId: ownId.optional(), ...pageQuery }),
  answer: { status: 200, description: 'One page of runs.', schema: createPageSchema(RunSchema).openapi('RunPage') },
  handle: async ({ query: { connectionId, limit, cursor }, caller }, { runtime }) => {
    const { organizationId } = caller
    const position = parsePageCursor(cursor)
    const before = position && { startedAtMs: position.atMs, id: position.id }
    const within = findKnownTime(caller, runtime.workspace.clock.nowMs())
    const rows = await runtime.runs.list({ organizationId, connectionId, limit: limit + 1, before, within })
    return takePage(rows, limit, {
      positionOf: ({ startedAtMs, id }) => ({ atMs: startedAtMs, id }),
      shown: toWireRun,
    })
  },
})

export const getRun = defineRoute({
  method: 'get',
  path: '/v1/integrations/runs/{runId}',
  operationId: 'IntegrationsController_getRun_v1',
  tag,
  summary: 'Read a run, and what its checks came to',
  scope: 'integrations:read',
  permission: 'runs:read',
  params: runParams,
  answer: { status: 200, description: 'The run; its results are at `…/results`.', schema: RunDetail },
  handle: async ({ params: { runId: id }, caller }, { runtime }) => {
    const run = await demandVisibleRun(runtime, caller, id)
    return toWireRunDetail(run, await runtime.runs.resultCounts({ id, organizationId: caller.organizationId }))
  },
})

export const cancelRun = defineRoute({
  method: 'post',
  path: '/v1/integrations/runs/{runId}/cancel',
  operationId: 'IntegrationsController_cancelRun_v1',
  tag,
  summary: 'End a run with what it has',
  description: 'Of a run that has ended already nothing changes.',
  scope: 'integrations:run',
  params: runParams,
  answer: {
    status: 200,
    description: 'The run. While it is `queued` or `running` still, it ends in a moment.',
    schema: RunSchema,
  },
  audit: { action: 'run.cancel' },
  handle: async ({ params: { runId: id }, caller: { organizationId } }, { runtime }) => {
    const run = await demandRun(runtime, organizationId, id)
    if (run.finishedAtMs !== null) return toWireRun(run)
    await runtime.runs.cancel({ id, organizationId })
    return toWireRun(await demandRun(runtime, organizationId, id))
  },
})
