import { z } from '@hono/zod-openapi'
import { WaiverSchema } from '../findings/waivers.ts'
import { variableValues } from '../schemas.ts'

/** What a run of a connection and one of a cross-check take for themselves alone. */
export const runInputs = {
  variables: variableValues.optional().openapi({ description: 'Values for this run only.', example: {} }),
  waivers: z
    .array(WaiverSchema)
    .max(1_000)
    .optional()
    .openapi({ description: 'Accepted exceptions, in order. The first that matches applies.', example: [] }),
}
