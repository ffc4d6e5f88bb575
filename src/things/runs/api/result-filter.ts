import { z } from '@hono/zod-openapi'
import { resultStatuses, severities } from '../../../define/index.ts'
import { authoredId } from '../../../service/api/schemas/schemas.ts'
import { createFilledTextSchema, flag } from '../../../service/api/schemas/text-schema.ts'

/** Query parameters that select results. */
export const findingFilter = {
  severity: z.enum(severities).optional(),
  control: createFilledTextSchema({ max: 200 }).optional().openapi({ example: 'soc2:CC6.1' }),
  check: authoredId.optional().openapi({ example: 'admin-mfa' }),
  waived: flag.optional().openapi({ description: 'Whether an accepted exception covers it.' }),
}

export const resultFilter = { status: z.enum(resultStatuses).optional(), ...findingFilter }
