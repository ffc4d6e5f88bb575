import { z } from '@hono/zod-openapi'
import type { NewestOutcome } from '../../../checks/findings/finding-store.ts'
import { CheckFailureSchema, toWireFailure } from '../../../service/api/schemas/failure-schema.ts'
import { connectionParams, exampleRunId, runStatuses } from '../../../service/api/schemas/schemas.ts'
import { timestamp } from '../../../service/api/schemas/text-schema.ts'
import { demandConnection, demandConnectorOf } from '../../api/demand.ts'
import { defineRoute } from '../../api/route.ts'
import { CheckSchema, toWireCheck } from '../../connectors/api/connector-schema.ts'

export const Latest = z
  .object({
    runId: z.string().openapi({ example: exampleRunId }),
    at: timestamp,
    status: z.enum(runStatuses),
    error: CheckFailureSchema.nullable().openapi({ description: 'Why the check could not tell.' }),
    complete: z.boolean(),
  })
  .openapi('LatestOutcome')

const ConnectionCheck = CheckSchema.extend({
  latest: Latest.nullable().openapi({ description: 'null: it has not finished on this connection yet.' }),
}).openapi('ConnectionCheck')

export const listChecks = defineRoute({
  method: 'get',
  path: '/v1/integrations/connections/{connectionId}/checks',
  operationId: 'IntegrationsController_listChecks_v1',
  tag: 'Connections',
  summary: 'List the checks of a connection, with the latest outcome of each',
  scope: 'integrations:read',
  params: connectionParams,
  answer: {
    status: 200,
    description: 'Every check of the connector.',
    schema: z.object({ data: z.array(ConnectionCheck) }).openapi('ConnectionCheckList'),
  },
  handle: async ({ params, caller: { organizationId } }, { runtime }) => {
    const connection = await demandConnection(runtime, organizationId, params.connectionId)
    const connector = await demandConnectorOf(runtime, connection)
    const outcomes = await runtime.findings.newestOutcomes({ organizationId, connectionId: connection.id })
    return {
      data: connector.checks.map((check) => ({
        ...toWireCheck(connector, check),
        latest: toWireLatest(outcomes.find(({ checkId }) => checkId === check.id)),
      })),
    }
  },
})

export function toWireLatest(newest: NewestOutcome | undefined): z.input<typeof Latest> | null {
  if (newest === undefined) return null
  const { runId, atMs, status, error, complete } = newest
  return { runId, at: new Date(atMs).toISOString(), status, error: toWireFailure(error ?? undefined), complete }
}
