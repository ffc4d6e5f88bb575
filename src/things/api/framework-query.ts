import { z } from '@hono/zod-openapi'
import { everyFrameworkId } from '../../checks/controls/frameworks/framework-names.ts'
import { frameworkIds } from '../../checks/controls/frameworks/shipped-frameworks.ts'
import { createFilledTextSchema } from '../../service/api/schemas/text-schema.ts'
import { nameLengthMax } from '../../service/records/text-limits.ts'

/** A shipped framework, by its id, in a query. */
export const frameworkQuery = z
  .string()
  .refine((id) => everyFrameworkId.includes(id), `must be one of ${everyFrameworkId.join(', ')}`)
  .optional()
  .openapi({
    type: 'string',
    enum: [...everyFrameworkId],
    description: `Left out: ${frameworkIds.join(', ')}.`,
    example: 'soc2',
  })

/** A framework of the organization's own, by its id. */
export const ownFrameworkQuery = createFilledTextSchema({ max: nameLengthMax }).optional().openapi({
  description: "In place of `framework`: the id of a framework of the organization's own.",
  example: 'acme-baseline-3',
})
