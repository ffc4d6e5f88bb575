import * as z from 'zod'
import { schemaLink, strictData, words } from '../data-schema.ts'
import { patternLengthMax, patternsMax, waiversMax } from './limits.ts'

const pattern = z
  .string()
  .regex(/\S/, 'must not be empty')
  .max(patternLengthMax, `must have at most ${patternLengthMax} characters`)

function patterns(description: string) {
  return z
    .union(
      [pattern, z.array(pattern).min(1, 'must list at least one').max(patternsMax, `must list at most ${patternsMax}`)],
      {
        error: ({ input }) =>
          input === undefined ? 'is required (a text, or a list of texts)' : 'must be a text, or a list of texts',
      },
    )
    .describe(`${description} Of a list one has to match. "*" stands for any characters, "?" for one.`)
}

const waiverShape = {
  connector: patterns('Id of the connector: "github".'),
  check: patterns('Id of the check: "org-two-factor-required".'),
  resource: patterns('Id of the resource, as the result shows it. Left out: every resource.').optional(),
  resourceType: patterns('Type of the resource: "repository". Left out: every type.').optional(),
  tag: patterns('A tag that the check has. Left out: whatever its tags.').optional(),
  justification: words('Why the risk is accepted.'),
  approver: words('Who accepted it: a name, or an e-mail address.'),
  expires: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/, { error: 'must be a day, such as 2026-12-31', abort: true })
    .refine(isDay, 'is no day of the calendar')
    .meta({
      format: 'date',
      description: 'Last day on which the waiver holds, to its end in UTC, at most a year ahead: 2026-12-31.',
    }),
}

/** A waiver as a program hands it over. */
export const waiverSchema = strictData({ ...waiverShape, source: z.string().optional() })

/** A waivers file. */
export const waiversFileSchema = strictData({
  $schema: schemaLink,
  waivers: z
    .array(strictData(waiverShape))
    .max(waiversMax, `must list at most ${waiversMax}`)
    .describe('Accepted exceptions, in order: the first that matches a failing result counts.'),
})

function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`)
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(text)
}
