import * as z from 'zod/mini'
import type { InventoryKind } from '../inventory/record.ts'
import { strict } from './strict.ts'
import type { ValueSchemas } from './values.ts'

const kinds = [
  'account',
  'person',
  'device',
  'credential',
  'application',
  'vulnerability',
  'training',
] as const satisfies readonly InventoryKind[]

export function buildInventory({ text, connectorId, count }: ValueSchemas) {
  return strict({
    of: z.enum(kinds),
    part: z.optional(connectorId),
    tells: z.array(text),
    covers: z.array(text).check(z.minLength(1, 'must name what the list is complete for, such as "members"')),
    leavesOut: z.optional(z.array(text)),
    scopes: z.optional(z.array(text)),
    merge: z.optional(z.literal('union')),
    timeoutMs: z.optional(count),
    facts: z.optional(z.record(text, strict({ scopes: z.optional(z.array(text)) }))),
  })
}
