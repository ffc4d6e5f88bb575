import * as z from 'zod'
import { createStrictData, createWordsSchema, schemaLink } from '../../../data/data-schema.ts'
import { change, day, expectation, source } from './witness-schema.ts'

export type ReadingFile = z.infer<typeof readingFileSchema>
export type ReadingEntry = ReadingFile['cases'][number]

const drawnCase = createStrictData({
  case: createWordsSchema('Which witness it is. Its id is not told, because it may tell the verdict.'),
  check: createWordsSchema('Id of the check.'),
  world: createWordsSchema('Path of the recording with the answers, from this file.'),
  change: z.array(change).optional().describe('What differs in these answers.'),
  source: source.optional().describe('Where the vendor says what is right.'),
  expect: z
    .union([z.null(), expectation])
    .describe('What is right by the source, as in a witness. Empty until somebody has read it.'),
  read: z.union([z.null(), day]).optional().describe('The day on which the second reader read the source.'),
})

/** Labels of a second reader: cases that were drawn by lot, without what the first one said. */
export const readingFileSchema = createStrictData({
  $schema: schemaLink,
  checkwright: z.literal('second-reader/v1'),
  connector: createWordsSchema('Id of the connector.'),
  cases: z.array(drawnCase),
})
