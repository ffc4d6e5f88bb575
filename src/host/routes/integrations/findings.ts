import { z } from '@hono/zod-openapi'
import type { Connection, Runtime } from '../../../runtime/runtime.ts'
import { route } from '../../route.ts'
import { pageOf, pageQuery } from '../../schemas/paging.ts'
import { ownId, timestamp } from '../../schemas/texts.ts'
import { demandConnection } from './connections.ts'
import { demandConnector } from './connectors.ts'
import { newestOutcomes } from './newest-outcomes.ts'
import { cursorOf, notOurs, placeOf } from './place-cursor.ts'
import { findingFilter, lets, type ResultFilter } from './result-filter.ts'
import { CheckFailureSchema, ResultSchema, shownFailure, shownResult } from './run-schema.ts'
import { connectorId, exampleConnectionId, exampleRunId } from './schemas.ts'

const FindingSchema = ResultSchema.extend({
  connectionId: z.string().openapi({ example: exampleConnectionId }),
  connector: z.string().openapi({ example: 'acme' }),
  at: timestamp,
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

const FindingPage = pageOf(FindingSchema)
  .extend({
    couldNotTell: z.array(Untold).openapi({
      description: 'Checks of the connections on this page that ended in error: they may hide findings.',
    }),
  })
  .openapi('FindingPage')

export const listFindings = route({
  method: 'get',
  path: '/v1/integrations/findings',
  operationId: 'IntegrationsController_listFindings_v1',
  tag: 'Runs',
  summary: 'List what fails now, over all connections',
  description:
    'By the newest outcome of each check on each connection that is not disconnected. A run that ends while pages are read can move what is on them.',
  scope: 'integrations:read',
  query: z.strictObject({
    connectionId: ownId.optional(),
    connector: connectorId.optional(),
    ...findingFilter,
    ...pageQuery,
  }),
  answer: { status: 200, description: 'One page of findings.', schema: FindingPage },
  problems: [404],
  handle: async ({ query, caller: { organizationId } }, { runtime }) => {
    const { limit, cursor, connectionId, connector, ...filter } = query
    const chosen = await connectionsOf(runtime, organizationId, { connectionId, connector })
    const place = placeOf(cursor)
    const first = place === undefined ? 0 : chosen.findIndex(({ id }) => id === place.part)
    if (first === -1) throw notOurs()
    const data: z.input<typeof FindingSchema>[] = []
    const couldNotTell: z.input<typeof Untold>[] = []
    for (const connection of chosen.slice(first)) {
      const { findings, untold } = await outcomesOf(runtime, connection, filter)
      couldNotTell.push(...untold)
      const from = connection.id === place?.part ? place.index : 0
      const room = limit - data.length
      data.push(...findings.slice(from, from + room))
      if (findings.length > from + room)
        return { data, couldNotTell, nextCursor: cursorOf({ part: connection.id, index: from + room }) }
    }
    return { data, couldNotTell, nextCursor: null }
  },
})

/** @throws ApiError 404 for a connection that is not the organization's */
async function connectionsOf(
  runtime: Runtime,
  organizationId: string,
  { connectionId, connector }: { readonly connectionId?: string | undefined; readonly connector?: string | undefined },
): Promise<readonly Connection[]> {
  if (connector !== undefined) demandConnector(runtime, connector)
  const all =
    connectionId === undefined
      ? await runtime.connections.list({ organizationId })
      : [await demandConnection(runtime, organizationId, connectionId)]
  return all.filter(
    (each) => each.state !== 'disconnected' && (connector === undefined || each.connector === connector),
  )
}

/** What fails on a connection, and which checks could not tell. */
async function outcomesOf(runtime: Runtime, connection: Connection, filter: ResultFilter) {
  const findings: z.input<typeof FindingSchema>[] = []
  const untold: z.input<typeof Untold>[] = []
  const of = { connectionId: connection.id, connector: connection.connector }
  for (const { runId, at, check } of (await newestOutcomes(runtime, connection)).values()) {
    if (check.status === 'error') untold.push({ ...of, checkId: check.id, runId, at, error: shownFailure(check.error) })
    for (const result of check.results) {
      if (lets({ ...filter, status: 'fail' }, check, result))
        findings.push({ ...shownResult(runId, check, result), ...of, at })
    }
  }
  return { findings, untold }
}
