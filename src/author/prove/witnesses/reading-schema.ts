import * as z from 'zod'
import { createStrictData, createWordsSchema, schemaLink } from '../../../data/data-schema.ts'
import { toCanonicalJson } from '../../../inventory/canonical-json.ts'
import { change, day, expectation, source } from './witness-schema.ts'

export type ReadingFile = z.infer<typeof readingFileSchema>

const drawnCase = createStrictData({
  case: createWordsSchema('Which witness it is. Its id is not told, because it may tell the verdict.'),
  check: createWordsSchema('Id of the check.'),
  title: z.string().optional().describe('What the check says of itself: what is judged.'),
  world: createWordsSchema('Path of the recording with the answers, from this file.'),
  change: z.array(change).optional().describe('What differs in these answers.'),
  source: source.optional().describe('Where the vendor says what is right.'),
  expect: z
    .union([z.null(), expectation])
    .describe('What is right by the source, as in a witness. Empty until somebody has read it.'),
  read: z.union([z.null(), day]).optional().describe('The day on which the second reader read the source.'),
  probe: z
    .literal(true, { error: 'must be true, or left out' })
    .optional()
    .describe('No witness has it: members have other values in it than in the world.'),
})

const checkClaimSchema = createStrictData({
  check: createWordsSchema('Id of the check.'),
  title: z.string().describe('What the check says of itself.'),
  asks: z.array(z.string()).optional().describe('The requests that it rests on, with their filters.'),
  variables: z.record(z.string(), z.json()).optional().describe('The limits that it has where nobody sets others.'),
  states: z.array(z.string()).optional().describe('Statements that a pass shows.'),
  controls: z.array(z.string()).optional().describe('Controls that a pass counts for.'),
})

/** What a check says beside its verdicts. */
export type CheckClaim = z.infer<typeof checkClaimSchema>

const confirmation = checkClaimSchema.extend({
  agreed: z
    .union([z.null(), z.boolean()])
    .describe(
      'Whether the requests bring all that the title speaks of, and limits, statements and controls are those of the title.',
    ),
})

type Confirmation = z.infer<typeof confirmation>

/** What a person said of a claim. Undefined where they saw none, or another one. */
export function findConfirmation(confirmations: readonly Confirmation[], claim: CheckClaim): Confirmation | undefined {
  const shown = toCanonicalJson({ ...claim })
  return confirmations.find(({ agreed: _agreed, ...seen }) => toCanonicalJson(seen) === shown)
}

/** Labels of a second reader: cases that were drawn by lot, without what the first one said. */
export const readingFileSchema = createStrictData({
  $schema: schemaLink,
  checkwright: z.literal('second-reader/v1'),
  connector: createWordsSchema('Id of the connector.'),
  reader: z
    .union([z.null(), createWordsSchema('Name of the second reader.')])
    .optional()
    .describe('Who read the source. An accepted connector needs a name.'),
  cases: z.array(drawnCase),
  confirmations: z
    .array(confirmation)
    .optional()
    .describe('What an accepted connector needs beside the cases: a person agrees to what no case shows.'),
})
