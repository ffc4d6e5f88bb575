import { z } from '@hono/zod-openapi'
import type { Waiver } from '../../../define/index.ts'
import { createFilledTextSchema, createTextSchema } from '../../../service/api/schemas/text-schema.ts'

const pattern = z.union([
  createFilledTextSchema({ max: 500 }),
  z
    .array(createFilledTextSchema({ max: 500 }))
    .min(1)
    .max(1_000),
])

function createPatternsParameter(description: string, example: string) {
  const one = { type: 'string' as const, pattern: '\\S' }
  return pattern.openapi({ anyOf: [one, { type: 'array', items: one, minItems: 1 }], description, example })
}

/** An accepted exception, as a run gets it. The runtime checks rules that a schema cannot express. */
export const WaiverSchema = z
  .strictObject({
    connector: createPatternsParameter('Pattern of connector ids: `*` matches any characters, `?` one.', 'acme'),
    check: createPatternsParameter('Pattern of check ids.', 'admin-mfa'),
    resource: createPatternsParameter('Pattern of resource ids. Left out: all.', 'usr-7').optional(),
    resourceType: createPatternsParameter('Pattern of resource types. Left out: all.', 'user').optional(),
    tag: createPatternsParameter(
      'Pattern of tags. One tag of the check must match. Left out: all checks.',
      'mfa',
    ).optional(),
    connection: createPatternsParameter(
      'Full ids of the stored connections that it covers. Left out: every one.',
      '019a4c1e-7d53-7a43-9d2e-1f0a5b3c7d10',
    ).optional(),
    allConnections: z.literal(true).optional().openapi({ description: 'The waiver covers every connection.' }),
    justification: createFilledTextSchema({ max: 10_000 }).openapi({ example: 'Replaced in June.' }),
    approver: createFilledTextSchema({ max: 1_000 }).openapi({ example: 'ada@acme.example' }),
    expires: z.iso.date().openapi({ description: 'Last day on which it is valid, in UTC.', example: '2026-12-31' }),
    source: createTextSchema({ max: 1_000 })
      .optional()
      .openapi({ description: 'The place where it is written.', example: 'waivers.yaml:3' }),
  })
  .openapi('Waiver')

/** Without members that are left out. */
export function toWireWaiver({
  connector,
  check,
  resource,
  resourceType,
  tag,
  connection,
  allConnections,
  ...rest
}: Waiver): z.input<typeof WaiverSchema> {
  const listed = { connector, check, resource, resourceType, tag, connection, allConnections }
  const entries = Object.entries(listed).filter(([, value]) => value !== undefined)
  return { ...rest, ...Object.fromEntries(entries), connector: copyPatterns(connector), check: copyPatterns(check) }
}

function copyPatterns(patterns: Waiver['connector']): string | string[] {
  return typeof patterns === 'string' ? patterns : [...patterns]
}
