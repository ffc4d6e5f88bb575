import { z } from '@hono/zod-openapi'
import { countedMax } from '../../../text/counted.ts'

/** How long a list is, for its schema. */
export const totalMembers = {
  total: z.int().openapi({ description: `Of all pages, counted up to ${countedMax}.`, example: 1 }),
  isTotalExact: z.boolean().openapi({ description: 'false: there are more than `total`.', example: true }),
}

export function toWireTotal(count: number) {
  return { total: Math.min(count, countedMax), isTotalExact: count <= countedMax }
}
