import { z } from '@hono/zod-openapi'
import { defineRoute } from '../../route.ts'
import { demandConnector } from '../../services/demand.ts'
import { ConnectorSchema, toWireConnector } from './connector-schema.ts'
import { connectorId } from './schemas.ts'

const tag = 'Connectors'

export const listConnectors = defineRoute({
  method: 'get',
  path: '/v1/integrations/connectors',
  operationId: 'IntegrationsController_listConnectors_v1',
  tag,
  summary: 'List the connectors, with fields and checks',
  scope: 'integrations:read',
  answer: {
    status: 200,
    description: 'All connectors, by id.',
    schema: z.object({ data: z.array(ConnectorSchema) }).openapi('ConnectorList'),
  },
  handle: async (_input, { runtime: { connectors, callbackUrl } }) => ({
    data: connectors.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map((one) => toWireConnector(one, callbackUrl)),
  }),
})

export const getConnector = defineRoute({
  method: 'get',
  path: '/v1/integrations/connectors/{connectorId}',
  operationId: 'IntegrationsController_getConnector_v1',
  tag,
  summary: 'Read one connector',
  scope: 'integrations:read',
  params: z.object({ connectorId }),
  answer: { status: 200, description: 'The connector.', schema: ConnectorSchema },
  handle: async ({ params }, { runtime }) =>
    toWireConnector(demandConnector(runtime, params.connectorId), runtime.callbackUrl),
})
