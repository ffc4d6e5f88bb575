import { z } from '@hono/zod-openapi'
import { ApiError } from '../../../errors/index.ts'
import { authoredId, personId } from '../../../service/api/schemas/schemas.ts'
import { createTextSchema, ownId, timestamp } from '../../../service/api/schemas/text-schema.ts'
import { createJsonBody } from '../../api/body/json-body.ts'
import { defineRoute } from '../../api/route.ts'
import type { ConnectSession } from '../connect-sessions.ts'

const path = '/v1/integrations/connect-sessions'

const ConnectSessionSchema = z
  .object({
    id: ownId,
    state: z.enum(['new', 'open', 'connected', 'expired']).openapi({
      description: 'new: nobody has opened the dialog. expired: it ended without a connection.',
    }),
    display: z.enum(['frame', 'window']).openapi({
      description: 'A frame only on pages of origins that the operator named.',
    }),
    origin: z.string().openapi({ example: 'https://app.example.com' }),
    connectors: z
      .array(z.string())
      .nullable()
      .openapi({ description: 'null: all.', example: ['acme'] }),
    userId: z.string().nullable(),
    connectionId: z.string().nullable(),
    expiresAt: timestamp,
  })
  .openapi('ConnectSession')

export const createConnectSession = defineRoute({
  method: 'post',
  path,
  operationId: 'IntegrationsController_createConnectSession_v1',
  tag: 'Connections',
  summary: 'Let a person of yours connect a system in the connect dialog',
  description:
    'For pages of your own. The person needs no account here. The token works once, for 15 minutes, and makes one connection of your organization.',
  scope: 'integrations:write',
  body: [
    createJsonBody(
      z
        .strictObject({
          origin: createTextSchema({ min: 1, max: 300 }).openapi({
            description: 'Of your page that opens the dialog. It alone hears of the connection.',
            example: 'https://app.example.com',
          }),
          connectors: z
            .array(authoredId)
            .min(1)
            .max(200)
            .optional()
            .openapi({ description: 'What the person may choose from. Left out: all.', example: ['acme'] }),
          userId: personId,
        })
        .openapi('NewConnectSession'),
    ),
  ],
  answer: {
    status: 201,
    description: 'The session, with its token.',
    once: true,
    schema: ConnectSessionSchema.extend({
      token: z.string().openapi({ description: 'For `Checkwright.connect`.', example: 'window.x' }),
      url: z.string().openapi({
        format: 'uri',
        description: 'The dialog itself, for a page without our script.',
        example: 'https://checks.acme.example/connect-dialog#window.x',
      }),
    }).openapi('NewConnectSessionAnswer'),
    location: ({ id }) => `${path}/${id}`,
  },
  audit: { action: 'connect-session.create' },
  problems: [404],
  handle: async ({ body: { userId, ...request }, caller }, { runtime }) => {
    const { organizationId } = caller
    const made = await runtime.connectSessions.create({ ...request, organizationId, userId: caller.userId ?? userId })
    return { ...toWire(made), token: made.token, url: made.url }
  },
})

export const getConnectSession = defineRoute({
  method: 'get',
  path: `${path}/{connectSessionId}`,
  operationId: 'IntegrationsController_getConnectSession_v1',
  tag: 'Connections',
  summary: 'Read what became of a connect dialog',
  scope: 'integrations:read',
  params: z.object({ connectSessionId: ownId }),
  answer: { status: 200, description: 'The session.', schema: ConnectSessionSchema },
  problems: [404],
  handle: async ({ params, caller }, { runtime }) => {
    const { organizationId } = caller
    const found = await runtime.connectSessions.get({ id: params.connectSessionId, organizationId })
    if (found) return toWire(found)
    throw new ApiError('There is no such connect session.', { code: 'NOT_FOUND' })
  },
})

function toWire({ id, state, display, origin, connectors, userId, connectionId, expiresAt }: ConnectSession) {
  return {
    id,
    state,
    display,
    origin,
    userId,
    connectionId,
    expiresAt,
    connectors: connectors === null ? null : [...connectors],
  }
}
