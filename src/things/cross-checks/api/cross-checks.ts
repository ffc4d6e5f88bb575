import { z } from '@hono/zod-openapi'
import { ApiError } from '../../../errors/index.ts'
import { createPageSchema, pageQuery } from '../../../service/api/schemas/page-cursor.ts'
import { authoredId, shownVariable, toNullable, variableValues } from '../../../service/api/schemas/schemas.ts'
import { findKnownTime } from '../../../service/rights/period.ts'
import { createJsonBody } from '../../api/body/json-body.ts'
import type { Caller } from '../../api/callers/caller.ts'
import { demandRun } from '../../api/demand.ts'
import { defineRoute } from '../../api/route.ts'
import { Latest, toWireLatest } from '../../connections/api/checks.ts'
import { CheckSchema, toWireCheck, toWireDeclaration, VariableSchema } from '../../connectors/api/connector-schema.ts'
import { runInputs, runTimeoutMs } from '../../runs/api/run-inputs.ts'
import { listRunPage } from '../../runs/api/run-page.ts'
import { RunSchema, toWireRun } from '../../runs/api/run-schema.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { CrossCheckState } from '../cross-checks.ts'

const tag = 'Cross-checks'

const CrossCheckSchema = CheckSchema.extend({
  needs: z.array(z.string()).openapi({ description: 'What it reads.', example: ['people', 'accounts'] }),
  missing: z.array(z.string()).openapi({ description: 'Why it cannot run. Empty: it can.', example: [] }),
  latest: Latest.nullable().openapi({ description: 'null: it has not finished yet.' }),
}).openapi('CrossCheck')

const crossCheckParams = z.object({ crossCheckId: authoredId.openapi({ example: 'leavers' }) })

export const listCrossChecks = defineRoute({
  method: 'get',
  path: '/v1/integrations/cross-checks',
  operationId: 'CrossChecksController_list_v1',
  tag,
  summary: 'List the cross-checks, with what is missing and the latest outcome of each',
  scope: 'integrations:read',
  permission: 'runs:read',
  answer: {
    status: 200,
    description: 'Every cross-check.',
    schema: z.object({ data: z.array(CrossCheckSchema) }).openapi('CrossCheckList'),
  },
  handle: async ({ caller }, { runtime }) => {
    const states = await runtime.crossChecks.list({
      organizationId: caller.organizationId,
      ...findTime(runtime, caller),
    })
    return { data: states.map((state) => toWireCrossCheck(runtime, state)) }
  },
})

export const getCrossCheck = defineRoute({
  method: 'get',
  path: '/v1/integrations/cross-checks/{crossCheckId}',
  operationId: 'CrossChecksController_get_v1',
  tag,
  summary: 'Read a cross-check',
  scope: 'integrations:read',
  permission: 'runs:read',
  params: crossCheckParams,
  answer: { status: 200, description: 'The cross-check.', schema: CrossCheckSchema },
  handle: async ({ params, caller }, { runtime }) =>
    toWireCrossCheck(runtime, await demandCrossCheck(runtime, caller, params.crossCheckId)),
})

const CrossCheckStart = z
  .strictObject({
    ...runInputs,
    evidence: z.boolean().optional().openapi({
      description:
        'Keeps all that it judged by, for a signed bundle. Left out: the setting of the service, off by default.',
      example: false,
    }),
    timeoutMs: runTimeoutMs.optional().openapi({
      description: 'Time limit of the run from its start, in ms. Left out: the limit of the cross-check.',
      example: 600_000,
    }),
  })
  .openapi('CrossCheckStart')

export const startCrossCheck = defineRoute({
  method: 'post',
  path: '/v1/integrations/cross-checks/{crossCheckId}/runs',
  operationId: 'CrossChecksController_start_v1',
  tag,
  summary: 'Start a run of a cross-check',
  description:
    'It judges the newest lists of all connections; no vendor is asked. One cross-check of an organization runs at a time; others wait.',
  scope: 'integrations:run',
  params: crossCheckParams,
  body: [createJsonBody(CrossCheckStart, { optional: true })],
  answer: {
    status: 202,
    description: 'The run, running or queued.',
    schema: RunSchema,
    location: ({ id }) => `/v1/integrations/runs/${id}`,
  },
  audit: { action: 'run.start', joins: true },
  handle: async ({ params: { crossCheckId }, body, caller }, { runtime }) => {
    const { organizationId } = caller
    await demandCrossCheck(runtime, caller, crossCheckId)
    const { id } = await runtime.crossChecks.run({ ...body, organizationId, id: crossCheckId })
    return toWireRun(await demandRun(runtime, organizationId, id))
  },
})

export const listCrossCheckRuns = defineRoute({
  method: 'get',
  path: '/v1/integrations/cross-checks/{crossCheckId}/runs',
  operationId: 'CrossChecksController_listRuns_v1',
  tag,
  summary: 'List the runs of a cross-check, newest first',
  scope: 'integrations:read',
  permission: 'runs:read',
  params: crossCheckParams,
  query: z.strictObject(pageQuery),
  answer: {
    status: 200,
    description: 'One page of runs.',
    schema: createPageSchema(RunSchema).openapi('CrossCheckRunPage'),
  },
  handle: async ({ params: { crossCheckId }, query, caller }, { runtime }) => {
    await demandCrossCheck(runtime, caller, crossCheckId)
    return listRunPage(runtime, caller, { ...query, crossCheckId })
  },
})

const CrossCheckVariables = z
  .object({
    data: z.array(
      VariableSchema.extend({
        value: shownVariable.openapi({ description: 'null: it is not set, and the default applies.' }),
      }).openapi('CrossCheckVariable'),
    ),
  })
  .openapi('CrossCheckVariableList')

export const getCrossCheckVariables = defineRoute({
  method: 'get',
  path: '/v1/integrations/cross-checks/{crossCheckId}/variables',
  operationId: 'CrossChecksController_getVariables_v1',
  tag,
  summary: 'Read the variables of a cross-check',
  scope: 'integrations:read',
  permission: 'runs:read',
  params: crossCheckParams,
  answer: { status: 200, description: 'Every variable, with its value.', schema: CrossCheckVariables },
  handle: async ({ params: { crossCheckId }, caller }, { runtime }) =>
    toWireVariables(runtime, await demandCrossCheck(runtime, caller, crossCheckId)),
})

export const putCrossCheckVariables = defineRoute({
  method: 'put',
  path: '/v1/integrations/cross-checks/{crossCheckId}/variables',
  operationId: 'CrossChecksController_putVariables_v1',
  tag,
  summary: 'Set the variables of a cross-check',
  description:
    'For all its runs, also those by schedule. It replaces all values: a variable that you leave out has its default again.',
  scope: 'integrations:write',
  params: crossCheckParams,
  body: [createJsonBody(z.strictObject({ variables: variableValues }).openapi('CrossCheckVariableChange'))],
  answer: { status: 200, description: 'Every variable, with its value.', schema: CrossCheckVariables },
  audit: { action: 'cross_check.variables' },
  handle: async ({ params: { crossCheckId: id }, body: { variables }, caller }, { runtime }) => {
    const { organizationId } = caller
    await demandCrossCheck(runtime, caller, id)
    await runtime.crossChecks.setVariables({ organizationId, id, variables })
    return toWireVariables(runtime, await demandCrossCheck(runtime, caller, id))
  },
})

function toWireVariables(
  { crossCheckConnector }: Runtime,
  { check, variables }: CrossCheckState,
): z.input<typeof CrossCheckVariables> {
  return {
    data: (check.variables ?? []).map((variable) => ({
      ...toWireDeclaration(crossCheckConnector, variable),
      value: toNullable(Object.hasOwn(variables, variable.id) ? variables[variable.id] : undefined),
    })),
  }
}

function findTime({ workspace }: Runtime, caller: Caller) {
  return { within: findKnownTime(caller, workspace.clock.nowMs()) }
}

/** @throws ApiError 404 */
async function demandCrossCheck(runtime: Runtime, caller: Caller, id: string): Promise<CrossCheckState> {
  const { organizationId } = caller
  const state = await runtime.crossChecks.get({ organizationId, id, ...findTime(runtime, caller) })
  if (state) return state
  throw new ApiError('There is no such cross-check.', { code: 'CROSS_CHECK_UNKNOWN' })
}

function toWireCrossCheck(
  { crossCheckConnector }: Runtime,
  { check, missing, newest }: CrossCheckState,
): z.input<typeof CrossCheckSchema> {
  return {
    ...toWireCheck(crossCheckConnector, check),
    needs: Object.keys(check.needs),
    missing: [...missing],
    latest: toWireLatest(newest),
  }
}
