import { z } from '@hono/zod-openapi'
import type { AnyConnector } from '../../../define/index.ts'
import { connectorId } from '../../../service/api/schemas/schemas.ts'
import { demandConnector } from '../../api/demand.ts'
import { defineRoute } from '../../api/route.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { chooseCallbackUrl } from '../platform-app.ts'
import { ConnectorSchema, toWireConnector } from './connector-schema.ts'

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
  handle: async ({ caller }, { runtime }) => {
    const describe = await loadDescriber(runtime, caller.organizationId)
    return { data: runtime.connectors.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(describe) }
  },
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
  handle: async ({ params, caller }, { runtime }) => {
    const describe = await loadDescriber(runtime, caller.organizationId)
    return describe(demandConnector(runtime, params.connectorId))
  },
})

/** Each connector with the redirect URI of the organization's own app; a new one has the URI that names the connector. */
async function loadDescriber({ oauthApps, callbackUrl }: Runtime, organizationId: string) {
  const apps = await oauthApps.list({ organizationId })
  return (connector: AnyConnector) => {
    const { ownCallback = true } = apps.find((app) => app.connector === connector.id) ?? {}
    return toWireConnector(connector, chooseCallbackUrl({ callbackUrl }, connector.id, ownCallback))
  }
}
