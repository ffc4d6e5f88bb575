import { z } from '@hono/zod-openapi'
import { ApiError } from '../../../errors/index.ts'
import { Done, done } from '../../../service/api/schemas/done.ts'
import { authoredId, connectorId } from '../../../service/api/schemas/schemas.ts'
import { createFilledTextSchema, createTextSchema, timestamp } from '../../../service/api/schemas/text-schema.ts'
import { createJsonBody } from '../../api/body/json-body.ts'
import { demandConnector } from '../../api/demand.ts'
import { defineRoute } from '../../api/route.ts'
import type { OAuthApp } from '../../runtime/runtime.ts'
import { hasPlatformApp } from '../platform-settings.ts'

const tag = 'Connectors'
const params = z.object({ connectorId })

const OAuthAppChange = z
  .strictObject({
    clientId: createFilledTextSchema({ max: 1_000 }).optional().openapi({
      description: 'Left out for a connector without OAuth, which has settings only.',
      example: 'acme-client-1',
    }),
    clientSecret: createFilledTextSchema({ max: 10_000 }).optional().openapi({
      description: 'If you leave it out, it stays the same, as long as the client id does. It is not shown again.',
      writeOnly: true,
      example: 'the-secret-of-the-app',
    }),
    settings: z
      .record(authoredId, createTextSchema({ max: 10_000 }))
      .optional()
      .openapi({
        type: 'object',
        additionalProperties: { type: 'string' },
        description:
          "Those that the connector's `oauthApp.settings` lists. They name the server, where people choose it.",
        example: {},
      }),
    ownCallback: z.boolean().optional().openapi({
      description:
        'false: the redirect URI at the vendor is the one that connectors share. Left out: as it was for this client id, else true.',
      example: true,
    }),
  })
  .openapi('OAuthAppChange')

const OAuthAppSchema = z
  .object({
    connector: z.string().openapi({ example: 'acme' }),
    clientId: z.string().openapi({ example: 'acme-client-1' }),
    settings: z.record(z.string(), z.string()).openapi({ description: 'Settings that are not secret.', example: {} }),
    secretsSet: z
      .array(z.string())
      .openapi({ description: 'Ids of the secrets that are set.', example: ['client_secret'] }),
    secretExpiresAt: timestamp.nullable().openapi({
      description: 'When the client secret expires. After that, access cannot be renewed. null: unknown.',
      example: null,
    }),
    ownCallback: z.boolean().openapi({
      description: 'Whether its redirect URI at the vendor ends in the id of the connector.',
      example: true,
    }),
    updatedAt: timestamp,
  })
  .openapi('OAuthApp')

export const listOAuthApps = defineRoute({
  method: 'get',
  path: '/v1/integrations/oauth-apps',
  operationId: 'IntegrationsController_listOAuthApps_v1',
  tag,
  summary: "List the organization's own OAuth apps",
  description: 'Apps of the platform, which serve organizations without their own, are not listed.',
  scope: 'integrations:read',
  answer: {
    status: 200,
    description: 'The apps, without their secrets.',
    schema: z.object({ data: z.array(OAuthAppSchema) }).openapi('OAuthAppList'),
  },
  handle: async ({ caller: { organizationId } }, { runtime }) => ({
    data: (await runtime.oauthApps.list({ organizationId })).map(toWireOAuthApp),
  }),
})

export const putOAuthApp = defineRoute({
  method: 'put',
  path: '/v1/integrations/oauth-apps/{connectorId}',
  operationId: 'IntegrationsController_putOAuthApp_v1',
  tag,
  summary: "Set the organization's own OAuth app of a connector",
  scope: 'integrations:write',
  permission: 'organization-apps:write',
  params,
  body: [createJsonBody(OAuthAppChange)],
  answer: { status: 200, description: 'The app, without its secrets.', schema: OAuthAppSchema },
  audit: { action: 'oauth-app.set', target: ({ connector }) => connector },
  handle: async ({ params, body, caller: { organizationId } }, { runtime }) => {
    const connector = demandConnector(runtime, params.connectorId)
    if (!hasPlatformApp(connector.definition))
      throw new ApiError('The connector uses neither OAuth nor settings, so it needs no app.', { code: 'API_INVALID' })
    return toWireOAuthApp(await runtime.oauthApps.set({ connector, organizationId, ...body }))
  },
})

export const deleteOAuthApp = defineRoute({
  method: 'delete',
  path: '/v1/integrations/oauth-apps/{connectorId}',
  operationId: 'IntegrationsController_deleteOAuthApp_v1',
  tag,
  summary: "Delete the organization's own OAuth app of a connector",
  description: 'Connections that were made with it can no longer renew their access.',
  scope: 'integrations:write',
  permission: 'organization-apps:write',
  params,
  answer: { status: 200, description: 'It is deleted.', schema: Done },
  audit: { action: 'oauth-app.delete' },
  handle: async ({ params, caller: { organizationId } }, { runtime }) => {
    const connector = demandConnector(runtime, params.connectorId)
    if (await runtime.oauthApps.delete({ connector, organizationId })) return done
    throw new ApiError('The organization has no OAuth app of its own for it.', { code: 'NOT_FOUND' })
  },
})

function toWireOAuthApp(app: OAuthApp): z.input<typeof OAuthAppSchema> {
  const { connector, clientId, settings, secretsSet, secretExpiresAt = null, ownCallback, updatedAt } = app
  return {
    connector,
    clientId,
    secretExpiresAt,
    ownCallback,
    updatedAt,
    settings: { ...settings },
    secretsSet: [...secretsSet],
  }
}
