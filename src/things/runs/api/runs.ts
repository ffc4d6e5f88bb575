import { z } from '@hono/zod-openapi'
import { createPageSchema, pageQuery } from '../../../service/api/schemas/page-cursor.ts'
import { checkIds, connectionParams, inventoryNames, runParams } from '../../../service/api/schemas/schemas.ts'
import { ownId } from '../../../service/api/schemas/text-schema.ts'
import { createJsonBody } from '../../api/body/json-body.ts'
import { demandConnection, demandRun, demandVisibleRun } from '../../api/demand.ts'
import { defineRoute } from '../../api/route.ts'
import { runInputs, runTimeoutMs } from './run-inputs.ts'
import { listRunPage } from './run-page.ts'
import { RunDetail, RunSchema, toWireRun, toWireRunDetail } from './run-schema.ts'

const tag = 'Runs'

const RunStart = z
  .strictObject({
    checks: checkIds
      .optional()
      .openapi({ description: 'Left out: all, and none if `inventories` are named.', example: ['admin-mfa'] }),
    inventories: inventoryNames.optional().openapi({
      description:
        'Lists to read, by kind or part: `account`, `account.iam`. Without `checks`, the run only lists. Left out: all, and those that its checks use if `checks` are named.',
      example: ['account'],
    }),
    ...runInputs,
    evidence: z.boolean().optional().openapi({
      description:
        'Keeps the exchanges, without secrets, for a signed bundle. Left out: the setting of the service, off by default.',
      example: false,
    }),
    timeoutMs: runTimeoutMs.optional().openapi({
      description:
        'Time limit of the run from its start, in ms. Checks that are not finished by then could not tell. Left out: the limit of each check.',
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
    'A connection has one run at a time; others wait. Follow the run with `…/events`, or read it again until it has ended.',
  scope: 'integrations:run',
  params: connectionParams,
  body: [createJsonBody(RunStart, { optional: true })],
  answer: {
    status: 202,
    description: 'The run, running or queued.',
    schema: RunSchema,
    location: ({ id }) => `/v1/integrations/runs/${id}`,
  },
  audit: { action: 'run.start', joins: true },
  handle: async ({ params: { connectionId }, body, caller: { organizationId } }, { runtime }) => {
    // A run of another organization's connection must look the same as a run that does not exist.
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
  handle: ({ query, caller }, { runtime }) => listRunPage(runtime, caller, query),
})

export const getRun = defineRoute({
  method: 'get',
  path: '/v1/integrations/runs/{runId}',
  operationId: 'IntegrationsController_getRun_v1',
  tag,
  summary: 'Read a run, with the outcome of each check',
  scope: 'integrations:read',
  permission: 'runs:read',
  params: runParams,
  answer: { status: 200, description: 'The run. Its results are at `…/results`.', schema: RunDetail },
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
  summary: 'End a run early, with the results so far',
  description: 'A run that has already ended stays the same.',
  scope: 'integrations:run',
  params: runParams,
  answer: {
    status: 200,
    description: 'The run. If it is still `queued` or `running`, it ends in a moment.',
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
