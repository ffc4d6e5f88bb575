import * as z from 'zod/mini'
import { severities } from '../run/result.ts'
import type { Fields } from './fields.ts'
import { strict } from './strict.ts'
import type { ValueSchemas } from './values.ts'

export function buildCheckSchema(schemas: ValueSchemas & Fields) {
  const { text, connectorId, valueId, count, variableSchema } = schemas
  const controlName = z
    .string()
    .check(z.regex(/^[a-z0-9.-]+:\S+$/, 'must be "framework:control", such as "soc2:CC6.1"'))
  const boundSchema = strict({
    min: z.optional(z.number()),
    max: z.optional(z.number()),
    oneOf: z.optional(
      z.array(z.union([z.string(), z.boolean()])).check(z.minLength(1, 'must list at least one value')),
    ),
    includes: z.optional(z.array(z.string()).check(z.minLength(1, 'must list at least one value'))),
    empty: z.optional(z.literal(true)),
  })
  const controlSchema = z.union(
    [controlName, strict({ id: controlName, requires: z.record(valueId, boundSchema) })],
    'must be "framework:control", or an object of id and requires',
  )

  const statementId = z
    .string()
    .check(z.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be the id of a statement, such as "second-factor-used"'))
  const statementSchema = z.union(
    [
      statementId,
      z
        .record(
          statementId,
          z.record(valueId, z.union([valueId, z.number()], 'must be the id of a variable, or a number')),
        )
        .check(
          z.refine(
            (binding) => Object.keys(binding).length === 1,
            'must name one statement; begin another item for the next',
          ),
        ),
    ],
    'must be the id of a statement, or a statement with its parameters: { few-administrators: { most: max_owners } }',
  )

  return strict({
    id: connectorId,
    title: text,
    description: z.optional(z.string()),
    severity: z.optional(z.enum(severities)),
    controls: z.optional(z.array(controlSchema)),
    states: z.optional(z.array(statementSchema)),
    scopes: z.optional(z.array(text)),
    tags: z.optional(z.array(text)),
    variables: z.optional(z.array(variableSchema)),
    volatile: z.optional(z.array(text)),
    fix: z.optional(strict({ command: text, source: text })),
    onEmpty: z.optional(z.enum(['pass', 'fail', 'not_applicable'])),
    writes: z.optional(z.boolean()),
    timeoutMs: z.optional(count),
  })
}
