import { z } from '@hono/zod-openapi'
import { connectionOrders } from '../../../auth/connection-store.ts'
import { ApiError } from '../../../errors/index.ts'
import { createPageSchema, pageQuery } from '../../../service/api/schemas/page-cursor.ts'
import {
  connectionParams,
  connectorId,
  credentialValues,
  exampleConnectionId,
  personId,
  toNullable,
  variableValues,
} from '../../../service/api/schemas/schemas.ts'
import { createFilledTextSchema, createTextSchema, flag, timestamp } from '../../../service/api/schemas/text-schema.ts'
import { searchLengthMax } from '../../../service/records/text-limits.ts'
import { nameMembers } from '../../api/answers/name-members.ts'
import { createJsonBody } from '../../api/body/json-body.ts'
import { demandConnection, demandConnector } from '../../api/demand.ts'
import { defineRoute } from '../../api/route.ts'
import type { Connection, Runtime } from '../../runtime/runtime.ts'
import { isConnectionName } from '../connections.ts'
import type { PublicField } from '../public-fields.ts'
import { formatConnectionCursor, parseConnectionCursor } from '../reading/connection-cursor.ts'
import { demandDestination } from '../reading/demand-destination.ts'

const tag = 'Connections'

const connectionStates = ['pending', 'active', 'needs_reauth', 'error', 'paused', 'disconnected'] as const

const connectionName = createFilledTextSchema({ max: 100 })
  .refine(isConnectionName, 'must be one line')
  .openapi({ description: 'The name that people gave it.', example: 'Production' })

export const ConnectionSchema = z
  .object({
    id: z.string().openapi({ example: exampleConnectionId }),
    connector: z.string().openapi({ example: 'acme' }),
    connectorDigest: z.string().nullable().openapi({
      description:
        'SHA-256 of the file of a connector that an operator added: the version that its runs are executed by.',
      example: null,
    }),
    name: z
      .string()
      .nullable()
      .openapi({ description: 'null: it has the name of its connector.', example: 'Production' }),
    fields: z.record(z.string(), z.string()).openapi({
      description: 'What was typed and is no secret, such as a domain, by the id of its field.',
      example: { domain: 'acme' },
    }),
    state: z.enum(connectionStates).openapi({
      description:
        '`pending`: its first test has not ended. `needs_reauth`: a person has to reconnect. `error`: the reason is in stateReason.',
      example: 'active',
    }),
    stateReason: z.string().nullable().openapi({ example: null }),
    variables: variableValues,
    grantedScopes: z.array(z.string()).nullable().openapi({ description: 'null: nobody said.', example: null }),
    userId: z.string().nullable().openapi({ description: 'The person who connected it, if known.', example: 'usr_1' }),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .openapi('Connection')

const NewConnection = z
  .strictObject({
    connector: connectorId,
    credentials: credentialValues,
    name: connectionName.optional(),
    variables: variableValues.optional().openapi({ example: {} }),
    userId: personId,
  })
  .openapi('NewConnection')

const ConnectionChange = z
  .strictObject({
    name: connectionName.nullable().optional().openapi({ description: 'null: no name of its own.' }),
    credentials: credentialValues.optional().openapi({ description: 'Fields that you leave out stay as they are.' }),
    variables: variableValues.optional().openapi({ description: 'Replaces all variables.' }),
  })
  .openapi('ConnectionChange')

export const createConnection = defineRoute({
  method: 'post',
  path: '/v1/integrations/connections',
  operationId: 'IntegrationsController_createConnection_v1',
  tag,
  summary: 'Connect an account with credentials',
  description:
    'For connectors with `connectBy: credentials`; for others, begin at oauth/start. The vendor is asked first. If the test fails, nothing is kept. If the vendor has trouble (it does not answer, answers 5xx, or asks you to slow down), nobody knows yet: the connection is kept with the state `error`, and the first test or run that is answered decides. Credentials are not shown again.',
  scope: 'integrations:write',
  body: [createJsonBody(NewConnection, { bytesMax: 1024 * 1024 })],
  answer: {
    status: 201,
    description: 'The connection.',
    schema: ConnectionSchema,
    location: ({ id }) => `/v1/integrations/connections/${id}`,
  },
  audit: { action: 'connection.create' },
  problems: [404, 409],
  handle: async ({ body: { userId, ...input }, caller }, { runtime }) => {
    demandConnector(runtime, input.connector)
    const { organizationId } = caller
    const fields = { ...input, organizationId, userId: caller.userId ?? userId }
    const { connection, test } = await nameMembers(runtime.connections.connect(fields))
    if (connection) return showConnection(runtime, connection)
    throw new ApiError(`Nothing was kept. ${test.message ?? 'The vendor does not accept the credentials.'}`, {
      code: test.code ?? 'AUTH_REJECTED',
      status: 409,
    })
  },
})

export const listConnections = defineRoute({
  method: 'get',
  path: '/v1/integrations/connections',
  operationId: 'IntegrationsController_listConnections_v1',
  tag,
  summary: 'List the connections',
  scope: 'integrations:read',
  query: z.strictObject({
    connector: connectorId.optional(),
    state: z.enum(connectionStates).optional(),
    scheduled: flag.optional().openapi({ description: 'Whether it has a schedule.' }),
    q: createTextSchema({ max: searchLengthMax }).optional().openapi({
      description: 'Words, each a part of the name, of the name of the connector or of the id. Capitals do not count.',
      example: 'production',
    }),
    sort: z.enum(connectionOrders).optional().openapi({
      description:
        '`newest`: the newest first, the default. `name`: by name. `attention`: what needs somebody first. `last-run`: the longest without a run first.',
    }),
    ...pageQuery,
    // It has the name of a connection.
    cursor: z.string().max(1_000).optional().openapi({ description: 'nextCursor of the previous page.' }),
  }),
  answer: {
    status: 200,
    description: 'One page of connections, including disconnected ones unless you give a state.',
    schema: createPageSchema(ConnectionSchema).openapi('ConnectionPage'),
  },
  problems: [404],
  handle: async ({ query, caller: { organizationId } }, { runtime }) => {
    const { connector, state, scheduled, q: text, sort: order = 'newest', limit, cursor } = query
    if (connector !== undefined) demandConnector(runtime, connector)
    const isScheduled = scheduled
    const found = await runtime.connections.search({
      organizationId,
      connector,
      state,
      isScheduled,
      text,
      order,
      limit: limit + 1,
      after: parseConnectionCursor(order, cursor),
    })
    const rows = found.slice(0, limit)
    const connections = rows.map(({ connection }) => connection)
    const fields = await runtime.connections.publicFields({ organizationId, connections })
    const last = found.length > limit ? rows.at(-1) : undefined
    return {
      data: connections.map((connection) => toWireConnection(connection, fields.get(connection.id))),
      nextCursor: last === undefined ? null : formatConnectionCursor(order, last.place),
    }
  },
})

export const getConnection = defineRoute({
  method: 'get',
  path: '/v1/integrations/connections/{connectionId}',
  operationId: 'IntegrationsController_getConnection_v1',
  tag,
  summary: 'Read a connection',
  scope: 'integrations:read',
  params: connectionParams,
  answer: { status: 200, description: 'The connection.', schema: ConnectionSchema },
  handle: async ({ params, caller: { organizationId } }, { runtime }) =>
    showConnection(runtime, await demandConnection(runtime, organizationId, params.connectionId)),
})

export const updateConnection = defineRoute({
  method: 'patch',
  path: '/v1/integrations/connections/{connectionId}',
  operationId: 'IntegrationsController_updateConnection_v1',
  tag,
  summary: 'Change the name, credentials or variables of a connection',
  scope: 'integrations:write',
  params: connectionParams,
  body: [createJsonBody(ConnectionChange, { bytesMax: 1024 * 1024 })],
  answer: { status: 200, description: 'The changed connection.', schema: ConnectionSchema },
  audit: { action: 'connection.update' },
  problems: [409],
  handle: async ({ params: { connectionId: id }, body, caller: { organizationId, role } }, { runtime }) => {
    if (body.credentials !== undefined)
      await demandDestination(runtime, await demandConnection(runtime, organizationId, id), role)
    return showConnection(runtime, await nameMembers(runtime.connections.update({ id, organizationId }, body)))
  },
})

export const deleteConnection = defineChange('disconnect', {
  method: 'delete',
  path: '/v1/integrations/connections/{connectionId}',
  operationId: 'IntegrationsController_deleteConnection_v1',
  summary: 'Disconnect: end its runs, revoke its tokens, delete its credentials',
  description: 'Its runs and their results stay. The connection stays too, as `disconnected`.',
  answer: 'The connection, disconnected.',
})

export const pauseConnection = defineChange('pause', {
  method: 'post',
  path: '/v1/integrations/connections/{connectionId}/pause',
  operationId: 'IntegrationsController_pauseConnection_v1',
  summary: 'Refuse runs of a connection until it is resumed',
  answer: 'The connection, now paused.',
})

export const resumeConnection = defineChange('resume', {
  method: 'post',
  path: '/v1/integrations/connections/{connectionId}/resume',
  operationId: 'IntegrationsController_resumeConnection_v1',
  summary: 'Let a paused connection run again',
  answer: 'The connection, no longer paused.',
})

export const testConnection = defineRoute({
  method: 'post',
  path: '/v1/integrations/connections/{connectionId}/test',
  operationId: 'IntegrationsController_testConnection_v1',
  tag,
  summary: 'Test the credentials of a connection at the vendor',
  scope: 'integrations:write',
  params: connectionParams,
  answer: {
    status: 200,
    description: "The vendor's answer.",
    schema: z
      .object({
        ok: z.boolean(),
        status: z.int().nullable().openapi({ description: "HTTP status of the vendor's refusal.", example: null }),
        message: z.string().nullable().openapi({ description: 'The problem, and how to fix it.', example: null }),
        untold: z.boolean().openapi({
          description: 'true: the vendor had trouble, so nobody knows whether the credentials work.',
          example: false,
        }),
      })
      .openapi('ConnectionTest'),
  },
  audit: { action: 'connection.test' },
  handle: async ({ params: { connectionId: id }, caller: { organizationId } }, { runtime }) => {
    const { ok, status, message, undecided = false } = await runtime.connections.test({ id, organizationId })
    return { ok, status: toNullable(status), message: toNullable(message), untold: undecided }
  },
})

async function showConnection({ connections }: Runtime, connection: Connection) {
  const { organizationId, id } = connection
  const fields = await connections.publicFields({ organizationId, connections: [connection] })
  return toWireConnection(connection, fields.get(id))
}

function toWireConnection(
  connection: Connection,
  fields: readonly PublicField[] = [],
): z.input<typeof ConnectionSchema> {
  const {
    id,
    connector,
    connectorSha256,
    name,
    state,
    stateReason,
    variables,
    grantedScopes,
    userId,
    createdAt,
    updatedAt,
  } = connection
  return {
    id,
    connector,
    state,
    createdAt,
    updatedAt,
    connectorDigest: toNullable(connectorSha256),
    name: toNullable(name),
    fields: Object.fromEntries(fields.map((field) => [field.id, field.value])),
    stateReason: toNullable(stateReason),
    variables: Object.fromEntries(
      Object.entries(variables).map(([name, value]) => [name, typeof value === 'object' ? [...value] : value]),
    ),
    grantedScopes: grantedScopes === undefined ? null : [...grantedScopes],
    userId: toNullable(userId),
  }
}

interface ConnectionVerb {
  readonly method: 'post' | 'delete'
  readonly path: `/v1/integrations/connections/{connectionId}${string}`
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  /** What it answers with. */
  readonly answer: string
}

/** What happens to a connection by a method of its service, which gives it as it is then. */
function defineChange(verb: 'disconnect' | 'pause' | 'resume', { answer, ...facts }: ConnectionVerb) {
  return defineRoute({
    ...facts,
    tag,
    scope: 'integrations:write',
    params: connectionParams,
    answer: { status: 200, description: answer, schema: ConnectionSchema },
    audit: { action: `connection.${verb}` },
    handle: async ({ params: { connectionId: id }, caller: { organizationId } }, { runtime }) =>
      showConnection(runtime, await runtime.connections[verb]({ id, organizationId })),
  })
}
