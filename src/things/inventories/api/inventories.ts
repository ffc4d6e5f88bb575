import { z } from '@hono/zod-openapi'
import { type InventoryKind, inventoryKinds } from '../../../define/index.ts'
import { ApiError } from '../../../errors/index.ts'
import { exportFormats, exportForms } from '../../../inventory/export/export-formats.ts'
import { formatInventoryName } from '../../../inventory/inventory-head.ts'
import type { StoredRecord } from '../../../inventory/stored-record.ts'
import { pageQuery } from '../../../service/api/schemas/page-cursor.ts'
import { formatPlaceCursor, parsePlaceCursor } from '../../../service/api/schemas/place-cursor.ts'
import { connectionParams } from '../../../service/api/schemas/schemas.ts'
import { ownId } from '../../../service/api/schemas/text-schema.ts'
import { demandConnection } from '../../api/demand.ts'
import { defineRoute } from '../../api/route.ts'
import { sendInventory } from '../reading/send-inventory.ts'
import { InventorySchema, toWireInventory } from './inventory-schema.ts'

const tag = 'Inventories'

export const listInventories = defineRoute({
  method: 'get',
  path: '/v1/integrations/connections/{connectionId}/inventories',
  operationId: 'IntegrationsController_listInventories_v1',
  tag,
  summary: 'List the newest inventories of a connection, without their records',
  scope: 'people:read',
  params: connectionParams,
  answer: {
    status: 200,
    description: 'One for each list that a run has read. Empty if the organization keeps none.',
    schema: z.object({ data: z.array(InventorySchema) }).openapi('InventoryList'),
  },
  handle: async ({ params: { connectionId }, caller: { organizationId } }, { runtime }) => {
    await demandConnection(runtime, organizationId, connectionId)
    const heads = await runtime.inventories.list({ connectionId, organizationId })
    return { data: heads.map(toWireInventory) }
  },
})

const RecordSchema = z.custom<StoredRecord>().openapi({
  type: 'object',
  additionalProperties: true,
  description:
    'docs/inventories.md lists the members of each kind. A member that is left out is not known, and `unknown` may say why. null: the vendor says that there is none.',
  example: { id: 'u1', name: 'Ada', kind: 'person', status: 'active', email: 'ada@acme.example', administrator: true },
})

const mediaTypes = [
  ...new Set(['application/json', ...Object.values(exportForms).map(({ mediaType }) => mediaType.replace(/;.*/, ''))]),
]

export const readInventory = defineRoute({
  method: 'get',
  path: '/v1/integrations/connections/{connectionId}/inventories/{of}',
  operationId: 'IntegrationsController_readInventory_v1',
  tag,
  summary: 'Read the records of an inventory, page by page or as a file',
  description: `With \`format\` you get the whole inventory as a download. Reading is written to the audit log. If another run replaces the inventory between two pages, the answer is 409: begin again.`,
  scope: 'people:read',
  params: connectionParams.extend({
    of: z.enum(inventoryKinds as [InventoryKind, ...InventoryKind[]]).openapi({ example: 'account' }),
  }),
  query: z.strictObject({
    part: ownId.optional().openapi({ description: 'Needed if the connection has several inventories of the kind.' }),
    format: z.enum(exportFormats).optional().openapi({ description: 'A download. Left out: one page as JSON.' }),
    ...pageQuery,
  }),
  answer: {
    status: 200,
    description: 'One page of records in the order of their ids, or the download.',
    mediaTypes,
    schema: z
      .object({
        inventory: InventorySchema,
        data: z.array(RecordSchema),
        nextCursor: z
          .string()
          .nullable()
          .openapi({ description: 'The start of the next page. null: this is the last page.' }),
      })
      .openapi('InventoryRecordPage'),
  },
  problems: [409],
  auditRead: {
    action: 'inventory.read',
    describe: ({ connectionId, of }) => ({ target: connectionId, fields: [of] }),
  },
  handle: async ({ params: { connectionId, of }, query, request, caller: { organizationId } }, { runtime }) => {
    const { part, format, limit, cursor } = query
    const place = parsePlaceCursor(cursor)
    await demandConnection(runtime, organizationId, connectionId)
    const inventory = await runtime.inventories.open({ connectionId, organizationId, of, part })
    if (inventory === undefined)
      throw new ApiError(
        `There is no inventory ${formatInventoryName({ of, part })} of this connection. A run that lists it makes it.`,
        { code: 'NOT_FOUND' },
      )
    if (format !== undefined) return sendInventory(inventory, format, request)
    if (place !== undefined && place.part !== inventory.id)
      throw new ApiError('Another run has read the list again meanwhile. Begin with the first page.', {
        code: 'STORE_CONFLICT',
      })
    const from = place?.index ?? 0
    const data: StoredRecord[] = []
    for await (const record of inventory.records(from)) if (data.push(record) === limit) break
    const next = from + data.length
    const isMore = next < inventory.head.count
    return {
      inventory: toWireInventory(inventory.head),
      data,
      nextCursor: isMore ? formatPlaceCursor({ part: inventory.id, index: next }) : null,
    }
  },
})
