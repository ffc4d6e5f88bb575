import * as z from 'zod'
import { createStrictData, createWordsSchema, schemaLink, wordsSchema } from '../../data/data-schema.ts'
import { isCalendarDay } from '../../text/calendar-day.ts'
import { patternLengthMax, patternsMax, waiversMax } from './limits.ts'

const pattern = wordsSchema.max(patternLengthMax, `must have at most ${patternLengthMax} characters`)

function createPatternsSchema(description: string) {
  return z
    .union(
      [pattern, z.array(pattern).min(1, 'must list at least one').max(patternsMax, `must list at most ${patternsMax}`)],
      {
        error: ({ input }) =>
          input === undefined ? 'is required (a text, or a list of texts)' : 'must be a text, or a list of texts',
      },
    )
    .describe(`${description} One entry of a list has to match. "*" stands for any characters, "?" for one.`)
}

/** Full ids: a pattern would accept the risk on connections that do not exist yet. */
function createConnectionsSchema() {
  const id = pattern.regex(/^[^*?]*$/, 'must be the whole id of a connection, without "*" and "?"')
  return z
    .union([id, z.array(id).min(1, 'must list at least one').max(patternsMax, `must list at most ${patternsMax}`)], {
      error: 'must be the id of a connection, or a list of ids',
    })
    .describe('Ids of the stored connections that it is for. If you leave it out: every connection.')
}

const waiverShape = {
  connector: createPatternsSchema('Id of the connector: "github".'),
  check: createPatternsSchema('Id of the check: "org-two-factor-required".'),
  resource: createPatternsSchema(
    'Id of the resource, as the result shows it. If you leave it out: every resource.',
  ).optional(),
  resourceType: createPatternsSchema('Type of the resource: "repository". If you leave it out: every type.').optional(),
  tag: createPatternsSchema('A tag that the check has. If you leave it out: any tags.').optional(),
  connection: createConnectionsSchema().optional(),
  allConnections: z
    .literal(true, { error: 'must be true, or left out' })
    .optional()
    .describe('True if it is for every connection.'),
  justification: createWordsSchema('Why the risk is accepted.'),
  approver: createWordsSchema('Name or e-mail address of the person who accepted it.'),
  expires: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/, { error: 'must be a day, such as 2026-12-31', abort: true })
    .refine(isCalendarDay, 'is not a day of the calendar')
    .meta({
      format: 'date',
      description: 'Last day on which the waiver applies, until midnight UTC, at most a year ahead: 2026-12-31.',
    }),
}

/** A waiver from a program. */
export const waiverSchema = createStrictData({ ...waiverShape, source: z.string().optional() })

/** A waivers file. */
export const waiversFileSchema = createStrictData({
  $schema: schemaLink,
  waivers: z
    .array(createStrictData(waiverShape))
    .max(waiversMax, `must list at most ${waiversMax}`)
    .describe('Accepted exceptions, in order: the first that matches a failing result counts.'),
})
