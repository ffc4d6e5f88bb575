import { z } from '@hono/zod-openapi'
import { type InventoryOutcome, inventoryKinds } from '../../../define/index.ts'
import type { InventoryHead } from '../../../inventory/inventory-head.ts'
import { CheckFailureSchema, toWireFailure } from '../../../service/api/schemas/failure-schema.ts'
import { exampleConnectionId, exampleRunId, toNullable } from '../../../service/api/schemas/schemas.ts'
import { timestamp } from '../../../service/api/schemas/text-schema.ts'

const shape = {
  of: z.enum(inventoryKinds as [InventoryHead['of'], ...InventoryHead['of'][]]).openapi({ example: 'account' }),
  part: z.string().nullable().openapi({
    description: 'Tells inventories of one kind apart. null: the only one of its kind.',
    example: null,
  }),
  complete: z.boolean().openapi({ description: 'Whether everything was seen that it covers.' }),
  error: CheckFailureSchema.nullable().openapi({ description: 'Why it is not complete.' }),
  count: z.int().openapi({ description: 'Number of records.', example: 42 }),
  byStatus: z
    .record(z.string(), z.int())
    .nullable()
    .openapi({ description: 'Number of records of each status. null: the kind has none.', example: { active: 42 } }),
  covers: z.array(z.string()).openapi({ example: ['members', 'guests'] }),
  leavesOut: z.array(z.string()).openapi({ example: ['bots'] }),
  digest: z.string().openapi({
    description: 'SHA-256 of its canonical lines, hexadecimal. The same records give the same.',
    example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  }),
}

/** An inventory in its run. */
export const InventoryOutcomeSchema = z.object(shape).openapi('InventoryOutcome')

export const InventorySchema = z
  .object({
    connectionId: z.string().nullable().openapi({ example: exampleConnectionId }),
    connector: z.string().openapi({ example: 'acme' }),
    ...shape,
    runId: z.string().openapi({ description: 'The run that read it.', example: exampleRunId }),
    readAt: timestamp.openapi({ description: 'When reading began.' }),
    tells: z
      .array(z.string())
      .openapi({ description: 'Members that the list could tell.', example: ['email', 'administrator'] }),
  })
  .openapi('Inventory')

export function toWireInventoryOutcome({
  of,
  part,
  complete,
  error,
  count,
  byStatus,
  covers,
  leavesOut,
  digest,
}: Pick<InventoryOutcome, keyof typeof shape>): z.input<typeof InventoryOutcomeSchema> {
  return {
    of,
    part: toNullable(part),
    complete,
    error: toWireFailure(error),
    count,
    byStatus: byStatus ? { ...byStatus } : null,
    covers: [...covers],
    leavesOut: [...leavesOut],
    digest,
  }
}

export function toWireInventory(head: InventoryHead): z.input<typeof InventorySchema> {
  const { connectionId, connector, runId, readAt, tells } = head
  return {
    ...toWireInventoryOutcome(head),
    connectionId: toNullable(connectionId),
    connector: connector.id,
    runId,
    readAt,
    tells: [...tells],
  }
}
