import { z } from '@hono/zod-openapi'

/** The answer of changes without a result. */
export const Done = z.object({ success: z.literal(true) }).openapi('Done')

export const done = { success: true } as const
