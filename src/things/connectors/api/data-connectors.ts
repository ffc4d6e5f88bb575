import { z } from '@hono/zod-openapi'
import { ApiError } from '../../../errors/index.ts'
import { createTextSchema, ownId } from '../../../service/api/schemas/text-schema.ts'
import { createJsonBody } from '../../api/body/json-body.ts'
import { defineRoute } from '../../api/route.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import {
  connectorParams,
  DataConnectorSchema,
  digest,
  FileSchema,
  fileBytesMax,
  MoveSchema,
  ReviewSchema,
  TrialSchema,
  toWireDataConnector,
  toWireDescription,
  toWireMove,
  toWireVersion,
  VersionDetailsSchema,
  VersionSchema,
  versionParams,
} from './data-connector-schema.ts'

const tag = 'Connectors as data'
const scope = 'connectors:write'
// A key would let whoever finds it add a host that gets secrets.
const operators = { tag, scope, sessionOnly: true } as const

const fileBody = [createJsonBody(FileSchema, { bytesMax: fileBytesMax })]

export const listDataConnectors = defineRoute({
  ...operators,
  method: 'get',
  path: '/v1/connectors',
  operationId: 'DataConnectorController_list_v1',
  summary: 'List the connectors that operators added as files; for operators',
  answer: {
    status: 200,
    description: 'All of them, by id.',
    schema: z.object({ data: z.array(DataConnectorSchema) }).openapi('DataConnectorList'),
  },
  handle: async (_input, { runtime }) => ({ data: (await runtime.dataConnectors.list()).map(toWireDataConnector) }),
})

export const addDataConnector = defineRoute({
  ...operators,
  method: 'post',
  path: '/v1/connectors',
  operationId: 'DataConnectorController_add_v1',
  summary: 'Add a file: a connector, or another version of one; for operators',
  description:
    'Nobody uses it before it is published. The same file again changes nothing. Mistakes are told by line and column.',
  body: fileBody,
  answer: { status: 201, description: 'The version.', schema: VersionSchema },
  audit: { action: 'connector.add', target: (version) => version.digest },
  problems: [409, 422],
  handle: async ({ body, caller }, { runtime }) =>
    toWireVersion(await runtime.dataConnectors.add({ ...body, by: caller.actor.id })),
})

export const validateDataConnector = defineRoute({
  ...operators,
  method: 'post',
  path: '/v1/connectors/validate',
  operationId: 'DataConnectorController_validate_v1',
  summary: 'Read a file without keeping it; for operators',
  body: fileBody,
  answer: { status: 200, description: 'What the file says.', schema: ReviewSchema },
  audit: { action: 'connector.validate', target: ({ id }) => id },
  problems: [409, 422],
  handle: async ({ body }, { runtime }) => {
    const { id, sha256, version, posts, ...described } = await runtime.dataConnectors.validate(body)
    return { id, digest: sha256, version, posts: [...posts], ...toWireDescription(described) }
  },
})

export const getDataConnector = defineRoute({
  ...operators,
  method: 'get',
  path: '/v1/connectors/{connectorId}',
  operationId: 'DataConnectorController_get_v1',
  summary: 'Read one, with its versions and moves; for operators',
  params: connectorParams,
  answer: {
    status: 200,
    description: 'The connector. Versions and moves, the newest first.',
    schema: DataConnectorSchema.extend({ versions: z.array(VersionSchema), moves: z.array(MoveSchema) }).openapi(
      'DataConnectorDetails',
    ),
  },
  problems: [404],
  handle: async ({ params: { connectorId: id } }, { runtime: { dataConnectors } }) => {
    const connector = await dataConnectors.get(id)
    if (connector === undefined) throw createMissing('connector as data')
    return {
      ...toWireDataConnector(connector),
      versions: (await dataConnectors.versions(id)).map(toWireVersion),
      moves: (await dataConnectors.moves(id)).map(toWireMove),
    }
  },
})

export const getDataConnectorVersion = defineRoute({
  ...operators,
  method: 'get',
  path: '/v1/connectors/{connectorId}/versions/{digest}',
  operationId: 'DataConnectorController_getVersion_v1',
  summary: 'Read a version, with its file and where it sends secrets; for operators',
  params: versionParams,
  answer: { status: 200, description: 'The version.', schema: VersionDetailsSchema },
  problems: [404],
  handle: async ({ params }, { runtime }) => {
    const version = await demandVersion(runtime, params)
    return { ...toWireVersion(version), ...toWireDescription(version), text: version.text }
  },
})

/** Recordings without people in them are small. */
const recordingMax = 2_000_000

export const tryDataConnectorVersion = defineRoute({
  ...operators,
  method: 'post',
  path: '/v1/connectors/{connectorId}/versions/{digest}/try',
  operationId: 'DataConnectorController_tryVersion_v1',
  summary: 'Run the checks of a version on recorded answers; for operators',
  description: 'The recording is one of `checkwright record`. Nothing is sent to a vendor.',
  params: versionParams,
  body: [
    createJsonBody(
      z
        .strictObject({
          recording: createTextSchema({ min: 1, max: recordingMax }).openapi({
            description: 'The text of the recording.',
          }),
        })
        .openapi('ConnectorTrialRequest'),
      { bytesMax: 6 * recordingMax },
    ),
  ],
  answer: { status: 200, description: 'The outcome of each check.', schema: TrialSchema },
  audit: { action: 'connector.try' },
  problems: [404],
  handle: async ({ params, body }, { runtime }) => {
    await demandVersion(runtime, params)
    const { connectorId: id, digest: sha256 } = params
    const tried = await runtime.dataConnectors.try({ id, sha256, recording: body.recording })
    return {
      data: tried.map(({ id: check, same, outcome, missing }) => ({
        check,
        same,
        missing: [...missing],
        status: outcome?.status ?? null,
        message: outcome?.error?.message ?? null,
      })),
    }
  },
})

export const publishDataConnectorVersion = defineRoute({
  ...operators,
  method: 'post',
  path: '/v1/connectors/{connectorId}/versions/{digest}/publish',
  operationId: 'DataConnectorController_publishVersion_v1',
  summary: 'Publish a version: new connections get it; for operators',
  description: 'Connections that exist stay on their version until you move them, or somebody enters the secret again.',
  params: versionParams,
  body: [
    createJsonBody(
      z
        .strictObject({
          posts: z
            .array(createTextSchema({ min: 1, max: 2_000 }))
            .max(1_000)
            .default([])
            .openapi({ description: 'Each path that the file sends POSTs to: you confirm that they only read.' }),
        })
        .openapi('ConnectorPublication'),
      { optional: true },
    ),
  ],
  answer: { status: 200, description: 'The version.', schema: VersionSchema },
  audit: { action: 'connector.publish', target: (version) => version.digest },
  problems: [404, 409],
  handle: async ({ params: { connectorId: id, digest: sha256 }, body, caller }, { runtime }) =>
    toWireVersion(await runtime.dataConnectors.publish({ id, sha256, posts: body.posts, by: caller.actor.id })),
})

export const retireDataConnector = defineRoute({
  ...operators,
  method: 'post',
  path: '/v1/connectors/{connectorId}/retire',
  operationId: 'DataConnectorController_retire_v1',
  summary: 'Retire a connector: no new connections, and no requests any more; for operators',
  description: 'Findings and runs stay. Publishing a version ends it.',
  params: connectorParams,
  answer: { status: 200, description: 'The connector.', schema: DataConnectorSchema },
  audit: { action: 'connector.retire' },
  problems: [404],
  handle: async ({ params: { connectorId: id }, caller }, { runtime }) =>
    toWireDataConnector(await runtime.dataConnectors.retire({ id, by: caller.actor.id })),
})

export const moveDataConnections = defineRoute({
  ...operators,
  method: 'post',
  path: '/v1/connectors/{connectorId}/moves',
  operationId: 'DataConnectorController_move_v1',
  summary: 'Move all connections with the same destination to the published version; for operators',
  description: 'Secrets that were entered for another destination stay with their version.',
  params: connectorParams,
  body: [createJsonBody(z.strictObject({ digest }).openapi('ConnectorMoveRequest'))],
  answer: { status: 201, description: 'The move.', schema: MoveSchema },
  audit: { action: 'connector.move' },
  problems: [404, 409],
  handle: async ({ params: { connectorId: id }, body, caller }, { runtime }) =>
    toWireMove(await runtime.dataConnectors.move({ id, sha256: body.digest, by: caller.actor.id })),
})

export const undoDataConnectorMove = defineRoute({
  ...operators,
  method: 'post',
  path: '/v1/connectors/{connectorId}/moves/{moveId}/undo',
  operationId: 'DataConnectorController_undoMove_v1',
  summary: 'Take the connections of a move back to where each was; for operators',
  params: connectorParams.extend({ moveId: ownId }),
  answer: { status: 200, description: 'The move.', schema: MoveSchema },
  audit: { action: 'connector.move-undo' },
  problems: [404],
  handle: async ({ params: { connectorId: id, moveId }, caller }, { runtime }) =>
    toWireMove(await runtime.dataConnectors.undo({ id, moveId, by: caller.actor.id })),
})

async function demandVersion(
  { dataConnectors }: Runtime,
  { connectorId: id, digest: sha256 }: z.output<typeof versionParams>,
) {
  const version = await dataConnectors.version({ id, sha256 })
  if (version === undefined) throw createMissing('version')
  return version
}

function createMissing(what: string): ApiError {
  return new ApiError(`There is no such ${what}.`, { code: 'NOT_FOUND' })
}
