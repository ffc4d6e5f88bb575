import { z } from '@hono/zod-openapi'
import { variableValues } from '../../../service/api/schemas/schemas.ts'
import { WaiverSchema } from '../../waivers/api/waiver-schema.ts'

/** Time limit of a run, in ms. */
export const runTimeoutMs = z.int().min(1_000).max(86_400_000)

/** What a run of a connection and one of a cross-check take for themselves alone. */
export const runInputs = {
  variables: variableValues.optional().openapi({ description: 'Values for this run only.', example: {} }),
  waivers: z
    .array(WaiverSchema)
    .max(1_000)
    .optional()
    .openapi({ description: 'Accepted exceptions, in order. The first that matches applies.', example: [] }),
}
