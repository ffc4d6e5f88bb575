import * as z from 'zod'
import { createStrictData, createWordsSchema, schemaLink } from '../../../data/data-schema.ts'
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
})
