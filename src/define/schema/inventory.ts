import * as z from 'zod/mini'
import { inventoryKinds } from '../run/members.ts'
import { strict } from './strict.ts'
import type { ValueSchemas } from './values.ts'

export function buildInventorySchema({ text, connectorId, count }: ValueSchemas) {
  return strict({
    of: z.enum(inventoryKinds),
    part: z.optional(connectorId),
    tells: z.array(text),
    covers: z.array(text).check(z.minLength(1, 'must name what the list is complete for, such as "members"')),
    leavesOut: z.optional(z.array(text)),
    scopes: z.optional(z.array(text)),
    merge: z.optional(z.literal('union')),
    timeoutMs: z.optional(count),
    list: isFunction('is required (a function that yields every record: async *list(ctx) { … })'),
    facts: z.optional(
      z.record(
        text,
        strict({
          scopes: z.optional(z.array(text)),
          read: isFunction('is required (a function that gives the value for one record)'),
        }),
      ),
    ),
  })
}

/** Code beside the data, which is kept apart from it later. */
function isFunction(message: string) {
  return z.custom<(...args: never[]) => unknown>((value) => typeof value === 'function', message)
}
