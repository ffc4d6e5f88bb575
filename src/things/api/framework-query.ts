import { z } from '@hono/zod-openapi'
import { everyFrameworkId } from '../../checks/controls/frameworks/framework-names.ts'
import { frameworkIds } from '../../checks/controls/frameworks/shipped-frameworks.ts'

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
