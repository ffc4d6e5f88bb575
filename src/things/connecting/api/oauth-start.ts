import { z } from '@hono/zod-openapi'
import { ApiError } from '../../../errors/index.ts'
import { authoredId, credentialValues, personId } from '../../../service/api/schemas/schemas.ts'
import { createFilledTextSchema, createTextSchema, ownId, timestamp } from '../../../service/api/schemas/text-schema.ts'
import { nameMembers } from '../../api/answers/name-members.ts'
import { beginLink } from '../../api/begin-links.ts'
import { createJsonBody } from '../../api/body/json-body.ts'
import { demandConnection, demandConnector } from '../../api/demand.ts'
import { defineRoute } from '../../api/route.ts'
import { demandDestination } from '../../connections/reading/demand-destination.ts'

const OAuthStart = z
  .strictObject({
    connector: authoredId.openapi({ example: 'acme-oauth' }),
    connectionId: ownId.optional().openapi({
      description: 'Connects this existing connection again instead of making a new one.',
    }),
    returnTo: createTextSchema({ min: 1, max: 2048 }).optional().openapi({
      description: 'Path, or URL of an allowed origin, to which the browser returns.',
      example: '/connections',
    }),
    scopes: z
      .array(createFilledTextSchema({ max: 500 }).openapi({ example: 'users:read' }))
      .max(200)
      .optional()
      .openapi({ description: 'A subset of the declared scopes. Left out: all.', example: ['users:read'] }),
    credentials: credentialValues.optional().openapi({
      description: "Values of the connector's credential fields, if its URLs need them.",
      example: {},
    }),
    userId: personId,
  })
  .openapi('OAuthStart')

export const startOAuth = defineRoute({
  method: 'post',
  path: '/v1/integrations/oauth/start',
  operationId: 'IntegrationsController_startOAuth_v1',
  tag: 'Connections',
  summary: 'Start to connect an account with OAuth',
  description:
    "Send the person's browser to the `url`, as a page of its own. The page shows which organization requests which access. When the person confirms, it goes on to the vendor. The link works once. If Checkwright's own pages are on, the person has to be signed in to that organization.",
  scope: 'integrations:write',
  body: [createJsonBody(OAuthStart)],
  answer: {
    status: 200,
    description: 'Where to send the browser.',
    once: true,
    schema: z
      .object({
        url: z
          .string()
          .openapi({ format: 'uri', example: 'https://checks.acme.example/v1/integrations/oauth/begin?flow=x' }),
        expiresAt: timestamp,
      })
      .openapi('OAuthStarted'),
  },
  audit: { action: 'oauth.start', target: () => null },
  problems: [404],
  handle: async ({ body, caller }, { runtime }) => {
    const { organizationId } = caller
    const { userId, ...request } = body
    const connector = demandConnector(runtime, request.connector)
    const { auth } = connector.definition
    const declared = auth.type === 'oauth2' ? auth.config.scopes : []
    const unknown = (request.scopes ?? []).findIndex((scope) => !declared.includes(scope))
    if (unknown !== -1) {
      throw new ApiError('The body is not valid.', {
        code: 'API_INVALID',
        problems: [{ path: `scopes[${unknown}]`, message: 'is not a scope that the connector declares' }],
      })
    }
    const { connectionId } = request
    if (connectionId !== undefined)
      await demandDestination(runtime, await demandConnection(runtime, organizationId, connectionId), caller.role)
    const flow = await nameMembers(runtime.oauth.start({ ...request, organizationId, userId: caller.userId ?? userId }))
    const { scopes = declared } = request
    const isRenewal = connectionId !== undefined
    return beginLink(runtime, { ...flow, organizationId, connectorId: connector.id, scopes, isRenewal })
  },
})
